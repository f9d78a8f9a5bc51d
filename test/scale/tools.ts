/** Tools of a project: `effect` writes down that it ran, `text` answers a text of so many bytes. */
export const SCALE_TOOLS = `import { appendFileSync } from "node:fs";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

const ledger = new URL("./ledger.jsonl", import.meta.url);

export const tools = [
  defineTool({
    name: "effect",
    description: "Has an effect",
    input: z.strictObject({}),
    output: z.null(),
    run(_input, ctx) {
      const { todo_id, attempt, idempotency_key: key } = ctx;
      appendFileSync(ledger, JSON.stringify({ what: "effect", todo_id, attempt, key, pid: process.pid }) + "\\n");
      return null;
    },
  }),
  defineTool({
    name: "text",
    description: "Answers a text of so many bytes",
    input: z.strictObject({ bytes: z.int() }),
    output: z.string(),
    run: ({ bytes }) => "x".repeat(bytes),
  }),
];
`;
