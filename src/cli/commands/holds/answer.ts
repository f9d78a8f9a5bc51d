import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { QUESTION_KINDS } from "../../../contract/tables/vocabulary.ts";
import type { Json } from "../../../contract/text.ts";
import { askAnswer, personHere } from "../../input/answers/ask-answer.ts";
import { toAnswer } from "../../input/answers/to-answer.ts";
import { uploadFile } from "../../input/answers/upload-file.ts";
import { defineCommand } from "../../input/define-command.ts";
import { toHoldId } from "../../input/find-plan.ts";
import { textFlag } from "../../input/flags.ts";
import { namedFile, readGiven, readGivenJson } from "../../input/given-value.ts";
import { readValue } from "../../input/read-input.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { holdLines, waysToDecide } from "../../render/holds/hold-lines.ts";
import { CliError, usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { moment } from "../../terminal/time.ts";
import { decideHolds, graceFlag, planFlag } from "./decide-holds.ts";

/** `holdpoint answer`: the answer as words behind the hold, as JSON by `--value`, or asked for. */
export const answerCommand = defineCommand({
  help: "answer",
  examples: [
    "answer tea.h2 July to September",
    "answer tea.h2 @notes.txt",
    "answer tea.h2 --value '{\"month\":7}'",
    "git log --oneline v1.. | holdpoint answer tea.h2 -",
  ],
  args: ["hold", "value...?"],
  flags: {
    ...planFlag,
    ...graceFlag,
    value: textFlag("flag_value", "json|@file"),
    file: textFlag("flag_answer_file", "file"),
  },
  async run(session, [holdId, texts], { plan, grace, value, file }) {
    const hold = await session.client.holds.get(toHoldId(holdId, plan));
    const text = texts.join(" ");
    if ([value, file, text || undefined].filter((way) => way !== undefined).length > 1) {
      throw usageError(words("two_answers"), "holdpoint answer --help");
    }
    if (!QUESTION_KINDS.includes(hold.kind) && hold.status === "open") {
      const [approve, reject = ""] = waysToDecide(hold);
      throw new CliError(words("asks_no_question", { hold: hold.id, reject }), approve);
    }
    const answer = await answerOf(session, hold, { text, value, file });
    await decideHolds(session, [hold.id], undefined, {
      decision: "answer",
      value: answer,
      grace_seconds: grace,
    });
  },
});

/** The ways to say an answer on the command line. */
interface Said {
  readonly text: string;
  readonly value: string | undefined;
  readonly file: string | undefined;
}

async function answerOf(session: Session, hold: Hold, { text, value, file }: Said): Promise<Json> {
  if (file !== undefined) return readGivenAnswer(session, hold, `@${file}`);
  if (value !== undefined) return readGivenAnswer(session, hold, value, "--value");
  if (text !== "") return readGivenAnswer(session, hold, text);
  if (hold.status !== "open") {
    const how = endOf(hold);
    throw new CliError(words("asks_no_more", { hold: hold.id, how }), `holdpoint show ${hold.id}`);
  }
  if (!process.stdin.isTTY) {
    throw usageError(words("needs_value"), waysToDecide(hold)[0]);
  }
  session.say(holdLines(hold).join("\n"));
  return askAnswer(session, hold, personHere(session));
}

/** How a hold that is not open any more has ended. */
function endOf(hold: Hold): string {
  const { status, decision } = hold;
  if (decision === null)
    return `${words(`hold_${status}`)} ${inOwnWords(hold, "closed_reason")}`.trim();
  const { by, at, reason, comment } = decision;
  return words("decided_before", {
    decision: words(`decision_${decision.decision}`),
    by,
    at: moment(at),
    reason: reason ?? comment ?? "",
  }).trim();
}

/**
 * The answer that somebody gave on the command line, as the question takes it.
 * @param flag by which it was given as JSON: where a text is asked for, a text without quotes will do, too.
 * @throws CliError for what the question cannot take so.
 */
async function readGivenAnswer(
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
