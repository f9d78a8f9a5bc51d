import type { HoldSummary, PlanSummary, WorkSummary } from "../../../contract/list.ts";
import { english, type Sentence, type Wording } from "../../../contract/sentences/sentence.ts";
import { byteLength } from "../../../text/byte-length.ts";
import { dueOf } from "../../model/due.ts";
import { todoOf, type Plan } from "../../model/plan.ts";
import { progressOf, runsDigest } from "../../model/progress.ts";
import { viewDeciding, type HoldState } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";

/** Bounds of what lists keep of a plan: with them a summary stays below 16 KiB. */
const HOLDS = 20;
const HOLD_BYTES = 9_000;
const LONGEST = 120;
const WORK = 20;
const WORK_BYTES = 3_000;

/** What lists show of a plan besides its search attributes. Costs one look at each open hold. */
export function summaryOf(plan: Plan): PlanSummary {
  return { ...factsOf(plan), runs: runsOf(plan) };
}

/** Stands for what runs now, as `runsDigest` does. */
export function runsOf(plan: Plan): string {
  return runsDigest([...plan.running].map((id) => `${id}.${todoOf(plan, id).run}`));
}

/** The summary without what stands for the runs, which costs more than all the rest. */
export function factsOf(plan: Plan): Omit<PlanSummary, "runs"> {
  const { title, tags, todos, version, created_at, completed_at: ended_at } = plan.state;
  return {
    title,
    tags,
    todo_count: todos.length,
    version,
    created_at,
    ended_at,
    progress: progressOf(plan),
    cost_usd: plan.state.spent.cost_usd,
    holds: asManyAsFit(firstHolds(plan.openHolds.values()).map(toSummary), HOLD_BYTES),
    work: asManyAsFit(firstWork(plan).map(toWorkSummary), WORK_BYTES),
    failure: failureOf(plan),
  };
}

/** Why the plan failed: its reason, and the todo that failed last. */
function failureOf({ state }: Plan): PlanSummary["failure"] {
  if (state.status !== "failed") return null;
  const failed = state.todos
    .filter(({ status }) => status === "failed")
    .toSorted((a, b) => (b.ended_seq ?? 0) - (a.ended_seq ?? 0))[0];
  const because = shortOf(state.ended_because);
  const reason = { reason: because.text, ...(because.said && { reason_said: because.said }) };
  if (failed === undefined) return { ...reason, todo: null };
  const { id, title, error_type } = failed;
  const { text: error_message, said } = shortOf(failed.error_message);
  const message = { error_message, ...(said && { error_message_said: said }) };
  return { ...reason, todo: { id, title: short(title), error_type, ...message } };
}

/** A text as lists show it, with its sentence where that is ours, and short or made of little. */
function shortOf(words: Wording | null): { text: string | null; said?: Sentence } {
  if (words === null) return { text: null };
  const whole = english(words);
  const text = short(whole);
  if (typeof words === "string") return { text };
  const isLong = text !== whole && JSON.stringify(words.values).length > LONGEST;
  return isLong ? { text } : { text, said: words };
}

/** The holds whose time is over first; of those with the same deadline, the older. */
function firstHolds(open: Iterable<HoldState>): HoldState[] {
  const first: HoldState[] = [];
  for (const hold of open) {
    let place = first.length;
    while (place > 0 && isBefore(hold, first[place - 1]!)) place -= 1;
    if (place < HOLDS) first.splice(place, 0, hold);
    if (first.length > HOLDS) first.pop();
  }
  return first;
}

/** What is due first; of the same due time, what comes first in the plan. */
function firstWork(plan: Plan): (TodoState & { readonly due: string | null })[] {
  const place = ({ id }: TodoState): number => plan.positions.get(id) ?? 0;
  return [...plan.work]
    .map((id) => todoOf(plan, id))
    .map((todo) => ({ ...todo, due: dueOf(plan.state, todo) }))
    .sort((a, b) => {
      if (a.due === b.due) return place(a) - place(b);
      if (a.due === null || b.due === null) return a.due === null ? 1 : -1;
      return a.due < b.due ? -1 : 1;
    })
    .slice(0, WORK);
}

function asManyAsFit<Row>(rows: readonly Row[], bytes: number): Row[] {
  let left = bytes;
  return rows.filter((row) => (left -= byteLength(JSON.stringify(row)) + 1) >= 0);
}

function isBefore(a: HoldState, b: HoldState): boolean {
  if (a.deadline_at === b.deadline_at) return a.opened_at < b.opened_at;
  if (a.deadline_at === null) return false;
  return b.deadline_at === null || a.deadline_at < b.deadline_at;
}

function toSummary(hold: HoldState): HoldSummary {
  const { id, kind, todo_id, opened_at, deadline_at, remaining_ms, on_timeout, assignee } = hold;
  const { text: message, said } = shortOf(hold.message);
  const agent = hold.asked_by?.agent_name ?? null;
  const texts = { title: short(hold.title), message, ...(said && { message_said: said }) };
  const deciding = viewDeciding(hold.deciding);
  const about = { id, kind, todo_id, ...texts, opened_at, deadline_at, on_timeout };
  const frozen = remaining_ms !== null && { remaining_ms };
  const needs = hold.needs !== undefined && { needs: hold.needs };
  const next = hold.escalates_to !== undefined && { escalates_to: hold.escalates_to };
  return { ...about, ...frozen, assignee, ...next, ...needs, deciding, agent };
}

function toWorkSummary(todo: TodoState & { readonly due: string | null }): WorkSummary {
  const { id: todo_id, title, assignee, claimed_by, offered_at, due: due_at } = todo;
  return { todo_id, title: short(title), assignee, claimed_by, offered_at, due_at };
}

/** A text as lists show it. */
export function short(text: string): string {
  const signs = [...text];
  return signs.length <= LONGEST ? text : `${signs.slice(0, LONGEST - 1).join("")}…`;
}
