import { stopCountdowns } from "../agents/countdown.ts";
import { askAnew, editStructure, reopen } from "../edits/apply-structure.ts";
import { freezeDeadlines, thawDeadlines } from "../holds/holds.ts";
import { revokeAll } from "../holds/let-through.ts";
import { fitApprovals, fitNeeds, needsTheSame } from "../holds/needs.ts";
import { interruptible } from "../model/interruptible.ts";
import { indexDue, markDueIn, todoOf, type Plan } from "../model/plan.ts";
import type { EventIn } from "../model/state/events.ts";
import { isAsking } from "../model/state/hold.ts";
import { moveGoal } from "../thinking/move-goal.ts";
import { moveReplan } from "../thinking/move-replan.ts";

/** Moves the plan by what happened to it as a whole. */
export function moveByPlanEvent(plan: Plan, event: EventIn<"plan">): void {
  const { state } = plan;
  switch (event.type) {
    case "plan.created":
      return;
    case "plan.draft_refused":
    case "plan.planning_stopped":
    case "plan.planned":
    case "plan.report_requested":
    case "plan.report_dropped":
    case "plan.reported":
      return moveGoal(plan, event);
    case "plan.replan_requested":
    case "plan.replan_refused":
    case "plan.replan_proposed":
    case "plan.replan_unchanged":
    case "plan.replan_failed":
    case "plan.replan_dropped":
      return moveReplan(plan, event);
    case "plan.started":
      state.status = "running";
      state.started_at = event.at;
      markDueIn(plan);
      indexDue(plan);
      return;
    case "plan.paused":
      pause(plan, event);
      freezeDeadlines(plan, event.at);
      stopCountdowns(plan);
      if (event.data.mode === "interrupt") {
        for (const todo of interruptible(plan)) {
          if (todo.next_attempt === undefined) todo.interrupted = true;
        }
      }
      return;
    case "plan.resumed":
      state.paused = null;
      thawDeadlines(plan, event.data.deadlines);
      return;
    case "plan.cancel_requested":
    case "plan.abort_requested":
      state.ending = {
        outcome: event.type === "plan.cancel_requested" ? "cancelled" : "failed",
        reason: event.data.reason,
        grace_until: event.data.grace_until,
      };
      stopCountdowns(plan);
      return;
    case "plan.edited":
      editStructure(plan, event);
      fitNeeds(plan, event.data.changes);
      fitApprovals(plan, event.data.changes);
      if (event.data.changes.settings?.after.approval_policy !== undefined) askByPolicy(plan);
      // A plan that was taken back asks again, whatever was approved since.
      if (event.data.change_type === "restore") revokeAll(plan, event);
      // Whoever writes the budget anew has seen what it was raised to.
      if (
        event.data.changes.settings?.after.budget_usd !==
        event.data.changes.settings?.before.budget_usd
      )
        state.raised_budget_usd = null;
      return;
    case "plan.completed":
    case "plan.failed":
    case "plan.cancelled":
      state.status = event.type.slice("plan.".length) as "completed" | "failed" | "cancelled";
      state.completed_at = event.at;
      state.ending = null;
      state.paused = null;
      if (event.data.reason !== undefined) state.ended_because = event.data.reason;
      return;
    case "plan.reopened":
      delete state.acknowledged_at;
      if (state.goal?.phase === "reported") state.goal.phase = "planned";
      return reopen(plan, event.at);
    case "plan.archived":
    case "plan.unarchived":
      state.archived_at = event.type === "plan.archived" ? event.at : null;
      return;
    case "plan.acknowledged":
      state.acknowledged_at = event.at;
      return;
    default:
      event satisfies never;
  }
}

/** What a plan says of approvals has changed: todos that it counts for ask anew. */
function askByPolicy(plan: Plan): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.kind !== "approval" || isAsking(hold)) continue;
    if (!needsTheSame(plan, todoOf(plan, hold.todo_id), hold)) askAnew(plan, hold.todo_id);
  }
}

function reasonOf(data: { reason?: string }): { reason?: string } {
  return data.reason === undefined ? {} : { reason: data.reason };
}

/** Interrupting what still runs, and beginning or ending to edit, begin no other pause. */
function pause({ state }: Plan, { by, at, data }: EventIn<"plan"> & { type: "plan.paused" }): void {
  const before = state.paused;
  if (before === null) state.pauses = (state.pauses ?? 0) + 1;
  const paused = (state.paused ??= { by, at, ...reasonOf(data) });
  if (data.purpose === null) {
    delete paused.purpose;
    delete paused.stays;
  } else if (data.purpose !== undefined) {
    if (before !== null && before.purpose === undefined) paused.stays = true;
    paused.purpose = data.purpose;
  } else if (before?.purpose !== undefined) paused.stays = true;
}
