import type { DecisionInput, Hold } from "../../../contract/plan/holds/hold.ts";
import type { Receipt } from "../../../contract/plan/plan.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import { QUESTION_KINDS } from "../../../contract/tables/vocabulary.ts";
import { isApprovedInPart } from "../../../plan/views/holds/needed-approvals.ts";
import { toHoldId } from "../../input/find-plan.ts";
import { numberFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import {
  approvedText,
  decidingText,
  editedLines,
  waysToDecide,
} from "../../render/holds/hold-lines.ts";
import { CliError, EXIT } from "../../session/errors/cli-error.ts";
import { problemLines } from "../../session/errors/report-error.ts";
import type { Session } from "../../session/session.ts";
import { tellTakeBack } from "../../session/take-back.ts";
import { dim, green } from "../../terminal/colors.ts";
import { moment } from "../../terminal/time.ts";

/** The flags of most commands about holds. */
export const planFlag = { plan: textFlag("flag_plan", "plan") };
export const graceFlag = { grace: numberFlag("flag_grace") };

/** Decides one hold or several; of several, each has its own outcome. */
export async function decideHolds(
  session: Session,
  holds: readonly string[],
  plan: string | undefined,
  decision: DecisionInput,
): Promise<void> {
  const sentence = (hold: Hold | undefined, id: string): string => {
    const title = hold?.title ?? id;
    const { remember, approval } = decision;
    if (remember !== undefined) {
      const { except = [] } = remember;
      const told = { title, until: moment(remember.until) };
      if (except.length === 0) return words("told_remembered", told);
      return words("told_remembered_except", { ...told, differs: except.join(", ") });
    }
    if (decision.decision === "approve" && (approval === undefined || isApprovedInPart(hold))) {
      return approvedText(hold, title);
    }
    const told =
      approval === undefined ? (`told_${decision.decision}` as const) : "told_approve_each";
    return words(told, { title, hold: id });
  };
  const ids = [...new Set(holds.map((hold) => toHoldId(hold, plan)))];
  const [first = "", ...others] = ids;
  if (others.length === 0) {
    const receipt = await decideOne(session, first, decision);
    session.done(receipt, sentence(receipt.hold, first));
    tellDeciding(session, receipt.hold);
    for (const line of editedLines(receipt.hold)) session.say(line);
    return;
  }
  const { results } = await session.client.holds.decideMany({
    decisions: ids.map((hold_id) => ({ ...decision, hold_id })),
  });
  session.show({ results }, () => []);
  for (const { hold_id, receipt, problem } of results) {
    if (problem === undefined) {
      session.say(`${green("✔")} ${sentence(receipt?.hold, hold_id)}`);
      tellDeciding(session, receipt?.hold);
    } else for (const line of [hold_id, ...problemLines(problem)]) session.say(line);
  }
  if (results.every(({ problem }) => problem === undefined)) return;
  session.next("holdpoint inbox");
  session.end(EXIT.failed);
}

/** Until when a decision has not taken effect, and how it is taken back. */
export function tellDeciding(session: Session, hold: Hold | undefined): void {
  if (isApprovedInPart(hold)) return tellTakeBack(session, `holdpoint undo ${hold.id}`);
  if (hold?.deciding == null) return;
  session.say(dim(decidingText(hold.deciding)));
  tellUndo(session, hold);
}

/** How a decision that has not taken effect is taken back. */
export function tellUndo(session: Session, { id, deciding }: Hold): void {
  if (deciding === null) return;
  tellTakeBack(session, `holdpoint undo ${id}`);
}

/** @throws CliError that says what the hold takes, when it is a question. */
async function decideOne(
  { client }: Session,
  holdId: string,
  decision: DecisionInput,
): Promise<Receipt> {
  try {
    return await client.holds.decide(holdId, decision);
  } catch (error) {
    const isUnfit = error instanceof ProblemError && error.problem.code === "invalid_command";
    if (!isUnfit || !["approve", "edit"].includes(decision.decision)) throw error;
    const hold = await client.holds.get(holdId);
    if (!QUESTION_KINDS.includes(hold.kind)) throw error;
    throw new CliError(words("asks_question", { hold: holdId }), waysToDecide(hold)[0]);
  }
}
