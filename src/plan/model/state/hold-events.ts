import type { Sentence, Wording } from "../../../contract/sentences/sentence.ts";
import type { EventBody } from "./events.ts";
import type { HoldState } from "./hold.ts";

/** What an event of a hold names: the hold, and the todo that it is about. */
export function aboutHold({ id, todo_id }: HoldState): { hold_id: string; todo_id?: string } {
  return { hold_id: id, ...(todo_id !== null && { todo_id }) };
}

/** That nobody is asked any more. */
export function withdrawnEvent(hold: HoldState, by: string, reason: Wording): EventBody {
  return { type: "hold.withdrawn", by, ...aboutHold(hold), data: { reason } };
}

/** That a hold asks about something that is not so any more. */
export function staleEvent(hold: HoldState, reason: Sentence): EventBody {
  return { type: "hold.stale", by: "holdpoint", ...aboutHold(hold), data: { reason } };
}
