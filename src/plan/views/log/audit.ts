import type { LoggedEvent } from "../../../contract/plan/event.ts";
import { HOLD_ACTIONS } from "../../../contract/plan/holds/hold-actions.ts";
import type { AuditKind } from "../../../contract/tables/vocabulary.ts";

const KINDS: Readonly<Partial<Record<LoggedEvent["type"], AuditKind>>> = {
  ...Object.fromEntries(Object.values(HOLD_ACTIONS).map(({ event }) => [event, "control"])),
  "plan.created": "version",
  "plan.edited": "version",
  "hold.signed": "decision",
  "hold.deciding": "decision",
  "hold.undone": "decision",
  "hold.decided": "decision",
  "hold.escalated": "decision",
  "hold.expired": "decision",
  "hold.withdrawn": "decision",
  "todo.let_through": "decision",
  "plan.paused": "control",
  "plan.resumed": "control",
  "plan.cancel_requested": "control",
  "plan.abort_requested": "control",
  "plan.reopened": "control",
  "plan.archived": "control",
  "plan.unarchived": "control",
  "plan.acknowledged": "control",
  "todo.retried": "control",
  "todo.rerun": "control",
  "agent.countdown_cancelled": "control",
  "command.refused": "refusal",
};

/** What kind of act an event records: of people and policies, or null for the plan's own course. */
export function auditKindOf({ type, data }: LoggedEvent): AuditKind | null {
  // Skipped by an operator; otherwise it follows from a decision or a failure.
  if (type === "todo.skipped") return data?.["command_id"] === undefined ? null : "control";
  return KINDS[type] ?? null;
}
