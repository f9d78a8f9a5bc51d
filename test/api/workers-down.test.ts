import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { Inbox, PlanList } from "../../src/contract/list.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { startApi } from "../../src/runtime/api/api.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { problemOf } from "../support/api-harness.ts";
import { startTestServer, type TestServer } from "../support/dev-server.ts";

/** Processes are started and killed, and a busy machine makes that long. */
const LONG = { timeout: 180_000 };
/** Five seconds are promised; the rest is for a machine that does other things, too. */
const PROMISED_MS = 7_000;

/** A tool that keeps its whole worker busy, as a computation that never awaits does. */
const TOOLS = `import { writeFileSync } from "node:fs";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

export const tools = [
  defineTool({
    name: "compute",
    description: "Computes for some seconds",
    input: z.strictObject({ seconds: z.number() }),
    output: z.null(),
    run({ seconds }) {
      writeFileSync(new URL("./began", import.meta.url), "");
      for (const end = Date.now() + seconds * 1_000; Date.now() < end; );
      return null;
    },
  }),
];
`;
const compute = defineTool({
  name: "compute",
  description: "Computes for some seconds",
  input: z.strictObject({ seconds: z.number() }),
  output: z.null(),
  run: () => null,
});

interface Place {
  readonly temporal: TestServer;
  readonly project: string;
  /** Starts \`holdpoint worker\` as a process of its own. */
  startWorker(): Cli;
  request(method: string, path: string, body?: object): Promise<Response>;
  get<Data>(path: string): Promise<Data>;
  create(plan: NewPlanInput): Promise<void>;
  /** Looks until the plan's worker answers so. */
  untilHolds(planId: string): Promise<Hold[]>;
}

