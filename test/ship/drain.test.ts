import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import { setUpTemporal } from "../../src/runtime/set-up-temporal.ts";
import { findFreePort } from "../../src/temporal/machine/free-port.ts";
import { openSocket } from "../api/stream/support/open-socket.ts";
import { createProject } from "../cli/support/folders.ts";
import { runCli, type Cli } from "../cli/support/run-cli.ts";
import { completedIn, watchPlan } from "../cli/support/watch-plan.ts";
import { guardTemporal } from "../support/guarded-temporal.ts";
import { openRelay } from "../support/relay.ts";

/** Each test is a cluster of its own: who works for one namespace shares a folder. */
let clusters = 0;
const LONG = { timeout: 120_000 };

/** Notes who begins it and who ends it, and ends once there is a file of its todo's name, or when it is told to stop. */
const TOOLS = `import { appendFileSync, existsSync } from "node:fs";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

const note = (what, id) => appendFileSync("ledger", what + " " + id + " " + process.pid + "\\n");
export const tools = [defineTool({
  name: "hold_on",
  description: "Runs until a file lets it go.",
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  repeatable: true,
  async run({ id }, { signal }) {
    note("begun", id);
    while (!existsSync("go-" + id)) {
      if (signal.aborted) note("stopped", id);
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    note("done", id);
    return { id };
  },
})];
`;

/** Longer than a process usually takes to end, and well within what it is given. */
const LASTING = `import { appendFileSync } from "node:fs";
import { defineTool } from "holdpoint/tools";
import { z } from "zod";

export const tools = [defineTool({
  name: "lasts",
  description: "Takes its time.",
  input: z.object({}),
  output: z.string(),
  async run() {
    appendFileSync("ledger", "begun\\n");
    await new Promise((resolve) => setTimeout(resolve, 25_000));
    appendFileSync("ledger", "done\\n");
    return "done";
  },
})];
`;

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly code?: string;
  readonly count?: number;
}

/** A project whose workers tell how they are, with the time that they have to end. */
async function createServices(drainSeconds: number, workerAddress = inject("temporalAddress")) {
  clusters += 1;
  const namespace = `ship-drain-${clusters}`;
  await setUpTemporal({ address: inject("temporalAddress"), namespace });
  const place = (address = inject("temporalAddress")): string[] => [
    ...["--address", address, "--namespace", namespace],
  ];
  const folder = createProject(TOOLS);
  const health = await findFreePort(20_000 + Math.floor(Math.random() * 20_000));
  const config = (name: string, more: string): string => {
    writeFileSync(
      join(folder, name),
      `import { defineConfig } from "holdpoint/config";
export default defineConfig({ tools: "./tools.ts", api: { port: 0 }, ${more} });
`,
    );
    return name;
  };
  const told = config(
    "told.config.ts",
    `worker_health: "127.0.0.1:${health}", worker_drain_seconds: ${drainSeconds}`,
  );
  const plain = config("plain.config.ts", "");
  return {
    ledger: (): string[] => {
      const file = join(folder, "ledger");
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    },
    letGo: (id: string) => appendFileSync(join(folder, `go-${id}`), ""),
    worker: () => runCli(["worker", ...place(workerAddress), "--config", told], { cwd: folder }),
    measured: (address: string) => {
      const file = config("measured.config.ts", `worker_metrics: "${address}"`);
      return runCli(["worker", ...place(), "--config", file], { cwd: folder });
    },
    otherWorker: () => runCli(["worker", ...place(), "--config", plain], { cwd: folder }),
    api: (address?: string) =>
      runCli(["api", ...place(address), "--config", plain], { cwd: folder }),
    /** What the worker says about itself; null when nobody answers. */
    health: async (page = "readyz"): Promise<[number, unknown] | null> => {
      try {
        const response = await fetch(`http://127.0.0.1:${health}/${page}`);
        return [response.status, await response.json()];
      } catch {
        return null;
      }
    },
  };
}

