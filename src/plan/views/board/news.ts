import type { LoggedEvent } from "../../../contract/plan/event.ts";
import { english } from "../../../contract/sentences/sentence.ts";
import type { ToldEnd, ToldHold, ToldTodo } from "../../../contract/service/told.ts";
import type { NewsType } from "../../../contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { dueOf } from "../../model/due.ts";
import type { Plan } from "../../model/plan.ts";
import type { PlanState } from "../../model/state/state.ts";

/** What happened, as others are told it: a little of the plan, and where to look for the rest. */
export interface News {
  readonly type: NewsType;
  readonly seq: number;
  readonly at: string;
  readonly subject: string;
  readonly data: JsonObject;
}

/** What of a plan's events others may be told; `work` only where a person does the todo. */
const TOLD: Partial<Record<LoggedEvent["type"], { type: NewsType; outcome?: string }>> = {
  "hold.requested": { type: "hold.opened" },
  "hold.due_soon": { type: "hold.due_soon" },
  "hold.signed": { type: "hold.signed" },
  "hold.delegated": { type: "hold.delegated" },
  "hold.escalated": { type: "hold.escalated" },
  "hold.decided": { type: "hold.decided" },
  "hold.expired": { type: "hold.decided", outcome: "expired" },
  "hold.stale": { type: "hold.decided", outcome: "stale" },
  "hold.withdrawn": { type: "hold.decided", outcome: "withdrawn" },
  "todo.offered": { type: "work.opened" },
  "todo.due_soon": { type: "work.due_soon" },
  "todo.overdue": { type: "work.overdue" },
  "todo.completed": { type: "work.decided", outcome: "done" },
  "todo.failed": { type: "work.decided", outcome: "cannot" },
  "todo.skipped": { type: "work.decided", outcome: "skipped" },
  "todo.cancelled": { type: "work.decided", outcome: "cancelled" },
  "plan.completed": { type: "plan.ended", outcome: "completed" },
  "plan.failed": { type: "plan.ended", outcome: "failed" },
  "plan.cancelled": { type: "plan.ended", outcome: "cancelled" },
};

/** Todos that failed, of which the news of a plan's end tells. */
const MOST_NAMED = 5;
const NO_WORK: readonly NewsType[] = ["work.opened", "work.decided"];

/** Which of a plan's events are looked for: those after a sequence number, or since a moment. */
export interface NewsWanted {
  readonly after?: number;
  readonly since: string;
  /** Older events, which the plan has put into its archive: it says what of them is news. */
  readonly events?: readonly LoggedEvent[];
}

/** What of a plan's events others may be told. */
export interface NewsFound {
  readonly news: readonly News[];
  /** Older parts of the log in which there may be more, when the events asked for reach into them. */
  readonly archive: PlanState["archive"];
  readonly seq: number;
}
/** What of a plan's events others may be told, of those that were not looked at before. */
export function findNews(plan: Plan, wanted: NewsWanted): NewsFound {
  const { events, archive, seq } = plan.state;
  const { after = 0, since, events: older } = wanted;
  if (older !== undefined) return { news: newsOf(plan, older), archive: [], seq };
  const isWanted = (event: LoggedEvent): boolean => event.seq > after && event.at >= since;
  // The newest come last, and most often few of many are wanted.
  let first = events.length;
  while (first > 0 && isWanted(events[first - 1]!)) first -= 1;
  return {
    news: newsOf(plan, events.slice(first)),
    archive: first > 0 ? [] : archive.filter(({ to }) => to > after),
    seq,
  };
}

/** Whether others may be told of this event of the plan. */
export function isNews(plan: Plan, { type, todo_id }: LoggedEvent): boolean {
  const told = TOLD[type];
  if (told === undefined) return false;
  if (!NO_WORK.includes(told.type)) return true;
  return plan.todos.get(todo_id ?? "")?.work.kind === "manual";
}

function newsOf(plan: Plan, events: readonly LoggedEvent[]): News[] {
  return events.filter((event) => isNews(plan, event)).map((event) => toNews(plan, event));
}

