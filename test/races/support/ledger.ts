import { z } from "zod";
import type { JsonObject } from "../../../src/contract/text.ts";
import { defineTool, type Tool, type ToolContext } from "../../../src/tools/define-tool.ts";
import { abortOf, defer, type Deferred } from "../../support/plan-tools.ts";

/** One call of a tool, as the tool itself saw it. */
export interface Call {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly run: number;
  readonly attempt: number;
  readonly key: string;
  readonly args: JsonObject;
  readonly result: { readonly n: number };
  /** When it began and ended, counted over all calls; null while it runs or when it was stopped. */
  readonly begun: number;
  readonly ended: number | null;
}

/** Tools that write down every call. */
export interface Ledger {
  readonly tools: readonly Tool[];
  readonly calls: readonly Call[];
  /** Lets calls of `gated` end whose stage is at most this; also those to come. */
  open(planId: string, stage: number): void;
  /** Lets every call end. */
  openAll(): void;
}

/**
 * `work` answers at once; its result counts the runs of its todo unless it is told `steady`.
 * `gated` does the same once its `stage` is open.
 */
export function createLedger(): Ledger {
  const calls: Call[] = [];
  const gates = new Map<string, Deferred<void>>();
  const reached = new Map<string, number>();
  const all = defer<void>();
  let moment = 0;

  async function write(
    args: JsonObject,
    ctx: ToolContext,
    until: Promise<void>,
  ): Promise<{ n: number }> {
    const { plan_id, todo_id, run, attempt, idempotency_key: key } = ctx;
    const result = { n: args["steady"] === true ? 0 : run };
    const head = { plan_id, todo_id, run, attempt, key, args, result };
    const place = calls.push({ ...head, begun: ++moment, ended: null }) - 1;
    await Promise.race([until, all.promise, abortOf(ctx.signal)]);
    calls[place] = { ...calls[place]!, ended: ++moment };
    return result;
  }

  function gateOf(planId: string, stage: number): Promise<void> {
    if ((reached.get(planId) ?? -1) >= stage) return Promise.resolve();
    const key = `${planId} ${stage}`;
    const gate = gates.get(key) ?? defer<void>();
    gates.set(key, gate);
    return gate.promise;
  }

  const tool = (name: string, until: (args: JsonObject, planId: string) => Promise<void>): Tool =>
    defineTool({
      name,
      description: "Writes its call down",
      input: z.record(z.string(), z.json()),
      output: z.object({ n: z.int() }),
      run: (args, ctx) => {
        const given = { ...(args as JsonObject), ...ctx.input_data };
        return write(given, ctx, until(args as JsonObject, ctx.plan_id));
      },
    });

  return {
    tools: [
      tool("work", () => Promise.resolve()),
      tool("gated", (args, planId) => gateOf(planId, Number(args["stage"]))),
    ],
    calls,
    open(planId, stage) {
      reached.set(planId, stage);
      for (const [key, gate] of gates) {
        const [plan, number] = key.split(" ");
        if (plan === planId && Number(number) <= stage) gate.resolve();
      }
    },
    openAll: () => all.resolve(),
  };
}
