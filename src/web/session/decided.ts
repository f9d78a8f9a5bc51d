import { useSyncExternalStore } from "react";

/*
 * Lists follow their plans by up to a second. What was decided on this page leaves them at once; no hold
 * opens again, and no todo is offered twice at one moment.
 */
const listeners = new Set<() => void>();
let decided: ReadonlySet<string> = new Set();

/** What was decided here and may still be listed. */
export function useDecidedHere(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => decided,
  );
}

/** Takes a hold, or work as it was offered, out of the lists of this page. */
export function noteDecided(id: string): void {
  decided = new Set([...decided, id]);
  for (const listener of listeners) listener();
}

/** The name of work in this list. */
export function workId(work: {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly offered_at: string | null;
}): string {
  return `${work.plan_id}/${work.todo_id}/${work.offered_at ?? ""}`;
}
