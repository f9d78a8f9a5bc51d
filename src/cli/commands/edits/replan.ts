import { personHere } from "../../input/answers/ask-answer.ts";
import { defineCommand } from "../../input/define-command.ts";
import { agreeOnProposal, askModel, type ModelAnswer } from "../../live/ask-model.ts";
import { words } from "../../messages/i18n.ts";
import { proposalLookLines } from "../../render/holds/proposal-look-lines.ts";
import { CliError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { dim } from "../../terminal/colors.ts";

/** `holdpoint replan`: a model proposes changes of a plan by what a person says about it. */
export const replanCommand = defineCommand({
  help: "replan",
  examples: ['replan tea "the guests are in a hurry"'],
  args: ["plan", "words..."],
  run: (session, [plan, said]) => replanByWords(session, plan, said.join(" ")),
});

/** Asks a model, shows what it proposes, and at a terminal decides it as far as the person says. */
export async function replanByWords(
  session: Session,
  plan: string,
  feedback: string,
): Promise<void> {
  session.say(dim(words("model_asked")));
  const answer = await askModel(session, plan, feedback);
  if (answer.came !== "proposed") return tellAnswer(session, answer);
  const { hold } = answer;
  if (!process.stdin.isTTY || session.json || session.yes) {
    const look = await session.client.holds.proposal(hold.id);
    session.show({ ...hold, look }, () => proposalLookLines(look));
    // Whoever says yes beforehand has not seen it.
    for (const next of [`approve ${hold.id}`, `reject ${hold.id} --reason "…"`])
      session.next(`holdpoint ${next}`);
    return;
  }
  const agreed = await agreeOnProposal(session, hold, personHere(session));
  if (agreed === null) {
    session.say(words("model_left", { hold: hold.id }));
    return session.next(`holdpoint show ${hold.id}`);
  }
  const { version } = await session.client.plans.get(hold.plan_id, { limit: 1 });
  const told = agreed.decided === "approve" ? words("told_edited", { version }) : words("model_no");
  session.done(agreed.receipt, told);
}

/** What came of it without a proposal. @throws CliError where nothing came. */
function tellAnswer(session: Session, answer: Exclude<ModelAnswer, { came: "proposed" }>): void {
  if (answer.came === "failed") {
    throw new CliError(words("model_failed", { why: answer.why }), "holdpoint edit --help");
  }
  session.done(answer, words("model_unchanged", { summary: answer.summary }));
}
