import type { Hold } from "../../contract/plan/holds/hold.ts";
import { nowMs } from "./now.ts";
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
export const wasDecidedHere = (id: string): boolean => decided.get().has(id);

interface Revocable {
  /** When it takes effect, by which it is told from an earlier decision on the same hold. */
  readonly until: string;
  /** Takes back that it can be taken back. */
  readonly closeOffer: (() => void) | undefined;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Who has told that it was decided: lists follow a while after plans. */
  readonly known: Set<Teller>;
}
type Teller = "lists" | "plan";
const revocable = new Map<string, Revocable>();

/**
 * Takes a hold, or work as it was offered, out of the lists of this page.
 * @param until when the decision takes effect: the plan may not take it then, and the lists know.
 * @param closeOffer called when it is taken back, here or elsewhere.
 */
export function noteDecided(id: string, until?: string, closeOffer?: () => void): void {
  decided.set(new Set([...decided.get(), id]));
  forget(id);
  if (until === undefined) return;
  const timer = setTimeout(() => noteUndone(id), Date.parse(until) - nowMs() + LISTED_MS);
  revocable.set(id, { until, closeOffer, timer, known: new Set() });
}

/** Shows it again wherever it is listed. */
export function noteUndone(id: string): void {
  decided.set(new Set([...decided.get()].filter((one) => one !== id)));
  revocable.get(id)?.closeOffer?.();
  forget(id);
}

/** Hears of an open hold: one that was decided here and asks again was taken back, whoever did it. */
export function noteOpen(teller: Teller, { id, deciding }: Pick<Hold, "id" | "deciding">): void {
  const here = revocable.get(id);
  if (here === undefined) return;
  if (deciding?.takes_effect_at === here.until) here.known.add(teller);
  else if (here.known.has(teller)) noteUndone(id);
}

function forget(id: string): void {
  clearTimeout(revocable.get(id)?.timer);
  revocable.delete(id);
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
