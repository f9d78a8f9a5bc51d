import { setTimeout as delay } from "node:timers/promises";
import { createClient, type Client } from "../../../src/client/client.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";
import { ProblemError } from "../../../src/contract/problems/problem-error.ts";
import { createSeededRandom } from "./seeded-random.ts";

const READ_EVERY_MS = 100;
const PAGE = 1_000;

export interface DecideWhileReadOptions {
  readonly seed: number;
  readonly perSecond: number;
}

/** What became of a plan whose holds many decided while others read and followed it. */
export interface DecidedWhileRead {
  /** Acknowledged, of so many holds. */
  readonly acknowledged: number;
  /** Acknowledged, and not in the log. */
  readonly lost: readonly string[];
  /** In the log more than once, or without an acknowledgement, or one hold decided twice. */
  readonly twice: readonly string[];
  /** Decisions that were neither taken nor told that somebody else came first. */
  readonly failedDecisions: readonly string[];
  readonly reads: number;
  readonly failedReads: readonly string[];
  /** Of who follows by events: sequence numbers that are missing, came again, or stand for lost events. */
  readonly gaps: readonly string[];
  /** How often a stream broke off. */
  readonly brokenStreams: number;
  /** How long each decision took, shortest first. */
  readonly tookMs: readonly number[];
}

/**
 * Decides every open hold of a plan, so many a second: some twice with the same command id, some by two people who
 * disagree. Meanwhile the plan is read all the time and followed by two, until it has ended. Nothing is asked again.
 */
export async function decideWhileRead(
  url: string,
  planId: string,
  { seed, perSecond }: DecideWhileReadOptions,
): Promise<DecidedWhileRead> {
  const client = createClient(url, { retries: 0, timeoutMs: 60_000 });
  const random = createSeededRandom(seed);
  const { holds } = await client.plans.holds(planId);
  const failedDecisions: string[] = [];
  const failedReads: string[] = [];
  const tookMs: number[] = [];
  const acknowledged = new Set<string>();
  let reads = 0;
  let isOver = false;
  let brokenStreams = 0;
  const onConnection = (state: "open" | "lost"): void =>
    void (brokenStreams += Number(state === "lost"));

  const decide = async (holdId: string, decision: "approve" | "reject", command_id: string) => {
    const began = performance.now();
    try {
      await client.holds.decide(holdId, { decision, command_id });
      acknowledged.add(command_id);
    } catch (error) {
      const isSecond =
        error instanceof ProblemError && error.problem.code === "hold_already_decided";
      if (!isSecond) failedDecisions.push(`${command_id}: ${String(error)}`);
    }
    tookMs.push(performance.now() - began);
  };
  const decideOne = async (holdId: string, way: number): Promise<unknown> => {
    if (way === 0) {
      const both = ["approve", "reject"] as const;
      return Promise.all(both.map((decision) => decide(holdId, decision, `${holdId}.${decision}`)));
    }
    const decision = way % 3 === 0 ? "reject" : "approve";
    const once = (): Promise<void> => decide(holdId, decision, `${holdId}.only`);
    return way === 1 ? Promise.all([once(), once()]) : once();
  };
  const readOn = async (read: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      reads += 1;
      await read().catch((error: unknown) => failedReads.push(String(error)));
      await delay(READ_EVERY_MS);
    }
  };
  const followed: number[] = [];
  const gaps: string[] = [];
  const followEvents = async (): Promise<void> => {
    for await (const item of client.plans.watch(planId, { after: 0, onConnection })) {
      if (item.type === "snapshot") gaps.push(`a snapshot at ${item.seq}`);
      else followed.push(item.seq);
    }
  };
  const followBoards = async (): Promise<void> => {
    for await (const board of client.plans.watch(planId, { as: "boards", onConnection })) {
      if (board.plan.completed_at !== null) isOver = true;
    }
  };
  const others = [
    followEvents(),
    followBoards(),
    readOn(() => client.plans.board(planId)),
    readOn(() => client.plans.holds(planId)),
    readOn(() => client.plans.progress(planId)),
    readOn(() => client.plans.events(planId, { after: followed.at(-1) ?? 0, limit: PAGE })),
  ];
  const deciding: Promise<unknown>[] = [];
  const began = performance.now();
  for (const [place, { id }] of holds.entries()) {
    await delay(Math.max(0, began + (place * 1_000) / perSecond - performance.now()));
    deciding.push(decideOne(id, random.below(10)));
  }
  await Promise.all(deciding);
  await Promise.all(others);

  const log = await wholeLog(client, planId);
  const decided = log.filter(({ type }) => type === "hold.decided");
  const commands = decided.map(({ data }) => data?.["command_id"] as string);
  const ofHolds = decided.map((event) => event.hold_id as string);
  const twice = [
    ...commands.filter((id, place) => !acknowledged.has(id) || commands.indexOf(id) !== place),
    ...ofHolds.filter((id, place) => ofHolds.indexOf(id) !== place),
  ];
  followed.forEach((seq, place) => {
    if (seq !== place + 1 && gaps.length < 10) gaps.push(`${seq} in the place of ${place + 1}`);
  });
  if (followed.length !== log.length) gaps.push(`${followed.length} of ${log.length} events`);
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !commands.includes(id)),
    twice,
    failedDecisions,
    reads,
    failedReads,
    gaps,
    brokenStreams,
    tookMs: tookMs.toSorted((a, b) => a - b),
  };
}

async function wholeLog(client: Client, planId: string): Promise<LoggedEvent[]> {
  const log: LoggedEvent[] = [];
  for (;;) {
    const after = log.at(-1)?.seq ?? 0;
    const { events } = await client.plans.events(planId, { after, limit: PAGE });
    if (events.length === 0) return log;
    log.push(...events);
  }
}
