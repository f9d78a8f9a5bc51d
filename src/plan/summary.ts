import type { HoldSummary, PlanSummary } from "../contract/list.ts";
import type { Hold } from "../contract/hold.ts";
import { byteLength } from "./byte-length.ts";
import type { Plan } from "./plan.ts";
import { progressOf } from "./progress.ts";

/** Bounds of what lists keep of a plan: with them a summary stays below 16 KiB. */
const HOLDS = 20;
const HOLD_BYTES = 9_000;
const TITLE = 120;

/** What lists show of a plan besides its search attributes. Costs one look at each open hold. */
export function summaryOf(plan: Plan): PlanSummary {
  const { title, tags, todos, version, created_at } = plan.state;
  return {
    title,
    tags,
    todo_count: todos.length,
    version,
    created_at,
    progress: progressOf(plan),
    holds: asManyAsFit(firstHolds(plan.openHolds.values()).map(toSummary)),
  };
}

/** The holds whose time is over first; of those with the same deadline, the older. */
function firstHolds(open: Iterable<Hold>): Hold[] {
  const first: Hold[] = [];
  for (const hold of open) {
    let place = first.length;
    while (place > 0 && isBefore(hold, first[place - 1]!)) place -= 1;
    if (place < HOLDS) first.splice(place, 0, hold);
    if (first.length > HOLDS) first.pop();
  }
  return first;
}

function asManyAsFit(holds: readonly HoldSummary[]): HoldSummary[] {
  let left = HOLD_BYTES;
  return holds.filter((hold) => (left -= byteLength(JSON.stringify(hold)) + 1) >= 0);
}

function isBefore(a: Hold, b: Hold): boolean {
  if (a.deadline_at === b.deadline_at) return a.opened_at < b.opened_at;
  if (a.deadline_at === null) return false;
  return b.deadline_at === null || a.deadline_at < b.deadline_at;
}

function toSummary(hold: Hold): HoldSummary {
  const { id, kind, todo_id, title, opened_at, deadline_at, on_timeout, assignee } = hold;
  const signs = [...title];
  const short = signs.length <= TITLE ? title : `${signs.slice(0, TITLE - 1).join("")}…`;
  // Holds of older versions of the plan's code have no assignee.
  const to = assignee ?? null;
  return { id, kind, todo_id, title: short, opened_at, deadline_at, on_timeout, assignee: to };
}
