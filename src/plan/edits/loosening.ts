import type { PlanChanges, PlanSettings, TodoDefinition } from "../../contract/plan/edit.ts";
import type { ApprovalPolicy } from "../../contract/plan/todo.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import {
  ERROR_TYPES,
  type ErrorType,
  type FailureStrategy,
  type TimeoutAction,
} from "../../contract/tables/vocabulary.ts";
import { jsonEqual } from "../model/digest.ts";
import { demandsApproval, markOf, markOfWork, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import type { PlanState } from "../model/state/state.ts";
import { satisfiesDependents } from "../model/transitions.ts";
import { usualStrategy } from "../model/usual-strategy.ts";
import { policyOf, rejectionOf, timeoutOf, withPatience } from "../todos/approval-policy.ts";
import { definitionOf } from "../todos/flat-fields.ts";

/** The settings of a plan that stand behind those of its todos. */
type Settings = Pick<
  PlanState,
  | "approval"
  | "approval_policy"
  | "failure"
  | "approval_timeout_seconds"
  | "budget_usd"
  | "replan_policy"
>;

interface SettingsChange {
  readonly plan: Plan;
  readonly was: Settings;
  readonly becomes: Settings;
}

interface TodoChange extends SettingsChange {
  readonly before: TodoDefinition;
  readonly after: TodoDefinition;
  /** A todo that people decide about, and for which it waits no more. */
  readonly unawaited: string | undefined;
}

type Rule<Change> = (change: Change) => readonly Sentence[];

/** Says the same of every change: it takes nothing away from people who decide. */
const never: Rule<SettingsChange> = () => [];

/**
 * What loosens: which change of a todo's field lets something run, or end, with less said by people
 * than before, and in which words. Every field has its row.
 */
export const TODO_LOOSENING: Readonly<Record<keyof TodoDefinition, Rule<TodoChange>>> = {
  id: never,
  rank: never,
  title: never,
  description: never,
  created_at: never,
  priority: never,
  layer: never,
  // Whatever else runs, its approval is for exactly that; what a model may start is judged besides.
  kind: never,
  // The same todo with a tool that asks nobody: its own mark has a row of its own.
  tool_name: ({ plan, before, after }) =>
    demandsApproval(plan, before.tool_name) && !before.requires_approval && !isAsked(plan, after)
      ? [say("loosens_approval")]
      : [],
  agent_name: never,
  agent_purpose: never,
  expected_output: never,
  tool_params: never,
  input_data: never,
  output_path: never,
  task_queue: never,
  timeout_seconds: never,
  max_retries: never,
  assignee: never,
  due_at: never,
  due_in: never,
  estimated_seconds: never,
  tags: never,
  context: never,
  requires_approval: ({ plan, before, after }) =>
    before.requires_approval && !asksFirst(plan, after) ? [say("loosens_approval")] : [],
  input_request: ({ before, after }) => {
    if (before.input_request === null) return [];
    if (after.input_request === null) return [say("loosens_question")];
    // Whoever writes it answers, where the deadline takes it for the answer.
    const isTaken = after.approval.on_timeout === "approve";
    const { default: usual } = after.input_request;
    const isOther = usual !== undefined && !jsonEqual(usual, before.input_request.default);
    return isTaken && isOther ? [say("loosens_default")] : [];
  },
  approval: (change) => {
    const isAskedFirst =
      isAsked(change.plan, change.before) || change.was.approval === "every_todo";
    if (isAskedFirst) return [...looserApproval(change), ...looserPolicy(change)];
    // The same words say whom and how long the calls of the todo's agent ask.
    if (change.before.agent_name === null) return [];
    const isCalling = change.after.input_request === null;
    return [...looserTime(change, "approve"), ...(isCalling ? looserPolicy(change) : [])];
  },
  failure: ({ plan, before, after, was, becomes }) => {
    const { irreversible = false } = markOf(plan, before.tool_name);
    return looserFailures(
      [before.failure, was.failure],
      [after.failure, becomes.failure],
      irreversible,
    );
  },
  review_result: never,
  optional: ({ before, after }) =>
    !before.optional && after.optional ? [say("loosens_optional")] : [],
  depends_on: ({ unawaited }) =>
    unawaited === undefined ? [] : [say("loosens_order", { id: unawaited })],
};

/** The same for the settings of a plan. */
export const PLAN_LOOSENING: Readonly<Record<keyof PlanSettings, Rule<SettingsChange>>> = {
  title: never,
  description: never,
  max_parallel: never,
  tags: never,
  budget_usd: ({ was, becomes }) =>
    was.budget_usd !== null && (becomes.budget_usd ?? Infinity) > was.budget_usd
      ? [say("loosens_budget")]
      : [],
  approval: ({ was, becomes }) =>
    was.approval === "every_todo" && becomes.approval === "marked" ? [say("loosens_steps")] : [],
  approval_policy: ({ was, becomes }) =>
    looserNeeds(was.approval_policy ?? {}, becomes.approval_policy ?? {}),
  failure: ({ plan, was, becomes }) => {
    const irreversible = plan.state.todos.some(({ work }) => markOfWork(plan, work).irreversible);
    return looserFailures([was.failure], [becomes.failure], irreversible);
  },
  replan_policy: ({ was, becomes }) =>
    was.replan_policy === "confirm" && becomes.replan_policy === "apply"
      ? [say("loosens_replanning")]
      : [],
};

/** How much each lets happen when nobody decides. */
const BY_ITSELF: Readonly<Record<TimeoutAction, number>> = {
  wait: 0,
  fail: 0,
  skip: 1,
  approve: 2,
};

function looserApproval(change: TodoChange): Sentence[] {
  const { before, after } = change;
  const goesOn = rejectionOf(after) === "go_on" && rejectionOf(before) !== "go_on";
  const asksLess = before.approval.always_ask === true && after.approval.always_ask !== true;
  return [
    ...(asksLess ? [say("loosens_always")] : []),
    ...looserTime(change, "skip"),
    ...(goesOn ? [say("loosens_rejection")] : []),
  ];
}

/** Whether a todo needs fewer approvals, or those of others, by what it says or its plan. */
function looserPolicy({ before, after, was, becomes }: TodoChange): Sentence[] {
  // One person answers where several had to approve: whatever waits for it waits for less.
  const policyIn = (todo: TodoDefinition, { approval_policy }: Settings): ApprovalPolicy =>
    policyOf(todo.approval, approval_policy, todo.input_request !== null);
  return looserNeeds(policyIn(before, was), policyIn(after, becomes));
}

function looserNeeds(before: ApprovalPolicy, after: ApprovalPolicy): Sentence[] {
  const { approvers: had, min_approvals: few = 1, prevent_self_approval: kept } = before;
  const { approvers: has, min_approvals: now = 1, prevent_self_approval: keeps } = after;
  const mayMore =
    had !== undefined && (has === undefined || has.some((name) => !had.includes(name)));
  return [
    ...(mayMore ? [say("loosens_approvers")] : []),
    ...(now < few ? [say("loosens_min_approvals", { before: few, after: now })] : []),
    ...(kept === true && keeps !== true ? [say("loosens_self_approval")] : []),
  ];
}

/** Whether more happens, sooner, or unasked of somebody, when nobody decides. @param from the least that counts. */
function looserTime(
  { before, after, was, becomes }: TodoChange,
  from: "skip" | "approve",
): Sentence[] {
  // That it is optional now is told by its own row.
  const [then, now] = [untilDecided({ ...before, optional: after.optional }), untilDecided(after)];
  if (BY_ITSELF[now] < BY_ITSELF[from] || BY_ITSELF[now] < BY_ITSELF[then]) return [];
  if (now !== then) return [say("loosens_time_out", { before: then, after: now })];
  const [had, has] = [peoplesTime(before, was), peoplesTime(after, becomes)];
  if (has < had) return [say("loosens_time", { before: had, after: has, action: now })];
  // Who is asked in their place may never look.
  const [asked, asks] = [before.approval.escalate_to ?? [], after.approval.escalate_to ?? []];
  const unasked = asked.filter((name) => !asks.includes(name)).join(", ");
  return unasked === "" ? [] : [say("loosens_asked", { names: unasked, action: now })];
}

/** What happens when nobody decides: a question waits unless its todo says otherwise. */
function untilDecided(todo: TodoDefinition): TimeoutAction {
  const { approval } = todo.input_request === null ? todo : withPatience(todo);
  return timeoutOf(approval, todo.optional);
}

/** How many seconds all who are asked, one after the other, have to decide. */
function peoplesTime({ approval }: TodoDefinition, { approval_timeout_seconds }: Settings): number {
  const { timeout_seconds = approval_timeout_seconds, escalate_to = [] } = approval;
  return timeout_seconds * (1 + escalate_to.length);
}

type Strategies = PlanState["failure"];

/** @param was strategies before, and @param becomes after: a todo's own go before its plan's. */
function looserFailures(
  was: readonly Strategies[],
  becomes: readonly Strategies[],
  isIrreversible: boolean,
): Sentence[] {
  const strategyOf = (strategies: readonly Strategies[], type: ErrorType): FailureStrategy => {
    const written = strategies.find((one) => one[type] !== undefined)?.[type];
    // What waits for a todo that failed just stays, unless somebody has written what else it does.
    const usual = type === "dependency_failed" ? { action: "FAIL" as const } : undefined;
    return written ?? usual ?? usualStrategy(type, isIrreversible);
  };
  return ERROR_TYPES.filter(
    (type) => care(strategyOf(becomes, type)) < care(strategyOf(was, type)),
  ).map((type) => say("loosens_failure", { kind: say(`failure_${type}`), type }));
}

/** Whether a failure asks a person at once (2), when no attempt is left (1), or never. */
function care({ action, fallback = "MANUAL" }: FailureStrategy): number {
  const asks = (word: string): boolean => word === "MANUAL" || word === "REPLAN";
  if (asks(action)) return 2;
  return action === "RETRY" && asks(fallback) ? 1 : 0;
}

function isAsked(plan: Plan, todo: TodoDefinition): boolean {
  return asksFirst(plan, todo) || todo.input_request !== null;
}

/** Whether it waits for an approval, whichever rule the plan has. */
function asksFirst(plan: Plan, { requires_approval, tool_name }: TodoDefinition): boolean {
  return requires_approval || demandsApproval(plan, tool_name);
}

/**
 * Every way in which changes of a plan loosen what people decide about it; none when they do not.
 * What is removed does not run, and what is added is new: both loosen nothing by themselves.
 * @param reset what the changes send back to the start where they go back to a checkpoint, so that what was
 * approved since is asked about again.
 */
export function looseningsOf(
  plan: Plan,
  changes: PlanChanges,
  reset: Reset = null,
): ProblemDetail[] {
  const was: Settings = plan.state;
  const becomes: Settings = { ...was, ...changes.settings?.after } as Settings;
  const settings = Object.keys(changes.settings?.after ?? {}) as (keyof PlanSettings)[];
  const unawaitedBy = unawaited(plan, changes, reset);
  return [
    ...settings.flatMap((field) =>
      PLAN_LOOSENING[field]({ plan, was, becomes }).map((detail) => ({
        pointer: `/${field}`,
        detail,
      })),
    ),
    ...changes.todos.flatMap(({ todo_id, before, after }) => {
      if (before === null || after === null) return [];
      const change = { plan, before, after, was, becomes, unawaited: unawaitedBy(before, after) };
      const fields = Object.keys(TODO_LOOSENING) as (keyof TodoDefinition)[];
      return fields.flatMap((field) =>
        TODO_LOOSENING[field](change).map((detail) => {
          return { pointer: `/todos/${todo_id}/${field}`, detail };
        }),
      );
    }),
  ];
}

/** What skipping a todo loosens: what waits for it runs as if the plan did not have it. */
export function looseningsOfSkip(plan: Plan, id: string): ProblemDetail[] {
  return looseningsOf(plan, changesBySkip(plan, id));
}

/** What skipping a todo amounts to: what waits for it no longer does. */
export function changesBySkip(plan: Plan, id: string): PlanChanges {
  const waiting = (plan.dependents.get(id) ?? []).flatMap((other) => plan.todos.get(other) ?? []);
  const todos = waiting.map((todo) => {
    const before = definitionOf(todo);
    const depends_on = before.depends_on.filter((other) => other !== id);
    return { todo_id: todo.id, before, after: { ...before, depends_on } };
  });
  return { todos, settings: null };
}

type DependenciesOf = (id: string) => readonly string[];

/** Which todos a change sends back to the start where it goes back to a checkpoint; else null. */
export type Reset = readonly string[] | null;

/** The same of a change that is recorded. */
export function resetBy({
  change_type,
  reset = [],
}: Pick<Extract<EventBody, { type: "plan.edited" }>["data"], "change_type" | "reset">): Reset {
  return change_type === "restore" ? reset : null;
}

/** For which undecided todo a changed one waited before, however far away, and does not after. */
export function unawaited(plan: Plan, { todos }: PlanChanges, reset: Reset) {
  const isRestored = reset !== null;
  const changed = new Map(todos.map(({ todo_id, after }) => [todo_id, after?.depends_on ?? []]));
  /** A todo that was skipped, say, keeps nothing back: whatever it depends on, nobody waits for that through it. */
  const isPassed = (id: string): boolean => {
    const todo = plan.todos.get(id);
    return todo !== undefined && satisfiesDependents(todo) && reset?.includes(id) !== true;
  };
  const were: DependenciesOf = (id) => (isPassed(id) ? [] : (plan.todos.get(id)?.depends_on ?? []));
  const are: DependenciesOf = (id) => (isPassed(id) ? [] : (changed.get(id) ?? were(id)));
  const open = plan.state.todos
    .filter(
      (todo) =>
        isAsked(plan, definitionOf(todo)) &&
        (isRestored || !(satisfiesDependents(todo) || todo.approved_digest !== null)),
    )
    .map(({ id }) => id);
  const bits = new Map(open.map((id, place) => [id, 1n << BigInt(place)]));
  const before = createAwaited(were, bits);
  const after = createAwaited(are, bits);

  return function unawaitedBy(from: TodoDefinition, to: TodoDefinition): string | undefined {
    const dropped = from.depends_on.filter((id) => !to.depends_on.includes(id));
    const lost = before(dropped) & ~after(to.depends_on);
    // Its lowest bit: one name is enough, and there may be thousands.
    return lost === 0n ? undefined : open[(lost & -lost).toString(2).length - 1];
  };
}

/**
 * Which of the numbered todos are among some others or come before them, as bits. Each todo is looked
 * at once, since an edit may unlink thousands in a plan of thousands.
 */
function createAwaited(dependenciesOf: DependenciesOf, bits: ReadonlyMap<string, bigint>) {
  const known = new Map<string, bigint>();
  const join = (ids: readonly string[], own = 0n): bigint =>
    ids.reduce((all, id) => all | known.get(id)!, own);

  return function awaitedBy(ids: readonly string[]): bigint {
    if (bits.size === 0) return 0n;
    const path = [...ids];
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const unknown = known.has(id) ? [] : dependenciesOf(id).filter((other) => !known.has(other));
      path.push(...unknown);
      if (unknown.length > 0) continue;
      if (!known.has(id)) known.set(id, join(dependenciesOf(id), bits.get(id)));
      path.pop();
    }
    return join(ids);
  };
}
