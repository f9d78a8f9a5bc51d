import type { AgentNews } from "../contract/plan/agents/agent.ts";
import { english } from "../contract/sentences/sentence.ts";
import { AGENT, WRITE_OUTPUT } from "../contract/tables/temporal-names.ts";
import { referencesUnder } from "../json/referring.ts";
import { newsFor } from "./agents/agent-news.ts";
import { nextQuestion, type OrchestratorTurn } from "./agents/orchestrator.ts";
import { nextDeadline } from "./decide.ts";
import { waitingAttempts } from "./holds/failures.ts";
import { newestGranting } from "./holds/needs.ts";
import { nextReminder } from "./holds/reminders.ts";
import type { TodoInput } from "./model/digest.ts";
import { isLong } from "./model/long-todos.ts";
import { isFinished, todoOf, type Plan } from "./model/plan.ts";
import type { GoalState } from "./model/state/goal.ts";
import { movesAt } from "./model/state/hold.ts";
import type { Result, TodoState } from "./model/state/todo-state.ts";
import { WORK } from "./model/work.ts";
import { sessionDeadlines } from "./sessions/pass-time.ts";
import { toldRefused, type Refused } from "./thinking/model-answer.ts";
import { replanInput, type ReplanInput } from "./thinking/replan-input.ts";
import { reportInput, type ReportInput } from "./thinking/report-goal.ts";
import { resolveInput } from "./todos/arguments.ts";

/** A todo that should be running now, or whose result should be written. */
export interface RunTodo extends TodoInput {
  readonly todo_id: string;
  readonly run: number;
  readonly attempt: number;
  readonly title: string;
  readonly tool_name: string;
  readonly timeout_seconds: number;
  readonly task_queue: string | null;
  readonly priority: number;
  /** Too long for the plan to wait for when it continues as new. */
  readonly long: boolean;
  /** What an agent has to know of its plan. */
  readonly agent?: AgentNews;
  /** Above how many bytes its result is kept in the artifact store, where that is fewer than usual. */
  readonly most_inline?: number;
}

/** How long the writing of a result may take. */
const WRITING_SECONDS = 60;
/** What a planner is told: the goal, what people said about it, and its own draft with its mistakes. */
export interface PlanningInput {
  readonly goal: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly refused: Refused | null;
}

/** A turn of a model about the plan: its goal, its answer, or changes of it. */
export type Thinking = {
  readonly turn: number;
  /** One that is going on goes on; while the plan is paused none begins. */
  readonly mayStart: boolean;
} & (
  | { readonly about: "plan"; readonly input: PlanningInput }
  | { readonly about: "report"; readonly input: ReportInput }
  | { readonly about: "replan"; readonly input: ReplanInput }
);

/** What should be going on outside the plan, as a state and not as steps: the shell makes it so. */
export interface Effects {
  /** Running todos that are not in here are to be cancelled. */
  readonly runs: readonly RunTodo[];
  /** What the plan's orchestrator is to be asked now, or null; one question at a time. */
  readonly ask: OrchestratorTurn | null;
  /** The turn about the plan that a model should be at. */
  readonly thinking: Thinking | null;
  /** When to report that time passed, and what the plan waits for until then. */
  readonly wake: { readonly at: string; readonly title: string } | null;
}

/** What should be going on outside now. */
export function effects(plan: Plan): Effects {
  const running = plan.state.ending === null ? [...plan.running] : [];
  const runs = running
    .map((id) => todoOf(plan, id))
    .filter(
      ({ interrupted, skipping, stopping, next_attempt }) =>
        interrupted !== true &&
        skipping === undefined &&
        stopping === undefined &&
        next_attempt === undefined,
    )
    .map(({ id }) => runOf(plan, id));
  return { runs, ask: nextQuestion(plan), thinking: thinkingOf(plan), wake: wakeOf(plan) };
}

