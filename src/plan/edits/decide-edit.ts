import type { EditOp, PlanChanges, PlanVersion, TodoChanges } from "../../contract/plan/edit.ts";
import { notNow } from "../../contract/problems/problem-at.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { startOf } from "../../text/cut-text.ts";
import { closedProblem } from "../model/closed-problem.ts";
import type { EditCommand, RollbackCommand, UndoCommand } from "../model/commands.ts";
import { interruptible } from "../model/interruptible.ts";
import { isFinished, isStepMode, type Plan } from "../model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "../model/state/events.ts";
import { withdrawnEvent } from "../model/state/hold-events.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { checkChanges } from "./check-changes.ts";
import { findCheckpoint, toRestore, versionAt, type Moment } from "./checkpoints.ts";
import { changesNothing, changesPlan, planEdits } from "./plan-edits.ts";
import { changesBackTo, inverse, structureAt, touchedBy, undoable } from "./versions.ts";

/**
 * What an edit, an undo or a rollback does: one new version, or nothing and the reason.
 * @param at ISO 8601 time.
 */
export function decideEdit(
  plan: Plan,
  command: EditCommand | UndoCommand | RollbackCommand,
  stamp: Partial<CommandStamp>,
  at: string,
): Judgement {
  const reopens = command.type === "rollback" && plan.state.ending === null;
  const closed = reopens
    ? null
    : closedProblem(plan.state, (status) => say("plan_cannot_be_edited", { status }));
  if (closed !== null) return { problem: closed };
  const unplanned = unplannedProblem(plan);
  if (unplanned !== null) return { problem: unplanned };
  const moved = movedProblem(plan, command.expected_version);
  if (moved !== null) return { problem: moved };
  switch (command.type) {
    case "edit": {
      const stale = staleProblem(plan, command.base_version, (since) => meets(since, command.ops));
      if (stale !== null) return { problem: stale };
      const planned = planEdits(plan, command.ops, at);
      if ("problem" in planned) return planned;
      return toEvents(plan, command, stamp, { ...planned, change_type: "edit", of_version: null });
    }
    case "undo": {
      const version = undoable(plan);
      if (version === undefined) return { problem: nothingToUndo() };
      const changes = inverse(version.changes);
      const stale =
        staleProblem(plan, command.base_version, () => true) ??
        staleProblem(plan, version.version, () => isBuiltOn(plan, version));
      const problem = stale ?? checkChanges(plan, changes);
      if (problem !== null) return { problem };
      return toEvents(plan, command, stamp, {
        changes,
        change_type: "undo",
        of_version: version.version,
      });
    }
    case "rollback": {
      const { state } = plan;
      if (command.checkpoint_id !== undefined) {
        return restore(plan, command, command.checkpoint_id, stamp);
      }
      if (command.version === undefined) return { problem: unknownVersion(plan, 0, "/version") };
      if (command.version > state.version)
        return { problem: unknownVersion(plan, command.version, "/version") };
      const changes = changesBackTo(state, command.version);
      const problem = checkChanges(plan, changes, true) ?? standingProblem(plan, changes);
      if (problem !== null) return { problem };
      const of_version = command.version;
      return toEvents(plan, command, stamp, { changes, change_type: "rollback", of_version });
    }
  }
}

/**
 * The edit of one todo that goes with another word about it, by whoever says that word; no event where
 * the todo is so already.
 * @param at ISO 8601 time.
 */
export function decideTodoEdit(
  plan: Plan,
  { todo_id: target_id, changes, by, reason }: TodoEdit,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const ops: EditOp[] = [{ edit_type: "modify_todo", target_id, params: { changes } }];
  // It runs again as it is then: that it is done does not stand in the way.
  const planned = planEdits(plan, ops, at, true);
  if ("problem" in planned) {
    return planned.problem.code === "nothing_changed" ? { events: [] } : planned;
  }
  const edit: EditCommand = {
    type: "edit",
    by,
    command_id: stamp.command_id,
    ops,
    ...(reason !== undefined && { reason }),
  };
  return toEvents(plan, edit, stamp, { ...planned, change_type: "edit", of_version: null });
}

interface TodoEdit {
  readonly todo_id: string;
  readonly changes: TodoChanges;
  readonly by: string;
  readonly reason?: string;
}

