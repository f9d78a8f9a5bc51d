import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { ProposalLook } from "../../contract/plan/holds/proposal-look.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import type { Person } from "../input/answers/ask-answer.ts";
import { words } from "../messages/i18n.ts";
import { inOwnWords } from "../messages/tell.ts";
import { proposalLookLines } from "../render/holds/proposal-look-lines.ts";
import { isYes } from "../session/ask-line.ts";
import type { Session } from "../session/session.ts";
import { oneLine } from "../terminal/printable.ts";

/** What came of asking a model for changes of a plan. */
export type ModelAnswer =
  | { readonly came: "proposed"; readonly hold: Hold }
  | { readonly came: "unchanged"; readonly summary: string }
  | { readonly came: "failed"; readonly why: string };

/** Of waiting for one answer of the API. */
const WAIT_SECONDS = 20;

/** Asks a model for changes by what a person says, and waits until it has answered. */
export async function askModel(
  session: Session,
  planId: string,
  feedback: string,
): Promise<ModelAnswer> {
  const { client } = session;
  const { seq } = await client.plans.replan(planId, { feedback });
  let after = seq;
  let isProposed = false;
  for (;;) {
    const { events } = await client.plans.events(planId, { after, wait: WAIT_SECONDS });
    for (const { type, data = {}, hold_id, seq: at } of events) {
      after = at;
      if (type === "hold.requested" && isProposed && hold_id !== undefined) {
        return { came: "proposed", hold: await client.holds.get(hold_id) };
      }
      if (/^plan\.(?:completed|failed|cancelled)$/.test(type)) {
        return { came: "failed", why: words("model_plan_over") };
      }
      if (data["request"] !== seq) continue;
      const told = (field: string): string => oneLine(inOwnWords(data, field));
      if (type === "plan.replan_unchanged") return { came: "unchanged", summary: told("summary") };
      if (type === "plan.replan_failed") return { came: "failed", why: told("message") };
      if (type === "plan.replan_proposed") isProposed = true;
    }
  }
}

/** What became of a proposal at a terminal: who decides nothing leaves it in the inbox. */
export type Agreed = { readonly decided: "approve" | "reject"; readonly receipt: Receipt } | null;

/** Shows a proposal and decides it as far as a person says: all of it, some lines, or nothing. */
export async function agreeOnProposal(
  { client }: Session,
  hold: Hold,
  person: Person,
): Promise<Agreed> {
  const show = (look: ProposalLook): void => {
    for (const line of proposalLookLines(look)) person.tell(line);
  };
  const { digest } = hold;
  let look = await client.holds.proposal(hold.id);
  show(look);
  for (;;) {
    const typed = (await person.ask(words("model_ask_apply"))).trim();
    if (isYes(typed) && look.chosen.length > 0) {
      const decision = { decision: "approve", lines: look.chosen, digest } as const;
      return { decided: "approve", receipt: await client.holds.decide(hold.id, decision) };
    }
    if (/^(?:n|no|아니요|아니오)$/i.test(typed)) {
      const reason = (await person.ask(words("model_ask_why"), "text")).trim();
      const decision = { decision: "reject", digest, ...(reason !== "" && { reason }) } as const;
      return { decided: "reject", receipt: await client.holds.decide(hold.id, decision) };
    }
    if (!/^[1-9]\d?(?:[ ,]+[1-9]\d?)*$/.test(typed)) return null;
    look = await client.holds.proposal(hold.id, { lines: typed.split(/[ ,]+/).join(",") });
    show(look);
  }
}
