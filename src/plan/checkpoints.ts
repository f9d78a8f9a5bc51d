import type { Checkpoint } from "../contract/edit.ts";
import { percentageOf } from "./progress.ts";
import type { PlanState, TodoState } from "./state.ts";
import { hasEnded } from "./transitions.ts";
import { structureAt } from "./versions.ts";

const PREFIX = "cp_";

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

/** The sequence number that a checkpoint's id stands for, or null when there is no such checkpoint. */
export function findCheckpoint(state: PlanState, id: string): number | null {
  const known = checkpointsOf(state).find(({ checkpoint_id }) => checkpoint_id === id);
  return known === undefined ? null : Number(known.checkpoint_id.slice(PREFIX.length));
}

/** The plan's version at a moment. */
export function versionAt(state: PlanState, seq: number): number {
  return state.versions.findLast((version) => version.seq <= seq)?.version ?? 1;
}

/** The todos that ended, or failed, after a moment: a restore sends them back to the start. */
export function endedAfter(state: PlanState, seq: number): string[] {
  return state.todos.filter((todo) => (todo.ended_seq ?? 0) > seq).map(({ id }) => id);
}

function progressAt(state: PlanState, ended: readonly TodoState[], seq: number): number {
  const done = ended.filter(
    ({ status, ended_seq }) =>
      ended_seq! <= seq && (status === "completed" || status === "skipped"),
  );
  const total = structureAt(state, versionAt(state, seq)).todos.size;
  return percentageOf({ completed: done.length }, total, 0);
}
