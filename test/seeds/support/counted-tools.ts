import type { Tool, ToolContext } from "../../../src/tools/define-tool.ts";
import { anyTool } from "../../support/plan-tools.ts";

type Run = (args: Record<string, unknown>, ctx: ToolContext) => unknown;

/** One attempt of a tool: `todo_001/1.2` is the second attempt of the todo's first run. */
type Attempt = `${string}/${number}.${number}`;

/** Tools that keep count: what the outside world has seen, whatever the plan says. */
export interface CountedTools {
  readonly tools: readonly Tool[];
  /** Every attempt of the plan's todos, in the order in which they began. */
  ran(planId: string): readonly Attempt[];
}

export function createCountedTools(runs: Readonly<Record<string, Run>>): CountedTools {
  const attempts: { readonly plan_id: string; readonly attempt: Attempt }[] = [];
  const tools = Object.entries(runs).map(([name, run]) =>
    anyTool(name, (args, ctx) => {
      const { plan_id, todo_id } = ctx;
      attempts.push({ plan_id, attempt: `${todo_id}/${ctx.run}.${ctx.attempt}` });
      return run(args, ctx);
    }),
  );
  return {
    tools,
    ran: (planId) =>
      attempts.filter(({ plan_id }) => plan_id === planId).map(({ attempt }) => attempt),
  };
}