/** Whether the plan is so already, and there is nothing in it that would wait again. */
function standingProblem({ state }: Plan, changes: PlanChanges): Problem | null {
  const waitsAgain = isFinished(state) && state.todos.some(({ status }) => status === "cancelled");
  return waitsAgain || changesPlan(changes) ? null : changesNothing();
}

/** Structure and statuses as they were at a checkpoint; only what came after runs again. */
function restore(
  plan: Plan,
  command: RollbackCommand,
  checkpointId: string,
  stamp: Partial<CommandStamp>,
): Judgement {
  const { state } = plan;
  const moment = findCheckpoint(state, checkpointId);
  if (moment === null) {
    return {
      problem: {
        code: "version_not_found",
        detail: say("no_checkpoint", { id: checkpointId }),
        hint: say("choose_checkpoint"),
        errors: [{ pointer: "/checkpoint_id", detail: say("names_no_checkpoint") }],
      },
    };
  }
  const [running] = plan.running;
  if (running !== undefined) {
    const mayPause = state.paused === null || interruptible(plan).length > 0;
    const legal = [mayPause ? "pause" : "resume", "cancel"];
    return { problem: notNow(say("todo_runs", { id: running }), say("pause_then_restore"), legal) };
  }
  const of_version = versionAt(state, moment.seq);
  const changes = changesBackTo(state, of_version);
  const problem = checkChanges(plan, changes, true);
  if (problem !== null) return { problem };
  const unreviewed = isUnreviewed(plan, moment);
  const since = toRestore(plan, moment);
  // What was asked and offered since then is so again, once the plan is approved again; in step mode, when it is
  // its turn, and whose turn it was then comes first. What asks about something that is undone is stale by itself.
  const approval = changes.settings?.after.approval ?? state.approval;
  const undone = new Set(since.reset);
  const isFounded = ({ depends_on }: TodoState): boolean =>
    !depends_on.some((id) => undone.has(id));
  const inTurn = state.todos.filter((todo) => todo.status === "needs_approval" && isFounded(todo));
  const open = [...[...plan.openHolds.values()].map(({ todo_id }) => todo_id), ...plan.work];
  const stepped = isStepMode({ approval }) ? inTurn.map(({ id }) => id) : [];
  const asked = unreviewed ? open : stepped;
  const reset = [...new Set([...undone, ...asked.filter((id) => id !== null)])];
  const { todos } = structureAt(state, of_version);
  const again = since.again.filter((id) => todos.has(id));
  const ended_at = { seq: moment.seq, todos: again };
  const made = {
    changes,
    change_type: "restore" as const,
    of_version,
    reset,
    ended_at,
    unreviewed,
  };
  return toEvents(plan, command, stamp, made);
}

/**
 * Whether the plan waited for its review at a moment. Within one millisecond the approval counts as
 * later: asking again is the safe side.
 */
function isUnreviewed({ state }: Plan, { at }: Moment): boolean {
  return state.plan_review && state.started_at !== null && at <= state.started_at;
}

function toEvents(
  plan: Plan,
  command: EditCommand | UndoCommand | RollbackCommand,
  stamp: Partial<CommandStamp>,
  made: {
    changes: PlanChanges;
    change_type: "edit" | "undo" | "rollback" | "restore";
    of_version: number | null;
    next_todo?: number;
    reset?: readonly string[];
    ended_at?: { readonly seq: number; readonly todos: readonly string[] };
    unreviewed?: boolean;
  },
): Judgement {
  const { by } = command;
  const removed = new Set(
    made.changes.todos.filter(({ after }) => after === null).map(({ todo_id }) => todo_id),
  );
  const reset = new Set([...(made.reset ?? []), ...(made.ended_at?.todos ?? [])]);
  const withdrawn = [...plan.openHolds.values()].flatMap((hold) => {
    const id = hold.todo_id ?? "";
    if (removed.has(id)) return [withdrawnEvent(hold, by, say("todo_removed"))];
    return reset.has(id) ? [withdrawnEvent(hold, by, say("todo_sent_back"))] : [];
  });
  const edited: EventBody = {
    type: "plan.edited",
    by,
    data: {
      ...stamp,
      version: plan.state.version + 1,
      reason: command.reason ?? saidOf(command),
      next_todo: plan.state.next_todo,
      ...made,
    },
  };
  return { events: [...withdrawn, edited] };
}

