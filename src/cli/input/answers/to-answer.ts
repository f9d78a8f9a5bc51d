import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { Json } from "../../../contract/text.ts";
import { typedAnswer } from "../../../plan/views/holds/typed-answer.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";

/**
 * What a person typed as the answer that the hold takes.
 * @throws CliError when it cannot be read so.
 */
export function toAnswer(text: string, { id, input_request }: Hold): Json {
  const read = typedAnswer(text, input_request);
  if ("value" in read) return read.value;
  throw usageError(words(`answer_${read.mistake}`, { text }), `holdpoint show ${id}`);
}
