import type { PlanChanges } from "../../contract/plan/edit.ts";
import type { Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { changesBySkip, resetBy, unawaited, type Reset } from "./loosening.ts";

/** What people have yet to decide about a todo, and what would no longer wait for it. */
export interface Unawaited {
  readonly about: string;
  readonly todos: string[];
}

/**
 * The decisions for which todos would no longer wait, by which a person who may loosen a plan sees what
 * is refused to others.
 * @param bodies what a change would record.
 */
export function unawaitedBy(plan: Plan, bodies: readonly EventBody[]): Unawaited[] {
  const found = new Map<string, string[]>();
  for (const [changes, reset] of bodies.flatMap((event) => changesBy(plan, event))) {
    const awaited = unawaited(plan, changes, reset);
    for (const { todo_id, before, after } of changes.todos) {
      if (before === null || after === null) continue;
      const about = awaited(before, after);
      if (about !== undefined) found.set(about, [...(found.get(about) ?? []), todo_id]);
    }
  }
  return [...found].map(([about, todos]) => ({ about, todos }));
}

/** What an event changes of who waits for whom, and what it sends back to the start. */
function changesBy(plan: Plan, event: EventBody): [PlanChanges, Reset][] {
  switch (event.type) {
    case "plan.edited":
      return [[event.data.changes, resetBy(event.data)]];
    case "todo.skipped":
    case "todo.skip_requested":
      return event.data.skip.cause === "operator"
        ? [[changesBySkip(plan, event.todo_id), null]]
        : [];
    default:
      return [];
  }
}
