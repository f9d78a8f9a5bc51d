import { apply } from "../../plan/apply.ts";
import { decideReport } from "../../plan/decide.ts";
import type { Report } from "../../plan/model/commands.ts";
import type { Plan } from "../../plan/model/plan.ts";

/**
 * What follows from a report, but for attempts: the loop begins those, which runs them in the same breath. A
 * pause that came between would wait for an attempt that nobody runs.
 * @returns whether anything did.
 */
export function takeReport(plan: Plan, news: Report, at: string): boolean {
  const events = decideReport(plan, news, at).filter(({ type }) => type !== "todo.attempt_started");
  for (const body of events) apply(plan, body, at);
  return events.length > 0;
}

/** Begins the attempts whose pause is over. */
export function beginAttempts(plan: Plan, at: string): void {
  for (const body of decideReport(plan, { type: "time_passed" }, at)) apply(plan, body, at);
}
