import canonicalJson from "canonicalize";
import { z } from "zod";
import { PlanEventSchema, type LoggedEvent } from "../contract/plan/event.ts";
import {
  LogHeadSchema,
  LogStartSchema,
  type LogHead,
  type NotedHead,
} from "../contract/plan/log-file.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { isSigned } from "../plan/model/is-signed.ts";
import { beginChain, chain, headText } from "../plan/views/log/log-chain.ts";

/** Of any version: what else an event says, and which types there are, is no matter of its digest. */
const EventLineSchema = z.looseObject({
  ...PlanEventSchema.pick({ seq: true, at: true, by: true }).shape,
  type: z.string(),
  digest: z.string(),
});
type EventLine = z.infer<typeof EventLineSchema>;
const HeadLineSchema = z.strictObject({ head: LogHeadSchema });

/** By what somebody knows that a log is the one that was written. */
export interface KnownOfLog {
  /** Public keys of the API that it came from, as 64 hexadecimal digits: one of them has signed it. */
  readonly keys?: readonly string[];
  /** Heads of this plan's log that were noted before, and kept elsewhere: each is in it. */
  readonly heads?: readonly NotedHead[];
}

/** What is wrong with a log that was exported, and on which line, counted from 1. */
export type LogFault = { readonly line: number } & (
  | {
      readonly fault: "not_a_log" | "unreadable" | "altered" | "cut_off" | "goes_on" | "other_head";
    }
  | { readonly fault: "out_of_order"; readonly expected: number }
  | { readonly fault: "not_signed"; readonly keys: readonly string[] }
  | { readonly fault: "lacks_head" | "differs_from_head"; readonly head: NotedHead }
);

/** A log that is as it was exported, up to the event that a key or a head vouches for. */
export interface VerifiedLog extends LogFile {
  /** The newest event that is proven: the last one by a key, by heads alone that of the newest head. */
  readonly proven_seq: number;
  /** When the first event happened, and the last one that is proven. */
  readonly first_at: string;
  readonly last_at: string;
  /** How many decisions of whom are in what is proven, most first. */
  readonly decisions: readonly { readonly by: string; readonly count: number }[];
}

/** What a log says of itself. */
export interface LogFile extends Omit<LogHead, "signatures"> {
  /** The public keys that it is signed with, whether anybody knows them or not. */
  readonly keys: readonly string[];
}

export type LogCheck = { readonly log: VerifiedLog } | LogFault;

/**
 * Looks whether a log that was exported is whole and unchanged, asking nobody: every line, the order of the events, the
 * chain of digests, the head, and whether a known key has signed it or a noted head is in it. Without a key, nothing is
 * known of the events after the newest head: anybody could have gone on with the log (`proven_seq`).
 * @param text all lines, as `GET /v1/plans/{plan_id}/log` answers them.
 * @throws TypeError without a key or a head: anybody can write a log that is whole in itself.
 */
export function verifyLog(text: string, { keys = [], heads = [] }: KnownOfLog): LogCheck {
  if (keys.length + heads.length === 0) {
    throw new TypeError("Name a key that has signed the log, or a head that was noted.");
  }
  const read = readLogFile(text);
  if ("fault" in read) return read;
  const { log, events } = read;
  const last = events.length + 2;
  for (const head of heads) {
    const found = events[head.seq - 1];
    if (found === undefined) return { fault: "lacks_head", line: last, head };
    if (found.digest !== head.digest) {
      return { fault: "differs_from_head", line: head.seq + 1, head };
    }
  }
  if (keys.length > 0 && !log.keys.some((key) => keys.includes(key))) {
    return { fault: "not_signed", line: last, keys: log.keys };
  }
  const noted = heads.reduce((newest, { seq }) => Math.max(newest, seq), 0);
  const proven_seq = keys.length > 0 ? log.seq : noted;
  const proven = events.slice(0, proven_seq);
  const [first_at, last_at] = [proven[0]!.at, proven.at(-1)!.at];
  return { log: { ...log, proven_seq, first_at, last_at, decisions: decisionsIn(proven) } };
}

/** What is kept of an event that was read. */
interface ReadEvent {
  readonly digest: string;
  readonly at: string;
  /** Who decided, where it is a decision. */
  readonly decidedBy?: string;
}

/** What a log says of itself; that nobody has written it anew is not known by that. */
export function readLogFile(
  text: string,
): { readonly log: LogFile; readonly events: readonly ReadEvent[] } | LogFault {
  let line = 0;
  let plan_id: string | undefined;
  let digest = "";
  let log: LogFile | undefined;
  const events: ReadEvent[] = [];
  for (const written of linesOf(text)) {
    line += 1;
    if (log !== undefined) return { fault: "goes_on", line };
    const value = readLine(written);
    if (plan_id === undefined) {
      const start = LogStartSchema.safeParse(value);
      if (!start.success) break;
      ({ plan_id } = start.data);
      digest = beginChain(plan_id);
      continue;
    }
    const end = HeadLineSchema.safeParse(value);
    if (end.success) {
      const { signatures, ...head } = end.data.head;
      const isOf = head.plan_id === plan_id && head.seq === events.length;
      const isOwn = isOf && head.digest === digest;
      const said = headText(head);
      if (!isOwn || !signatures.every((one) => isSigned(said, one.signature, one.public_key))) {
        return { fault: "other_head", line };
      }
      log = { ...head, keys: signatures.map((one) => one.public_key) };
      continue;
    }
    const read = EventLineSchema.safeParse(value);
    if (!read.success) return { fault: "unreadable", line };
    const expected = events.length + 1;
    if (read.data.seq !== expected) return { fault: "out_of_order", line, expected };
    const { digest: said, ...event } = value as EventLine;
    digest = chain(digest, event as LoggedEvent);
    if (said !== digest) return { fault: "altered", line };
    const { at, by, type } = event;
    events.push({ digest, at, ...(DECISIONS.has(type) && { decidedBy: by }) });
  }
  if (plan_id === undefined) return { fault: "not_a_log", line: 1 };
  return log === undefined ? { fault: "cut_off", line } : { log, events };
}

/** One line after the other: a file of nothing but line breaks would not fit into memory as a list. */
function* linesOf(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, to);
    from = to + 1;
  }
}

function decisionsIn(events: readonly ReadEvent[]): VerifiedLog["decisions"] {
  const decided = new Map<string, number>();
  for (const { decidedBy } of events) {
    if (decidedBy !== undefined) decided.set(decidedBy, (decided.get(decidedBy) ?? 0) + 1);
  }
  return [...decided]
    .map(([by, count]) => ({ by, count }))
    .sort((a, b) => b.count - a.count || (a.by < b.by ? -1 : 1));
}

const DECISIONS: ReadonlySet<string> = new Set(["hold.decided", "hold.signed", "hold.expired"]);

/** Values in events are as deep as JSON may be, within an event's data. */
const LINE_DEPTH = LIMITS.json_depth + 8;

/** What a line says where it is written in the one way in which it can be: whoever reads it sees the same. */
function readLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    // Writing what is nested deeper takes time by its depth for each of its bytes.
    if (isDeeper(value, LINE_DEPTH)) return undefined;
    return canonicalJson(value) === line ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether lists and objects stand in each other deeper than that; however deep, it is a matter of a loop. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
  return false;
}
