import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "../../../src/client/client.ts";
import { createSeededRandom, type SeededRandom } from "../../races/support/seeded-random.ts";
import { replayWhatRan } from "../../support/replay-what-ran.ts";
import { writeProject } from "../../support/write-project.ts";
import { LEDGER_TOOLS, readLedger } from "../support/ledger-file.ts";
import { check } from "./check.ts";
import { PARTS, startParts, type Part, type Parts } from "../support/parts.ts";
import { playStory, type Record } from "./story.ts";

/*
 * `npm run chaos [-- --long] [--seed N] [--faults N]`: eight clients give commands to plans while the API, the
 * worker and Temporal are killed and stopped. The seed decides what is hit, after how many acknowledgements and for how long,
 * and what each client does. Ends with 1 when anything was lost, applied twice, stuck or repeated.
 */
const CLIENTS = 8;
const FAULTS = { short: 16, long: 150 };
/** Nothing may be acknowledged while everything recovers: then the next fault comes all the same. */
const QUIET_MS = 10_000;
/** How long clients have to get their last answers. */
const HEAL_MS = 180_000;

type Faults = { [Act in "kill" | "freeze"]: { [Of in Part]: number } };

/** Hits one part after the other, each after some more acknowledgements. */
async function storm(
  parts: Parts,
  count: number,
  random: SeededRandom,
  acknowledged: () => number,
): Promise<Faults> {
  const none = { api: 0, worker: 0, temporal: 0 };
  const faults: Faults = { kill: { ...none }, freeze: { ...none } };
  for (let fault = 1; fault <= count; fault += 1) {
    const [wanted, part] = [acknowledged() + 1 + random.below(12), random.pick(PARTS)];
    const act = random.happens(0.75) ? "kill" : "freeze";
    const ms = random.below(act === "kill" ? 1_500 : 6_000);
    const until = performance.now() + QUIET_MS;
    while (acknowledged() < wanted && performance.now() < until) await delay(5);
    await parts[act](part, ms);
    faults[act][part] += 1;
    console.log(`${fault}/${count} ${act} ${part} for ${ms} ms; ${acknowledged()} acknowledged`);
  }
  return faults;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      long: { type: "boolean", default: false },
      seed: { type: "string" },
      faults: { type: "string" },
    },
  });
  const seed = readNumber("seed", values.seed, Math.floor(Math.random() * 2 ** 31));
  const count = readNumber("faults", values.faults, values.long ? FAULTS.long : FAULTS.short);
  console.log(`seed ${seed}, ${count} faults`);
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-chaos-"));
  writeProject(folder, LEDGER_TOOLS);
  const parts = await startParts(folder);
  let isGood = false;
  try {
    isGood = await run(parts, folder, seed, count);
  } finally {
    await parts.stop();
  }
  if (isGood) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  else {
    const again = `npm run chaos -- --seed ${seed} --faults ${count}`;
    console.error(`Ledger, logs and database are kept in ${folder}. The same again: ${again}`);
  }
  // A client that still waits for an answer would hold the process.
  process.exit(isGood ? 0 : 1);
}

function readNumber(name: string, given: string | undefined, usual: number): number {
  const number = Number(given ?? usual);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} takes a whole number, not "${given}".`);
  return number;
}

/** One storm and what is left after it; whether all is as it has to be. */
async function run(parts: Parts, folder: string, seed: number, count: number): Promise<boolean> {
  const began = performance.now();
  const random = createSeededRandom(seed);
  const record: Record = { acknowledged: [], told: [], surprises: [] };
  const client = createClient(parts.url, { retries: Infinity, timeoutMs: Infinity });
  let over = false;
  const clients = Array.from({ length: CLIENTS }, async (_, place) => {
    const own = random.fork();
    for (let story = 1; !over; story += 1)
      await playStory(client, `chaos-${place}-${story}`, own, record).catch((error: unknown) =>
        record.surprises.push(`chaos-${place}-${story}: ${String(error)}`),
      );
  });
  const playing = Promise.all(clients);
  const faults = await storm(parts, count, random.fork(), () => record.acknowledged.length);
  over = true;
  const late = delay(HEAL_MS, "late" as const, { ref: false });
  if ((await Promise.race([playing, late])) === "late") {
    record.surprises.push("A client still waits for an answer long after the last fault.");
  }
  const found = await check(client, record, () => readLedger(folder));
  const { replayed, broken } = await replayWhatRan(parts.address, parts.namespace);
  const keys = readLedger(folder).map(({ key }) => key);
  const results = {
    "lost, or completed without an effect": found.lost,
    "applied twice, or not acknowledged": found.twice,
    "stuck, or ended otherwise": found.stuck,
    "effects too many": found.extra,
    "unexpected answers": record.surprises,
    "histories that do not replay": [...broken].map(([id, error]) => `${id}: ${error}`),
  };
  console.table({
    seed,
    "killed: api, worker, temporal": Object.values(faults.kill).join(", "),
    "stopped: api, worker, temporal": Object.values(faults.freeze).join(", "),
    plans: record.told.length,
    "acknowledged commands": record.acknowledged.length,
    effects: keys.length,
    "of them again, under the same key": keys.length - new Set(keys).size,
    "histories replayed": replayed,
    ...Object.fromEntries(Object.entries(results).map(([name, places]) => [name, places.length])),
    seconds: Math.round((performance.now() - began) / 1_000),
  });
  for (const [name, places] of Object.entries(results)) {
    for (const place of places.slice(0, 20)) console.error(`${name}: ${place}`);
  }
  return replayed > 0 && Object.values(results).every((places) => places.length === 0);
}

await main();