function thinkingOf(plan: Plan): Thinking | null {
  const { goal, ending, paused, replan } = plan.state;
  if (ending !== null || isFinished(plan.state)) return null;
  const mayStart = paused === null;
  switch (goal?.phase) {
    case "planning":
      return { about: "plan", turn: goal.turn, mayStart, input: planningInput(goal) };
    case "reporting":
      return { about: "report", turn: goal.turn, mayStart, input: reportInput(plan) };
    default: {
      const cause = replan?.waiting[0];
      if (replan === undefined || cause === undefined) return null;
      const input = replanInput(plan, cause, replan);
      return { about: "replan", turn: replan.turn, mayStart, input };
    }
  }
}

function planningInput({ text, answers, refused }: GoalState): PlanningInput {
  return {
    goal: text,
    answers: answers.map(({ question, answer }) => ({ question: english(question), answer })),
    refused: toldRefused(refused),
  };
}

function wakeOf(plan: Plan): Effects["wake"] {
  const { ending } = plan.state;
  const at = nextDeadline(plan);
  if (ending !== null) return { at: ending.grace_until, title: "Running todos have to stop" };
  let wake = at === null ? null : { at, title: whatIsOverAt(plan, at) };
  const reminder = nextReminder(plan);
  if (reminder !== null && (wake === null || reminder.at < wake.at)) wake = reminder;
  for (const { next_attempt, title } of waitingAttempts(plan)) {
    if (wake !== null && wake.at <= next_attempt.at) continue;
    wake = { at: next_attempt.at, title: `Next attempt: ${title}` };
  }
  return wake;
}

function whatIsOverAt(plan: Plan, at: string): string {
  const hold = [...plan.openHolds.values()].find((one) => movesAt(one) === at);
  if (hold !== undefined) return `Hold: ${hold.title}`;
  const session = sessionDeadlines(plan).find((deadline) => deadline.at === at);
  if (session !== undefined) return session.title;
  const due = [...plan.due].find(([, due_at]) => due_at === at);
  return due === undefined ? "Next deadline" : `Due: ${todoOf(plan, due[0]).title}`;
}

function runOf(plan: Plan, id: string): RunTodo {
  const todo = todoOf(plan, id);
  const { run, attempt = 1, title, timeout_seconds, priority, work, delivered } = todo;
  if (delivered !== undefined) {
    return { todo_id: id, run, attempt, title, priority, ...writingOf(todo, delivered) };
  }
  if (work.kind !== "tool" && work.kind !== "agent")
    throw new Error(`Todo "${id}" runs without a tool.`);
  let input = plan.runInputs.get(id);
  if (input === undefined) {
    const resolved = resolveInput(plan, todo);
    if ("missing" in resolved) throw new Error(`Todo "${id}" runs without input.`);
    input = resolved.input;
    plan.runInputs.set(id, input);
  }
  const { args, input_data, references } = input;
  const [tool_name, task_queue] =
    work.kind === "tool" ? [work.tool_name, work.task_queue] : [AGENT, null];
  // Written out: this is done for all that run with each event, and spreading costs most of it.
  const running: RunTodo = {
    todo_id: id,
    run,
    attempt,
    title,
    priority,
    args,
    input_data,
    references,
    timeout_seconds,
    long: isLong(todo),
    tool_name,
    task_queue,
  };
  return work.kind === "tool"
    ? running
    : { ...running, title: titleFor(plan, todo), agent: newsFor(plan, todo) };
}

/**
 * The title that an agent is told above its assignment: where a person approved its work, the one that they read. Another
 * one may be anything by now, and no digest binds it.
 */
function titleFor(plan: Plan, { id, title, approved_digest }: TodoState): string {
  return approved_digest === null ? title : (newestGranting(plan, id)?.title ?? title);
}

/** What puts a result where its todo says: a worker of our own, wherever the tool ran. */
function writingOf(
  { output_path, work }: TodoState,
  { result, references }: Result,
): Omit<RunTodo, keyof About> {
  // A tool's result that stands by reference is a large value; people give files.
  const field =
    references.includes("") && WORK[work.kind].completedBy !== "report" ? "file" : "value";
  return {
    tool_name: WRITE_OUTPUT,
    args: { path: output_path, [field]: result },
    input_data: null,
    references: referencesUnder(`/args/${field}`, references),
    timeout_seconds: WRITING_SECONDS,
    task_queue: null,
    long: false,
  };
}

type About = Pick<RunTodo, "todo_id" | "run" | "attempt" | "title" | "priority">;
