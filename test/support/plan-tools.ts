import { z } from "zod";
import { defineTool, type Tool, type ToolContext } from "../../src/tools/define-tool.ts";

type Run = (args: Record<string, unknown>, ctx: ToolContext) => unknown;

/** A tool that takes any object and answers whatever `run` does. */
export function anyTool(name: string, run: Run): Tool {
  return defineTool({
    name,
    description: `Test tool ${name}`,
    input: z.looseObject({}),
    output: z.unknown(),
    run,
  });
}

/** Answers its own arguments. */
export const echo = anyTool("echo", (args) => args);

/** A tool whose runs wait until the test lets them go. */
export interface Gate {
  readonly tool: Tool;
  /** Runs so far, in order. */
  readonly runs: readonly ToolContext[];
  /** Resolves with the context of the todo's run once it has begun. */
  begun(todoId: string): Promise<ToolContext>;
  /** Lets every run of the todo end, those to come as well. */
  open(todoId: string): void;
}

/**
 * A tool named `name` whose runs wait for `open`.
 * @param heeds false for a tool that goes on although its signal aborts.
 */
export function createGate(name = "gate", heeds = true): Gate {
  const runs: ToolContext[] = [];
  const begun = new Map<string, Deferred<ToolContext>>();
  const opened = new Map<string, Deferred<void>>();
  const tool = anyTool(name, async (_args, ctx) => {
    runs.push(ctx);
    entry(begun, ctx.todo_id).resolve(ctx);
    const waits = [entry(opened, ctx.todo_id).promise];
    if (heeds) waits.push(abortOf(ctx.signal));
    await Promise.race(waits);
    return { by: ctx.todo_id };
  });
  return {
    tool,
    runs,
    begun: (todoId) => entry(begun, todoId).promise,
    open: (todoId) => entry(opened, todoId).resolve(),
  };
}

/** Rejects with the signal's reason once it aborts. */
export function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

export function defer<Value>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

function entry<Value>(all: Map<string, Deferred<Value>>, key: string): Deferred<Value> {
  const found = all.get(key) ?? defer<Value>();
  all.set(key, found);
  return found;
}
