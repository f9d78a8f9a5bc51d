import { parseArgs } from "node:util";
import { runIntegrationTests } from "./integration-tests.ts";
import { startCluster, type Cluster } from "./parts/cluster.ts";
import {
  apiKilled,
  postgresCrashed,
  postgresStopped,
  powerCut,
  temporalKilled,
  workerKilled,
} from "./scenarios/failures.ts";
import { lists } from "./scenarios/lists.ts";
import { doctorAgrees, jsonLogs, rollingRestart, upgrade } from "./scenarios/operating.ts";
import { secondsSince, type Scenario } from "./scenarios/scenario.ts";
import { decidedElsewhere, repeatedElsewhere, sharedFiles } from "./scenarios/two-apis.ts";
import { toldOnce } from "./scenarios/webhooks.ts";

/*
 * `npm run test:cluster [-- --scenarios | --tests] [file…]`: what deploy/compose.yaml describes, started of real parts without a
 * container engine: PostgreSQL, Temporal's server on it, two workers, two APIs. First what an operator
 * wants to have seen, then the tests of the API against the same Temporal; files named here take their
 * place. Ends with 1 when anything was otherwise, and keeps the logs then.
 */
const SCENARIOS: readonly Scenario[] = [
  decidedElsewhere,
  repeatedElsewhere,
  sharedFiles,
  toldOnce,
  lists,
  workerKilled,
  apiKilled,
  rollingRestart,
  temporalKilled,
  postgresStopped,
  postgresCrashed,
  powerCut,
  upgrade,
  doctorAgrees,
  jsonLogs,
];

interface Row {
  readonly shown: string;
  readonly isGood: boolean;
  readonly figures: string;
  readonly took: string;
}

async function play(cluster: Cluster, { shows, run }: Scenario): Promise<Row> {
  const began = performance.now();
  let row: Row;
  try {
    row = { shown: shows, isGood: true, figures: await run(cluster), took: secondsSince(began) };
  } catch (error) {
    console.error(error);
    const figures = String(error).split("\n").slice(0, 3).join(" ").slice(0, 300);
    row = { shown: shows, isGood: false, figures, took: secondsSince(began) };
  }
  print(row);
  return row;
}

function print({ shown, isGood, figures, took }: Row): void {
  console.log(`${isGood ? "✔" : "✖"} ${shown} (${took})\n    ${figures}`);
}

async function main(): Promise<boolean> {
  const { values, positionals: files } = parseArgs({
    options: {
      scenarios: { type: "boolean", default: false },
      tests: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  console.log(
    "Starting what deploy/compose.yaml describes; the first time, Go builds Temporal: minutes.",
  );
  const began = performance.now();
  const cluster = await startCluster();
  console.log(`All of it is ready after ${secondsSince(began)}.\n`);
  const rows: Row[] = [];
  let tests = true;
  try {
    if (!values.tests && files.length === 0) {
      for (const scenario of SCENARIOS) rows.push(await play(cluster, scenario));
    }
    // The tests bring workers and APIs of their own.
    await cluster.holdpoint.stop();
    if (!values.scenarios) tests = await runIntegrationTests(cluster.temporal, files);
  } finally {
    const isGood = tests && rows.every((row) => row.isGood);
    await cluster.stop(!isGood);
    if (!isGood) console.error(`What every part wrote is kept in ${cluster.logs}.`);
  }
  console.log(
    `\nPostgreSQL ${cluster.postgres.version}, Temporal ${cluster.compose.releases[0]}, in ${secondsSince(began)}:`,
  );
  rows.forEach(print);
  const good = rows.filter(({ isGood }) => isGood).length;
  if (rows.length > 0) console.log(`${good} of ${rows.length} scenarios shown.`);
  return tests && good === rows.length;
}

const isGood = await main();
// A client that still waits for an answer would hold the process.
process.exit(isGood ? 0 : 1);
