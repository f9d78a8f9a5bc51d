import type { Problem, ProblemDetail } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { WORK_ACTIONS, type WorkAction, type WorkKind } from "../contract/tables/vocabulary.ts";
import type { Json } from "../contract/text.ts";
import { toPointer } from "../json/json-pointer.ts";
import { textOrJson } from "../json/text-or-json.ts";
import { validateJson } from "../json/validate-json.ts";
import { possibleNow, unknownTodo } from "./control-todo.ts";
import { changedSince } from "./edits/changed-since.ts";
import { failureEvents } from "./holds/failures.ts";
import { closedProblem } from "./model/closed-problem.ts";
import type { WorkCommand } from "./model/commands.ts";
import { isOpenWork, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "./model/state/events.ts";
import { sessionActor } from "./model/state/session.ts";
import type { Result, TodoState } from "./model/state/todo-state.ts";
import { WORK } from "./model/work.ts";
import { leaseProblem } from "./sessions/decide-session.ts";
import { findSession } from "./sessions/sessions.ts";

/**
 * What a person's word about work of their own does, or why it cannot be done now. Nobody has to
 * claim work before saying that it is done.
 * @param at ISO 8601 time.
 */
export function decideWork(
  plan: Plan,
  command: WorkCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const { session_id, ...words } = { session_id: undefined, ...command };
  if (session_id !== undefined) {
    const lost = leaseProblem(plan, { ...command, session_id });
    if (lost !== null) return { problem: lost };
    const known = findSession(plan, session_id)?.lease?.version;
    const as = { base_version: known, ...words, by: sessionActor(session_id) };
    return decideWork(plan, as as WorkCommand, stamp, at);
  }
  const todo = plan.todos.get(command.todo_id);
  const problem =
    todo === undefined
      ? unknownTodo(command.todo_id)
      : (refusalOf(plan, todo, command) ?? changeProblem(plan, todo, command));
  if (problem !== null || todo === undefined) return { problem: problem! };
  const about = { by: command.by, todo_id: todo.id };
  const run = todo.run + 1;
  const claimed: EventBody[] =
    todo.claimed_by === null ? [{ ...about, type: "todo.claimed", data: { run } }] : [];
  switch (command.type) {
    case "claim":
      return {
        events: [{ ...about, type: "todo.claimed", data: { ...stamp, run, ...reasonOf(command) } }],
      };
    case "release":
      return {
        events: [{ ...about, type: "todo.released", data: { ...stamp, ...reasonOf(command) } }],
      };
    case "done": {
      const { note } = command;
      const done = resultOf(command);
      const wrong = resultMistake(done.result);
      if (wrong !== null) return { problem: wrong };
      const data = { ...stamp, ...done, ...(note !== undefined && { note }) };
      const type = todo.output_path === null ? "todo.completed" : "todo.delivered";
      return { events: [...claimed, { ...about, type, data }] };
    }
    case "cannot": {
      const message = say("cannot_do_it", { by: command.by, why: command.reason });
      const failure = { error_type: "validation_error" as const, message, attempts: 1 };
      const events = failureEvents(plan, todo, failure, at).map((event): EventBody =>
        event.type === "todo.failed"
          ? { ...event, by: command.by, data: { ...event.data, ...stamp } }
          : event,
      );
      return { events: [...claimed, ...events] };
    }
  }
}

/** What the work gave: a value, else the files, else what the person says of it. */
function resultOf({ result, files, note }: WorkCommand & { type: "done" }): Result {
  if (result !== undefined) return { result, references: [] };
  if (files === undefined) return { result: note ?? null, references: [] };
  if (files.length === 1) return { result: files[0]!, references: [""] };
  return { result: files, references: files.map((_, position) => toPointer([position])) };
}

function resultMistake(result: Json): Problem | null {
  const length = JSON.stringify(result).length;
  const wrong: ProblemDetail | null =
    length > LIMITS.answer
      ? { pointer: "", detail: say("result_too_long", { most: LIMITS.answer }) }
      : validateJson(result);
  if (wrong === null) return null;
  const pointer = `/result${wrong.pointer}`;
  return {
    code: "invalid_command",
    detail: say("at_place", { place: pointer, what: wrong.detail }),
    hint: say("send_as_file"),
    errors: [{ pointer, detail: wrong.detail }],
  };
}

/** What may be said about the todo as it stands. */
function legalFor(todo: TodoState, by: string): WorkAction[] {
  if (!isOpenWork(todo)) return [];
  if (todo.claimed_by === null) return ["claim", "done", "cannot"];
  return todo.claimed_by === by ? ["release", "done", "cannot"] : ["release"];
}

function refusalOf(plan: Plan, todo: TodoState, { type, by }: WorkCommand): Problem | null {
  const closed = closedProblem(plan.state);
  if (closed !== null) return closed;
  const legal = WORK_ACTIONS.filter((word) => legalFor(todo, by).includes(word));
  if (legal.includes(type)) return null;
  return { code: "illegal_transition", ...whyNot(todo, type, legal), legal };
}

/** Why nobody may say that the todo is done, or cannot be, who knows it as it was before: what it says now. */
function changeProblem(plan: Plan, { id, title }: TodoState, command: WorkCommand): Problem | null {
  if (command.type !== "done" && command.type !== "cannot") return null;
  const changed = changedSince(plan, id, command.base_version);
  if (changed === null) return null;
  const { version, by, fields, since } = changed;
  return {
    code: "stale_plan_version",
    detail: say("work_changed", { title, by, fields: fields.map(({ field }) => field).join(", ") }),
    hint: say("work_changed_hint", { version }),
    errors: fields.map(({ field, after }) => ({
      pointer: `/todos/${id}/${field}`,
      detail: say("it_says_now", { what: textOrJson(after) }),
    })),
    current_version: plan.state.version,
    changes_since: since,
  };
}

/** What a person does about work that is no person's. */
const OTHERS_WORK: Partial<Record<WorkKind, Sentence>> = {
  question: say("answer_its_hold"),
  agent: say("take_it_over"),
};

function whyNot(todo: TodoState, type: WorkAction, legal: readonly WorkAction[]) {
  const { id, claimed_by, work, status } = todo;
  if (WORK[work.kind].completedBy !== "person") {
    return {
      detail: say("nobody_does", { id, kind: say(`kind_${work.kind}`) }),
      hint: OTHERS_WORK[work.kind] ?? say("work_is_for_manual"),
    };
  }
  const hint = possibleNow(legal, say("waits_or_ended"));
  if (claimed_by !== null) {
    return { detail: say("claimed_by", { id, who: claimed_by }), hint };
  }
  return {
    detail: say("todo_takes_no", { id, status: say(`status_${status}`), word: type }),
    hint,
  };
}

function reasonOf({ reason }: { readonly reason?: string }): { reason?: string } {
  return reason === undefined ? {} : { reason };
}
