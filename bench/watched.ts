import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { createClient } from "../src/client/client.ts";
import type { Hold } from "../src/contract/plan/holds/hold.ts";
import { loadConfig } from "../src/runtime/config.ts";
import { startHoldpoint } from "../src/runtime/start.ts";
import { gatherCrowd } from "./crowd.ts";
import type { Report } from "./report.ts";
import { median } from "./statistics.ts";
import type { Figures } from "./stream-subscribers.ts";

/*
 * What it costs a plan to be watched: the same chain with nobody, one and many on its live stream, all
 * of whom keep a board, in turns, with the product as `npm start` starts it.
 */
const CHAIN = 200;
const CROWDS = [0, 1, 100];
const ROUNDS = 5;
/** Two of each todo, the decision that lets them begin, and the plan's end. */
const EVENTS = 2 * CHAIN + 2;

interface Run {
  readonly milliseconds: number;
  readonly figures: Figures | undefined;
}

/** The time per todo for each crowd, and as a ratio to nobody. */
export async function compareWatched(report: Report): Promise<void> {
  const from = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const loaded = await loadConfig(from);
  const api = { ...loaded.api, port: 0 };
  const config = { ...loaded, api, temporalPorts: { grpc: 0, ui: 0 } };
  const holdpoint = await startHoldpoint({ from, config, onNotice: () => undefined });
  const connection = await Connection.connect({ address: holdpoint.temporalAddress });
  try {
    const temporal = new Client({ connection });
    const runs = new Map<number, Run[]>(CROWDS.map((crowd) => [crowd, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const crowds = round % 2 === 0 ? CROWDS : CROWDS.toReversed();
      for (const crowd of crowds) {
        const run = await runChain(holdpoint.apiUrl, temporal, crowd, `watched-${round}-${crowd}`);
        // The first round warms up.
        if (round > 0) runs.get(crowd)!.push(run);
      }
    }
    report.heading(
      `chain of ${CHAIN}, watched (${ROUNDS} rounds in turns, medians); the ratio is to nobody`,
    );
    for (const [crowd, of] of runs) show(report, crowd, of, runs.get(0)!);
  } finally {
    await connection.close();
    await holdpoint.stop();
    await rm(from, { recursive: true, force: true });
  }
}

/** Time from the decision that lets the chain begin to the end of its workflow. */
async function runChain(
  url: string,
  temporal: Client,
  subscribers: number,
  id: string,
): Promise<Run> {
  const client = createClient(url);
  const wait = { tool_name: "wait", tool_params: { seconds: 0 } };
  const todos = Array.from({ length: CHAIN }, (_, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    requires_approval: place === 0,
    depends_on: place === 0 ? [] : [`t${place - 1}`],
    ...wait,
  }));
  await client.plans.create({ id, title: id, todos });
  const hold = await untilAsked(client, id);
  const order = { url, plan_id: id, subscribers, idle: 0, events: EVENTS, board: true };
  const crowd = subscribers === 0 ? undefined : await gatherCrowd(order);
  try {
    const began = performance.now();
    await client.holds.decide(hold.id, { decision: "approve" });
    await temporal.workflow.getHandle(`plan-${id}`).result();
    const milliseconds = performance.now() - began;
    return { milliseconds, figures: await crowd?.figures };
  } finally {
    crowd?.stop();
  }
}

async function untilAsked(client: ReturnType<typeof createClient>, plan_id: string): Promise<Hold> {
  for (;;) {
    const [hold] = (await client.plans.holds(plan_id)).holds;
    if (hold !== undefined) return hold;
  }
}

function show(
  report: Report,
  crowd: number,
  runs: readonly Run[],
  unwatched: readonly Run[],
): void {
  report.row({
    name: `by ${crowd}`,
    unit: "ms per todo",
    holdpoint: median(runs.map(({ milliseconds }) => milliseconds)) / CHAIN,
    minimal: null,
    ratio: median(runs.map((run, round) => run.milliseconds / unwatched[round]!.milliseconds)),
  });
  const told = runs.flatMap(({ figures }) => figures ?? []);
  if (told.length === 0) return;
  const missing = told.reduce((sum, figures) => sum + figures.missing, 0);
  if (missing > 0) throw new Error(`${missing} events did not come to ${crowd} who watched.`);
  for (const part of ["p50", "p95"] as const) {
    const holdpoint = median(told.map((figures) => figures[part]));
    report.row({
      name: `by ${crowd}, an event ${part}`,
      unit: "ms",
      holdpoint,
      minimal: null,
      ratio: null,
    });
  }
}
