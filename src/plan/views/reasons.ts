import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { PlanView, Reason } from "../../contract/plan/plan.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { say, spelled, type Sentence, type Wording } from "../../contract/sentences/sentence.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { isStepMode } from "../model/plan.ts";
import { hasEnded, satisfiesDependents, type Outcome } from "../model/transitions.ts";

type Asked = Pick<
  Todo,
  | "id"
  | "title"
  | "status"
  | "priority"
  | "created_at"
  | "kind"
  | "depends_on"
  | "assignee"
  | "claimed_by"
  | "blocker"
  | "next_attempt_at"
> & { readonly error_message: Wording | null };

/** What decides why a todo waits: the plan in its workflow has it, and so has a board elsewhere. */
export interface Surroundings {
  readonly plan: Pick<PlanView, "status" | "paused" | "plan_review" | "max_parallel" | "approval">;
  /** Whether the plan is on its way to its end, or there. */
  readonly isEnding: boolean;
  todo(id: string): (Pick<Todo, "title"> & Outcome) | undefined;
  /** The open hold of a todo, the oldest where its agent has several; of the plan itself for null. */
  holdOf(todoId: string | null): Pick<Hold, "id" | "kind" | "deadline_at" | "needs"> | undefined;
  /** The todos that take a place: those that run, and agents that wait for a person in the middle of their work. */
  readonly taken: readonly string[];
  /** The first ready todos that nothing but a free place keeps from starting, in their order. */
  readonly next: readonly string[];
}

/**
 * Whether a todo neither runs nor has ended; what a person has claimed waits for that person, an agent that asks one
 * for the answer, and what failed and is tried again for its next attempt.
 */
export function waits(
  { id, status, kind, next_attempt_at }: Pick<Todo, "id" | "status" | "kind" | "next_attempt_at">,
  { holdOf }: Pick<Surroundings, "holdOf">,
): boolean {
  if (hasEnded(status)) return false;
  if (status !== "in_progress" || kind === "manual" || next_attempt_at !== undefined) return true;
  return holdOf(id) !== undefined;
}

/** Every reason for which a todo does not run now; one reason that says so when it does. */
export function reasonsOf(todo: Asked, around: Surroundings): Reason[] {
  const { plan } = around;
  const reasons: Reason[] = [];
  const asked = around.holdOf(todo.id);
  const isGoingOn = todo.status === "in_progress" && todo.next_attempt_at === undefined;
  if (isGoingOn && asked === undefined) return [doneByWhom(todo)];
  if (todo.status === "failed") {
    return [because("failed", say("it_failed", { why: messageOf(todo) }))];
  }
  if (todo.status === "skipped") {
    return [because("finished", say("it_is_skipped", { why: messageOf(todo) }))];
  }
  if (hasEnded(todo.status))
    return [because("finished", say("it_is", { status: say(`status_${todo.status}`) }))];
  if (around.isEnding) return [because("ending", say("plan_is_ending"))];
  if (plan.paused !== null) {
    reasons.push(because("paused", say("plan_was_paused", { by: plan.paused.by })));
  }
  if (todo.next_attempt_at !== undefined && plan.paused === null) {
    reasons.push(because("retry", say("attempt_comes", { at: todo.next_attempt_at })));
  }
  if (plan.status === "pending" && plan.plan_review) {
    const said = say("plan_waits_for_review");
    reasons.push({ ...because("plan_review", said), ...hold(around.holdOf(null)) });
  }
  if (todo.blocker !== null) {
    const { question, hold_id } = todo.blocker;
    const said = say("waits_for_answer", { question });
    reasons.push({ ...because("hold", said), ...(hold_id !== null && { hold_id }) });
  } else if (todo.status === "blocked") reasons.push(...dependencyReasons(todo, around));
  if (todo.status === "needs_approval" || isGoingOn) {
    reasons.push({ ...because("hold", waitsForDecision(asked)), ...hold(asked) });
  }
  if (todo.status === "pending" && reasons.length === 0) {
    reasons.push(todo.kind === "manual" ? waitsForWhom(todo) : placeReason(todo, around));
  }
  return reasons;
}

