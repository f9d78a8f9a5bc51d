import type { AgentAsking, AgentReply } from "../../../contract/plan/agents/agent.ts";
import type { Decision } from "../../../contract/plan/holds/hold.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import type { Plan } from "../../model/plan.ts";
import type { EventBody } from "../../model/state/events.ts";
import type { AskingHold, QueryHold } from "../../model/state/hold.ts";
import type { HumanQuery } from "../../model/state/state.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { replyToAgent } from "../../todos/agent-replies.ts";
import { deadlineOf } from "./todo-outcome.ts";

/** Who asks: the agent of a running todo, by one of its calls. */
export function askingOf(
  { work, run, attempt = 1 }: TodoState,
  call_id: string | null,
  more: Partial<Pick<AgentAsking, "question" | "context" | "suggested_answers">> = {},
): AgentAsking {
  const agent_name = work.kind === "agent" ? work.agent_name : "";
  return { agent_name, call_id, run, attempt, context: null, suggested_answers: [], ...more };
}

type Refusal = Pick<Decision, "by" | "reason" | "comment">;

/** Tells the agent that a person does not want what it asked for. */
export function refuseAgent(plan: Plan, hold: AskingHold, refusal: Refusal): void {
  const { call_id } = hold.asked_by;
  if (call_id !== null) replyToAgent(plan, hold, refusedReply(call_id, hold, refusal));
}

/** What an agent is told that a person, or time, has refused. */
export function refusedReply(
  call_id: string,
  hold: AskingHold,
  { by, reason, comment }: Refusal,
): AgentReply {
  const refused = { call_id, kind: "refused" as const, by, reason: reason ?? comment ?? null };
  return { ...refused, ...askedInOtherWords(hold) };
}

/** What a person was asked, where the agent has to be told that: its own question was another one. */
export function askedInOtherWords(hold: AskingHold): { readonly asked?: string } {
  const isReworded = hold.kind === "input" && hold.asked_by.question !== undefined;
  return isReworded ? { asked: hold.request.question } : {};
}

/** S4's fields of a question that an agent's todo put to a person. */
export function humanQuery(
  plan: Plan,
  { id, work, run, attempt = 1 }: TodoState,
  { call_id, created_at }: { readonly call_id: string; readonly created_at: string },
): HumanQuery {
  return {
    run_id: plan.state.id,
    task_id: id,
    agent_id: work.kind === "agent" ? work.agent_name : "",
    node_id: `${TEMPORAL_NAMES.plan_prefix}${plan.state.id}.${id}`,
    message_id: `${id}.${run}.${call_id}${attempt === 1 ? "" : `.${attempt}`}`,
    created_at,
  };
}

/**
 * What follows once an agent's question is over: it goes on when it was the last one.
 * @param over holds that are over besides, though the plan has not been told yet.
 */
export function afterQuery(
  plan: Plan,
  hold: QueryHold,
  by: string,
  answer: string | null,
  over: ReadonlySet<string> = new Set(),
): EventBody[] {
  const todo = plan.todos.get(hold.todo_id);
  if (todo?.blocker == null) return [];
  const { call_id } = hold.asked_by;
  const about = { by, todo_id: todo.id };
  const data = humanQuery(plan, todo, { call_id: call_id ?? "", created_at: hold.opened_at });
  const others = todo.agent?.questions.some(
    ({ human, hold_id, ...asked }) =>
      human !== null && asked.call_id !== call_id && !over.has(hold_id ?? ""),
  );
  const unanswered = by === TIMED_OUT.by ? ("timed_out" as const) : ("refused" as const);
  const why = answer === null ? { unanswered } : {};
  return [
    ...(answer === null
      ? []
      : [{ ...about, type: "human_query_answered" as const, data: { ...data, answer } }]),
    ...(others
      ? []
      : [{ ...about, type: "task_resumed_after_human_query" as const, data: { ...data, ...why } }]),
  ];
}

/** What a decision that takes less than three words is told. */
export const AGENT_GOES_ON = { then: ["go_on", "abort"] } as const;

/** What an agent is told whose time for an answer is over. */
export const TIMED_OUT = { by: "policy:on_timeout", comment: "Nobody decided in time." };

/**
 * How an agent's hold ends by itself: the agent is told that nobody decided.
 * @param tool the one that it would call.
 */
export function agentDeadline(
  plan: Plan,
  todo: TodoState,
  at: string,
  mayApprove: boolean,
  tool: string | null = null,
): Pick<AskingHold, "assignee" | "deadline_at" | "escalates_to" | "on_timeout" | "on_reject"> {
  const { on_timeout, ...asked } = deadlineOf(plan, todo, at, tool);
  const isKept = on_timeout === "wait" || (on_timeout === "approve" && mayApprove);
  return { ...asked, on_timeout: isKept ? on_timeout : "skip", on_reject: "go_on" };
}
