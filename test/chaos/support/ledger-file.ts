import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Tools that write down every effect before they answer; `gate` waits for a file first, `add` is quick. */
export const LEDGER_TOOLS = `import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

const file = (name: string): URL => new URL(name, import.meta.url);
const write = (what: string, ctx: { todo_id: string; attempt: number; idempotency_key: string }): void => {
  const { todo_id, attempt, idempotency_key: key } = ctx;
  appendFileSync(file("./ledger.jsonl"), JSON.stringify({ what, todo_id, attempt, key, pid: process.pid }) + "\\n");
};

export const tools = [
  defineTool({
    name: "effect",
    description: "Has an effect",
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
    run(_input, ctx) {
      write("effect", ctx);
      return { done: true };
    },
  }),
  defineTool({
    name: "add",
    description: "Adds one, and has an effect",
    quick: true,
    input: z.strictObject({ to: z.number() }),
    output: z.number(),
    async run({ to }, ctx) {
      write("effect", ctx);
      await delay(5);
      return to + 1;
    },
  }),
  defineTool({
    name: "gate",
    description: "Has an effect once its gate is open",
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
    async run(_input, ctx) {
      write("begun", ctx);
      while (!existsSync(file("./open-" + ctx.todo_id))) await delay(20, undefined, { signal: ctx.signal });
      write("effect", ctx);
      return { done: true };
    },
  }),
];
`;

/** What a tool wrote down: that it began, or that it had its effect. */
export interface LedgerEntry {
  readonly what: "begun" | "effect";
  readonly todo_id: string;
  readonly attempt: number;
  readonly key: string;
  /** Of the worker that ran it. */
  readonly pid: number;
}

/** What the tools of a project in the folder have written down, oldest first. */
export function readLedger(folder: string): LedgerEntry[] {
  const file = join(folder, "ledger.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LedgerEntry);
}
