import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Connection, type WorkflowHandle } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { z } from "zod";
import { createActivities } from "../src/activities/create-activities.ts";
import { NewPlanSchema, type NewPlanInput } from "../src/contract/plan/plan.ts";
import { english } from "../src/contract/sentences/sentence.ts";
import { createPlan, NO_MARKS, withToolMarks } from "../src/plan/create/create.ts";
import { loadWorkflowBundle } from "../src/runtime/workers/workflow-bundle.ts";
import { readDevConfig } from "../src/temporal/connection/dev-config.ts";
import { createArtifactStore } from "../src/temporal/connection/payloads/artifact-store.ts";
import { NO_KEYS } from "../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../src/temporal/connection/payloads/secrets.ts";
import { startDevServer } from "../src/temporal/embedded/dev-server.ts";
import { defineTool } from "../src/tools/define-tool.ts";
import { planStartOptions } from "../src/workflows/wire/plan-start.ts";
import { compareAsUser } from "./as-user.ts";
import { MINIMAL_QUEUE } from "./minimal-queue.ts";
import { compareOpening } from "./opening.ts";
import { Report } from "./report.ts";
import { compareGrowth } from "./sizes/growth.ts";
import { compareWaiting } from "./sizes/waiting.ts";
import { compareStartUp } from "./start-up.ts";
import { median } from "./statistics.ts";
import { compareWatched } from "./watched.ts";

/*
 * The cost of Holdpoint over a minimal hand-written workflow. Both run the same activities on the same
 * server, by workers in one process, in turns, so only their ratio is meaningful.
 */
const ROUNDS = 7;
const CHAIN = 100;
const WIDE = 200;
const WIDTH = 20;
const QUEUE = "bench";

const tick = defineTool({
  name: "tick",
  description: "Does nothing",
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  run: () => ({ ok: true }),
});

/** The same, told to be quick: its todos run in segments. */
const quickTick = { ...tick, name: "quick_tick", quick: true };

interface Figures {
  readonly milliseconds: number;
  readonly events: number;
}

interface Shape {
  readonly name: string;
  readonly todos: number;
  readonly minimal: (id: string, todoIds: string[]) => { type: string; args: unknown[] };
  readonly plan: (todoIds: string[], tool: string) => NewPlanInput;
}

const toTodos = (ids: string[], tool: string, chained: boolean): NewPlanInput["todos"] =>
  ids.map((id, position) => ({
    id,
    title: id,
    tool_name: tool,
    depends_on: chained && position > 0 ? [ids[position - 1]!] : [],
  }));

const SHAPES: readonly Shape[] = [
  {
    name: `chain of ${CHAIN}`,
    todos: CHAIN,
    minimal: (id, todoIds) => ({ type: "minimalChain", args: [id, todoIds] }),
    plan: (todoIds, tool) => ({ title: "chain", todos: toTodos(todoIds, tool, true) }),
  },
  {
    name: `${WIDE} wide, ${WIDTH} at a time`,
    todos: WIDE,
    minimal: (id, todoIds) => ({ type: "minimalWide", args: [id, todoIds, WIDTH] }),
    plan: (todoIds, tool) => ({
      title: "wide",
      todos: toTodos(todoIds, tool, false),
      max_parallel: WIDTH,
    }),
  },
];

