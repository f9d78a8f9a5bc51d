import type { LoggedEvent } from "../../contract/event.ts";
import type { Hold } from "../../contract/hold.ts";
import type { PlanView } from "../../contract/plan.ts";
import type { HitlServerMessage } from "../../contract/stream.ts";
import type { JsonObject } from "../../contract/text.ts";
import type { Todo } from "../../contract/todo.ts";

/** Seed S0 §5.5: what a client is asked, for an open hold. Recoveries ask like approvals. */
export function toRequest(hold: Hold, todos: readonly Todo[]): HitlServerMessage | null {
  const session_id = hold.plan_id;
  const message = hold.message ?? hold.title;
  if (hold.kind === "plan_review") {
    const plan = {
      todos: [...todos],
      execution_graph: toGraph(todos),
      estimated_time: longestChain(todos),
      estimated_cost: todos.reduce((sum, todo) => sum + figure(todo.context, "estimated_cost"), 0),
    };
    return { type: "hitl_plan_review", session_id, plan_id: hold.plan_id, plan, message };
  }
  const asked = hold.input_request;
  if (asked !== null) {
    const { question, input_type, required, options, schema } = asked;
    return {
      type: "hitl_input_request",
      session_id,
      request_id: hold.id,
      question,
      input_type,
      required,
      ...(options !== undefined && { options }),
      ...(schema !== undefined && { schema }),
    };
  }
  const [todo] = todos;
  if (todo === undefined) return null;
  return {
    type: "hitl_approval_request",
    session_id,
    todo_id: todo.id,
    todo,
    message,
    timeout_at: hold.deadline_at,
  };
}

/** What happened, and how the plan stands after it. */
export function toStatusUpdate(event: LoggedEvent, plan: PlanView): HitlServerMessage {
  const { id: session_id, mode, progress } = plan;
  const data = { event, progress };
  return { type: "hitl_status_update", session_id, mode, message: sentence(event), data };
}

/** How the plan stands, for a client that has just come. */
export function toFirstUpdate(plan: PlanView): HitlServerMessage {
  const { id: session_id, mode, progress } = plan;
  const message = `${plan.title}: ${plan.status}, ${progress.percentage}% done.`;
  return {
    type: "hitl_status_update",
    session_id,
    mode,
    message,
    data: { plan, progress },
  };
}

/** `todo.completed` of todo `a` is "Todo a completed." */
function sentence({ type, todo_id, hold_id, by, data }: LoggedEvent): string {
  const [subject = "", verb = ""] = type.split(".");
  const id = subject === "hold" ? hold_id : subject === "todo" ? todo_id : undefined;
  const words = [capital(subject), id, verb.replaceAll("_", " ")].filter(Boolean).join(" ");
  const reason = data?.["reason"];
  const why = typeof reason === "string" && reason !== "" ? `: ${reason}` : ".";
  return by === "holdpoint" ? `${words}${why}` : `${words} by ${by}${why}`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function toGraph(todos: readonly Todo[]) {
  return {
    nodes: todos.map(({ id, title }) => ({ id, title })),
    edges: todos.flatMap(({ id, depends_on }) => depends_on.map((from) => ({ from, to: id }))),
  };
}

/** Seconds of the chain of dependencies that takes longest, without the time that people take. */
function longestChain(todos: readonly Todo[]): number {
  const waiting = new Map(todos.map(({ id, depends_on }) => [id, depends_on.length]));
  const dependents = new Map<string, Todo[]>();
  for (const todo of todos) {
    for (const id of todo.depends_on) dependents.set(id, [...(dependents.get(id) ?? []), todo]);
  }
  const begins = new Map<string, number>();
  const ready = todos.filter(({ depends_on }) => depends_on.length === 0);
  let longest = 0;
  for (const todo of ready) {
    const ends = (begins.get(todo.id) ?? 0) + secondsOf(todo);
    longest = Math.max(longest, ends);
    for (const next of dependents.get(todo.id) ?? []) {
      begins.set(next.id, Math.max(begins.get(next.id) ?? 0, ends));
      const left = (waiting.get(next.id) ?? 0) - 1;
      waiting.set(next.id, left);
      if (left === 0) ready.push(next);
    }
  }
  return longest;
}

function secondsOf({ context, timeout_seconds }: Todo): number {
  return figure(context, "estimated_time") || timeout_seconds;
}

function figure(context: JsonObject, name: string): number {
  const value = context[name];
  return typeof value === "number" && value >= 0 ? value : 0;
}
