import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { startOf } from "../../../text/cut-text.ts";
import { lineEvents } from "../../edits/proposed-lines.ts";
import { digestOf } from "../../model/digest.ts";
import type { Plan } from "../../model/plan.ts";
import type { LineState, ProposalHold } from "../../model/state/hold.ts";
import { stillStands, type CauseState } from "../../model/state/replan.ts";
import { endCause } from "../end-cause.ts";
import { failureOf } from "../failures.ts";
import { newHold } from "../holds.ts";
import type { HoldRules } from "./rules.ts";
import { toldRejection } from "./todo-outcome.ts";

/** Of a reason, in the message. */
const SHORT = 200;

/**
 * Asks whether what a model proposes is done: all of it, some of its lines, or nothing. It is checked
 * again, against the plan as it is when a person decides.
 */
export const proposal: HoldRules<ProposalHold, [ProposalHold["proposal"]]> = {
  mode: () => "approval_wait",
  accepts: {
    decisions: ["approve", "reject"],
    then: [],
    otherwise: () => ({ detail: say("proposal_takes"), hint: say("send_one_of_these") }),
  },
  refusal(plan, { proposal: proposed, opened_at }, decision, lines) {
    if (decision !== "approve") return null;
    const judged = lineEvents(plan, proposed, lines, { by: "", at: opened_at });
    return "problem" in judged ? judged.problem : null;
  },
  open(plan, at, proposed) {
    const { cause, lines, summary } = proposed;
    return {
      ...newHold(plan, at),
      kind: "proposal",
      todo_id: null,
      title: plan.state.title,
      message: say("proposal_asks", {
        cause: causeOf(plan, cause),
        count: lines.length,
        summary,
        lines: lines.map(toldLine),
      }),
      // Nothing is skipped, and nothing fails: the plan goes on without it.
      on_reject: "go_on",
      proposal: proposed,
      digest: digestOf({ cause: cause.request, lines: lines.map(({ operation }) => operation) }),
    };
  },
  isStale: (plan, hold) => !stillStands(plan, hold.proposal.cause),
  follows({ by, data: { decision } }, at, plan, hold) {
    if (decision.decision === "reject") return [];
    const accepted = lineEvents(plan, hold.proposal, decision.lines, { by, at });
    return "problem" in accepted ? [] : [...accepted.events];
  },
  onDecision(plan, hold, { at, data: { decision } }) {
    const { cause } = hold.proposal;
    if (decision.decision !== "reject") {
      if (plan.state.replan !== undefined) plan.state.replan.applied = 0;
      return endCause(plan, cause, at, null);
    }
    endCause(plan, cause, at, toldRejection("proposal_rejected", decision));
  },
  // Nothing but a person accepts what a model proposes.
  onTimeout: null,
};

function toldLine({ line, meaning, reason }: LineState): Sentence {
  return say("proposed_line", { line, meaning, reason: startOf(reason, SHORT) });
}

/** Why a model was asked, as people are told. */
function causeOf(
  plan: Plan,
  { kind, todo_id, by, feedback }: Pick<CauseState, "kind" | "todo_id" | "by" | "feedback">,
): Sentence {
  const todo = plan.todos.get(todo_id ?? "");
  const title = todo?.title ?? todo_id ?? "";
  switch (kind) {
    case "request":
      return say("cause_request", { by, feedback: feedback ?? "" });
    case "review":
      return say("cause_review", { title });
    case "rejection":
      return say("cause_rejection", { title, why: feedback ?? "–" });
    case "failure":
      return say("cause_failure", { title, why: todo === undefined ? "–" : failureOf(todo) });
  }
}
