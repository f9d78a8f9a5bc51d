import { onTestFinished } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";

export interface PlanWatch {
  /** What has happened, as far as it was waited for. */
  readonly events: readonly LoggedEvent[];
  /** Reads on until the events fit. @throws Error when the plan ends before. */
  until(fits: (events: readonly LoggedEvent[]) => boolean): Promise<void>;
}

/** Follows a plan from its first event on, over times when the API gives no answer. */
export function watchPlan(client: Client, planId: string): PlanWatch {
  const events: LoggedEvent[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const stream = client.plans.watch(planId, { after: 0, signal: stop.signal });
  return {
    events,
    async until(fits) {
      while (!fits(events)) {
        const next = await stream.next();
        if (next.done === true) throw new Error(`The plan ended before: ${JSON.stringify(events)}`);
        if (next.value.type === "event") events.push(next.value.event);
      }
    },
  };
}

/** How many todos have been completed, or the names of those. */
export const completedIn = (events: readonly LoggedEvent[]): string[] =>
  events.flatMap(({ type, todo_id }) =>
    type === "todo.completed" && todo_id !== undefined ? [todo_id] : [],
  );
