import type { Receipt } from "../../contract/plan/plan.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Proposal, ProposeInput } from "../../contract/words.ts";
import type { Person } from "../input/answers/ask-answer.ts";
import { words } from "../messages/i18n.ts";
import { inOwnWords } from "../messages/tell.ts";
import { impactLines, planChangesLines } from "../render/change-lines.ts";
import { proposalLines } from "../render/holds/proposal-lines.ts";
import { isYes } from "../session/ask-line.ts";
import type { Session } from "../session/session.ts";

interface Wish extends ProposeInput {
  readonly planId: string;
  /** Why, in the history; what was said when absent. */
  readonly reason?: string | undefined;
}

/** How people agree: `isSure` beforehand, or a person who is asked; with neither nothing is applied. */
interface Way {
  readonly isSure: boolean;
  readonly person: Person | undefined;
  readonly tell: (lines: readonly string[]) => void;
}

/** What became of an instruction. */
export interface Agreement {
  readonly proposal: Proposal;
  readonly receipt: Receipt | null;
  /** Why nothing was changed: it was not understood, or only in part, refused, not wanted, or nobody said yes. */
  readonly why: "applied" | "nothing" | "partly" | "refused" | "declined" | "unasked";
}

/** A plan that goes on changing is looked at so often. */
const MOST_ROUNDS = 5;

/**
 * Turns an instruction into an edit as far as a person agrees: shows what was understood and what it would
 * change, lets them choose, and applies it. On a plan that changed meanwhile it is shown and asked anew.
 */
export async function agreeOnEdit(session: Session, wish: Wish, way: Way): Promise<Agreement> {
  const { client } = session;
  const { planId, reason, base_version } = wish;
  let { instruction } = wish;
  let base = base_version;
  for (let round = 1; ; round++) {
    const input = { instruction, ...(base !== undefined && { base_version: base }) };
    const proposal = await client.plans.proposeEdit(planId, input);
    way.tell(proposalLines(proposal));
    const chosen = await chooseName(proposal, way);
    if (chosen !== undefined) {
      instruction = chosen;
      continue;
    }
    const [ops, why] = await opsWanted(proposal, way, session);
    if (ops === null) return { proposal, receipt: null, why };
    try {
      const said = { reason: reason ?? instruction.slice(0, LIMITS.reason) };
      const edit = { ops, base_version: proposal.base_version, ...said };
      return { proposal, receipt: await client.plans.edit(planId, edit), why: "applied" };
    } catch (error) {
      const isStale = error instanceof ProblemError && error.problem.code === "stale_plan_version";
      // Whoever named a version wants that one.
      if (!isStale || base_version !== undefined || round >= MOST_ROUNDS) throw error;
      base = undefined;
      way.tell([words("words_moved")]);
    }
  }
}

/** The instruction with the name that the person meant; undefined where there is nothing to choose, or none. */
async function chooseName({ choices }: Proposal, { person }: Way): Promise<string | undefined> {
  const [choice] = choices;
  if (choice === undefined || person === undefined) return undefined;
  const typed = (await person.ask(words("words_ask_which"))).trim();
  return /^\d{1,3}$/.test(typed) ? choice.options[Number(typed) - 1]?.instruction : undefined;
}

type Wanted = readonly [ops: Proposal["operations"] | null, why: Agreement["why"]];

async function opsWanted(proposal: Proposal, way: Way, session: Session): Promise<Wanted> {
  const { operations, not_understood, choices, problem } = proposal;
  const { person } = way;
  if (problem !== null) {
    way.tell([words("words_refused", { detail: inOwnWords(problem, "detail") })]);
    return [null, "refused"];
  }
  if (operations.length === 0) return [null, "nothing"];
  if (way.isSure) {
    return not_understood.length + choices.length > 0 ? [null, "partly"] : [operations, "applied"];
  }
  if (person === undefined) return [null, "unasked"];
  const answer = (await person.ask(words("words_ask_apply"))).trim();
  if (isYes(answer)) return [operations, "applied"];
  if (!/^(?:p|pick|골라|골라서)$/i.test(answer)) return [null, "declined"];
  return pick(proposal, person, way, session);
}

/** Some clauses of a proposal, seen once more before they are applied. */
async function pick(
  { plan_id, base_version, operations, understood }: Proposal,
  person: Person,
  way: Way,
  { client }: Session,
): Promise<Wanted> {
  const ops: Proposal["operations"] = [];
  for (const { text, operations: places } of understood) {
    if (isYes(await person.ask(words("words_ask_line", { text })))) {
      ops.push(...places.map((place) => operations[place]!));
    }
  }
  if (ops.length === 0) return [null, "declined"];
  if (ops.length === operations.length) return [ops, "applied"];
  const seen = await client.plans.edit(plan_id, { ops, base_version }, { validateOnly: true });
  way.tell([
    ...(seen.changes === null ? [] : planChangesLines(seen.changes)),
    ...impactLines(seen.impact),
  ]);
  const sure = `${words("words_sure", { plan: plan_id })} ${words("yes_or_no")} `;
  return isYes(await person.ask(sure)) ? [ops, "applied"] : [null, "declined"];
}
