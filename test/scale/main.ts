import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client, Connection } from "@temporalio/client";
import { memoryOf as kilobytesOf } from "../../bench/sizes/memory.ts";
import { planOf, SHAPES } from "../../bench/sizes/shapes.ts";
import { createClient, type Client as Holdpoint } from "../../src/client/client.ts";
import { readLedger } from "../chaos/support/ledger-file.ts";
import { startParts, type Parts } from "../chaos/support/parts.ts";
import { decideWhileRead } from "../races/support/decide-while-read.ts";
import { writeProject } from "../support/write-project.ts";
import { readHistory, type HistoryFigures } from "./history.ts";
import { SCALE_TOOLS } from "./tools.ts";

/*
 * `npm run scale [-- growth results killed waiting renewed] [--todos N] [--plans N] [--cache N] [--holds N] [--seed N]`:
 * how large a plan may be, how many may wait, and whether anybody sees that one continues as new, with the product as
 * processes of their own, driven and followed over HTTP. Ends with 1 where a bar is missed.
 */
const BARS = {
  ofATenth: 1.25,
  taskMs: 1_000,
  events: 4_096,
  waitingKb: 600,
  decisionMs: 1_000,
  renewedMs: 1_500,
};
const DECISIONS_PER_SECOND = 50;
const KILLS = 5;
const MEGABYTE = 1_000_000;
const SENDERS = 20;

interface Place {
  readonly parts: Parts;
  readonly folder: string;
  readonly client: Holdpoint;
  readonly temporal: Client;
}

