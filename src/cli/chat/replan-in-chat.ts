import { agreeOnProposal, askModel } from "../live/ask-model.ts";
import { words } from "../messages/i18n.ts";
import { proposalLookLines } from "../render/holds/proposal-look-lines.ts";
import { shortHold } from "../render/holds/reasons.ts";
import type { Chat, Reply } from "./chat-command.ts";

/** Asks a model what should change; a person at a terminal decides at once what it proposes. */
export async function replanInChat(
  { session, planId, person }: Chat,
  feedback: string,
): Promise<Reply> {
  const { client } = session;
  person?.tell(words("model_asked"));
  const answer = await askModel(session, planId, feedback);
  if (answer.came === "failed") {
    return { data: answer, lines: [words("model_failed", { why: answer.why })] };
  }
  if (answer.came === "unchanged") {
    return { data: answer, lines: [words("model_unchanged", { summary: answer.summary })] };
  }
  const { hold } = answer;
  const agreed =
    person === undefined || session.json ? null : await agreeOnProposal(session, hold, person);
  if (agreed !== null) {
    const { version } = await client.plans.get(planId, { limit: 1 });
    const told =
      agreed.decided === "approve" ? words("told_edited", { version }) : words("model_no");
    return { data: agreed.receipt, lines: [told] };
  }
  const look = await client.holds.proposal(hold.id);
  const shown = person === undefined ? proposalLookLines(look) : [];
  const left = words("model_left", { hold: shortHold(hold.id) });
  return { data: { ...hold, look }, lines: [...shown, left] };
}
