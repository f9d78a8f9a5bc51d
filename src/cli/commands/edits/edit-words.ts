import { definedOnly } from "../../../json/json-object.ts";
import { personHere } from "../../input/answers/ask-answer.ts";
import { agreeOnEdit } from "../../live/agree-on-edit.ts";
import { words } from "../../messages/i18n.ts";
import { proposalLines } from "../../render/holds/proposal-lines.ts";
import { isYes } from "../../session/ask-line.ts";
import { CliError, usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { tellTakeBack } from "../../session/take-back.ts";
import { typedAgain } from "../../session/typed-line.ts";
import { green } from "../../terminal/colors.ts";
import { replanByWords } from "./replan.ts";

interface Said {
  readonly instruction: string;
  readonly base_version?: number | undefined;
  readonly reason?: string | undefined;
  readonly dryRun: boolean;
}

/** Changes a plan as a person says in words, once they have seen what that would change. */
export async function editByWords(session: Session, planId: string, said: Said): Promise<void> {
  const { client, json, yes } = session;
  const { dryRun, reason, ...input } = said;
  const wish = { ...definedOnly(input), instruction: said.instruction };
  if (dryRun) {
    const proposal = await client.plans.proposeEdit(planId, wish);
    session.show(proposal, () => proposalLines(proposal));
    return session.say(words("only_shown"));
  }
  const person = process.stdin.isTTY && !json ? personHere(session) : undefined;
  const tell = (lines: readonly string[]): void => {
    if (!json) session.show(null, () => lines);
  };
  const { proposal, receipt, why } = await agreeOnEdit(
    session,
    { ...wish, reason, planId },
    { isSure: yes, person, tell },
  );
  if (json) session.show({ ...proposal, receipt }, () => []);
  const help = "holdpoint edit --help";
  switch (why) {
    case "applied": {
      const { version } = await client.plans.get(planId, { limit: 1 });
      session.say(`${green("✔")} ${words("told_edited", { version })}`);
      return tellTakeBack(session, `holdpoint undo ${planId}`);
    }
    case "declined":
      throw usageError(words("given_up"));
    case "unasked":
      throw usageError(
        words("needs_yes", { question: words("words_sure", { plan: planId }) }),
        typedAgain("--yes"),
      );
    case "partly":
    case "nothing": {
      const unread = words(why === "partly" ? "words_partly" : "words_none");
      const { models } = await client.agents.list();
      if (models === null || proposal.choices.length > 0) throw new CliError(unread, help);
      // Asking a model costs money: a person says so, here or by the command for it.
      const isWanted = person !== undefined && isYes(await person.ask(words("model_offer")));
      if (isWanted) return replanByWords(session, planId, said.instruction);
      throw new CliError(`${unread} ${words("model_instead")}`, `holdpoint replan ${planId} "…"`);
    }
    case "refused":
      throw new CliError(words("given_up"), `holdpoint plan show ${planId}`);
  }
}
