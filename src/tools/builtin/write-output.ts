import { z } from "zod";
import { LIMITS } from "../../contract/tables/limits.ts";
import { WRITE_OUTPUT } from "../../contract/tables/temporal-names.ts";
import { JsonSchema } from "../../contract/text.ts";
import { WorkspacePathSchema } from "../../contract/workspace-path.ts";
import { defineTool } from "../define-tool.ts";
import { readWorkspaceFile, writeWorkspaceFile } from "../workspace-files.ts";

/**
 * Writes a todo's result to its `output_path`: text as text, a file as its bytes, everything else as
 * JSON. Plans run it by themselves.
 */
export const writeOutputTool = defineTool({
  name: WRITE_OUTPUT,
  description: "Writes a todo's result to its output_path.",
  repeatable: true,
  input: z.strictObject({
    path: WorkspacePathSchema,
    /** Where the workspace has the file that a person sent … */
    file: z.string().optional(),
    /** … or any other result. */
    value: JsonSchema.optional(),
  }),
  output: z.null(),
  async run({ path, file, value = null }, { workspace, signal }) {
    signal.throwIfAborted();
    const content =
      file === undefined
        ? Buffer.from(typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`)
        : await readWorkspaceFile(workspace, file, LIMITS.file_bytes);
    await writeWorkspaceFile(workspace, path, content);
    return null;
  },
});
