import type { EventBody, PlanEvent } from "./events.ts";
import type { PlanState } from "./state.ts";
import { toLogged } from "./to-logged.ts";

/** Gives a fact its place in the plan's log and answers it as an event. */
export function addEvent(state: PlanState, body: EventBody, at: string): PlanEvent {
  state.seq += 1;
  const event: PlanEvent = { ...body, seq: state.seq, at };
  state.events.push(toLogged(event));
  return event;
}