const MEASURES = { growth, results, killed, waiting, renewed };

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      todos: { type: "string", default: "10000" },
      plans: { type: "string", default: "1000" },
      cache: { type: "string", default: "500" },
      holds: { type: "string", default: "1000" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  });
  const sizes = {
    todos: Number(values.todos),
    plans: Number(values.plans),
    cache: Number(values.cache),
    holds: Number(values.holds),
    seed: Number(values.seed),
  };
  const named = Object.entries(MEASURES).filter(([name]) => positionals.includes(name));
  for (const [, measure] of named.length > 0 ? named : Object.entries(MEASURES)) {
    await withPlace(sizes, (place) => measure(place, sizes));
  }
  for (const miss of missed) console.log(`Missed: ${miss}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

/** @param cache how many plans the worker keeps in memory. */
type Sizes = Readonly<Record<"todos" | "plans" | "cache" | "holds" | "seed", number>>;

const missed: string[] = [];

/** Notes where a figure is above its bar. */
function hold(what: string, figure: number, bar: number): void {
  if (figure > bar) missed.push(`${what}: ${rounded(figure)}, the bar is ${bar}`);
}

function holdHistory(what: string, history: HistoryFigures): void {
  hold(`${what}, events of a run`, history.events, BARS.events);
  hold(`${what}, longest task in ms`, history.longestTaskMs, BARS.taskMs);
  hold(`${what}, tasks that failed`, history.failedTasks, 0);
}

async function withPlace({ cache }: Sizes, work: (place: Place) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-scale-"));
  writeProject(folder, SCALE_TOOLS, { worker_cached_plans: cache });
  const parts = await startParts(folder);
  const connection = await Connection.connect({ address: parts.address });
  const temporal = new Client({ connection, namespace: parts.namespace });
  const client = createClient(parts.url, { retries: Infinity, timeoutMs: Infinity });
  try {
    await work({ parts, folder, client, temporal });
  } finally {
    await connection.close();
    await parts.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** What a todo costs in a plan of a tenth, and of all. */
async function growth({ client, temporal, parts }: Place, { todos }: Sizes): Promise<void> {
  const wait = () => ({ tool_name: "wait", tool_params: { seconds: 0 } });
  const rows: object[] = [];
  for (const [place, shape] of SHAPES.entries()) {
    let small = 0;
    for (const count of [todos / 10, todos]) {
      const id = `growth-${place}-${count}`;
      const ms = await timed(async () => {
        await client.plans.create(planOf(id, shape, count, wait));
        await toTheEnd(client, id);
      });
      const each = ms / count;
      small ||= each;
      const history = await readHistory(temporal, id);
      hold(`${shape.name}, of a tenth`, each / small, BARS.ofATenth);
      holdHistory(`${shape.name} of ${count}`, history);
      rows.push({
        shape: shape.name,
        todos: count,
        "ms per todo": rounded(each),
        "of a tenth": rounded(each / small),
        ...inWords(history),
        "worker MB": memoryOf(parts.pidOf("worker")),
        "API MB": memoryOf(parts.pidOf("api")),
      });
    }
  }
  console.table(rows);
}

/** Results of a megabyte each, every one read by the next todo. */
async function results({ client, temporal, parts }: Place, { todos }: Sizes): Promise<void> {
  const [shape] = SHAPES;
  const count = todos / 50;
  const text = () => ({ tool_name: "text", tool_params: { bytes: MEGABYTE } });
  const ms = await timed(async () => {
    await client.plans.create(planOf("results", shape!, count, text));
    await toTheEnd(client, "results");
  });
  const history = await readHistory(temporal, "results");
  holdHistory("Results", history);
  console.table([
    {
      "todos with 1 MB each": count,
      "ms per todo": rounded(ms / count),
      ...inWords(history),
      "worker MB": memoryOf(parts.pidOf("worker")),
      "API MB": memoryOf(parts.pidOf("api")),
    },
  ]);
}

/** The worker is killed while the plan runs: it finishes, and nothing runs under a second key. */
async function killed({ client, temporal, parts, folder }: Place, { todos }: Sizes): Promise<void> {
  const shape = SHAPES[1]!;
  const effect = () => ({ tool_name: "effect", tool_params: {} });
  const began = performance.now();
  await client.plans.create(planOf("killed", shape, todos, effect));
  const over = toTheEnd(client, "killed");
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const wanted = (todos * kill) / (KILLS + 1);
    while (readLedger(folder).length < wanted) await delay(200);
    await parts.kill("worker", 0);
    console.log(`kill ${kill} of ${KILLS} after ${readLedger(folder).length} effects`);
  }
  await over;
  const ledger = readLedger(folder);
  const keys = new Map(ledger.map(({ todo_id, key }) => [todo_id, key]));
  const { progress } = await client.plans.get("killed");
  const completed = progress.counts["completed"] ?? 0;
  const otherKeys = ledger.filter(({ todo_id, key }) => keys.get(todo_id) !== key).length;
  hold("Killed, todos that did not complete", todos - completed, 0);
  hold("Killed, todos without an effect", todos - keys.size, 0);
  hold("Killed, effects under another key", otherKeys, 0);
  console.table([
    {
      todos,
      kills: KILLS,
      seconds: rounded((performance.now() - began) / 1_000),
      completed,
      "todos with an effect": keys.size,
      "effects again under their key": ledger.length - keys.size,
      "under another key": otherKeys,
      ...inWords(await readHistory(temporal, "killed")),
    },
  ]);
}

/** Plans that wait for a person, what they cost, and how soon one goes on that was asked longest ago. */
async function waiting({ client, parts }: Place, { plans, cache }: Sizes): Promise<void> {
  const ids = Array.from({ length: plans }, (_, place) => `waiting-${place}`);
  const before = memoryOf(parts.pidOf("worker"));
  const todos = [
    { id: "asked", title: "Asked", kind: "milestone" as const, requires_approval: true },
    { id: "then", title: "Then", tool_name: "wait", tool_params: { seconds: 0 } },
  ];
  const made = await timed(() =>
    few(ids, async (id) => {
      await client.plans.create({
        id,
        title: id,
        todos: [todos[0]!, { ...todos[1]!, depends_on: ["asked"] }],
      });
      while ((await client.plans.holds(id)).holds.length === 0);
    }),
  );
  const after = memoryOf(parts.pidOf("worker"));
  const decisions = async (some: readonly string[]): Promise<number[]> => {
    const took: number[] = [];
    for (const id of some) {
      took.push(await timed(() => client.holds.decide(`${id}.h1`, { decision: "approve" })));
    }
    return took.toSorted((a, b) => a - b);
  };
  // The worker keeps so many in memory as it was told: the first have gone, the last are there.
  const evicted = await decisions(ids.slice(0, 20));
  const known = await decisions(ids.slice(-20));
  const inbox = await timed(() => client.holds.list({ limit: 50 }));
  const kbEach = Math.round(((after - before) * 1_000) / Math.min(plans, cache));
  hold("A waiting plan, KB", kbEach, BARS.waitingKb);
  hold("A decision on an evicted plan, ms, median", evicted[10]!, BARS.decisionMs);
  console.table([
    {
      "plans that wait": plans,
      "made, ms each": rounded(made / plans),
      "kept in memory": Math.min(plans, cache),
      "worker KB each": kbEach,
      "decided, evicted, ms (median, most)": `${rounded(evicted[10]!)}, ${rounded(evicted.at(-1)!)}`,
      "decided, in memory, ms": `${rounded(known[10]!)}, ${rounded(known.at(-1)!)}`,
      "inbox, ms": rounded(inbox),
    },
  ]);
}

/** A plan that continues as new every few seconds while it is decided, read and followed: nobody is to see it. */
async function renewed({ client, temporal, parts }: Place, { holds, seed }: Sizes): Promise<void> {
  const todos = Array.from({ length: holds }, (_, place) => ({
    id: `t${place}`,
    title: `Todo ${place}`,
    tool_name: "wait",
    tool_params: { seconds: 0 },
    requires_approval: true,
  }));
  await client.plans.create({ id: "renewed", title: "Renewed", max_parallel: 50, todos });
  while ((await client.plans.holds("renewed")).holds.length < holds) await delay(200);
  const pace = { seed, perSecond: DECISIONS_PER_SECOND };
  const found = await decideWhileRead(parts.url, "renewed", pace);
  const wrong = [
    ["decisions lost", found.lost],
    ["decisions that count twice", found.twice],
    ["decisions that failed", found.failedDecisions],
    ["reads that failed", found.failedReads],
    ["gaps in a stream", found.gaps],
  ] as const;
  for (const [what, those] of wrong) {
    hold(`Renewed, ${what}`, those.length, 0);
    for (const one of those.slice(0, 5)) console.log(`${what}: ${one}`);
  }
  hold("Renewed, streams that broke off", found.brokenStreams, 0);
  const at = (part: number): number => found.tookMs[Math.floor(part * (found.tookMs.length - 1))]!;
  hold("Renewed, a decision, ms, p99", at(0.99), BARS.renewedMs);
  console.table([
    {
      holds,
      seed,
      ...inWords(await readHistory(temporal, "renewed")),
      acknowledged: found.acknowledged,
      reads: found.reads,
      ...Object.fromEntries(wrong.map(([what, those]) => [what, those.length])),
      "a decision, ms (median, p99, most)": [0.5, 0.99, 1]
        .map((part) => rounded(at(part)))
        .join(", "),
    },
  ]);
}

async function toTheEnd(client: Holdpoint, id: string): Promise<void> {
  for await (const board of client.plans.watch(id, { as: "boards" })) void board;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Does it for all, a few at a time. */
async function few(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const left = [...ids];
  const next = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await work(id);
  };
  await Promise.all(Array.from({ length: SENDERS }, next));
}

function inWords({
  runs,
  events,
  longestTaskMs,
  failedTasks,
}: Awaited<ReturnType<typeof readHistory>>) {
  return {
    runs,
    "events of a run": events,
    "longest task, ms": Math.round(longestTaskMs),
    "tasks that failed": failedTasks,
  };
}

/** Resident, in megabytes. */
const memoryOf = (pid: number): number => Math.round(kilobytesOf(pid) / 1_000);

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

await main();