/** A Temporal, an API over HTTP, and a folder from which workers are started; they stop with the test. */
async function startPlace(): Promise<Place> {
  const temporal = await startTestServer();
  onTestFinished(() => temporal.remove());
  const { address, namespace } = temporal;
  const project = createProject(TOOLS);
  const config = await loadConfig(project);
  const api = await startApi({
    config: { ...config, api: { ...config.api, port: 0 }, tools: createToolRegistry([compute]) },
    place: { address, namespace },
    log: pino({ level: "silent" }),
    onNotice: () => undefined,
  });
  onTestFinished(() => api.close());
  const request: Place["request"] = (method, path, body) =>
    fetch(api.url + path, {
      method,
      signal: AbortSignal.timeout(PROMISED_MS),
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  return {
    temporal,
    project,
    startWorker: () =>
      runCli(["worker", "--address", address, "--namespace", namespace], { cwd: project }),
    request,
    async get<Data>(path: string) {
      const response = await request("GET", path);
      expect(response.status, `GET ${path}`).toBe(200);
      return (await response.json()) as Data;
    },
    async create(plan) {
      const response = await request("POST", "/v1/plans", plan);
      expect(response.status, await response.clone().text()).toBe(201);
    },
    untilHolds: (planId) =>
      vi.waitFor(
        async () => {
          const response = await request("GET", `/v1/plans/${planId}/holds`);
          expect(response.status).toBe(200);
          const { holds } = (await response.json()) as { holds: Hold[] };
          expect(holds.length).toBeGreaterThan(0);
          return holds;
        },
        { timeout: 60_000, interval: 50 },
      ),
  };
}

const asked: NewPlanInput["todos"][number] = {
  id: "a",
  title: "설문 발송",
  tool_name: "compute",
  tool_params: { seconds: 0 },
  requires_approval: true,
};
const soon = { timeout: 60_000, interval: 50 };

test(
  "with every worker killed, lists answer and commands say so within five seconds",
  LONG,
  async () => {
    const place = await startPlace();
    const worker = place.startWorker();
    await place.create({ id: "waits", title: "기다리는 계획", todos: [asked] });
    const [hold] = await place.untilHolds("waits");
    const before = await vi.waitFor(async () => {
      const inbox = await place.get<Inbox>("/v1/holds");
      expect(inbox).toMatchObject({ total: 1, workers: { state: "up" } });
      return inbox;
    }, soon);

    worker.kill("SIGKILL");
    await worker.ended;
    const command = (path: string, body: object) =>
      place.request("POST", path, { ...body, command_id: path });
    const pause = () => command("/v1/plans/waits/pause", { reason: "lunch" });
    const decide = () => command(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    const commands = [pause(), decide(), place.request("GET", "/v1/plans/waits")];
    const inbox = await place.get<Inbox>("/v1/holds");
    expect(inbox.holds).toEqual(before.holds);
    for (const command of commands) {
      await problemOf(command, "worker_unavailable");
      expect((await command).headers.get("retry-after")).toBe("2");
    }
    // The lists know by now, and show what the last worker left.
    const later = await place.get<Inbox>("/v1/holds");
    expect(later.workers.state).toBe("down");
    expect(later.workers.last_seen_at! >= before.workers.last_seen_at!).toBe(true);
    expect(later.holds).toEqual(before.holds);
    const { plans } = await place.get<PlanList>("/v1/plans");
    expect(plans).toMatchObject([{ id: "waits", status: "running", open_holds: 1 }]);
    expect(plans[0]!.as_of! < later.read_at).toBe(true);
    // Plans are kept for the next worker all the same.
    await place.create({ id: "next", title: "다음 계획", todos: [asked] });

    place.startWorker();
    await place.untilHolds("next");
    // What the problems say: repeat it, it counts once.
    for (const repeat of [pause, decide]) expect((await repeat()).status).toBe(200);
    const { events } = await place.get<{ events: LoggedEvent[] }>("/v1/plans/waits/events");
    const count = (type: LoggedEvent["type"]) => events.filter((e) => e.type === type).length;
    expect([count("plan.paused"), count("hold.decided")]).toEqual([1, 1]);
  },
);

test("a worker that is busy for seconds is waited for", LONG, async () => {
  const place = await startPlace();
  place.startWorker();
  await place.create({ id: "waits", title: "기다리는 계획", todos: [asked] });
  await place.untilHolds("waits");
  // Its heartbeats come from the moment that it has lived for a second.
  await vi.waitFor(async () => {
    expect((await place.get<PlanList>("/v1/plans")).workers.state).toBe("up");
  }, soon);
  const busy = { id: "b", title: "계산", tool_name: "compute", tool_params: { seconds: 2.5 } };
  await place.create({ id: "busy", title: "바쁜 계획", todos: [busy] });
  await vi.waitFor(() => expect(existsSync(join(place.project, "began"))).toBe(true), soon);
  const paused = await place.request("POST", "/v1/plans/waits/pause");
  expect(paused.status, await paused.clone().text()).toBe(200);
});

test(
  "with Temporal gone, everything says so within five seconds, and works when it is back",
  LONG,
  async () => {
    const place = await startPlace();
    place.startWorker();
    await place.create({ id: "waits", title: "기다리는 계획", todos: [asked] });
    await place.untilHolds("waits");
    const everything = () => [
      place.request("GET", "/v1/plans"),
      place.request("GET", "/v1/plans?sort=deadline"),
      place.request("GET", "/v1/holds"),
      place.request("GET", "/v1/plans/waits"),
      place.request("POST", "/v1/plans/waits/pause"),
      place.request("POST", "/v1/plans", { id: "lost", title: "x", todos: [asked] }),
    ];
    const expectGone = async () => {
      for (const answer of everything()) {
        await problemOf(answer, "temporal_unavailable");
        expect((await answer).headers.get("retry-after")).toBe("2");
      }
    };
    // It hangs: connections stay, answers do not come.
    process.kill(place.temporal.pid, "SIGSTOP");
    try {
      await expectGone();
    } finally {
      process.kill(place.temporal.pid, "SIGCONT");
    }
    await vi.waitFor(() => place.get("/v1/plans"), soon);

    process.kill(place.temporal.pid, "SIGKILL");
    await place.temporal.exited;
    await expectGone();
    const again = await place.temporal.restart();
    onTestFinished(() => again.stop());
    const inbox = await vi.waitFor(() => place.get<Inbox>("/v1/holds"), soon);
    expect(inbox.holds.map(({ plan_id }) => plan_id)).toContain("waits");
  },
);
