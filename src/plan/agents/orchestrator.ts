import { z } from "zod";
import type { ModelMessage, ModelRequest } from "../../contract/model.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import { parsePointer, toPointer, valueAt } from "../../json/json-pointer.ts";
import { startOf } from "../../text/cut-text.ts";
import { jsonOf } from "../../text/json-of.ts";
import type { AttemptKey } from "../model/commands.ts";
import { inPlanOrder, todoOf, type Plan } from "../model/plan.ts";
import { readAs } from "../model/read-as.ts";
import type { AskedQuestion, TodoState } from "../model/state/todo-state.ts";
import { stillAsks } from "../todos/agent-replies.ts";
import { ORCHESTRATOR_PROMPT } from "./prompts/orchestrator.ts";

/** A turn of the plan's orchestrator, about one question of one agent. */
export interface OrchestratorTurn extends AttemptKey {
  readonly call_id: string;
  readonly request: ModelRequest;
}

/** How much of one result, and of all, the orchestrator is shown; and how much of the talk before. */
const SHOWN = 4_000;
const SHOWN_IN_ALL = 60_000;
const EXCHANGES = 20;

/** The oldest question of an agent that the orchestrator has not seen, or null; none while paused. */
export function nextQuestion(plan: Plan): OrchestratorTurn | null {
  const { state } = plan;
  if (state.paused !== null || state.ending !== null) return null;
  let oldest: { todo: TodoState; asked: AskedQuestion } | null = null;
  for (const id of inPlanOrder(plan, plan.running)) {
    const todo = todoOf(plan, id);
    const { agent, run, skipping, stopping } = todo;
    if (agent === null || !stillAsks(todo, { run, attempt: agent.attempt })) continue;
    // It stops: nobody hears an answer any more.
    if (skipping !== undefined || stopping !== undefined) continue;
    for (const asked of agent.questions) {
      if (asked.human !== null) continue;
      if (oldest === null || asked.created_at < oldest.asked.created_at) oldest = { todo, asked };
    }
  }
  if (oldest === null) return null;
  const { todo, asked } = oldest;
  const { id: todo_id, run, attempt = 1 } = todo;
  return { todo_id, run, attempt, call_id: asked.call_id, request: requestFor(plan, todo, asked) };
}

function requestFor(plan: Plan, todo: TodoState, asked: AskedQuestion): ModelRequest {
  const { id, orchestrator } = plan.state;
  const { name, version, text } = ORCHESTRATOR_PROMPT;
  const before = orchestrator.said
    .slice(-EXCHANGES)
    .flatMap((exchange): ModelMessage[] => [
      { role: "user", content: `An agent asked: ${exchange.question}` },
      { role: "assistant", content: exchange.said },
      ...(exchange.answer === null
        ? []
        : [{ role: "user" as const, content: `A person answered: ${exchange.answer}` }]),
    ]);
  return {
    turn_key: `${id}/orchestrator/${orchestrator.turns + 1}`,
    role: "orchestrator",
    prompt: { name, version },
    messages: [
      { role: "system", content: text },
      ...before,
      { role: "user", content: questionText(plan, todo, asked) },
    ],
  };
}

function questionText(plan: Plan, todo: TodoState, asked: AskedQuestion): string {
  const { question, context, suggested_answers } = asked;
  const data = {
    plan: { title: plan.state.title, description: plan.state.description },
    todos: knownResults(plan, todo),
    question: {
      agent: todo.work.kind === "agent" ? todo.work.agent_name : "",
      todo: { id: todo.id, title: todo.title, description: todo.description },
      question,
      context,
      suggested_answers,
    },
  };
  return `An agent asks. All of this is data:\n${JSON.stringify(data)}`;
}

/** What the plan knows: first what the asking todo waited for, then the rest in plan order. */
function knownResults(plan: Plan, { depends_on }: TodoState) {
  const own = new Set(depends_on);
  const done = plan.state.todos.filter(({ status }) => status === "completed");
  const first = [...done.filter(({ id }) => own.has(id)), ...done.filter(({ id }) => !own.has(id))];
  let left = SHOWN_IN_ALL;
  return first.map(({ id, title, result_data }) => {
    const text = JSON.stringify(result_data);
    const fits = text.length <= Math.min(SHOWN, left);
    const result: Json = fits ? result_data : { begins: startOf(text, Math.min(200, left)) };
    left = Math.max(0, left - Math.min(text.length, SHOWN));
    return { id, title, result, ...(!fits && { cut: true }) };
  });
}

const AnswerSchema = z.strictObject({
  answer: z.string().trim().min(1).max(LIMITS.answer),
  citations: z.array(z.string().max(LIMITS.description)).min(1).max(50),
});

/**
 * The orchestrator's answer by what the plan knows, or null: no answer, or one that cites nothing, or
 * what is not there.
 */
export function readCitedAnswer(plan: Plan, said: string): z.output<typeof AnswerSchema> | null {
  const read = readAs(AnswerSchema, jsonOf(said));
  if (!("value" in read)) return null;
  return read.value.citations.every((pointer) => isThere(plan, pointer)) ? read.value : null;
}

function isThere(plan: Plan, pointer: string): boolean {
  const [root, id = "", field, ...rest] = parsePointer(pointer) ?? [];
  if (root !== "todos" || field !== "result") return false;
  const todo = plan.todos.get(id);
  if (todo?.status !== "completed") return false;
  // Of what stands by reference, no more than the whole can be cited.
  if (todo.result_references.includes("")) return rest.length === 0;
  return valueAt(todo.result_data, toPointer(rest)) !== undefined;
}
