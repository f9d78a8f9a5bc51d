import type { Command } from "../contract/plan/commands.ts";
import type {
  Choice,
  Choices,
  Consequences,
  TimeoutPreview,
} from "../contract/plan/holds/choices.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { TODO_ACTIONS, type PlanStatus } from "../contract/tables/vocabulary.ts";
import type { Json } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { judge, UNSENT, UNSENT_STAMP } from "./decide.ts";
import { unawaitedBy } from "./edits/unawaited.ts";
import { decisionEvents, toDecision } from "./holds/decide-hold.ts";
import { unavailable } from "./holds/hold-problems.ts";
import { rulesOf } from "./holds/hold-rules.ts";
import { newestHoldOf } from "./holds/holds.ts";
import { asSeenToSay, mayGoOn, noEdit } from "./holds/needs.ts";
import { mayRemember } from "./holds/remember.ts";
import { timeoutEventOf } from "./holds/time-out.ts";
import type { ApprovalCommand, InputCommand } from "./model/commands.ts";
import { isAskedFirst, isFinished, isStepMode, todoOf, type Plan } from "./model/plan.ts";
import type { EventBody } from "./model/state/events.ts";
import type { HoldState } from "./model/state/hold.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { satisfiesDependents } from "./model/transitions.ts";
import { tryEvents } from "./preview.ts";

type Said = Pick<Choice, "choice" | "then" | "approval">;

/**
 * What people may say about an open hold, and what happens when nobody does, each with what it would
 * do; or why nothing can be said any more.
 */
export function holdChoices(
  plan: Plan,
  hold: HoldState,
  at: string,
): Choices | { problem: Problem } {
  const problem = unavailable(plan, hold, at);
  if (problem !== null) return { problem };
  const rules = rulesOf(hold);
  const { then } = rules.accepts;
  const decisions = rules.accepts.decisions.filter(
    (decision) =>
      (rules.refusal?.(plan, hold, decision) ?? null) === null &&
      (decision !== "edit" || noEdit(hold.needs) === null),
  );
  // A plan as a whole is not skipped: its rejection is always the same.
  const rejections =
    hold.todo_id === null
      ? [null]
      : then.filter((word) => word !== "go_on" || mayGoOn(asSeenToSay(plan, hold, word)));
  const said = decisions.flatMap((choice): Said[] => {
    if (choice === "reject") {
      return rejections.map((word) => ({ choice, then: word, approval: null }));
    }
    const one = { choice, then: null, approval: null };
    const asksMore = hold.kind === "plan_review" && choice === "approve" && !isStepMode(plan.state);
    return asksMore ? [one, { ...one, approval: "every_todo" }] : [one];
  });
  const choices = said.map((one): Choice => {
    const events = decisionEvents(
      plan,
      hold,
      toDecision(plan, hold, trialCommand(hold, one), at),
      UNSENT_STAMP,
      at,
    );
    return { ...one, ...consequencesOf(plan, events, at, hold.todo_id) };
  });
  const withdraw = { type: "control_hold", hold_id: hold.id, action: "withdraw" } as const;
  return {
    choices: [...choices, ...choiceOf(plan, { ...withdraw, ...UNSENT }, hold.todo_id, at)],
    timeout: timeoutOf(plan, hold, at),
    may_remember: mayRemember(plan, hold),
  };
}

function timeoutOf(plan: Plan, hold: HoldState, at: string): TimeoutPreview | null {
  const { deadline_at, remaining_ms, todo_id } = hold;
  if (deadline_at === null && remaining_ms === null) return null;
  const event = timeoutEventOf(plan, hold, at);
  const outcome =
    event.type === "hold.expired" ? { action: event.data.action } : escalation(event, at);
  return { at: deadline_at, ...outcome, ...consequencesOf(plan, [event], at, todo_id) };
}

/** Who is asked then, and for how long. */
function escalation(
  { data: { to, change } }: EventBody & { type: "hold.escalated" },
  at: string,
): Pick<TimeoutPreview, "action" | "to" | "seconds"> {
  const { deadline_at } = change;
  const seconds = deadline_at === null ? null : (Date.parse(deadline_at) - Date.parse(at)) / 1_000;
  return { action: "escalate", to, seconds };
}

/** What operators may do to a todo now, and what happens to its hold by itself, each with what it would do. */
export function todoChoices(plan: Plan, todo: TodoState, at: string): Choices {
  const about = { type: "control_todo", todo_id: todo.id, ...UNSENT } as const;
  const hold = newestHoldOf(plan, todo.id);
  return {
    choices: TODO_ACTIONS.flatMap((action) => choiceOf(plan, { ...about, action }, todo.id, at)),
    timeout: hold?.status === "open" ? timeoutOf(plan, hold, at) : null,
    may_remember: false,
  };
}

