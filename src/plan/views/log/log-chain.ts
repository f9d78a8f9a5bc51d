import type { LoggedEvent } from "../../../contract/plan/event.ts";
import { LOG_FORMAT, type LogHead } from "../../../contract/plan/log-file.ts";
import { digestOf } from "../../model/digest.ts";

/*
 * A plan's log as a chain: the digest of each event takes in the one before, so that one digest stands for
 * everything up to its event (decision 84).
 */

/** The digest before a plan's first event. */
export function beginChain(plan_id: string): string {
  return digestOf({ format: LOG_FORMAT, plan_id });
}

/** The digest of an event, from that of the event before it. */
export function chain(before: string, event: LoggedEvent): string {
  return digestOf({ before, event });
}

/** What an API signs of a log's head. */
export function headText({ plan_id, seq, digest, at }: Omit<LogHead, "signatures">): string {
  return `holdpoint log head 1\n${digestOf({ plan_id, seq, digest, at })}`;
}
