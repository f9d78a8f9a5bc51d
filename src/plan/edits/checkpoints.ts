import type { Checkpoint } from "../../contract/plan/edit.ts";
import { dependentsOf } from "../model/order/dependents-of.ts";
import type { Plan } from "../model/plan.ts";
import { percentageOf } from "../model/progress.ts";
import { decidingOf } from "../model/state/hold.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";
import { endsAt, leavesCheckpoint } from "../todos/earlier-ends.ts";
import { endedAt } from "../todos/ended-at.ts";
import { structureAt } from "./versions.ts";

const PREFIX = "cp_";

/** A moment in a plan's log: the newest event then, and its time (ISO 8601). */
export interface Moment {
  readonly seq: number;
  readonly at: string;
}

/**
 * The moments to which a plan can be restored, oldest first: every version and every end of a todo
 * (S1: id, time, phase, progress), also one that was taken back since. One that
 * was cancelled came to nothing.
 */
export function checkpointsOf(state: PlanState): Checkpoint[] {
  const versions = new Set(state.versions.map(({ seq }) => seq));
  const ended = endsOf(state);
  const told = ended.filter(
    ({ todo }, place) =>
      // What a rerun kept is there twice, and what a restore ended again is a part of it.
      todo.ended_seq !== ended[place + 1]?.todo.ended_seq && !versions.has(todo.ended_seq!),
  );
  const moments = [
    ...state.versions.map(({ seq, at, change_type }) => ({
      seq,
      at,
      phase: change_type,
      todo_id: null,
    })),
    ...told.map(({ todo }) => ({
      seq: todo.ended_seq!,
      at: endedAt(state, todo) ?? todo.updated_at,
      phase: todo.status,
      todo_id: todo.id,
    })),
  ].sort((a, b) => a.seq - b.seq);
  return moments.map((moment, place) => ({
    checkpoint_id: PREFIX + moment.seq,
    parent_id: place === 0 ? null : PREFIX + moments[place - 1]!.seq,
    timestamp: moment.at,
    phase: moment.phase,
    todo_id: moment.todo_id,
    version: versionAt(state, moment.seq),
    ...progressAt(state, ended, moment.seq),
  }));
}

/** The moment that a checkpoint's id stands for, or null when there is no such checkpoint. */
export function findCheckpoint(state: PlanState, id: string): Moment | null {
  const known = checkpointsOf(state).find(({ checkpoint_id }) => checkpoint_id === id);
  if (known === undefined) return null;
  return { seq: Number(known.checkpoint_id.slice(PREFIX.length)), at: known.timestamp };
}

/** The plan's version at a moment. */
export function versionAt(state: PlanState, seq: number): number {
  return state.versions.findLast((version) => version.seq <= seq)?.version ?? 1;
}

/**
 * What a restore does to todos. Those that had ended at the checkpoint, and have not any more or have
 * ended otherwise since, end again as they had, and so does a failure of which somebody has decided since.
 * Those that ended, failed or were approved after it go back to the start, and so does what was done on one
 * of these; within one millisecond an approval or a decision counts as later: asking again is the safe side.
 */
export function toRestore(
  plan: Plan,
  { seq, at }: Moment,
): { readonly reset: string[]; readonly again: string[] } {
  const { state, todos, newestHolds } = plan;
  const ends = endsAt(plan, seq);
  const standsSoStill = ({ id, ended_seq, asks_recovery }: TodoState): boolean => {
    const todo = todos.get(id);
    const hold = newestHolds.get(id);
    const isDecided =
      asks_recovery === true && hold !== undefined && (decidingOf(hold)?.at ?? "") >= at;
    return todo?.ended_seq === ended_seq && hasEnded(todo!.status) && !isDecided;
  };
  const later = state.todos.filter(
    ({ id, status, ended_seq = 0, approved_at }) =>
      !ends.has(id) &&
      (ended_seq > seq || (!hasEnded(status) && approved_at !== null && approved_at >= at)),
  );
  const reset = new Set(later.map(({ id }) => id));
  // A rerun had begun before the moment, and its result came after: what waited to see it stays undone.
  const users = dependentsOf([...ends.values()].filter(({ status }) => status === "completed"));
  // The set grows while it is read.
  for (const id of reset) for (const user of users.get(id) ?? []) reset.add(user.id);
  const again = [...ends.values()].filter((then) => !standsSoStill(then) && !reset.has(then.id));
  return { reset: [...reset], again: again.map(({ id }) => id) };
}

/** Every end that a todo had, and up to which event. */
function endsOf(state: PlanState) {
  const current = state.todos.filter(leavesCheckpoint).map((todo) => ({ todo, until: Infinity }));
  return [...state.earlier_ends, ...current].sort((a, b) => a.todo.ended_seq! - b.todo.ended_seq!);
}

function progressAt(
  state: PlanState,
  ended: readonly { readonly todo: TodoState; readonly until: number }[],
  seq: number,
): Pick<Checkpoint, "todos_completed" | "overall_progress"> {
  const { length: completed } = ended.filter(
    ({ todo, until }) => todo.ended_seq! <= seq && seq < until && todo.status === "completed",
  );
  const { size } = structureAt(state, versionAt(state, seq)).todos;
  const overall_progress = percentageOf({ completed, others: size - completed });
  return { todos_completed: completed, overall_progress };
}
