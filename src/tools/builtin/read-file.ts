import { z } from "zod";
import { LIMITS } from "../../contract/tables/limits.ts";
import { WorkspacePathSchema } from "../../contract/workspace-path.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";
import { readWorkspaceFile } from "../workspace-files.ts";

/** The tool `read_file`: a file of the plan's workspace as text (without byte order mark) or base64. */
export const readFileTool = defineTool({
  name: "read_file",
  description: "Reads a file from the plan's workspace.",
  repeatable: true,
  read_only: true,
  input: z.strictObject({
    path: WorkspacePathSchema,
    encoding: z.enum(["utf8", "base64"]).default("utf8"),
    max_bytes: z
      .int()
      .positive()
      .max(LIMITS.result_bytes)
      .default(5 * 1024 * 1024)
      .describe("A larger file is an error; nothing is cut off."),
  }),
  output: z.object({ content: z.string(), bytes: z.int() }),
  async run({ path, encoding, max_bytes: maxBytes }, ctx) {
    ctx.signal.throwIfAborted();
    const file = await readWorkspaceFile(ctx.workspace, path, maxBytes);
    const content = encoding === "base64" ? file.toString("base64") : decodeUtf8(file);
    return { content, bytes: file.length };
  },
});

function decodeUtf8(file: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch (error) {
    throw new ToolError(
      "validation_error",
      'The file is not UTF-8 text. Read it with encoding "base64", or save it as UTF-8.',
      { cause: error },
    );
  }
}
