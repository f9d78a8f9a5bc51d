import type { FileAnswer } from "../contract/plan/todo.ts";
import type { JsonObject } from "../contract/text.ts";
import { plainFileName } from "../text/file-name.ts";

/** What stands for a file that a person sent; its name came from outside. */
export type FileRecord = Pick<FileAnswer, "$file" | "name">;

/** Whether a placeholder is a file's, and not a large result's. */
export function isFileRecord(placeholder: JsonObject): placeholder is JsonObject & FileRecord {
  return typeof placeholder["$file"] === "string";
}

/** Where in the plan's workspace a tool gets the file. */
export function filePlace({ $file, name }: FileRecord): string {
  const folder = $file.slice("sha256:".length, "sha256:".length + 16);
  return `files/${folder}/${plainFileName(typeof name === "string" ? name : "")}`;
}
