import canonicalJson from "canonicalize";
import type { LoggedEvent } from "../../contract/plan/event.ts";
import {
  LOG_FORMAT,
  type LogHead,
  type LogSignature,
  type NotedHead,
} from "../../contract/plan/log-file.ts";
import { beginChain, chain, factsOf, headText } from "../../plan/views/log/log-chain.ts";
import { readEvents, type LogSource } from "./read-events.ts";

export interface ExportSource extends LogSource {
  readonly signLog: (text: string) => LogSignature[];
  /** ISO 8601. */
  readonly now: () => string;
}

/** Events that are read, and worked on without a pause, at once. */
const PAGE = 1_000;

/** How far a plan's log goes, and the digest that stands for all of it, signed. */
export async function readLogHead(source: ExportSource, planId: string): Promise<LogHead> {
  let head: NotedHead = { seq: 0, digest: beginChain(planId) };
  for await (const events of eachPage(source, planId)) head = events.at(-1)!;
  return signed(source, planId, head);
}

/**
 * A plan's log as it stands, for whoever verifies it without us: a line that says what it is, one for each event with
 * its digest, and the head. Each line is RFC 8785 JSON. Sentences of ours stand there by their ids.
 */
export async function* exportLog(
  source: ExportSource,
  planId: string,
): AsyncGenerator<string, void> {
  let head: NotedHead = { seq: 0, digest: beginChain(planId) };
  let text = lineOf({ format: LOG_FORMAT, plan_id: planId });
  for await (const events of eachPage(source, planId)) {
    yield text + events.map(lineOf).join("");
    text = "";
    head = events.at(-1)!;
  }
  yield text + lineOf({ head: signed(source, planId, head) });
}

/** All events that there are at the beginning, oldest first, each with its digest. No page is empty. */
async function* eachPage(
  source: LogSource,
  planId: string,
): AsyncGenerator<readonly (LoggedEvent & Pick<NotedHead, "digest">)[], void> {
  let digest = beginChain(planId);
  let end: number | undefined;
  for (let after = 0; after < (end ?? 1);) {
    const { events, seq } = await readEvents(source, planId, { after, limit: PAGE });
    // What happens while it is read is the next export's.
    const last = (end ??= seq);
    const page = events.filter((event) => event.seq <= last);
    // Half a log with a head of its own would be taken for all of it.
    const isNext = ({ seq }: LoggedEvent, place: number): boolean => seq === after + 1 + place;
    if (page.length === 0 || !page.every(isNext)) {
      throw new Error(`Not all events after ${after} of ${planId} are there.`);
    }
    yield page.map(factsOf).map((facts) => ({ ...facts, digest: (digest = chain(digest, facts)) }));
    after = page.at(-1)!.seq;
  }
}

function signed(
  { signLog, now }: ExportSource,
  plan_id: string,
  { seq, digest }: NotedHead,
): LogHead {
  const head = { plan_id, seq, digest, at: now() };
  return { ...head, signatures: signLog(headText(head)) };
}

function lineOf(value: object): string {
  return `${canonicalJson(value)}\n`;
}
