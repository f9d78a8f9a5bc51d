import { createHash } from "node:crypto";
import { z } from "zod";
import { WorkspacePathSchema } from "../../contract/workspace-path.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";
import { writeWorkspaceFile } from "../workspace-files.ts";

const MAX_BYTES = 50 * 1024 * 1024;

/** The tool `write_file`: puts a file into the plan's workspace, whole or not at all. */
export const writeFileTool = defineTool({
  name: "write_file",
  description: "Writes a file into the plan's workspace, replacing what is there.",
  repeatable: true,
  input: z
    .strictObject({
      path: WorkspacePathSchema,
      content: z.string(),
      encoding: z.enum(["utf8", "base64"]).default("utf8"),
    })
    .superRefine(({ content, encoding }, check) => {
      if (encoding === "base64" && Buffer.from(content, "base64").toString("base64") !== content) {
        check.addIssue({
          code: "custom",
          path: ["content"],
          message: 'The content is not base64: correct it, or use encoding "utf8".',
        });
      }
    }),
  output: z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }),
  async run({ path, content, encoding }, ctx) {
    ctx.signal.throwIfAborted();
    const file = Buffer.from(content, encoding);
    if (file.length > MAX_BYTES) {
      throw new ToolError(
        "validation_error",
        `The content has ${file.length} bytes; a file may have ${MAX_BYTES}. Split it into several files.`,
      );
    }
    await writeWorkspaceFile(ctx.workspace, path, file);
    return { path, bytes: file.length, sha256: createHash("sha256").update(file).digest("hex") };
  },
});
