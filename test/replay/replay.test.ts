import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Payload } from "@temporalio/common";
import type { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker, type ReplayWorkerOptions, type WorkflowBundle } from "@temporalio/worker";
import { DeterminismViolationError } from "@temporalio/workflow";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { fromTables, type Table } from "../../src/plan/model/packing/tables.ts";
import { beginChain, chain, factsOf } from "../../src/plan/views/log/log-chain.ts";
import { startTracing } from "../../src/runtime/tracing.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { historyFiles, readHistory } from "./history-files.ts";
import { KEPT_SCENARIOS } from "./kept-scenarios.ts";
import { SCENARIOS } from "./scenarios.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The bundle with traces is made for it, and every history is replayed: a busy machine takes minutes. */
const LONG = { timeout: 240_000 };

/** Replays recorded runs on this code; answers what went wrong, by file. */
async function replayAll(
  workflowBundle: WorkflowBundle,
  names: readonly string[],
  how: Pick<ReplayWorkerOptions, "plugins" | "dataConverter"> = {},
): Promise<Map<string, Error | undefined>> {
  const histories = await Promise.all(names.map(readHistory));
  const outcomes = new Map<string, Error | undefined>();
  const results = Worker.runReplayHistories({ workflowBundle, ...how }, histories);
  for await (const { error } of results) outcomes.set(names[outcomes.size]!, error);
  expect([...outcomes.keys()]).toEqual(names);
  return outcomes;
}

/** The scenario of which a file of histories is a run. */
const scenarioOf = (name: string): string | undefined => name.split(".").at(-3);

/** This tree's workflow code with one place changed: in the bundle, where expressions stand as they are written. */
async function mutantBundle(file: string, from: string, to: string): Promise<WorkflowBundle> {
  expect(await readFile(join(root, "src", file), "utf8")).toContain(from);
  const bundle = await loadWorkflowBundle();
  const code = "code" in bundle ? bundle.code : "";
  // What other modules say alike stays as it is.
  const module = code.indexOf(`!*** ./src/${file} ***!`);
  const at = code.indexOf(from, module);
  expect(Math.min(module, at), `the bundle holds ${file} with ${from}`).toBeGreaterThan(0);
  return { code: code.slice(0, at) + to + code.slice(at + from.length) };
}

test("every scenario was recorded for this version", async () => {
  const names = await historyFiles();
  const recorded = names.flatMap((name) => {
    const [, scenario] = /^(?:.*)\.([a-z_]+)\.\d+\.json$/.exec(name) ?? [];
    return name.startsWith(`${packageJson.version}.`) && scenario !== undefined ? [scenario] : [];
  });
  const hint = "run: npx tsx test/replay/record-histories.ts";
  expect([...new Set(recorded)], hint).toEqual(
    Object.keys({ ...SCENARIOS, ...KEPT_SCENARIOS }).toSorted(),
  );
});

/** A plan's state in what a run has told with its end, or handed to the next or to another; else nothing. */
function headIn({ data }: Payload): string | undefined {
  interface Told {
    readonly state?: { readonly id: string; readonly events?: readonly (LoggedEvent | Table)[] };
  }
  let told: Told | null;
  try {
    told = JSON.parse(new TextDecoder().decode(data ?? undefined)) as Told | null;
  } catch {
    return undefined;
  }
  const { id, events = [] } = told?.state ?? { id: "" };
  if (events.length === 0) return undefined;
  const isTable = (one: LoggedEvent | Table): one is Table => "rows" in one;
  const log = (events.every(isTable) ? fromTables(events) : events) as LoggedEvent[];
  const head = log.reduce((digest, event) => chain(digest, factsOf(event)), beginChain(id));
  return `${id} ${log.length} ${head}`;
}

type History = ReturnType<typeof historyFromJSON>;