/** What the operations say of themselves (S0 §6.2), a line each; null when none does. */
function saidOf(command: EditCommand | UndoCommand | RollbackCommand): string | null {
  if (command.type !== "edit") return null;
  const said = command.ops.flatMap(({ description = "" }) => description.trim() || []);
  return said.length === 0 ? null : startOf(said.join("\n"), LIMITS.reason);
}

/** An edit on an older version merges when nothing since then touched the same todos. */
function staleProblem(
  plan: Plan,
  base: number | undefined,
  meetsEdit: (since: readonly PlanVersion[]) => boolean,
): Problem | null {
  const { state } = plan;
  if (base === undefined || base === state.version) return null;
  if (base > state.version) return unknownVersion(plan, base, "/base_version");
  const since = state.versions.filter(({ version }) => version > base);
  if (since.length === 0 || !meetsEdit(since)) return null;
  return {
    code: "stale_plan_version",
    detail: say("changed_since", { version: state.version, base }),
    hint: say("edit_newest"),
    current_version: state.version,
    changes_since: since,
  };
}

/** A change that was made for one version only is refused at any other. */
export function movedProblem({ state }: Plan, expected: number | undefined): Problem | null {
  if (expected === undefined || expected === state.version) return null;
  return {
    code: "stale_plan_version",
    detail: say("not_that_version", { version: state.version, expected }),
    hint: say("change_newest"),
    current_version: state.version,
    changes_since: state.versions.filter(({ version }) => version > expected),
  };
}

/** Whether what a version made is no longer as it made it; changes that were taken back do not count. */
function isBuiltOn({ state }: Plan, version: PlanVersion): boolean {
  const since = changesBackTo(state, version.version);
  const touched = touchedBy(version);
  const settings = Object.keys(version.changes.settings?.after ?? {});
  return (
    since.todos.some(({ todo_id }) => touched.has(todo_id)) ||
    Object.keys(since.settings?.after ?? {}).some((name) => settings.includes(name))
  );
}

/** Whether versions touched a todo that the operations name, or a setting that they change. */
function meets(since: readonly PlanVersion[], ops: readonly EditOp[]): boolean {
  const touched = new Set(since.flatMap((version) => [...touchedBy(version)]));
  const settings = new Set(
    since.flatMap(({ changes }) => Object.keys(changes.settings?.after ?? {})),
  );
  return ops.some((op) => {
    if (op.edit_type === "modify_plan") {
      return Object.keys(op.params.changes).some((name) => settings.has(name));
    }
    return namedIn(op).some((id) => touched.has(id));
  });
}

function namedIn(op: Exclude<EditOp, { edit_type: "modify_plan" }>): string[] {
  switch (op.edit_type) {
    case "add_todo": {
      const { todo } = op.params;
      return [todo.id ?? [], todo.depends_on, todo.blocks].flat();
    }
    case "reorder":
      return "order" in op.params ? op.params.order : [op.target_id ?? ""];
    case "add_dependency":
    case "remove_dependency":
      return [op.target_id, op.params.depends_on];
    default:
      return [op.target_id];
  }
}

/** @param pointer where the command names it. */
function unknownVersion(plan: Plan, version: number, pointer: string): Problem {
  return {
    code: "version_not_found",
    detail: say("no_version_yet", { version, newest: plan.state.version }),
    hint: say("choose_version"),
    current_version: plan.state.version,
    errors: [{ pointer, detail: say("names_no_version") }],
  };
}

function nothingToUndo(): Problem {
  return {
    code: "nothing_changed",
    detail: say("nothing_to_undo"),
    hint: say("nothing_to_do"),
  };
}

/** While a goal is being planned, there is nothing to edit yet. */
export function unplannedProblem({ state: { goal } }: Plan): Problem | null {
  if (goal === null || (goal.phase !== "planning" && goal.phase !== "asking")) return null;
  return notNow(
    say("goal_has_no_todos"),
    say(goal.phase === "asking" ? "answer_goal_first" : "wait_for_planning"),
    ["pause", "cancel"],
  );
}
