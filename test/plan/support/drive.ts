import type { MessageName } from "../../../src/contract/plan/commands.ts";
import type { Hold } from "../../../src/contract/plan/holds/hold.ts";
import { NewPlanSchema, type NewPlanInput } from "../../../src/contract/plan/plan.ts";
import type { NewTodoInput, Todo } from "../../../src/contract/plan/todo.ts";
import type { Problem, ToldProblem } from "../../../src/contract/problems/problem.ts";
import { say } from "../../../src/contract/sentences/sentence.ts";
import type { ErrorType, TodoStatus } from "../../../src/contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../../../src/contract/text.ts";
import { apply } from "../../../src/plan/apply.ts";
import { createPlan } from "../../../src/plan/create/create.ts";
import { decide, decideReport } from "../../../src/plan/decide.ts";
import { effects, type RunTodo } from "../../../src/plan/effects.ts";
import { toCommand, type AttemptKey, type Report } from "../../../src/plan/model/commands.ts";
import { isFinished, loadPlan, todoOf, type Plan } from "../../../src/plan/model/plan.ts";
import type { EventBody, PlanEvent } from "../../../src/plan/model/state/events.ts";
import type { PlanState, SeenCommand } from "../../../src/plan/model/state/state.ts";
import type { TodoState } from "../../../src/plan/model/state/todo-state.ts";
import { settle } from "../../../src/plan/settle.ts";
import { viewHold, viewTodo } from "../../../src/plan/todos/flat-fields.ts";
import { inEnglish } from "../../support/in-english.ts";

export const START = "2026-02-05T10:00:00.000Z";

/** Failures that ask nobody: tests of other things see what a failure alone does. */
const STAY_FAILED: NewPlanInput["failure"] = {
  timeout: { action: "RETRY", fallback: "FAIL" },
  api_error: { action: "RETRY", fallback: "FAIL" },
  validation_error: { action: "FAIL" },
};

/** Sees every fact as it moves the plan, in a copy of the plan that follows fact by fact. */
export interface Watcher {
  before?(plan: Plan, event: PlanEvent): void;
  after?(plan: Plan, event: PlanEvent): void;
  /** After each step, when only a command, a report or time can move the plan. */
  rest?(drive: Drive): void;
}

export type Answer =
  | { readonly accepted: SeenCommand; readonly events: readonly EventBody[] }
  | { readonly problem: Problem };

/** The state of a new plan. @throws Error with the refusal when the input is not acceptable. */
export function newState(input: NewPlanInput, at = START): PlanState {
  const created = createPlan(NewPlanSchema.parse({ failure: STAY_FAILED, ...input }), {
    id: "p1",
    owner: "ana",
    at,
  });
  if ("problem" in created) throw new Error(JSON.stringify(created.problem));
  return created.state;
}

/** Why a plan cannot be made. @throws Error when it can. */
export function refusal(input: NewPlanInput): ToldProblem {
  const made = createPlan(NewPlanSchema.parse(input), { id: "p1", owner: "ana", at: START });
  if ("problem" in made) return inEnglish(made.problem);
  throw new Error("The plan was made.");
}

/** A plan of these todos; a text stands for a todo of that id with a tool. */
export function planOf(
  todos: readonly (string | (Partial<NewTodoInput> & { id: string }))[],
  settings: Partial<Omit<NewPlanInput, "todos">> = {},
): NewPlanInput {
  return {
    title: "A plan",
    ...settings,
    todos: todos.map((todo) => {
      const given = typeof todo === "string" ? { id: todo } : todo;
      return { title: given.id, tool_name: "work", ...given };
    }),
  };
}

/**
 * Drives a plan as the workflow's loop does: decide, apply, settle, look at the effects. Time is a
 * number that only `pass` moves, stopping at each wake-up that the plan asks for.
 */
export class Drive {
  plan: Plan;
  readonly events: PlanEvent[] = [];
  /** Runs that were told to stop and have not reported since. */
  readonly stopping = new Set<string>();
  /** Accepted messages, with the ids under which they were accepted. */
  readonly sent: { readonly name: MessageName; readonly body: object }[] = [];
  runs: readonly RunTodo[] = [];
  wakeAt: string | null = null;
  /** Whether a model answers that is asked to plan anew; else that is told at once, as a worker without one does. */
  hasModel = false;
  /** False while the shell waits for running todos before it continues as new. */
  mayStart = true;
  #clock: number;
  #commands = 0;
  readonly #watcher: Watcher | undefined;
  readonly #shadow: Plan | undefined;