test("every history that was ever recorded replays on this code, and its logs have the heads that they had", async () => {
  const names = await historyFiles();
  const histories = await Promise.all(names.map(readHistory));
  const events = histories.flatMap(({ history }) => (history as History).events ?? []);
  const recorded = events.flatMap((event) => {
    const { result } = event.workflowExecutionCompletedEventAttributes ?? {};
    const { input: next } = event.workflowExecutionContinuedAsNewEventAttributes ?? {};
    const { input: child } = event.startChildWorkflowExecutionInitiatedEventAttributes ?? {};
    const { failure } = event.workflowExecutionFailedEventAttributes ?? {};
    const told = result ?? next ?? child ?? failure?.applicationFailureInfo?.details;
    return (told?.payloads ?? []).flatMap((payload) => headIn(payload) ?? []);
  });
  const heads: string[] = [];
  const codec = {
    encode: (payloads: Payload[]) => {
      heads.push(...payloads.flatMap((payload) => headIn(payload) ?? []));
      return Promise.resolve(payloads);
    },
    decode: (payloads: Payload[]) => Promise.resolve(payloads),
  };
  const how = { dataConverter: { payloadCodecs: [codec] } };
  const outcomes = await replayAll(await loadWorkflowBundle(), names, how);
  expect([...outcomes].filter(([, error]) => error !== undefined)).toEqual([]);
  expect(heads.toSorted()).toEqual(recorded.toSorted());
  expect(heads.length).toBeGreaterThan(10);
});

test("every history replays with traces, too, whoever turns them on", LONG, async () => {
  const tracing = await startTracing("http://127.0.0.1:1/v1/traces", "replay");
  onTestFinished(() => tracing.stop());
  const { plugins } = tracing;
  const names = await historyFiles();
  const outcomes = await replayAll(await loadWorkflowBundle({ plugins }), names, { plugins });
  expect([...outcomes].filter(([, error]) => error !== undefined)).toEqual([]);
});

test("the same code bundles to the same bytes each time", async () => {
  const cache = await mkdtemp(join(tmpdir(), "holdpoint-again-"));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const [here, again] = [await loadWorkflowBundle(), await loadWorkflowBundle({ cache })];
  const code = (bundle: WorkflowBundle) => ("code" in bundle ? bundle.code : "");
  expect(code(again).length).toBeGreaterThan(0);
  expect(code(again) === code(here)).toBe(true);
});

// What the replay must see, so that its silence means something.
test.each([
  [
    "the order of ready todos",
    "plan/model/order/ready-queue.ts",
    "b.priority - a.priority || a.position - b.position",
    "a.priority - b.priority || b.position - a.position",
    ["approvals"],
  ],
  [
    "when search attributes are written",
    "workflows/plan/list-entry.ts",
    "if (found !== attributes) {",
    "if (found.length > 0) {",
    ["continue_as_new", "listed"],
  ],
  [
    "when a plan's memo is written",
    "workflows/plan/list-entry.ts",
    "plan.running.size > 0 && now < due",
    "plan.running.size < 0 && now < due",
    ["continue_as_new"],
  ],
  [
    "how many todos run at a time",
    "plan/settle.ts",
    "plan.running.size < plan.state.max_parallel",
    "plan.running.size < 1",
    ["long_todo"],
  ],
  [
    "when a plan continues as new",
    "workflows/this-run.ts",
    "historyLength >= limit",
    "historyLength >= limit * 100",
    ["continue_as_new"],
  ],
] as const)("a change of %s is a determinism violation", async (_what, file, from, to, hurt) => {
  const touched = (await historyFiles()).filter((name) =>
    hurt.some((each) => each === scenarioOf(name)),
  );
  const outcomes = await replayAll(await mutantBundle(file, from, to), touched);
  const violated = [...outcomes].filter(([, error]) => error instanceof DeterminismViolationError);
  const scenarios = violated.map(([name]) => scenarioOf(name));
  expect(scenarios).toEqual(expect.arrayContaining([...hurt]));
});
