import type { z } from "zod";
import type { NewPlan, NewPlanInput } from "../../contract/plan/plan.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { CreatePlanSchema, OutlineReading } from "../../contract/words.ts";
import { readOutline } from "../../words/outline/read-outline.ts";
import { knownAgents, type AgentDeps } from "./known-agents.ts";
import type { ToolCatalog } from "./new-plan.ts";
import { parseFilledPlan } from "./write-template.ts";

type CreateBody = z.output<typeof CreatePlanSchema>;

/** A plan as its file would say it, and what was understood where it was written in words. */
export interface WrittenPlan {
  /** Null for an outline without todos. */
  readonly plan: NewPlan | null;
  readonly outline: OutlineReading | undefined;
}

/**
 * The plan that the body of a request says. What stands beside an outline goes before what it says.
 * @throws Refusal when it is none.
 */
export async function planIn(
  { outline, ...body }: CreateBody,
  deps: AgentDeps & { readonly tools: ToolCatalog },
): Promise<WrittenPlan> {
  // With todos and a title, which the schema has seen to.
  if (outline === undefined) return { plan: body as NewPlan, outline: undefined };
  const { agents } = await knownAgents(deps);
  const { plan, ...reading } = readOutline(outline, {
    tools: deps.tools.list().map(({ name }) => name),
    agents: agents.map(({ name }) => name),
  });
  if (plan === null) return { plan: null, outline: reading };
  const written: NewPlanInput = {
    ...plan,
    ...body,
    title: body.title ?? plan.title,
    todos: plan.todos,
  };
  return { plan: parseFilledPlan(JSON.parse(JSON.stringify(written))), outline: reading };
}

/** @throws Refusal with every place of an outline that was not understood: then nothing starts. */
export function assertUnderstood({ not_understood }: OutlineReading): void {
  if (not_understood.length === 0) return;
  throw new Refusal({
    code: "validation_failed",
    detail: say("outline_not_understood", { count: not_understood.length }),
    hint: say("outline_correct"),
    errors: not_understood.slice(0, 50).map(({ line, column, text, detail, detail_said }) => ({
      pointer: "/outline",
      detail: say("outline_place", {
        line,
        column,
        text: text.slice(0, 80),
        what: (detail_said as Sentence | undefined) ?? detail,
      }),
    })),
  });
}
