/*
 * Records the histories that replay.test.ts replays: `npx tsx test/replay/record-histories.ts`,
 * with names of scenarios to record only those.
 *
 * Run it whenever the workflow code changes on purpose before a release. Once a version is released,
 * its histories are never edited, recorded again or removed: plans of that version may be running
 * somewhere, and these files are the promise that newer code goes on with them. Code that must
 * differ from then on asks `patched()` first. The next version's recordings come beside the old ones.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { WorkflowHandle } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { startTestServer } from "../support/dev-server.ts";
import { connectPlanServer, type PlanServer } from "../support/plan-server.ts";
import type { HistoryEvent, StartedPlan } from "../support/started-plan.ts";
import { historyFiles, HISTORIES, type HistoryFile } from "./history-files.ts";
import { KEPT_SCENARIOS } from "./kept-scenarios.ts";
import { SCENARIOS, type Stage } from "./scenarios.ts";

const ALL = { ...SCENARIOS, ...KEPT_SCENARIOS };
type ScenarioName = keyof typeof ALL;

const root = fileURLToPath(new URL("../../", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { version: string };

interface Run {
  readonly id: string;
  readonly events: readonly HistoryEvent[];
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const names = (Object.keys(ALL) as ScenarioName[]).filter(
    (name) => asked.length === 0 || asked.includes(name),
  );
  if (names.length === 0) {
    throw new Error(`There are the scenarios ${Object.keys(ALL).join(", ")}.`);
  }
  if (execFileSync("git", ["tag", "--list", `v${version}`], { cwd: root }).length > 0) {
    throw new Error(`v${version} is released: raise the version in package.json, then record.`);
  }
  await mkdir(HISTORIES, { recursive: true });
  const temporal = await startTestServer();
  const stops: (() => Promise<void>)[] = [];
  const server = await connectPlanServer(temporal, (stop) => stops.push(stop));
  try {
    for (const name of names) {
      const bytes = await record(server, name);
      console.log(`${name}: ${bytes} bytes`);
    }
  } finally {
    for (const stop of stops) await stop();
    await server.close();
    await temporal.remove();
  }
}

/** Plays the scenario and writes its runs, in place of those that the same version recorded before. */
async function record(server: PlanServer, name: ScenarioName): Promise<number> {
  const played = await ALL[name](toStage(server, name));
  const runs = "runs" in played ? await runsOf(server, played) : await soFar(server, played);
  const own = `${version}.${name}.`;
  for (const old of await historyFiles()) if (old.startsWith(own)) await rm(HISTORIES + old);
  let bytes = 0;
  for (const [position, { id, events }] of runs.entries()) {
    const history = JSON.parse(historyToJSON({ events: [...events] })) as unknown;
    const text = JSON.stringify({ workflow_id: id, history } satisfies HistoryFile);
    await writeFile(`${HISTORIES}${own}${position + 1}.json`, `${text}\n`);
    bytes += text.length;
  }
  return bytes;
}

/** All runs of a plan, and those of what it started. */
async function runsOf({ client }: PlanServer, plan: StartedPlan): Promise<Run[]> {
  const runs = (await plan.runs()).map((events) => ({ id: plan.handle.workflowId, events }));
  for (const id of childrenOf(runs.flatMap(({ events }) => events))) {
    runs.push({ id, events: await closedHistory(client.workflow.getHandle(id)) });
  }
  return runs;
}

/** The newest run of each of these workflows, as far as it has come. */
function soFar({ client }: PlanServer, ids: readonly string[]): Promise<Run[]> {
  return Promise.all(
    ids.map(async (id) => {
      const { events } = await client.workflow.getHandle(id).fetchHistory();
      return { id, events: events ?? [] };
    }),
  );
}

function toStage(server: PlanServer, name: ScenarioName): Stage {
  return {
    client: server.client,
    name,
    async start(plan, tools, { history_events, ...more } = {}) {
      const worker = await server.startWorker(tools, more);
      return worker.start(plan, history_events === undefined ? {} : { history_events });
    },
    async startByHand(input, tools, more) {
      const { taskQueue, find } = await server.startWorker(tools, more);
      const workflowId = TEMPORAL_NAMES.plan_prefix + name;
      const options = { workflowId, taskQueue, args: [input] };
      await server.client.workflow.start(TEMPORAL_NAMES.plan_workflow, options);
      return find(name);
    },
    queue(tools) {
      const idle = server.queue(tools);
      return { ...idle, run: async () => void (await idle.run()) };
    },
  };
}

function childrenOf(events: readonly HistoryEvent[]): string[] {
  return events.flatMap(
    (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId ?? [],
  );
}

async function closedHistory(handle: WorkflowHandle): Promise<HistoryEvent[]> {
  await handle.result();
  return (await handle.fetchHistory()).events ?? [];
}

await main();
