import type { PlanState } from "../state/state.ts";
import { fromTables, toTables, type Table } from "./tables.ts";

/** The state of a plan that has ended, as it is kept: its todos, and its events, as tables. */
export type LastState = Omit<PlanState, "todos" | "events"> & {
  readonly todos: readonly Table[];
  readonly events: readonly Table[];
};

/** About a fifth of the state, so that most plans can tell it with their end. */
export function toLastState(state: PlanState): LastState {
  return { ...state, todos: toTables(state.todos), events: toTables(state.events) };
}

/** The state again. */
export function fromLastState(last: LastState): PlanState {
  const [todos, events] = [fromTables(last.todos), fromTables(last.events)];
  return { ...last, todos, events } as PlanState;
}
