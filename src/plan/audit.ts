import type { LoggedEvent } from "../contract/event.ts";
import type { AuditKind } from "../contract/vocabulary.ts";

const KINDS: Readonly<Partial<Record<LoggedEvent["type"], AuditKind>>> = {
  "plan.created": "version",
  "plan.edited": "version",
  "hold.decided": "decision",
  "hold.expired": "decision",
  "hold.withdrawn": "decision",
  "hold.extended": "control",
  "hold.delegated": "control",
  "plan.paused": "control",
  "plan.resumed": "control",
  "plan.cancel_requested": "control",
  "plan.abort_requested": "control",
  "todo.retried": "control",
  "todo.rerun": "control",
  "command.refused": "refusal",
};

/** What kind of act an event records: of people and policies, or null for the plan's own course. */
export function auditKindOf({ type, data }: LoggedEvent): AuditKind | null {
  // Skipped by an operator; otherwise it follows from a decision or a failure.
  if (type === "todo.skipped") return data?.["command_id"] === undefined ? null : "control";
  return KINDS[type] ?? null;
}
