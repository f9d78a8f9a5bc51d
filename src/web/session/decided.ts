import { createStore } from "./store.ts";

/*
 * Lists follow their plans by up to a second. What was decided on this page leaves them at once; no hold
 * whose decision has taken effect opens again, and no todo is offered twice at one moment.
 */
/** How long after a decision takes effect lists know whether it did. */
const LISTED_MS = 3_000;
const decided = createStore<ReadonlySet<string>>(new Set());

/** What was decided here and may still be listed. */
export const useDecidedHere = decided.use;

/**
 * Takes a hold, or work as it was offered, out of the lists of this page.
 * @param until when the decision takes effect: the plan may not take it then, and the lists know.
 */
export function noteDecided(id: string, until?: string): void {
  decided.set(new Set([...decided.get(), id]));
  if (until === undefined) return;
  setTimeout(() => noteUndone(id), Date.parse(until) - Date.now() + LISTED_MS);
}

/** Shows it again wherever it is listed. */
export function noteUndone(id: string): void {
  decided.set(new Set([...decided.get()].filter((one) => one !== id)));
}

/** The name of a notice in this list: a plan that fails again tells it again. */
export function noticeId(notice: {
  readonly plan_id: string;
  readonly ended_at: string | null;
}): string {
  return `failed/${notice.plan_id}/${notice.ended_at ?? ""}`;
}

/** The name of work in this list. */
export function workId(work: {
  readonly plan_id: string;
  readonly todo_id: string;
  readonly offered_at: string | null;
}): string {
  return `${work.plan_id}/${work.todo_id}/${work.offered_at ?? ""}`;
}