  constructor(state: PlanState, watcher?: Watcher) {
    this.#clock = Date.parse(state.created_at);
    this.#watcher = watcher;
    this.#shadow = watcher && loadPlan(copyOf(state));
    this.plan = loadPlan(state);
    this.settle();
  }

  get now(): string {
    return new Date(this.#clock).toISOString();
  }

  /** The copy that followed the plan by its events alone. */
  get shadow(): Plan | undefined {
    return this.#shadow;
  }

  get finished(): boolean {
    return isFinished(this.plan.state);
  }

  /** Sends a message as a person would; without `by` and `command_id` it gets new ones. */
  send(name: MessageName, body: object = {}): Answer {
    this.#commands += 1;
    const given = { by: "kim", command_id: `c${this.#commands}` };
    const parsed = toCommand(name, body, given);
    if ("problem" in parsed) return parsed;
    const verdict = decide(this.plan, parsed.command, this.now);
    if ("problem" in verdict) return verdict;
    if ("repeats" in verdict) return { accepted: verdict.repeats, events: [] };
    this.#applyAll(verdict.events);
    const accepted = this.plan.seen.get(parsed.command.command_id);
    if (accepted === undefined) throw new Error(`"${name}" was accepted and not remembered.`);
    this.sent.push({ name, body: { ...given, ...body } });
    this.settle();
    return { accepted, events: verdict.events };
  }

  /** Sends a message that the test expects to be accepted. @throws Error when it is refused. */
  accept(name: MessageName, body: object = {}): SeenCommand {
    const answer = this.send(name, body);
    if ("problem" in answer) throw new Error(JSON.stringify(answer.problem));
    return answer.accepted;
  }

  /** Sends a message that the test expects to be refused. @throws Error when it is accepted. */
  refuse(name: MessageName, body: object = {}): ToldProblem {
    const answer = this.send(name, body);
    if ("problem" in answer) return inEnglish(answer.problem);
    throw new Error(`"${name}" was accepted: ${JSON.stringify(answer)}`);
  }

  approve(todoId: string, body: object = {}): SeenCommand {
    return this.accept("approval", { todo_id: todoId, decision: "approve", ...body });
  }

  reject(todoId: string, body: object = {}): SeenCommand {
    return this.accept("approval", { todo_id: todoId, decision: "reject", ...body });
  }

  /** @param kept whether a worker of ours kept the result, which is its reference. */
  complete(todoId: string, result: Json = null, kept = false): readonly EventBody[] {
    const about = this.#attemptOf(todoId);
    return this.report({ type: "todo_completed", ...about, result, kept });
  }

  /** The todo fails, and no attempt is left. */
  fail(
    todoId: string,
    error_type: ErrorType = "api_error",
    message = "no answer",
  ): readonly EventBody[] {
    const about = this.#attemptOf(todoId);
    return this.report({ type: "todo_failed", ...about, error_type, message, final: true });
  }

  /** One attempt fails; the strategy says whether another one follows. */
  failAttempt(todoId: string, error_type: ErrorType = "api_error"): readonly EventBody[] {
    const about = this.#attemptOf(todoId);
    return this.report({ type: "todo_failed", ...about, error_type, message: "no answer" });
  }

  /** Its worker was told to stop, and the attempt may be made again. */
  requeue(todoId: string): readonly EventBody[] {
    return this.report({ type: "todo_requeued", ...this.#attemptOf(todoId) });
  }

  stopped(todoId: string): readonly EventBody[] {
    return this.report({ type: "todo_cancelled", ...this.#attemptOf(todoId) });
  }

  /** Tells the plan what the shell saw. Answers what it did to the plan before settling. */
  report(report: Report): readonly EventBody[] {
    if ("todo_id" in report) this.stopping.delete(report.todo_id);
    const bodies = decideReport(this.plan, report, this.now);
    this.#applyAll(bodies);
    this.settle();
    return bodies;
  }

  /** Lets time pass; the plan is woken on the way whenever it asked for it. */
  pass(seconds: number): void {
    const until = this.#clock + Math.round(seconds * 1000);
    while (this.wakeAt !== null && Date.parse(this.wakeAt) <= until) {
      this.#clock = Math.max(this.#clock, Date.parse(this.wakeAt));
      this.report({ type: "time_passed" });
    }
    this.#clock = until;
  }

  /** Lets time pass without waking the plan: a message arrives before the timer that is due. */
  passUnnoticed(seconds: number): void {
    this.#clock += Math.round(seconds * 1000);
  }

  /** Goes on from the serialised state alone, as after continue-as-new. */
  reload(): void {
    this.plan = loadPlan(copyOf(this.plan.state));
    this.settle();
  }

  settle(): void {
    const events = settle(this.plan, this.now, this.mayStart);
    for (const event of events) this.#follow(event);
    const before = this.runs;
    const { runs, wake, thinking } = effects(this.plan);
    this.runs = runs;
    this.wakeAt = wake?.at ?? null;
    const wanted = new Set(runs.map((run) => run.todo_id));
    for (const { todo_id } of before) if (!wanted.has(todo_id)) this.stopping.add(todo_id);
    for (const id of this.stopping) if (!this.plan.running.has(id)) this.stopping.delete(id);
    if (!this.hasModel && thinking?.about === "replan" && thinking.mayStart) {
      const message = say("model_not_configured");
      this.report({ type: "replan_failed", turn: thinking.turn, message });
      return;
    }
    this.#watcher?.rest?.(this);
  }

  /** A todo as people see it, with what the plan keeps of it besides. */
  todo(id: string): Omit<TodoState, keyof Todo> & Todo {
    const todo = todoOf(this.plan, id);
    return { ...todo, ...viewTodo(this.plan, todo) };
  }

  status(id: string): TodoStatus {
    return this.todo(id).status;
  }

  /** The statuses of all todos by id. */
  statuses(): Record<string, TodoStatus> {
    return Object.fromEntries(this.plan.state.todos.map(({ id, status }) => [id, status]));
  }

  /** The newest hold of a todo, or of the plan's review without an id. */
  hold(todoId: string | null = null): Hold {
    const hold = this.plan.state.holds.findLast((candidate) => candidate.todo_id === todoId);
    if (hold === undefined) throw new Error(`There is no hold for ${todoId ?? "the plan"}.`);
    return viewHold(hold);
  }

  /** Ids of the todos that run, in the order in which they started. */
  get running(): string[] {
    return this.runs.map((run) => run.todo_id);
  }

  /** What the tool of a running todo was given. */
  argsOf(todoId: string): JsonObject {
    const run = this.runs.find((candidate) => candidate.todo_id === todoId);
    if (run === undefined) throw new Error(`"${todoId}" does not run.`);
    return run.args;
  }

  /** Ids of all todos that ever started, in order. */
  get started(): string[] {
    return this.events.flatMap((event) => (event.type === "todo.started" ? [event.todo_id] : []));
  }

  typesSince(seq: number): string[] {
    return this.events.filter((event) => event.seq > seq).map((event) => event.type);
  }

  #attemptOf(todoId: string): AttemptKey {
    const { run = 0, attempt = 1 } = this.plan.todos.get(todoId) ?? {};
    return { todo_id: todoId, run, attempt };
  }

  #applyAll(bodies: readonly EventBody[]): void {
    for (const body of bodies) this.#follow(apply(this.plan, body, this.now));
  }

  #follow(event: PlanEvent): void {
    this.events.push(event);
    const shadow = this.#shadow;
    if (shadow === undefined) return;
    const { seq: _, at, ...body } = copyOf(event);
    this.#watcher?.before?.(shadow, event);
    apply(shadow, body as EventBody, at);
    this.#watcher?.after?.(shadow, event);
  }
}

/** Starts driving a plan as a person wrote it. */
export function drive(input: NewPlanInput, watcher?: Watcher): Drive {
  return new Drive(newState(input), watcher);
}

/** What a value is after it went through JSON. */
export function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
