import { LIMITS } from "../../contract/tables/limits.ts";
import { startOf } from "../../text/cut-text.ts";
import { humanQuery } from "../holds/kinds/agent-asking.ts";
import type { OrchestratorReport } from "../model/commands.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventBody, OrchestratorSaid, PlanEvent } from "../model/state/events.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { replyToAgent, stillAsks } from "../todos/agent-replies.ts";
import { moveTodo } from "../todos/move-todo.ts";
import { addTurn } from "./agent-state.ts";
import { droppedTurn } from "./dropped-turn.ts";
import { readCitedAnswer } from "./orchestrator.ts";

/** How much of what a model said an event keeps. */
const SHOWN = 500;

/**
 * What follows from what the orchestrator said: the agent has its answer when it cites what the plan knows; else a person is
 * asked. Only this text can ask a person, and only as a whole: a mark within another text is none. Of what comes when
 * the agent waits no more, only what it used counts.
 */
export function answerEvents(plan: Plan, report: OrchestratorReport, at: string): EventBody[] {
  const { todo_id, call_id, answer } = report;
  const todo = plan.todos.get(todo_id);
  const open = stillAsks(todo, report)
    ? todo.agent?.questions.find((each) => each.call_id === call_id && each.human === null)
    : undefined;
  if (todo === undefined || open === undefined) {
    return answer === null
      ? []
      : [droppedTurn({ role: "orchestrator", usage: answer.usage }, todo_id)];
  }
  const about = { by: "holdpoint", todo_id };
  const said = (answer?.content ?? "").toWellFormed().trim();
  const told: OrchestratorSaid = {
    call_id,
    asked: open.question,
    said: startOf(said, LIMITS.answer),
    usage: answer?.usage ?? null,
  };
  const cited = readCitedAnswer(plan, said);
  if (cited !== null) {
    const { answer: text, citations } = cited;
    return [{ ...about, type: "agent.answered", data: { ...told, answer: text, citations } }];
  }
  const asked = parseHumanQuery(said);
  const question = startOf(asked?.question ?? open.question, LIMITS.description);
  const query = humanQuery(plan, todo, { call_id, created_at: at });
  const text = startOf(said, SHOWN);
  return [
    ...(isMalformedQuery(said)
      ? [{ ...about, type: "agent.mark_ignored" as const, data: { call_id, text } }]
      : []),
    { ...about, type: "human_query_requested", data: { ...query, ...told, question } },
  ];
}

type EventOf<Type extends PlanEvent["type"]> = Extract<PlanEvent, { type: Type }>;

/** The orchestrator has answered by what the plan knows. */
export function answerAgent(plan: Plan, { todo_id, data }: EventOf<"agent.answered">): void {
  noteExchange(plan, todo_id, data);
  const todo = todoOf(plan, todo_id);
  const { call_id, answer, citations } = data;
  const text = `${answer}\n(${citations.join(", ")})`;
  const asked_by = { run: todo.run, attempt: todo.attempt ?? 1 };
  replyToAgent(plan, { todo_id, asked_by }, { call_id, kind: "answer", by: "orchestrator", text });
}

/** A person has to answer: the todo stands still until then. */
export function blockForAnswer(
  plan: Plan,
  { todo_id, data, at }: EventOf<"human_query_requested">,
): void {
  noteExchange(plan, todo_id, data);
  const todo = todoOf(plan, todo_id);
  const { call_id, question } = data;
  if (todo.agent !== null) {
    const questions = todo.agent.questions.map((asked) =>
      asked.call_id === call_id ? { ...asked, human: question } : asked,
    );
    todo.agent = { ...todo.agent, questions };
  }
  if (todo.blocker !== null) return;
  todo.blocker = { kind: "input", hold_id: null, question };
  moveTodo(plan, todo_id, "blocked", at);
}

function noteExchange({ state }: Plan, todo_id: TodoState["id"], told: OrchestratorSaid): void {
  const { call_id, asked: question, said, usage } = told;
  state.orchestrator.turns += 1;
  state.orchestrator.said.push({ todo_id, call_id, question, said, answer: null });
  if (state.orchestrator.said.length > EXCHANGES) state.orchestrator.said.shift();
  if (usage !== null) state.spent = addTurn(state.spent, usage);
}

/** How many exchanges the orchestrator keeps. */
const EXCHANGES = 50;

/** How the orchestrator says that only a person can answer: all that it says, and nothing beside it. A question may hold brackets. */
const MARK = /^\[NEED_HUMAN: ((?:[^[\]]|\[[^[\]]*\])+)\]$/u;
/** What looks as if it was meant so. */
const LIKE_A_MARK = /need[\s_-]*human/iu;

/**
 * The question that the orchestrator puts to a person (S4), or undefined. Of its own final text only:
 * what others write is never asked about this.
 */
export function parseHumanQuery(output: string): { readonly question: string } | undefined {
  const question = MARK.exec(output.trim())?.[1]?.trim() ?? "";
  // Two questions in one are none.
  return question === "" || question.includes("[NEED_HUMAN:") ? undefined : { question };
}

/** Whether a text holds what looks like such a question and is none. */
export function isMalformedQuery(output: string): boolean {
  return parseHumanQuery(output) === undefined && LIKE_A_MARK.test(output);
}
