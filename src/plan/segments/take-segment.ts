import { apply } from "../apply.ts";
import { decideReport } from "../decide.ts";
import { toTodoReport } from "../model/commands.ts";
import { isRunning, type Plan } from "../model/plan.ts";
import type { SegmentAnswer, SegmentReport } from "./run-segment.ts";

/**
 * Moves the plan by what a segment of it did: each todo starts and ends as if the plan had run it alone.
 * Nothing else may have changed the plan since the segment was cut.
 * @param now ISO 8601 time; a worker's clock may be wrong, but no event is before the one before it.
 */
export function takeSegment(plan: Plan, reports: readonly SegmentReport[], now: string): void {
  const within = (at: string): string => {
    const earliest = plan.state.events.at(-1)?.at ?? plan.state.created_at;
    if (at < earliest) return earliest;
    return at > now ? now : at;
  };
  for (const { report, began_at, ended_at } of reports) {
    const todo = plan.todos.get(report.todo_id);
    if (todo?.status === "pending") {
      const data = { run: todo.run + 1 };
      apply(
        plan,
        { type: "todo.started", by: "holdpoint", todo_id: todo.id, data },
        within(began_at),
      );
    }
    if (todo === undefined || !isRunning(todo)) continue;
    const at = within(ended_at);
    for (const body of decideReport(plan, report, at)) apply(plan, body, at);
  }
}

/** A worker's answer about a segment; one that a worker of another version gave may be none, and reports nothing. */
export function toSegmentAnswer(raw: unknown): SegmentAnswer {
  const { reports } = (raw ?? {}) as { readonly reports?: unknown };
  const isWhole = Array.isArray(reports) && reports.every(isSegmentReport);
  return isWhole ? (raw as SegmentAnswer) : { reports: [] };
}

function isSegmentReport(raw: unknown): raw is SegmentReport {
  const { report, began_at, ended_at } = (raw ?? {}) as Record<string, unknown>;
  return (
    typeof began_at === "string" && typeof ended_at === "string" && toTodoReport(report) !== null
  );
}
