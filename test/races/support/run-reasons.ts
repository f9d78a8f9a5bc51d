import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import type { JsonObject } from "../../../src/contract/text.ts";
import type { Call } from "./ledger.ts";
import type { ModelTodo, PlanModel } from "./plan-model.ts";

/** A run of a todo and why there was one. */
export interface ExplainedRun {
  readonly todo_id: string;
  readonly run: number;
  readonly reason: RunReason;
}

type RunReason = "first" | "rerun" | "retry" | "interrupted" | "added again" | "changed input";

/** What is known of a todo at one moment of the log. */
interface Course {
  status: "waiting" | "running" | "done";
  run: number;
  /** What the last run got. */
  input: JsonObject;
  /** Why the next run may begin; "check" when it may only on another input than the last one's. */
  may: Exclude<RunReason, "changed input"> | "check" | null;
}

/**
 * Reads a plan's log from its beginning and finds for each run the reason for it.
 *
 * Mistakes are: a run without a reason, a run before the todo's dependencies of that moment were
 * done (in the log, or as the tools saw it), a run on another input than the plan of that moment
 * says, a run without a call or a call without a run.
 * @param versionOf the plan's structure at a version, from 1.
 */
export function explainRuns(
  log: readonly LoggedEvent[],
  versionOf: (version: number) => PlanModel,
  calls: readonly Call[],
): { runs: ExplainedRun[]; mistakes: string[] } {
  const runs: ExplainedRun[] = [];
  const mistakes: string[] = [];
  const courses = new Map<string, Course>();
  const callsOf = byRun(calls);
  const explained = new Set<string>();
  let todos = indexed(versionOf(1));
  for (const id of todos.keys()) courses.set(id, newCourse());

  for (const event of log) {
    if (event.type === "plan.edited") edit(event);
    else if (event.todo_id !== undefined) move(event, event.todo_id);
  }
  for (const key of callsOf.keys()) {
    if (!explained.has(key)) mistakes.push(`${key} was called, and no run of it is in the log`);
  }
  return { runs, mistakes };

  function edit(event: LoggedEvent): void {
    todos = indexed(versionOf(Number(event.data!["version"])));
    for (const id of (event.data!["added"] ?? []) as string[]) {
      const before = courses.get(id);
      if (before === undefined || before.run === 0) courses.set(id, newCourse());
      else Object.assign(before, { status: "waiting", may: "added again" });
    }
  }

  function move(event: LoggedEvent, id: string): void {
    const course = courses.get(id)!;
    switch (event.type) {
      case "todo.started":
        return start(id, course, Number(event.data!["run"]));
      case "todo.kept":
        if (course.may !== "check") mistakes.push(`${id} was kept and nobody had asked`);
        if (!same(course.input, inputOf(id)))
          mistakes.push(`${id} was kept although its input changed`);
        course.may = null;
        course.status = "done";
        return;
      case "todo.completed":
      case "todo.skipped":
        course.status = "done";
        return;
      case "todo.rerun":
        Object.assign(course, { status: "waiting", may: "rerun" });
        for (const { todo_id } of event.data!["recheck"] as { todo_id: string }[])
          Object.assign(courses.get(todo_id)!, { status: "waiting", may: "check" });
        return;
      case "todo.retried":
        Object.assign(course, { status: "waiting", may: "retry" });
        return;
      case "todo.interrupted":
        Object.assign(course, { status: "waiting", may: "interrupted" });
        return;
      default:
        return;
    }
  }

  function start(id: string, course: Course, run: number): void {
    const todo = todos.get(id);
    const name = `${id}.${run}`;
    if (todo === undefined) return void mistakes.push(`${name} began and is not in the plan`);
    if (run !== course.run + 1) mistakes.push(`${name} began after run ${course.run}`);
    if (course.status !== "waiting") mistakes.push(`${name} began while it was ${course.status}`);
    for (const other of todo.depends_on) {
      if (courses.get(other)?.status !== "done") mistakes.push(`${name} began before ${other}`);
    }
    const reason = reasonOf(id, course);
    if (reason === null) mistakes.push(`${name} began without a reason`);
    else runs.push({ todo_id: id, run, reason });
    const made = callsOf.get(name) ?? [];
    explained.add(name);
    if (todo.tool_name === null && made.length > 0) mistakes.push(`${name} has no tool to call`);
    if (todo.tool_name !== null) checkCalls(todo, name, made);
    Object.assign(course, { status: "running", run, may: null, input: inputOf(id) });
  }

  function reasonOf(id: string, course: Course): RunReason | null {
    if (course.may !== "check") return course.may;
    return same(course.input, inputOf(id)) ? null : "changed input";
  }

  /** Attempts of one run are one run: a worker that did not answer in time is asked again. */
  function checkCalls(todo: ModelTodo, name: string, made: readonly Call[]): void {
    const attempts = made.map(({ attempt }) => attempt);
    if (attempts.length === 0 || attempts.some((attempt, place) => attempt !== place + 1))
      mistakes.push(`${name} was called with the attempts [${attempts.join(", ")}]`);
    if (new Set(made.map(({ key }) => key)).size > 1) mistakes.push(`${name} has several keys`);
    for (const { args } of made) {
      if (!same(args, inputOf(todo.id))) mistakes.push(`${name} ran on ${JSON.stringify(args)}`);
    }
    const begun = made[0]?.begun ?? Infinity;
    for (const other of todo.depends_on) {
      const before = callsOf.get(`${other}.${courses.get(other)?.run}`)?.at(-1);
      if (before !== undefined && (before.ended ?? Infinity) > begun)
        mistakes.push(`${name} was called before the call of ${other} had ended`);
    }
  }

  /** What the todo's tool gets by the plan of this moment. */
  function inputOf(id: string): JsonObject {
    const { tool_params, input_data } = todos.get(id)!;
    const filled = Object.entries(input_data ?? {}).map(([key, value]) => {
      const from = value as { $from?: string; default?: number };
      return [key, from.$from === undefined ? value : (resultOf(from.$from) ?? from.default)];
    });
    return { ...tool_params, ...(Object.fromEntries(filled) as JsonObject) };
  }

  function resultOf(id: string): number | undefined {
    return callsOf.get(`${id}.${courses.get(id)?.run}`)?.at(-1)?.result.n;
  }
}

function newCourse(): Course {
  return { status: "waiting", run: 0, input: {}, may: "first" };
}

function byRun(calls: readonly Call[]): Map<string, Call[]> {
  const found = new Map<string, Call[]>();
  for (const call of calls) {
    const name = `${call.todo_id}.${call.run}`;
    found.set(name, [...(found.get(name) ?? []), call]);
  }
  return found;
}

function indexed({ todos }: PlanModel): Map<string, ModelTodo> {
  return new Map(todos.map((todo) => [todo.id, todo]));
}

/** Whether two inputs are the same JSON; the order of their keys says nothing. */
function same(a: JsonObject, b: JsonObject): boolean {
  return sorted(a) === sorted(b);
}

function sorted(input: JsonObject): string {
  return JSON.stringify(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