function lines(cli: Cli): Line[] {
  const written = cli.text().trim().split("\n");
  return written.map((line) => JSON.parse(line) as Line);
}

async function clientOf(api: Cli): Promise<Client> {
  const [url] = await api.sees(/http:\/\/127\S+:\d+/);
  return createClient(url);
}

const todo = (id: string) => ({ id, title: id, tool_name: "hold_on", tool_params: { id } });

describe("a worker that is told to end by the system", () => {
  test("lets what runs come to its end, and says so in lines of JSON", LONG, async () => {
    const services = await createServices(30);
    const worker = services.worker();
    await expect.poll(services.health).toEqual([503, { worker: "starting" }]);
    await worker.sees(/The worker is ready/);
    expect(await services.health()).toEqual([200, { worker: "ready" }]);
    const client = await clientOf(services.api());
    const { id } = await client.plans.create({
      title: "Two, one after the other",
      todos: [todo("a"), { ...todo("b"), depends_on: ["a"] }],
    });
    await expect.poll(services.ledger).toHaveLength(1);

    worker.kill("SIGTERM");
    await worker.sees(/The worker is stopping/);
    expect(await services.health()).toEqual([503, { worker: "stopping" }]);
    const other = services.otherWorker();
    await other.sees(/The worker is ready/);
    services.letGo("a");
    services.letGo("b");
    expect(await worker.ended).toBe(0);
    await expect.poll(async () => (await client.plans.get(id)).status).toBe("completed");
    expect(services.ledger()).toEqual([
      `begun a ${worker.pid}`,
      `done a ${worker.pid}`,
      `begun b ${other.pid}`,
      `done b ${other.pid}`,
    ]);
    const said = lines(worker);
    expect(said.flatMap(({ code }) => code ?? [])).toEqual([
      "worker_health_at",
      "worker_ready",
      "shared_folder",
      "worker_stopping",
      "worker_stopped",
    ]);
    expect(said.find(({ code }) => code === "worker_stopping")?.count).toBe(1);
    expect(said.every(({ time, level, msg }) => time > 0 && level >= 30 && msg !== "")).toBe(true);
  });

  test(
    "stops what takes longer than it may, and another worker runs that again",
    LONG,
    async () => {
      const services = await createServices(1);
      const worker = services.worker();
      await worker.sees(/The worker is ready/);
      const client = await clientOf(services.api());
      const { id } = await client.plans.create({ title: "Long", todos: [todo("long")] });
      await expect.poll(services.ledger).toHaveLength(1);

      const began = performance.now();
      worker.kill("SIGTERM");
      expect(await worker.ended).toBe(0);
      const seconds = (performance.now() - began) / 1_000;
      console.log(
        `A worker with 1 s to drain and a todo that goes on: gone after ${seconds.toFixed(1)} s.`,
      );
      expect(seconds).toBeLessThan(10);
      const other = services.otherWorker();
      await other.sees(/The worker is ready/);
      services.letGo("long");
      const watch = watchPlan(client, id);
      await watch.until((events) => completedIn(events).includes("long"));
      expect(services.ledger()).toEqual([
        `begun long ${worker.pid}`,
        `stopped long ${worker.pid}`,
        `begun long ${other.pid}`,
        `done long ${other.pid}`,
      ]);
      expect(watch.events.filter(({ type }) => type === "todo.failed")).toEqual([]);
    },
  );

  test("is not ready while Temporal does not answer it, and is again by itself", LONG, async () => {
    const relay = await openRelay(inject("temporalAddress"));
    onTestFinished(() => relay.close());
    const services = await createServices(1, relay.address);
    const worker = services.worker();
    await worker.sees(/The worker is ready/);
    await expect.poll(services.health).toEqual([200, { worker: "ready" }]);
    relay.cut();
    await expect.poll(services.health).toEqual([503, { worker: "cut_off" }]);
    expect(await services.health("healthz")).toEqual([200, { worker: "cut_off" }]);
    relay.mend();
    await expect.poll(services.health).toEqual([200, { worker: "ready" }]);
  });

  test("cannot have the address of another for its health, and says so", LONG, async () => {
    const services = await createServices(1);
    await services.worker().sees(/The worker is ready/);
    const second = services.worker();
    expect(await second.ended).toBe(1);
    expect(second.text()).toMatch(/Nothing can listen at worker_health 127\.0\.0\.1:\d+/);
  });

  test("cannot have an address that is taken for its metrics, and says so", LONG, async () => {
    const services = await createServices(1);
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
    const worker = services.measured(address);
    expect(await worker.ended).toBe(1);
    expect(worker.text()).toContain(
      `Nothing can listen at worker_metrics ${address}: Address already in use`,
    );
  });
});

