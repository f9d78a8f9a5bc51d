import type { Sentence } from "../../contract/sentences/sentence.ts";
import type { Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { looseningsOf, looseningsOfSkip } from "./loosening.ts";

/** What people have yet to decide about a todo, and what would no longer wait for it. */
export interface Unawaited {
  readonly about: string;
  readonly todos: readonly string[];
}

/**
 * The decisions for which todos would no longer wait, by which a person who may loosen a plan sees what
 * is refused to others.
 * @param bodies what a change would record.
 */
export function unawaitedBy(plan: Plan, bodies: readonly EventBody[]): Unawaited[] {
  const found = new Map<string, string[]>();
  for (const { pointer, detail } of bodies.flatMap((event) => loosenedBy(plan, event))) {
    const about = awaitedIn(detail);
    const [, , id = ""] = pointer.split("/");
    if (about !== undefined) found.set(about, [...(found.get(about) ?? []), id]);
  }
  return [...found].map(([about, todos]) => ({ about, todos }));
}

function loosenedBy(plan: Plan, event: EventBody) {
  switch (event.type) {
    case "plan.edited":
      return looseningsOf(plan, event.data.changes, event.data.change_type === "restore");
    case "todo.skipped":
    case "todo.skip_requested":
      return event.data.skip.cause === "operator" ? looseningsOfSkip(plan, event.todo_id) : [];
    default:
      return [];
  }
}

function awaitedIn({ id, values }: Sentence): string | undefined {
  const about = values["id"];
  return id === "loosens_order" && typeof about === "string" ? about : undefined;
}
