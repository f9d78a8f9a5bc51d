import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalJson from "canonicalize";
import { z } from "zod";
import { PlanEventSchema, type LoggedEvent } from "../contract/plan/event.ts";
import {
  LogHeadSchema,
  LogStartSchema,
  type LogHead,
  type NotedHead,
} from "../contract/plan/log-file.ts";
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

/** A log that is as it was exported. */
export interface VerifiedLog extends Omit<LogHead, "signatures"> {
  readonly first_at: string;
  readonly last_at: string;
  /** How many decisions of whom are in it, most first. */
  readonly decisions: readonly { readonly by: string; readonly count: number }[];
  /** The public keys that it is signed with, whether anybody knows them or not. */
  readonly keys: readonly string[];
}

export type LogCheck = { readonly log: VerifiedLog } | LogFault;

/**
 * Looks whether a log that was exported is whole and unchanged, asking nobody: every line, the order of the events, the
 * chain of digests, the head, and whether a known key has signed it or a noted head is in it.
 * @param text all lines, as `GET /v1/plans/{plan_id}/log` answers them.
 * @throws TypeError without a key or a head: anybody can write a log that is whole in itself.
 */
export function verifyLog(text: string, { keys = [], heads = [] }: KnownOfLog): LogCheck {
  if (keys.length + heads.length === 0) {
    throw new TypeError("Name a key that has signed the log, or a head that was noted.");
  }
  const read = readLogFile(text);
  if ("fault" in read) return read;
  const { log, digests } = read;
  const last = digests.length + 2;
  for (const head of heads) {
    const found = digests[head.seq - 1];
    if (found === undefined) return { fault: "lacks_head", line: last, head };
    if (found !== head.digest) {
      return { fault: "differs_from_head", line: head.seq + 1, head };
    }
  }
  if (keys.length > 0 && !log.keys.some((key) => keys.includes(key))) {
    return { fault: "not_signed", line: last, keys: log.keys };
  }
  return { log };
}

/** What a log says of itself; that nobody has written it anew is not known by that. */
export function readLogFile(
  text: string,
): { readonly log: VerifiedLog; readonly digests: readonly string[] } | LogFault {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = LogStartSchema.safeParse(readLine(lines[0]));
  if (!start.success) return { fault: "not_a_log", line: 1 };
  const { plan_id } = start.data;
  const digests: string[] = [];
  const decided = new Map<string, number>();
  let digest = beginChain(plan_id);
  let [first_at, last_at] = ["", ""];
  for (const [at, text] of lines.entries()) {
    if (at === 0) continue;
    const line = at + 1;
    const value = readLine(text);
    const end = HeadLineSchema.safeParse(value);
    if (end.success) {
      const { signatures, ...head } = end.data.head;
      const isOf = head.plan_id === plan_id && head.seq === digests.length;
      if (!isOf || head.digest !== digest) return { fault: "other_head", line };
      if (line < lines.length) return { fault: "goes_on", line: line + 1 };
      const decisions = [...decided].map(([by, count]) => ({ by, count }));
      decisions.sort((a, b) => b.count - a.count || (a.by < b.by ? -1 : 1));
      if (!signatures.every((one) => isSigned(head, one))) return { fault: "other_head", line };
      const keys = signatures.map((one) => one.public_key);
      return { log: { ...head, first_at, last_at, decisions, keys }, digests };
    }
    const read = EventLineSchema.safeParse(value);
    if (!read.success) return { fault: "unreadable", line };
    const expected = digests.length + 1;
    if (read.data.seq !== expected) return { fault: "out_of_order", line, expected };
    const { digest: written, ...event } = value as EventLine;
    digest = chain(digest, event as LoggedEvent);
    if (written !== digest) return { fault: "altered", line };
    digests.push(digest);
    if (first_at === "") first_at = event.at;
    last_at = event.at;
    if (DECISIONS.has(event.type)) decided.set(event.by, (decided.get(event.by) ?? 0) + 1);
  }
  return { fault: "cut_off", line: lines.length };
}

const DECISIONS: ReadonlySet<string> = new Set(["hold.decided", "hold.signed", "hold.expired"]);

/** What a line says where it is written in the one way in which it can be: whoever reads it sees the same. */
function readLine(line: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(line ?? "");
    return canonicalJson(value) === line ? value : undefined;
  } catch {
    // No JSON, or nested deeper than anything that is written.
    return undefined;
  }
}

function isSigned(
  head: Omit<LogHead, "signatures">,
  { public_key, signature }: LogHead["signatures"][number],
): boolean {
  const [sig, text, key] = [
    hexToBytes(signature),
    utf8ToBytes(headText(head)),
    hexToBytes(public_key),
  ];
  try {
    // RFC 8032 to the letter, as the API's signature is.
    return ed25519.verify(sig, text, key, { zip215: false });
  } catch {
    // A key that is no point of the curve.
    return false;
  }
}
