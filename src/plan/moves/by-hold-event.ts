import { english, say } from "../../contract/sentences/sentence.ts";
import { openAsking } from "../agents/agent-state.ts";
import { fitStatus } from "../edits/apply-structure.ts";
import { moveByDecision } from "../holds/decide-hold.ts";
import { endCause } from "../holds/end-cause.ts";
import { closeHold, holdOf, takenBack } from "../holds/holds.ts";
import { refuseAgent } from "../holds/kinds/agent-asking.ts";
import { askAgain } from "../holds/let-through.ts";
import { fitAskingNeeds, withApproval } from "../holds/needs.ts";
import { moveByTimeout } from "../holds/time-out.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventIn } from "../model/state/events.ts";
import { isAsking, type HoldState } from "../model/state/hold.ts";
import { clearRecoveryRequest, requestRecovery, moveTodo } from "../todos/move-todo.ts";
import { takeBackApproval } from "../todos/take-back-approval.ts";

/** Moves a hold, and what waits for it, by what happened to the hold. */
export function moveByHoldEvent(plan: Plan, event: EventIn<"hold">): void {
  const { state } = plan;
  switch (event.type) {
    case "hold.requested": {
      // The plan moves its own hold on; the fact stays as it was.
      const hold = { ...event.data.hold };
      state.holds.push(hold);
      plan.holds.set(hold.id, hold);
      plan.openHolds.set(hold.id, hold);
      if (isAsking(hold)) return openAsking(plan, hold);
      if (hold.kind === "proposal") plan.proposals.set(hold.id, hold);
      if (hold.todo_id === null) return;
      plan.newestHolds.set(hold.todo_id, hold);
      const todo = todoOf(plan, hold.todo_id);
      if (todo.status === "failed") return clearRecoveryRequest(plan, todo);
      // What asks now stands under nobody's word.
      if (hold.kind === "approval") takeBackApproval(todo);
      moveTodo(plan, todo.id, "needs_approval", event.at);
      return;
    }
    case "hold.decided":
      return moveByDecision(plan, event);
    case "hold.signed": {
      const hold = holdOf(plan, event.hold_id);
      const { deciding } = hold;
      // While its grace time ran, an approval before it was lost: it is the last one no more.
      if (deciding !== null) Object.assign(hold, takenBack(plan, hold, event.at));
      Object.assign(hold, withApproval(hold, event.data.decision));
      return fitTerms(plan, hold, deciding);
    }
    case "hold.deciding":
      holdOf(plan, event.hold_id).deciding = event.data.deciding;
      return;
    case "hold.revoked":
      Object.assign(holdOf(plan, event.hold_id), event.data.change);
      plan.remembered.delete(event.hold_id);
      askAgain(plan, event.hold_id);
      return;
    case "hold.undone": {
      const hold = holdOf(plan, event.hold_id);
      const { deciding } = hold;
      Object.assign(hold, event.data.change);
      if ("deciding" in event.data.change) fitTerms(plan, hold, deciding);
      return;
    }
    case "hold.extended":
    case "hold.delegated":
    case "hold.revealed":
      Object.assign(holdOf(plan, event.hold_id), event.data.change);
      return;
    case "hold.escalated": {
      const hold = holdOf(plan, event.hold_id);
      const [, ...left] = hold.escalates_to ?? [];
      Object.assign(hold, event.data.change, { escalated_at: event.at, escalates_to: left });
      if (left.length === 0) delete hold.escalates_to;
      return;
    }
    case "hold.due_soon":
      holdOf(plan, event.hold_id).warned_of = event.data.deadline_at;
      return;
    case "hold.expired":
      return moveByTimeout(plan, event);
    case "hold.stale":
    case "hold.withdrawn": {
      const hold = closeHold(
        plan,
        event.hold_id,
        event.type === "hold.stale" ? "stale" : "withdrawn",
      );
      hold.closed_reason = event.data.reason;
      if (hold.kind === "proposal") {
        const why = say("proposal_closed", { why: event.data.reason });
        return endCause(plan, hold.proposal.cause, event.at, why);
      }
      if (isAsking(hold)) {
        const { reason } = event.data;
        return refuseAgent(plan, hold, { by: event.by, reason: english(reason) });
      }
      if (hold.todo_id !== null) {
        const todo = todoOf(plan, hold.todo_id);
        takeBackApproval(todo);
        if (event.type === "hold.stale" && todo.status === "failed") requestRecovery(plan, todo);
        if (event.type === "hold.stale" && todo.status === "needs_approval") {
          moveTodo(plan, todo.id, "pending", event.at);
          fitStatus(plan, todo.id, event.at);
        }
      }
      return;
    }
    default:
      event satisfies never;
  }
}

/** A decision that stood on other terms stands no more: an agent's hold takes on those of now, a todo's asks anew on them. */
function fitTerms(plan: Plan, hold: HoldState, deciding: HoldState["deciding"]): void {
  if (hold.todo_id === null || deciding === null) return;
  if (isAsking(hold)) return fitAskingNeeds(plan, hold);
  if (deciding.asks_anew !== true) return;
  plan.touched.add(hold.todo_id);
  plan.reasked.add(hold.todo_id);
}
