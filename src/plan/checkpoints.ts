import type { Checkpoint } from "../contract/edit.ts";
import { percentageOf } from "./progress.ts";
import type { PlanState, TodoState } from "./state.ts";
import { hasEnded } from "./transitions.ts";
import { structureAt } from "./versions.ts";

const PREFIX = "cp_";

/** A moment in a plan's log: the newest event then, and its time (ISO 8601). */
export interface Moment {
  readonly seq: number;
  readonly at: string;
}

/**
 * The moments to which a plan can be restored, oldest first: every version and every todo that has
 * ended (S1: id, time, phase, progress). A todo that ran again counts at its newest end.
 */
export function checkpointsOf(state: PlanState): Checkpoint[] {
  const ended = state.todos
    .filter((todo) => todo.ended_seq !== undefined && hasEnded(todo.status))
    .sort((a, b) => a.ended_seq! - b.ended_seq!);
  const moments = [
    ...state.versions.map(({ seq, at, change_type }) => ({
      seq,
      at,
      phase: change_type,
      todo_id: null,
    })),
    ...ended.map((todo) => ({
      seq: todo.ended_seq!,
      at: todo.updated_at,
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
    overall_progress: progressAt(state, ended, moment.seq),
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
 * The todos that ended, failed or were approved after a checkpoint: a restore sends them back to the
 * start. Within one millisecond an approval counts as later: asking again is the safe side.
 */
export function changedAfter(state: PlanState, { seq, at }: Moment): string[] {
  const changed = state.todos.filter(
    ({ status, ended_seq = 0, approved_at }) =>
      ended_seq > seq || (!hasEnded(status) && approved_at !== null && approved_at >= at),
  );
  return changed.map(({ id }) => id);
}

function progressAt(state: PlanState, ended: readonly TodoState[], seq: number): number {
  const done = ended.filter(
    ({ status, ended_seq }) =>
      ended_seq! <= seq && (status === "completed" || status === "skipped"),
  );
  const total = structureAt(state, versionAt(state, seq)).todos.size;
  return percentageOf({ completed: done.length }, total, 0);
}
