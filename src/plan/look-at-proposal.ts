import type { ProposalLook } from "../contract/plan/holds/proposal-look.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { spelled } from "../contract/sentences/sentence.ts";
import { lineEvents, lineProblems } from "./edits/proposed-lines.ts";
import { decisionEvents } from "./holds/decide-hold.ts";
import type { Plan } from "./model/plan.ts";
import type { ProposalHold } from "./model/state/hold.ts";
import { previewChange } from "./preview.ts";
import { viewLine } from "./todos/flat-fields.ts";

/**
 * What lines of a proposal would do to the plan as it is now, and which of them no longer fit. Changes
 * nothing.
 * @param wanted numbers of lines; those that fit when absent.
 */
export function lookAtProposal(
  plan: Plan,
  hold: ProposalHold,
  wanted: readonly number[] | undefined,
  at: string,
): ProposalLook {
  const { proposal, id } = hold;
  const problems = lineProblems(plan, proposal, at);
  const fitting = proposal.lines.map(({ line }) => line).filter((line) => !problems.has(line));
  const chosen = [...(wanted ?? fitting)];
  const about = {
    hold_id: id,
    plan_id: plan.state.id,
    version: plan.state.version,
    lines: proposal.lines.map((line) => {
      const problem = problems.get(line.line);
      return { ...viewLine(line), problem: problem === undefined ? null : told(problem) };
    }),
    chosen,
  };
  if (chosen.length === 0) return { ...about, diff: null, impact: null, problem: null };
  const judged = lineEvents(plan, proposal, chosen, { by: "", at });
  if ("problem" in judged) {
    return { ...about, diff: null, impact: null, problem: told(judged.problem) };
  }
  const decision = { decision: "approve" as const, by: "", at, lines: [...chosen] };
  const events = decisionEvents(plan, hold, decision, {}, at);
  const { changes, impact } = previewChange(plan, events, at);
  const closed = impact.holds_closed.filter((closing) => closing !== id);
  return { ...about, diff: changes, impact: { ...impact, holds_closed: closed }, problem: null };
}

function told({ code, detail }: Problem) {
  return { code, detail: "", ...spelled("detail", detail) };
}
