import type { FileAnswer, InputRequest } from "../../../contract/plan/todo.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";

/**
 * Why a file is no answer to a question, or null.
 * @param file its type is not known before the store has seen its bytes.
 */
export function fileMisfit(
  { accept, max_bytes: most = LIMITS.file_bytes }: Pick<InputRequest, "accept" | "max_bytes">,
  { bytes, media_type }: Pick<FileAnswer, "bytes"> & Partial<Pick<FileAnswer, "media_type">>,
): Sentence | null {
  if (bytes > most) return say("file_too_large", { bytes, most });
  if (media_type === undefined) return null;
  const fits = accept?.some((type) =>
    type.endsWith("/*") ? media_type.startsWith(type.slice(0, -1)) : media_type === type,
  );
  return fits === false
    ? say("file_of_other_type", { type: media_type, accept: accept?.join(", ") ?? "" })
    : null;
}