async function compareUnwatched(report: Report): Promise<void> {
  Runtime.install({ logger: new DefaultLogger("ERROR") });
  const dataDir = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
  const ports = { grpc: 0, ui: 0 };
  const server = await startDevServer({ dataDir, config: readDevConfig(), ports });
  const connection = await Connection.connect({ address: server.address });
  const native = await NativeConnection.connect({ address: server.address });
  try {
    const client = new Client({ connection, namespace: server.namespace });
    const common = {
      connection: native,
      namespace: server.namespace,
      activities: createActivities([tick, quickTick], {
        secrets: createSecrets(NO_KEYS),
        artifacts: createArtifactStore(join(dataDir, "artifacts")),
        workspaces: join(dataDir, "workspaces"),
        model: null,
      }),
    };
    // Each side loads its own workflows and nothing of the other's.
    const workflowsPath = fileURLToPath(new URL("minimal.workflow.ts", import.meta.url));
    const workflowBundle = await loadWorkflowBundle();
    const minimal = await Worker.create({ ...common, taskQueue: MINIMAL_QUEUE, workflowsPath });
    const plans = await Worker.create({ ...common, taskQueue: QUEUE, workflowBundle });
    await minimal.runUntil(
      plans.runUntil(async () => {
        for (const shape of SHAPES) await compare(client, shape, report);
      }),
    );
  } finally {
    await native.close();
    await connection.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const RUNNERS = {
  minimal: runMinimal,
  Holdpoint: (client: Client, shape: Shape, id: string) => runPlan(client, shape, id, tick.name),
  "quick todos": (client: Client, shape: Shape, id: string) =>
    runPlan(client, shape, `${id}-quick`, quickTick.name),
};
type Name = keyof typeof RUNNERS;
const NAMES = Object.keys(RUNNERS) as Name[];

/** Runs all in turns; the first round is a warm-up. */
async function compare(client: Client, shape: Shape, report: Report): Promise<void> {
  const figures: Record<Name, Figures[]> = { minimal: [], Holdpoint: [], "quick todos": [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const id = `${shape.todos}-${round}-${Date.now()}`;
    const first = round % NAMES.length;
    for (const name of [...NAMES.slice(first), ...NAMES.slice(0, first)]) {
      const measured = await RUNNERS[name](client, shape, id);
      if (round > 0) figures[name].push(measured);
    }
  }
  report.heading(
    `inside Temporal, nobody looks: ${shape.name} (${ROUNDS} rounds in turns, medians)`,
  );
  const minimal = figures.minimal.map(({ milliseconds }) => milliseconds);
  const eventsOf = (name: Name): number => median(figures[name].map(({ events }) => events));
  for (const name of NAMES) {
    if (name === "minimal") continue;
    const times = figures[name].map(({ milliseconds }) => milliseconds);
    report.row({
      name: `${name}, ${eventsOf(name)} events for ${eventsOf("minimal")}`,
      unit: "ms per todo",
      holdpoint: median(times) / shape.todos,
      minimal: median(minimal) / shape.todos,
      ratio: median(times.map((time, round) => time / minimal[round]!)),
    });
  }
}

const idsOf = (shape: Shape): string[] =>
  Array.from({ length: shape.todos }, (_, position) => `todo_${position}`);

async function runMinimal(client: Client, shape: Shape, id: string): Promise<Figures> {
  const { type, args } = shape.minimal(id, idsOf(shape));
  return measure(() =>
    client.workflow.start(type, { taskQueue: MINIMAL_QUEUE, workflowId: `minimal-${id}`, args }),
  );
}

async function runPlan(client: Client, shape: Shape, id: string, tool: string): Promise<Figures> {
  const created = createPlan(NewPlanSchema.parse(shape.plan(idsOf(shape), tool)), {
    id,
    owner: "bench",
    at: new Date().toISOString(),
  });
  if ("problem" in created) throw new Error(english(created.problem.detail));
  const quick = tool === quickTick.name ? [tool] : [];
  const state = withToolMarks(created.state, { ...NO_MARKS, quick });
  const { workflowId, args } = planStartOptions(state);
  return measure(() =>
    client.workflow.start("planWorkflow", { taskQueue: QUEUE, workflowId, args }),
  );
}

async function measure(start: () => Promise<WorkflowHandle>): Promise<Figures> {
  const before = performance.now();
  const handle = await start();
  await handle.result();
  const milliseconds = performance.now() - before;
  const { historyLength } = await handle.describe();
  return { milliseconds, events: historyLength };
}

/** `npm run bench -- user watched` measures these alone; `--json FILE` keeps the figures. */
const MEASURES = {
  unwatched: compareUnwatched,
  user: compareAsUser,
  watched: compareWatched,
  growth: compareGrowth,
  waiting: compareWaiting,
  "start-up": compareStartUp,
  opening: compareOpening,
};

const report = new Report();
const named = Object.entries(MEASURES).filter(([name]) => process.argv.includes(name));
for (const [, measure] of named.length > 0 ? named : Object.entries(MEASURES))
  await measure(report);
report.write();
