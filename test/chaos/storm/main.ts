import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readEncryptionKeys } from "../../../src/temporal/connection/payloads/encryption-keys.ts";
import { encryptionKey } from "../../support/encryption-key.ts";
import { writeProject } from "../../support/write-project.ts";
import { LEDGER_TOOLS } from "../support/ledger-file.ts";
import { startParts, type Parts } from "../support/parts.ts";
import { stormOver, type Storm } from "./storm.ts";

/*
 * `npm run chaos [-- --long] [--encrypted] [--seed N] [--kills N]`: a storm of so many kills, and some stops besides.
 * Ends with 1 when anything was lost, applied twice, stuck or repeated.
 */
const KILLS = { short: 12, long: 100 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      long: { type: "boolean", default: false },
      encrypted: { type: "boolean", default: false },
      seed: { type: "string" },
      kills: { type: "string" },
    },
  });
  const seed = readNumber("seed", values.seed, Math.floor(Math.random() * 2 ** 31));
  const kills = readNumber("kills", values.kills, values.long ? KILLS.long : KILLS.short);
  console.log(`seed ${seed}, ${kills} kills`);
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-chaos-"));
  writeProject(folder, LEDGER_TOOLS);
  const environment = values.encrypted ? { HOLDPOINT_ENCRYPTION_KEYS: encryptionKey("storm") } : {};
  const parts = await startParts(folder, environment);
  const keys = readEncryptionKeys(environment);
  let isGood = false;
  try {
    isGood = await run(parts, folder, { seed, kills, keys, tell: console.log });
  } finally {
    await parts.stop();
  }
  if (isGood) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  else {
    const how = values.encrypted ? "--encrypted " : "";
    const again = `npm run chaos -- ${how}--seed ${seed} --kills ${kills}`;
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

/** One storm and what is left after it, printed; whether all is as it has to be. */
async function run(parts: Parts, folder: string, storm: Storm): Promise<boolean> {
  const { told, zeros } = await stormOver(parts, folder, storm);
  const counts = Object.entries(zeros).map(([name, places]) => [name, places.length] as const);
  console.table({ ...told, ...Object.fromEntries(counts) });
  for (const [name, places] of Object.entries(zeros)) {
    for (const place of places.slice(0, 20)) console.error(`${name}: ${place}`);
  }
  return counts.every(([, count]) => count === 0);
}

await main();