function because(code: Reason["code"], said: Sentence): Reason {
  return { code, text: "", ...spelled("text", said) };
}

function messageOf({ error_message }: Asked): Wording {
  return error_message ?? say("no_message");
}

function doneByWhom({ claimed_by: person }: Asked): Reason {
  return person === null
    ? because("running", say("it_runs"))
    : { ...because("claimed", say("has_claimed_it", { who: person })), person };
}

function waitsForWhom({ assignee: person }: Asked): Reason {
  return person === null
    ? because("unclaimed", say("waits_for_somebody"))
    : { ...because("unclaimed", say("waits_for_person", { who: person })), person };
}

function waitsForDecision(asked: ReturnType<Surroundings["holdOf"]>): Sentence {
  const until = asked?.deadline_at ?? null;
  if (asked !== undefined && QUESTION_KINDS.includes(asked.kind)) {
    return until === null
      ? say("waits_for_an_answer")
      : say("waits_for_an_answer_until", { until });
  }
  const { approvals = 1, given = [] } = asked?.needs ?? {};
  const count = approvals - given.length;
  if (count > 1) {
    return until === null
      ? say("waits_for_approvals", { count })
      : say("waits_for_approvals_until", { count, until });
  }
  return until === null ? say("waits_for_approval") : say("waits_for_approval_until", { until });
}

function hold(asked: Pick<Hold, "id"> | undefined): { hold_id?: string } {
  return asked === undefined ? {} : { hold_id: asked.id };
}

function dependencyReasons({ depends_on }: Asked, around: Surroundings): Reason[] {
  const open = depends_on.flatMap((id) => {
    const todo = around.todo(id);
    return todo === undefined || satisfiesDependents(todo) ? [] : [{ ...todo, id }];
  });
  const isLost = ({ status }: Pick<Todo, "status">): boolean =>
    status === "failed" || status === "cancelled";
  const reason = (
    code: Reason["code"],
    id: "waits_for_todos" | "cannot_start_without" | "result_in_review",
    todos: typeof open,
  ): Reason[] =>
    todos.length === 0
      ? []
      : [
          {
            ...because(code, say(id, { todos: todos.map(({ title }) => `"${title}"`).join(", ") })),
            todo_ids: todos.map(({ id }) => id),
          },
        ];
  const isLookedAt = ({ status }: Pick<Todo, "status">): boolean => status === "completed";
  return [
    ...reason(
      "dependency",
      "waits_for_todos",
      open.filter((todo) => !isLost(todo) && !isLookedAt(todo)),
    ),
    ...reason("dependency", "result_in_review", open.filter(isLookedAt)),
    ...reason("dependency_failed", "cannot_start_without", open.filter(isLost)),
  ];
}

/** Where a ready todo stands among those that wait for a place, and what puts it there. */
function placeReason(
  { id, priority, created_at: made }: Asked,
  { plan, taken, next }: Surroundings,
): Reason {
  if (isStepMode(plan) && !next.includes(id)) {
    return because("turn", say("turn_comes"));
  }
  if (taken.length < plan.max_parallel) return because("starting", say("starts_now"));
  const place = next.indexOf(id);
  const rank = { priority, made };
  if (place === 0 || next.length === 0) {
    return {
      ...because(
        "parallel_limit",
        say("next_to_start", { ...rank, taken: taken.length, places: plan.max_parallel }),
      ),
      todo_ids: [...taken],
    };
  }
  const said =
    place > 0
      ? say("others_first", { ...rank, place: place + 1, count: place })
      : say("many_others_first", { ...rank, count: next.length });
  return {
    ...because("priority", said),
    todo_ids: next.slice(0, Math.min(place > 0 ? place : next.length, 5)),
  };
}
