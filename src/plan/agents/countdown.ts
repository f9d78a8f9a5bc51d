import { english, say, type Sentence, type Wording } from "../../contract/sentences/sentence.ts";
import { markTodo, todoOf, type Plan } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";
import type { AgentState } from "../model/state/todo-state.ts";
import { addMilliseconds } from "../model/time.ts";
import { moveTodo } from "../todos/move-todo.ts";

type EventOf<Type extends PlanEvent["type"]> = Extract<PlanEvent, { type: Type }>;

/** The call by which an agent that is not continued after a turn waits for a person's words. */
export function continuationCall(turn: number): string {
  return `t${turn}go`;
}

/** Whether a person has cancelled the countdown after the newest turn. */
export function isHalted({ turn, questions, replies }: AgentState): boolean {
  const id = continuationCall(turn);
  return [...questions, ...replies].some(({ call_id }) => call_id === id);
}

/** One second of a countdown is over, or all of them: then the agent may go on. */
export function tickAgent(plan: Plan, { todo_id, data, at }: EventOf<"agent.countdown">): void {
  const todo = todoOf(plan, todo_id);
  if (todo.agent === null) return;
  const { seconds, left } = data;
  const countdown =
    seconds === 0 ? null : { ends_at: addMilliseconds(at, seconds * 1_000), seconds, left };
  const isOver = countdown === null && { continued_turn: todo.agent.turn };
  todo.agent = { ...todo.agent, countdown, ...isOver };
}

/** No countdown goes on in a pause, after which it begins anew, or in a plan that ends. */
export function stopCountdowns(plan: Plan): void {
  for (const id of plan.running) {
    const todo = todoOf(plan, id);
    if (todo.agent === null || todo.agent.countdown === null) continue;
    todo.agent = { ...todo.agent, countdown: null };
    markTodo(plan, id);
  }
}

/** The agent is not continued: it waits for what a person says, and its todo says so. */
export function haltAgent(
  plan: Plan,
  { todo_id, data, by, at }: EventOf<"agent.countdown_cancelled">,
): void {
  const todo = todoOf(plan, todo_id);
  if (todo.agent === null) return;
  const said = haltedQuestion(data, by);
  const question = english(said);
  const asked = {
    call_id: continuationCall(todo.agent.turn),
    question,
    context: null,
    suggested_answers: [],
    created_at: at,
    human: question,
    hold_id: null,
    said,
  };
  todo.agent = { ...todo.agent, countdown: null, questions: [...todo.agent.questions, asked] };
  if (todo.blocker !== null) return;
  todo.blocker = { kind: "input", hold_id: null, question };
  moveTodo(plan, todo_id, "blocked", at);
}

function haltedQuestion(
  { agent, left }: EventOf<"agent.countdown_cancelled">["data"],
  by: string,
): Sentence {
  return say("agent_halted", { by, agent, left });
}

/** How many steps were left, by the question of a cancelled countdown; undefined of another question. */
export function haltedWith(question: Wording | null): unknown {
  if (question === null || typeof question === "string") return undefined;
  if (question.id !== "agent_halted") return undefined;
  return question.values["left"];
}
