import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../../../src/client/client.ts";
import type { EncryptionKeys } from "../../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSeededRandom, type SeededRandom } from "../../races/support/seeded-random.ts";
import { replayWhatRan } from "../../support/replay-what-ran.ts";
import { readLedger } from "../support/ledger-file.ts";
import { PARTS, type Part, type Parts } from "../support/parts.ts";
import { check } from "./check.ts";
import { playStory, type Record } from "./story.ts";
import { unexpectedIn } from "./unexpected.ts";

/*
 * Eight clients give commands to plans while the API, the worker and Temporal are killed and stopped. The seed
 * decides what is hit, after how many acknowledgements and for how long, and what each client does.
 */
const CLIENTS = 8;
/** Nothing may be acknowledged while everything recovers: then the next fault comes all the same. */
const QUIET_MS = 10_000;
/** How long clients have to get their last answers. */
const HEAL_MS = 180_000;

type Faults = { [Act in "kill" | "freeze"]: { [Of in Part]: number } };

/** What a storm is like. */
export interface Storm {
  readonly seed: number;
  /** How often a part is killed; as it comes, some are stopped besides. */
  readonly kills: number;
  /** The keys that the parts have. */
  readonly keys?: EncryptionKeys;
  /** Told of each fault. */
  readonly tell: (line: string) => void;
}

/** What is left after a storm. */
export interface Aftermath {
  /** What happened, as a person reads it. */
  readonly told: { readonly [what: string]: string | number };
  /** What must not be, each with sentences about where it is. */
  readonly zeros: { readonly [what: string]: readonly string[] };
}

/** Storms over the parts until so many of them were killed, lets everything end, and looks at what is left. */
export async function stormOver(
  parts: Parts,
  folder: string,
  { seed, kills, keys, tell }: Storm,
): Promise<Aftermath> {
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
  const faults = await hit(parts, { kills, tell }, random.fork(), () => record.acknowledged.length);
  over = true;
  const late = delay(HEAL_MS, "late" as const, { ref: false });
  if ((await Promise.race([playing, late])) === "late") {
    record.surprises.push("A client still waits for an answer long after the last fault.");
  }
  const found = await check(client, record, () => readLedger(folder));
  const { replayed, broken } = await replayWhatRan(parts.address, parts.namespace, keys);
  const effects = readLedger(folder).map(({ key }) => key);
  return {
    told: {
      seed,
      kills: total(faults.kill),
      "killed: api, worker, temporal": Object.values(faults.kill).join(", "),
      "stopped: api, worker, temporal": Object.values(faults.freeze).join(", "),
      plans: record.told.length,
      "acknowledged commands": record.acknowledged.length,
      effects: effects.length,
      "of them again, under the same key": effects.length - new Set(effects).size,
      "histories replayed": replayed,
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    zeros: {
      "lost, or completed without an effect": found.lost,
      "applied twice, or not acknowledged": found.twice,
      "stuck, or ended otherwise": found.stuck,
      "effects too many": found.extra,
      "unexpected answers": record.surprises,
      "answers of 500, with what the API logged": unexpectedIn(folder),
      "histories that do not replay": [...broken].map(([id, error]) => `${id}: ${error}`),
      "histories that nobody replayed": replayed > 0 ? [] : ["all of them"],
    },
  };
}

/** Hits one part after the other, each after some more acknowledgements. */
async function hit(
  parts: Parts,
  { kills, tell }: Pick<Storm, "kills" | "tell">,
  random: SeededRandom,
  acknowledged: () => number,
): Promise<Faults> {
  const none = { api: 0, worker: 0, temporal: 0 };
  const faults: Faults = { kill: { ...none }, freeze: { ...none } };
  while (total(faults.kill) < kills) {
    const [wanted, part] = [acknowledged() + 1 + random.below(12), random.pick(PARTS)];
    const act = random.happens(0.75) ? "kill" : "freeze";
    const ms = random.below(act === "kill" ? 1_500 : 6_000);
    const until = performance.now() + QUIET_MS;
    while (acknowledged() < wanted && performance.now() < until) await delay(5);
    await parts[act](part, ms);
    faults[act][part] += 1;
    const so = `${total(faults.kill)} of ${kills} killed, ${acknowledged()} acknowledged`;
    tell(`${act} ${part} for ${ms} ms; ${so}`);
  }
  return faults;
}

const total = (counts: { readonly [Of in Part]: number }): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
