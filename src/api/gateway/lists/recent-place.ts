import type { ListedPlan } from "./plan-row.ts";
import type { Place } from "./sorted-page.ts";

/*
 * The order `recent` as Temporal's stores have it: plans that go on first, the newest run first; then
 * ended ones, the latest end first. Keys are texts that sort so, of one length.
 */
const RUNNING = "0";
const ENDED = "1";
/** Of milliseconds in base 36: enough up to the year 5188. */
const DIGITS = 9;
const LAST_MS = 36 ** DIGITS - 1;

/** Comes behind every key. */
export const LAST_KEY = "2";

/** Where a plan stands in the order. */
export function recentPlace({
  row,
  run_started_at,
  run_ended_at,
}: ListedPlan): [key: string, id: string] {
  const at = Date.parse(run_ended_at ?? run_started_at);
  const left = (LAST_MS - at).toString(36).padStart(DIGITS, "0");
  return [(run_ended_at === null ? RUNNING : ENDED) + left, row.id];
}

/** The moment of a place, and on which side of the order it is. */
export function recentMoment([key]: Place): { readonly ended: boolean; readonly at: number } {
  const at = LAST_MS - (Number.parseInt((key ?? "").slice(1), 36) || 0);
  return { ended: key?.startsWith(ENDED) === true, at: Math.min(Math.max(0, at), LAST_MS) };
}
