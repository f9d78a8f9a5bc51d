import type { LoggedEvent } from "../../../contract/plan/event.ts";
import { LOG_FORMAT, type LogHead } from "../../../contract/plan/log-file.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { digestOf } from "../../model/digest.ts";

/*
 * A plan's log as a chain: the digest of each event takes in the one before, so that one digest stands for
 * everything up to its event (decision 84).
 */

/** The digest before a plan's first event. */
export function beginChain(plan_id: string): string {
  return digestOf({ format: LOG_FORMAT, plan_id });
}

/**
 * What an event says, without the English of our own sentences: where `reason_said` names one, `reason` is how one version
 * spells it. A log that is worked out again by a later version so keeps its digests. What people and models wrote in JSON
 * of their own counts whole, whatever its fields are called.
 */
export function factsOf(event: LoggedEvent): LoggedEvent {
  const { data, ...head } = event;
  if (data === undefined) return head;
  const facts = withoutSpelling(data);
  const { skip } = facts;
  return { ...head, data: isObject(skip) ? { ...facts, skip: withoutSpelling(skip) } : facts };
}

function withoutSpelling(said: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(said).filter(([field]) => !Object.hasOwn(said, `${field}_said`)),
  );
}

/** The digest of an event's facts, from the digest of the event before it. */
export function chain(before: string, facts: LoggedEvent): string {
  return digestOf({ before, event: facts });
}

/** What an API signs of a log's head. */
export function headText({ plan_id, seq, digest, at }: Omit<LogHead, "signatures">): string {
  return `holdpoint log head 1\n${digestOf({ plan_id, seq, digest, at })}`;
}
