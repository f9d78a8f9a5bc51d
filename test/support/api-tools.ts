import { z } from "zod";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { abortOf, defer, type Deferred } from "./plan-tools.ts";

/** Tools whose course a test decides. */
export interface TestTools {
  readonly list: readonly Tool[];
  /** Lets every `gate` of this name go on, those that have not started yet too. */
  open(gate: string): void;
  /** How far a `gate` that runs says it is from now on, in percent. */
  progress(gate: string, percent: number, message?: string): void;
  /** Lets everything go on, so that the worker can stop. */
  openAll(): void;
}

/** The tools of the API tests: real ones in shape, with nothing behind them. */
export function createTestTools(): TestTools {
  const gates = new Map<string, Deferred<void>>();
  const percentages = new Map<string, ToolContext["progress"]>();
  const all = defer<void>();
  const gateOf = (name: string): Deferred<void> => {
    const gate = gates.get(name) ?? defer<void>();
    gates.set(name, gate);
    return gate;
  };
  return {
    list: [
      defineTool({
        name: "echo",
        description: "Answers its arguments",
        input: z.strictObject({ text: z.string(), times: z.int().min(1).max(9).default(1) }),
        output: z.object({ text: z.string() }),
        run: ({ text, times }) => ({ text: text.repeat(times) }),
      }),
      defineTool({
        name: "gate",
        description: "Reports its progress and waits until the test opens it",
        input: z.strictObject({
          name: z.string(),
          percent: z.number().default(0),
          /** False for a tool that goes on although it is cancelled. */
          heeds: z.boolean().default(true),
        }),
        output: z.null(),
        async run({ name, percent, heeds }, ctx) {
          ctx.progress(percent);
          percentages.set(name, (...told) => ctx.progress(...told));
          const ends = [all.promise, gateOf(name).promise];
          if (heeds) ends.push(abortOf(ctx.signal));
          await Promise.race(ends);
          return null;
        },
      }),
      defineTool({
        name: "big_text",
        description: "Answers a long text and a short one",
        input: z.strictObject({ length: z.int() }),
        output: z.object({ long: z.string(), short: z.string() }),
        run: ({ length }) => ({ long: "가".repeat(length), short: "짧은 글" }),
      }),
      defineTool({
        name: "refuse",
        description: "Fails with the sentence that it is given",
        input: z.strictObject({ sentence: z.string() }),
        output: z.null(),
        run: ({ sentence }) => Promise.reject(new ToolError("validation_error", sentence)),
      }),
      defineTool({
        name: "data_collector",
        description: "Collects reviews (seed S0, 3.2)",
        input: z.strictObject({ brand: z.string(), platform: z.string(), limit: z.int().min(1) }),
        output: z.object({ collected: z.int() }),
        run: ({ limit }) => ({ collected: limit }),
      }),
    ],
    open: (name) => gateOf(name).resolve(),
    progress: (name, percent, message) => percentages.get(name)?.(percent, message),
    openAll: () => all.resolve(),
  };
}
