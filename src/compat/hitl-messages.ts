import type { Hold } from "../contract/plan/holds/hold.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import type { Todo } from "../contract/plan/todo.ts";
import type { Language } from "../contract/sentences/catalog.ts";
import { fieldText } from "../contract/sentences/sentence.ts";
import { QUESTION_KINDS } from "../contract/tables/vocabulary.ts";
import type { JsonObject } from "../contract/text.ts";
import { placesOf } from "../plan/model/plan.ts";
import { asksForArguments, WORK } from "../plan/model/work.ts";
import { longestChain } from "../plan/views/longest-chain.ts";
import type { HitlServerMessage } from "./hitl-contract.ts";
import { argumentsQuestion } from "./hitl-sentences.ts";

type StatusData = NonNullable<Extract<HitlServerMessage, { type: "hitl_status_update" }>["data"]>;

/** What a client may answer to a model's proposal, which S0 does not know: it is asked as a choice. */
export const PROPOSAL_ANSWERS = ["approve", "reject"] as const;

/** What a request shows besides its hold: the todo that it is about, or all of a plan. */
export interface Shown {
  readonly todos: readonly Todo[];
  readonly max_parallel?: number;
  readonly approval?: PlanView["approval"];
}

/**
 * Seed S0 §5.5: what a client is asked, for an open hold. A recovery asks like an approval; where a
 * tool or an agent could not use its arguments, for others (S0 §7.2: `request_input`).
 */
export function toRequest(
  hold: Hold,
  { todos, max_parallel = Infinity, approval = "marked" }: Shown,
  language: Language,
): HitlServerMessage | null {
  const session_id = hold.plan_id;
  const message = fieldText(hold, "message", language) || hold.title;
  if (hold.kind === "plan_review") {
    const plan = {
      todos: [...todos],
      execution_graph: toGraph(todos),
      estimated_time: estimatedTime(todos, placesOf({ max_parallel, approval })),
      estimated_cost: todos.reduce((sum, todo) => sum + figure(todo.context, "estimated_cost"), 0),
    };
    return { type: "hitl_plan_review", session_id, plan_id: hold.plan_id, plan, message };
  }
  const { id: request_id, digest, deadline_at: timeout_at } = hold;
  const [todo] = todos;
  const question = {
    type: "hitl_input_request",
    session_id,
    request_id,
    digest,
    timeout_at,
  } as const;
  if (hold.input_request !== null) return { ...question, ...hold.input_request };
  if (hold.kind === "proposal") {
    const options = [...PROPOSAL_ANSWERS];
    return { ...question, question: message, input_type: "choice", options, required: true };
  }
  if (todo === undefined) return null;
  if (hold.kind === "recovery" && asksForArguments(todo.kind, todo.error_type)) {
    return {
      ...question,
      question: argumentsQuestion(todo.title, fieldText(todo, "error_message", language), language),
      input_type: "form",
      required: true,
      schema: { type: "object" },
      default: hold.args ?? {},
    };
  }
  return {
    type: "hitl_approval_request",
    session_id,
    todo_id: todo.id,
    request_id,
    digest,
    todo: asAsked(todo, hold),
    references: hold.references.map(
      (pointer) => `/todo${pointer.replace(/^\/args\b/, "/tool_params")}`,
    ),
    message,
    timeout_at,
  };
}

/** A todo with what its hold asks about: its definition may have templates, and an agent's none of its calls. */
function asAsked(todo: Todo, { tool_name, args, input_data }: Hold): Todo {
  return args === null ? todo : { ...todo, tool_name, tool_params: args, input_data };
}

/**
 * The holds that S0's answer about a todo may mean when it names no request; under null the plan's reviews. What
 * takes an approval comes before questions, and what is open before what was asked last.
 */
export function meantHolds<Asked extends Pick<Hold, "kind" | "todo_id">>(
  holds: readonly Asked[],
  todoId: string | null,
  isOpen: (hold: Asked) => boolean,
): readonly Asked[] {
  const about = holds.filter((hold) => isAbout(hold, todoId));
  const approvals = about.filter(({ kind }) => !QUESTION_KINDS.includes(kind));
  const asked = approvals.length > 0 ? approvals : about;
  const open = asked.filter(isOpen);
  return open.length > 0 ? open : asked.slice(-1);
}

/** Whether a hold is what S0 asks about a todo; under null, whether it is a review of the plan. */
export function isAbout(
  { kind, todo_id }: Pick<Hold, "kind" | "todo_id">,
  todoId: string | null,
): boolean {
  return todo_id === todoId && (todoId !== null || kind === "plan_review");
}

/** What a client is asked that may do a todo by hand: any answer is what came of it. */
export function toWorkRequest(todo: Todo): HitlServerMessage {
  const { plan_id: session_id, id, title, description } = todo;
  return {
    type: "hitl_input_request",
    session_id,
    request_id: `${session_id}/${id}`,
    digest: null,
    question: description === null ? title : `${title}\n${description}`,
    input_type: "text",
    required: false,
    timeout_at: null,
  };
}

/** A status update about the plan as it stands. */
export function toStatusUpdate(
  { id: session_id, mode, progress }: Pick<PlanView, "id" | "mode" | "progress">,
  message: string,
  data: StatusData,
): HitlServerMessage {
  return { type: "hitl_status_update", session_id, mode, message, data: { ...data, progress } };
}

function toGraph(todos: readonly Todo[]) {
  return {
    nodes: todos.map(({ id, title }) => ({ id, title })),
    edges: todos.flatMap(({ id, depends_on }) => depends_on.map((from) => ({ from, to: id }))),
  };
}

/** At least the longest chain, and all that tools and agents do when no more run at once than may. */
function estimatedTime(todos: readonly Todo[], places: number): number {
  const running = todos.filter(({ kind }) => WORK[kind].completedBy === "report");
  const work = running.reduce((sum, todo) => sum + secondsOf(todo), 0);
  return Math.max(longestChain(todos, secondsOf).seconds, work / places);
}

/** What somebody guessed, or else the most that it may take; people take their own time. */
function secondsOf({ kind, context, estimated_seconds, timeout_seconds }: Todo): number {
  const guess = figure(context, "estimated_time") || (estimated_seconds ?? 0);
  return guess || (WORK[kind].completedBy === "report" ? timeout_seconds : 0);
}

function figure(context: JsonObject, name: string): number {
  const value = context[name];
  return typeof value === "number" && value >= 0 ? value : 0;
}