describe("an API that is told to end by the system", () => {
  test("ends its streams with a hint and answers the decision on its way", LONG, async () => {
    const services = await createServices(5);
    const worker = services.worker();
    await worker.sees(/The worker is ready/);
    const calls: string[] = [];
    const guard = await guardTemporal(inject("temporalAddress"), {
      onCall: (name) => calls.push(name),
    });
    onTestFinished(() => guard.close());
    const api = services.api(guard.address);
    const [url] = await api.sees(/http:\/\/127\S+:\d+/);
    const client = createClient(url, { retries: 0 });
    const { id } = await client.plans.create({
      title: "Asked",
      todos: [{ ...todo("asked"), requires_approval: true }],
    });
    const watch = watchPlan(client, id);
    await watch.until((events) => events.at(-1)?.type === "hold.requested");
    const { hold_id: hold, data } = watch.events.at(-1)!;
    const digest = data!["digest"] as string;
    const stream = await fetch(`${url}/v1/plans/${id}/events`, {
      headers: { accept: "text/event-stream" },
    });
    const told = stream.text();
    const all = await fetch(`${url}/v1/events`, { headers: { accept: "text/event-stream" } });
    const listed = all.text();
    const socket = await openSocket(`${url}/v1/ws`);

    // A worker that stands still: the decision has to wait for it.
    worker.kill("SIGSTOP");
    onTestFinished(() => worker.kill("SIGCONT"));
    const decided = client.holds.decide(hold!, { decision: "approve", digest });
    await expect.poll(() => calls).toContain("UpdateWorkflowExecution");
    api.kill("SIGTERM");
    expect(await socket.closed).toMatchObject({ code: 1001 });
    // Neither is cut: a stream that breaks off would be refused here.
    expect(await told).toMatch(/^retry: 1000\n\n/);
    expect(await listed).toMatch(/^retry: 1000\n\n/);
    await api.sees(/The API is stopping/);
    worker.kill("SIGCONT");
    expect(await decided).toMatchObject({ hold: { status: "approved" } });
    expect(await api.ended).toBe(0);
  });
});

describe("a start that is stopped", () => {
  const SLOW = { timeout: 240_000 };
  test("lets what runs come to its end for as long as the configuration says", SLOW, async () => {
    const folder = createProject(LASTING);
    writeFileSync(
      join(folder, "holdpoint.config.ts"),
      `import { defineConfig } from "holdpoint/config";
export default defineConfig({
  tools: "./tools.ts", api: { port: 0 }, temporal: { port: 0, ui_port: 0 }, worker_drain_seconds: 60,
});
`,
    );
    const ledger = (): string[] => {
      const file = join(folder, "ledger");
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    };
    const holdpoint = runCli(["start"], { cwd: folder });
    const [, url = ""] = await holdpoint.sees(/The API is at (http:\S+)\.\n/);
    const todos = [{ id: "lasts", title: "Lasts", tool_name: "lasts" }];
    await createClient(url).plans.create({ title: "Long", todos });
    await expect.poll(ledger).toEqual(["begun"]);
    holdpoint.kill("SIGINT");
    expect(await holdpoint.ended).toBe(0);
    expect(ledger()).toEqual(["begun", "done"]);
  });
});