function toNews(plan: Plan, event: LoggedEvent): News {
  const { seq, at, by, hold_id, todo_id, data = {} } = event;
  const { type, outcome } = TOLD[event.type]!;
  const { id, title, owner, tags, status } = plan.state;
  const hold = hold_id === undefined ? null : asThen(plan, holdOf(plan, hold_id), event);
  const todo = todo_id === undefined ? null : todoOf(plan, todo_id);
  const of = type === "plan.ended" ? endOf(plan, event) : {};
  const what = hold_id !== undefined ? `/holds/${hold_id}` : todo_id ? `/todos/${todo_id}` : "";
  return {
    type,
    seq,
    at,
    subject: `plans/${id}${what}`,
    data: {
      seq,
      by,
      plan: { id, title, owner, tags, status },
      ...(hold !== null && { hold }),
      ...(todo !== null && { todo }),
      ...(outcome !== undefined && { outcome }),
      ...(event.type === "hold.decided" && decisionOf(data)),
      ...(event.type === "hold.signed" && { lacks: data["lacks"], ...wordsOf(data) }),
      ...(event.type === "hold.delegated" && said({ reason: data["reason"] })),
      ...of,
      links: linksOf(id, hold_id, todo_id),
    },
  };
}

function holdOf(plan: Plan, id: string): ToldHold {
  const hold = plan.holds.get(id);
  if (hold === undefined) return { id };
  const { kind, title, todo_id, assignee, needs, opened_at, deadline_at, on_timeout } = hold;
  const message = hold.message === null ? null : english(hold.message);
  // Before the last one was asked, nothing follows from the deadline.
  const next = hold.escalates_to !== undefined && { escalates_to: hold.escalates_to };
  const when = { opened_at, deadline_at, ...next, on_timeout };
  return { id, kind, title, message, todo_id, assignee, ...(needs && { needs }), ...when };
}

/**
 * A hold with what the event made of it: before it is told, others may have approved as well, or the hold may have been
 * handed on. An approval that was taken back meanwhile is not among those given.
 */
function asThen(plan: Plan, hold: ToldHold, { type, at, data = {} }: LoggedEvent): ToldHold {
  const { needs } = hold;
  if (type === "hold.delegated") return { ...hold, assignee: data["to"] as string };
  if (type !== "hold.signed" || needs === undefined) return hold;
  const decisions = plan.holds.get(hold.id)?.decisions ?? [];
  const by = new Set(decisions.filter((decision) => decision.at <= at).map((one) => one.by));
  const given = needs.given.filter((name) => by.has(name));
  return {
    ...hold,
    needs: { ...needs, given: given.slice(0, needs.approvals - Number(data["lacks"])) },
  };
}

function todoOf(plan: Plan, id: string): ToldTodo {
  const todo = plan.todos.get(id);
  if (todo === undefined) return { id };
  const { title, assignee, claimed_by, status } = todo;
  return { id, title, status, assignee, claimed_by, due_at: dueOf(plan.state, todo) };
}

/** What was decided, without what was written: an answer may be meant for nobody else. */
function decisionOf(data: JsonObject): JsonObject {
  const { decision = null } = data;
  const outcome = decision === "reject" ? "rejected" : "approved";
  return { outcome, decision, ...wordsOf(data) };
}

function wordsOf({ comment, reason }: JsonObject): JsonObject {
  return said({ comment, reason });
}

function said(words: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(words).filter(([, word]) => typeof word === "string"),
  ) as JsonObject;
}

/** Why it ended, and what was not done in it: whoever owns the plan is told so (S0's `notify_user`). */
function endOf(plan: Plan, { data = {} }: LoggedEvent): Omit<ToldEnd, "outcome"> {
  const { todos } = plan.state;
  const failed = todos.filter(({ status }) => status === "failed");
  const stopped = todos.flatMap(({ id, title, skipped }) =>
    skipped?.stops === true ? [{ id, title, ...skipped }] : [],
  );
  return {
    ...said({ reason: data["reason"] }),
    failed_todos: failed
      .slice(0, MOST_NAMED)
      .map(({ id, title, error_type, error_message: why }) => {
        return { id, title, error_type, error_message: why === null ? null : english(why) };
      }),
    failed_count: failed.length,
    stopped_todos: stopped
      .slice(0, MOST_NAMED)
      .map(({ id, title, cause, by, todo_id, reason: why }) => {
        return { id, title, cause, by, todo_id, reason: why === null ? null : english(why) };
      }),
    stopped_count: stopped.length,
  };
}

function linksOf(plan: string, hold?: string, todo?: string): JsonObject {
  if (hold !== undefined) return { api: `/v1/holds/${hold}`, screen: `/inbox/${hold}` };
  if (todo !== undefined) {
    return { api: `/v1/plans/${plan}/todos/${todo}`, screen: `/inbox/work/${plan}/${todo}` };
  }
  return { api: `/v1/plans/${plan}`, screen: `/plans/${plan}` };
}
