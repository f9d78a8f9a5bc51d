import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { Json } from "../../../contract/text.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { namedFile, readGiven, readGivenJson } from "../given-value.ts";
import { readValue } from "../read-input.ts";
import { toAnswer } from "./to-answer.ts";
import { uploadFile } from "./upload-file.ts";

/**
 * The answer that somebody gave on the command line, as the question takes it.
 * @param flag by which it was given as JSON: where a text is asked for, a text without quotes will do, too.
 * @throws CliError for what the question cannot take so.
 */
export async function readGivenAnswer(
  session: Session,
  hold: Hold,
  typed: string,
  flag?: "--value",
): Promise<Json> {
  const type = hold.input_request?.input_type;
  if (flag !== undefined && typed === "null") return null;
  if (type === "file") return fileAnswer(session, hold, typed);
  if (type === "form") return readGivenJson(typed, flag ?? words("what_was_typed"));
  const { text, file } = await readGiven(typed);
  if (flag === undefined || file !== undefined || type === "number") return toAnswer(text, hold);
  const value = readValue(text);
  return typeof value === "string" || type === undefined ? value : text;
}

async function fileAnswer(session: Session, hold: Hold, typed: string): Promise<Json> {
  const file = namedFile(typed);
  if (file !== undefined && file !== "-") return uploadFile(session, hold.plan_id, file);
  const uploaded = readValue(typed);
  if (typeof uploaded === "object") return uploaded;
  throw usageError(words("answer_no_file"), `holdpoint answer ${hold.id} --file <file>`);
}
