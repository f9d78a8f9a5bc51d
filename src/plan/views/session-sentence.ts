import type { LoggedEvent } from "../../contract/plan/event.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../contract/text.ts";
import { CONTINUATION_CANCELS, CONTINUATION_SKIPS } from "../../contract/tables/vocabulary.ts";

/** What an event of a session says to people, or null for events of anything else. */
export function sessionSentence({ type, data = {} }: LoggedEvent): Sentence | null {
  const session = text(data, "session_id");
  const left = text(data, "left");
  switch (type) {
    case "session.registered":
      return say("session_registered", { session, who: text(data, "assignee") });
    case "session.changed":
      return say("session_changed", { session, cause: text(data, "cause") });
    case "session.leased":
      return say("session_leased", { session });
    case "session.renewed":
      return say("session_renewed", { session });
    case "session.lease_expired":
      return say("session_lease_expired", { session });
    case "session.deleted":
      return say("session_deleted", { session });
    case "continuation.countdown":
      return say("continuation_countdown", { session, left, seconds: text(data, "seconds_left") });
    case "continuation.injected": {
      const prompt = data["prompt"] as JsonObject;
      return say("continuation_injected", { session, left: text(prompt, "left") });
    }
    case "continuation.acknowledged":
      return say("continuation_acknowledged", { session });
    case "continuation.cancelled": {
      const cause = CONTINUATION_CANCELS.find((row) => row === data["cause"]);
      const why = cause === undefined ? text(data, "cause") : say(`cancel_${cause}`);
      return say("continuation_cancelled", { session, why });
    }
    case "continuation.skipped": {
      const known = CONTINUATION_SKIPS.find((row) => row === data["why"]);
      const why = known === undefined ? text(data, "why") : say(`skip_${known}`);
      return say("continuation_skipped", { session, why });
    }
    default:
      return null;
  }
}

function text(data: JsonObject, field: string): string {
  const value = data[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
