import type {
  Actions,
  HoldActions,
  PlanActions,
  Possibility,
  TodoActions,
} from "../contract/plan/actions.ts";
import type { Command } from "../contract/plan/commands.ts";
import type { EditOp } from "../contract/plan/edit.ts";
import { HOLD_ACTION_NAMES, HOLD_ACTIONS } from "../contract/plan/holds/hold-actions.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { spelled } from "../contract/sentences/sentence.ts";
import { TODO_ACTIONS } from "../contract/tables/vocabulary.ts";
import { judge, UNSENT, UNSENT_STAMP } from "./decide.ts";
import { approvedBy, groupsFor } from "./holds/needs.ts";
import { todoOf, type Plan } from "./model/plan.ts";
import type { HoldState } from "./model/state/hold.ts";
import { groupsIn, peopleIn } from "./todos/approvers.ts";

/** How many open holds are looked at without being asked for. */
const HOLDS = 100;
const POSSIBLE: Possibility = { possible: true };

/**
 * Everything that can be done now, and why the rest cannot: the plan judges the least command of
 * each kind as it judges those that people send.
 * @param todoId asks about one todo and its open hold instead of the plan.
 * @param you for whom it is asked; without it, what anybody may do with a hold counts as possible.
 */
export function legalCommands(plan: Plan, at: string, todoId?: string, you?: Asker): Actions {
  const { id: plan_id, seq, version } = plan.state;
  const open = [...plan.openHolds.values()];
  const asked = todoId === undefined ? open.slice(0, HOLDS) : holdsOf(open, todoId);
  return {
    plan_id,
    seq,
    version,
    ...(todoId === undefined
      ? { plan: planActions(plan, at) }
      : { todo: todoActions(plan, todoId, at) }),
    holds: asked.map((hold) => ({
      hold_id: hold.id,
      todo_id: hold.todo_id,
      actions: holdActions(plan, hold, at, you),
    })),
  };
}

/** Who wants to know what they can do. */
export interface Asker {
  readonly name: string;
  /** Which groups they are in. */
  readonly groups: readonly string[];
}

function holdsOf(open: readonly HoldState[], todoId: string): HoldState[] {
  return open.filter(({ todo_id }) => todo_id === todoId);
}

/** What is said to a plan in one word. */
type PlanWord = Exclude<keyof PlanActions, "edit" | "replan" | "rollback" | "fork">;

function planActions(plan: Plan, at: string): PlanActions {
  const { title, version } = plan.state;
  const word = (type: PlanWord): Possibility => can(plan, { type, ...UNSENT }, at);
  return {
    ...possibilities(["pause", "resume", "cancel"], word),
    edit: canEdit(
      plan,
      { edit_type: "modify_plan", params: { changes: { title: changed(title) } } },
      at,
    ),
    replan: can(plan, { type: "replan", feedback: "", ...UNSENT }, at),
    undo: word("undo"),
    // Whether it is at that version already is another question.
    rollback: unless("nothing_changed", can(plan, { type: "rollback", version, ...UNSENT }, at)),
    // It leaves the plan as it is, whatever that is.
    fork: POSSIBLE,
    ...possibilities(["archive", "unarchive", "acknowledge"], word),
  };
}

function holdActions(plan: Plan, hold: HoldState, at: string, you?: Asker): HoldActions {
  const { id: hold_id, deciding, needs } = hold;
  const given = approvedBy(hold);
  // What can be done at all is what somebody may do.
  const groups = you === undefined ? groupsIn(needs?.approvers) : groupsFor(hold, you.groups);
  const people = peopleIn(needs?.approvers);
  const some = people.find((name) => isFree(hold, name)) ?? people[0] ?? "";
  const by = you?.name ?? some;
  const about = { hold_id, ...UNSENT, by, ...(groups.length > 0 && { groups }) };
  const decision = { type: "approval", ...about } as const;
  const control = { type: "control_hold", ...about } as const;
  return {
    approve: can(plan, { ...decision, decision: "approve" }, at),
    reject: can(plan, { ...decision, decision: "reject" }, at),
    edit: can(plan, { ...decision, decision: "edit", args: {} }, at),
    // Which answer is taken is another question.
    answer: unless("invalid_answer", can(plan, { type: "input", value: null, ...about }, at)),
    ...possibilities(HOLD_ACTION_NAMES, (action) => {
      // Who has decided may say more than others.
      const decider = deciding?.decision.by ?? given[0] ?? "";
      const who = action === "undo" && you === undefined ? decider : by;
      const to = action === "delegate" && some !== "" ? { to: some } : {};
      const example = { ...HOLD_ACTIONS[action].example, ...to };
      return can(plan, { ...control, by: who, action, ...example }, at);
    }),
  };
}

/** Whether the hold needs somebody's approval, and does not have it yet. */
function isFree(hold: HoldState, name: string): boolean {
  return !(hold.needs?.not_by ?? []).includes(name) && !approvedBy(hold).includes(name);
}

function todoActions(plan: Plan, todo_id: string, at: string): TodoActions {
  const control = { type: "control_todo", todo_id, ...UNSENT } as const;
  const todo = todoOf(plan, todo_id);
  const title = changed(todo.title);
  // Who has claimed it may say more than others.
  const work = { ...UNSENT, todo_id, by: todo.claimed_by ?? "" };
  const target = { target_id: todo_id };
  return {
    ...possibilities(TODO_ACTIONS, (action) => can(plan, { ...control, action }, at)),
    ...possibilities(["claim", "release", "done"], (type) => can(plan, { type, ...work }, at)),
    cannot: can(plan, { type: "cannot", reason: "", ...work }, at),
    edit: canEdit(
      plan,
      { edit_type: "modify_todo", ...target, params: { changes: { title } } },
      at,
    ),
    remove: canEdit(plan, { edit_type: "remove_todo", ...target }, at),
  };
}

function possibilities<Name extends string>(
  names: readonly Name[],
  of: (name: Name) => Possibility,
): Record<Name, Possibility> {
  const found = names.map((name) => [name, of(name)] as const);
  return Object.fromEntries(found) as Record<Name, Possibility>;
}

function can(plan: Plan, command: Command, at: string): Possibility {
  const judgement = judge(plan, command, UNSENT_STAMP, at);
  if ("events" in judgement) return POSSIBLE;
  const { code, detail, hint } = judgement.problem;
  return {
    possible: false,
    code,
    detail: "",
    ...spelled("detail", detail),
    ...spelled("hint", hint),
  };
}

/** What was asked about, where only the example was refused. */
function unless(code: Problem["code"], found: Possibility): Possibility {
  return !found.possible && found.code === code ? POSSIBLE : found;
}

function canEdit(plan: Plan, op: EditOp, at: string): Possibility {
  return can(plan, { type: "edit", ops: [op], ...UNSENT }, at);
}

/** An edit has to change something. */
const changed = (title: string): string => `${title}.`;
