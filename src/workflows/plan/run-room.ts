import { RawValue } from "@temporalio/common";
import { workflowInfo } from "@temporalio/workflow";
import type { MessageName } from "../../contract/plan/commands.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import { isHistoryLong } from "../this-run.ts";

/**
 * History events after which a plan continues as new, so that a plan dropped from the worker's
 * cache answers again within about a second (its replay costs 1.5–2.5 ms a todo).
 */
const HISTORY_EVENTS = 2_000;

const MEGABYTE = 1024 * 1024;
/** As Temporal suggests it of a history's size, which does not count what is too large for Temporal. */
const LONG_BYTES = 4 * MEGABYTE;

/** Until when a run takes updates of one kind: its events, and the updates and the bytes of commands that it has taken. */
interface Room {
  readonly events: number;
  readonly updates: number;
  readonly bytes: number;
}

/*
 * A run that is held up by what runs cannot continue as new, and what comes meanwhile is bounded: a worker that does not
 * have the plan in memory reads and works through all of it within one task. And of the 2,000 updates that Temporal
 * takes of a run, some are left for what ends the wait.
 */
const EDITS: Room = { events: LIMITS.run_events, updates: 1_900, bytes: LIMITS.run_bytes };
/** Their number bounds their events, too. */
const DECISIONS: Room = { events: Infinity, updates: 1_900, bytes: 32 * MEGABYTE };
const OF_TODOS: Room = { events: Infinity, updates: 1_950, bytes: 40 * MEGABYTE };
const ALL: Room = { events: Infinity, updates: Infinity, bytes: Infinity };

/** What a plan keeps all of: what was added, and of each version what it changed. */
const GROWING: readonly MessageName[] = ["edit", "undo", "rollback"];

const ROOMS: Partial<Record<MessageName, Room>> = {
  approval: DECISIONS,
  input: DECISIONS,
  control_hold: DECISIONS,
  control_todo: OF_TODOS,
  pause: ALL,
  cancel: ALL,
};

type Way = "signal" | "update";

/** What a run has room for. */
export interface RunRoom {
  /** Notes a command that the run has taken. */
  took(sent: unknown, by: Way): void;
  /** Whether another run is to follow this one. */
  readonly isLong: boolean;
  /** Whether an update of this name has to wait for the next run. */
  isFull(name: MessageName): boolean;
  /** Whether a command would make the plan larger than a worker can hand on in time. Asked before the run takes it. */
  isTooLarge(name: MessageName, sent: unknown, by: Way): boolean;
}

/**
 * @param state what a run hands to the next one.
 * @param mostEvents after how many events another run follows; tests make their runs smaller in every way with it.
 */
export function createRunRoom(state: PlanState, mostEvents = HISTORY_EVENTS): RunRoom {
  const scale = mostEvents / HISTORY_EVENTS;
  /** Measured once in a run, before what `bytes` counts from then on; by each way, as a replay asks of no update. */
  const measured: { [By in Way]?: { readonly size: number; readonly before: number } } = {};
  let taken = 0;
  let bytes = 0;
  return {
    took(sent, by) {
      if (by === "update") taken += 1;
      bytes += bytesOf(sent);
    },
    get isLong() {
      return isHistoryLong(mostEvents) || bytes >= scale * LONG_BYTES;
    },
    isFull(name) {
      const room = ROOMS[name] ?? EDITS;
      const events = workflowInfo().historyLength;
      return (
        events >= scale * room.events ||
        taken >= scale * room.updates ||
        bytes >= scale * room.bytes
      );
    },
    isTooLarge(name, sent, by) {
      if (!GROWING.includes(name)) return false;
      const { size, before } = (measured[by] ??= {
        size: JSON.stringify(state).length,
        before: bytes,
      });
      const added = bytes - before + bytesOf(sent);
      // Once in what it makes, and once in its version.
      return size + 2 * added > scale * LIMITS.plan_bytes;
    },
  };
}

function bytesOf(sent: unknown): number {
  return sent instanceof RawValue ? (sent.payload.data?.length ?? 0) : 0;
}