/** What an action would do, when it can be done now. */
function choiceOf(
  plan: Plan,
  command: Command & { readonly action: Choice["choice"] },
  decided: string | null,
  at: string,
): Choice[] {
  const judged = judge(plan, command, UNSENT_STAMP, at);
  if ("problem" in judged) return [];
  const consequences = consequencesOf(plan, judged.events, at, decided);
  return [{ choice: command.action, then: null, approval: null, ...consequences }];
}

function trialCommand(
  hold: HoldState,
  { choice, then, approval }: Said,
): ApprovalCommand | InputCommand {
  const about = { hold_id: hold.id, ...UNSENT };
  if (choice === "answer") return { type: "input", value: anyAnswer(hold), ...about };
  const decision = choice === "reject" ? choice : "approve";
  return {
    type: "approval",
    decision,
    ...(then !== null && { then }),
    ...(approval !== null && { approval }),
    ...about,
  };
}

/**
 * An answer that has whatever others may refer to; which one it is changes nothing about which todos
 * wait for it.
 */
function anyAnswer(hold: HoldState): Json {
  if (hold.kind !== "input") return null;
  const { input_type, schema } = hold.request;
  if (input_type === "file") return { $file: "", name: "", media_type: "", bytes: 0 };
  return schema === undefined ? null : sampleOf(schema);
}

function sampleOf(schema: Json): Json {
  if (!isObject(schema)) return null;
  const { properties, items } = schema;
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(([name, field]) => [name, sampleOf(field)]);
    return Object.fromEntries(fields) as Json;
  }
  return isObject(items) ? [sampleOf(items)] : null;
}

function consequencesOf(
  plan: Plan,
  bodies: readonly EventBody[],
  at: string,
  decided: string | null,
): Consequences {
  const { plan: then, events } = tryEvents(plan, bodies, at);
  const started = idsOf(events, "todo.started");
  // Where a model is asked first, a person decides what it proposes, or without it.
  const asked = idsOf(events, "hold.requested", "plan.replan_requested");
  const rechecked = new Set(
    events.flatMap((event) =>
      event.type === "todo.rerun" ? event.data.recheck.map(({ todo_id }) => todo_id) : [],
    ),
  );
  const lostBefore = lostTodos(plan);
  const lost = lostTodos(then);
  const becameReady = ({ id, status }: TodoState): boolean =>
    status === "pending" && plan.todos.get(id)?.status !== "pending";
  const wouldAsk = (todo: TodoState): boolean => becameReady(todo) && isAskedFirst(then, todo);
  const named = (wanted: (todo: TodoState) => boolean) =>
    then.state.todos.filter(wanted).map(({ id, title }) => ({ id, title }));
  return {
    stops: named(({ id }) => id !== decided && lost.has(id) && !lostBefore.has(id)),
    starts: named((todo) => started.has(todo.id) || (becameReady(todo) && !wouldAsk(todo))),
    unawaited: unawaitedBy(plan, bodies).map(({ about, todos }) => ({
      about: nameOf(plan, about),
      todos: todos.map((id) => nameOf(plan, id)),
    })),
    asks: named((todo) => asked.has(todo.id) || wouldAsk(todo)),
    may_run_again: named(({ id }) => rechecked.has(id) && !started.has(id)),
    plan_ends: endOf(then),
  };
}

function nameOf(plan: Plan, id: string): { id: string; title: string } {
  return { id, title: todoOf(plan, id).title };
}

function idsOf(
  events: readonly EventBody[],
  ...types: ("todo.started" | "hold.requested" | "plan.replan_requested")[]
): Set<string | undefined> {
  const wanted: readonly string[] = types;
  return new Set(
    events.flatMap((event) =>
      wanted.includes(event.type) && "todo_id" in event ? [event.todo_id] : [],
    ),
  );
}

function endOf({ state }: Plan): PlanStatus | null {
  return isFinished(state) ? state.status : (state.ending?.outcome ?? null);
}

/** The todos that will not be done unless a person acts: given up, or waiting for such a one. */
function lostTodos(plan: Plan): Set<string> {
  const { state } = plan;
  const isLost = (todo: TodoState): boolean => {
    switch (todo.status) {
      case "skipped":
      case "cancelled":
        return true;
      case "failed":
        return todo.asks_recovery !== true && newestHoldOf(plan, todo.id)?.status !== "open";
      default:
        return state.ending !== null;
    }
  };
  const lost = new Set(
    state.todos.filter((todo) => todo.status !== "completed" && isLost(todo)).map(({ id }) => id),
  );
  // The set grows while it is read.
  for (const id of lost) {
    if (satisfiesDependents(todoOf(plan, id))) continue;
    for (const dependent of plan.dependents.get(id) ?? []) {
      if (todoOf(plan, dependent).status === "blocked") lost.add(dependent);
    }
  }
  return lost;
}
