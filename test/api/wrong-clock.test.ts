import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAsk } from "../../src/api/gateway/asking/ask-temporal.ts";
import { createClient, type Client } from "../../src/client/client.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { startApi, type RunningApi } from "../../src/runtime/api/api.ts";
import { loadConfig, type LoadedConfig } from "../../src/runtime/config.ts";
import { openKeys } from "../../src/runtime/keys.ts";
import { startWorker, type RunningWorker } from "../../src/runtime/workers/worker.ts";
import { startTestServer, type TestServer } from "../support/dev-server.ts";
import { complaints } from "../support/temporal-runtime.ts";
import { rightTime, setClock, setRight } from "../support/wrong-clock.ts";

const LONG = { timeout: 60_000 };
const WAIT = { timeout: 20_000, interval: 50 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Readings are good to a round trip; the rest is for a busy machine, far below the hour that a clock is off. */
const NEAR_MS = 60_000;

let server: TestServer;
let config: LoadedConfig;
let worker: RunningWorker;
let folder: string;
const keyOf = new Map<Role, string>();
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "holdpoint-clock-"));
  const loaded = await loadConfig(folder);
  config = { ...loaded, api: { ...loaded.api, port: 0 } };
  for (const role of ["operator", "approver", "admin"] as const)
    keyOf.set(role, await addKey(role));
  worker = await startWorker({ config, place: place() });
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error([...errors, ...complaints.slice(-5)].join("\n"));
});
/** What the API logged as unexpected. */
const errors: string[] = [];
afterAll(async () => {
  expect(errors).toEqual([]);
  await worker.stop();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

const place = () => ({ address: server.address, namespace: server.namespace });

async function addKey(role: Role, expires_at: string | null = null): Promise<string> {
  const created_at = new Date(rightTime()).toISOString();
  return (
    await openKeys(config).add({
      name: `the ${role}`.replace(" ", "-"),
      roles: [role],
      created_at,
      expires_at,
    })
  ).written;
}

/** The API as it starts by the clock that is set by then. */
async function serve(configured = config): Promise<RunningApi> {
  const log = pino({ level: "error" }, { write: (line) => void errors.push(line) });
  const screen = Promise.resolve(undefined);
  const api = await startApi({
    config: configured,
    place: place(),
    log,
    screen,
    onNotice: () => undefined,
  });
  onTestFinished(() => api.close());
  return api;
}

const as = (api: RunningApi, role: Role): Client => createClient(api.url, { key: keyOf.get(role) });

let plans = 0;
/** A plan that waits for an approval, and its hold. The worker, which is in this process, has the right time. */
async function asked(api: RunningApi): Promise<Hold> {
  plans += 1;
  const client = as(api, "operator");
  const { id } = await client.plans.create({
    id: `clock-${plans}`,
    title: "Publish",
    todos: [
      {
        id: "wait",
        title: "Publish",
        tool_name: "wait",
        tool_params: { seconds: 0 },
        requires_approval: true,
      },
    ],
  });
  setRight();
  for await (const board of client.plans.watch(id, { as: "boards" })) {
    if (board.holds.length > 0) break;
  }
  return (await client.plans.holds(id)).holds[0]!;
}

const apart = (time: string): number => Math.abs(Date.parse(time) - rightTime());

describe.each([
  ["an hour ahead", HOUR],
  ["an hour behind", -HOUR],
  ["a day ahead", DAY],
  ["a day behind", -DAY],
])("an API whose machine's clock is %s", (_, ahead) => {
  test("has plans take its decisions, and tells their times as they are", LONG, async () => {
    setClock(ahead);
    const api = await serve();
    const hold = await asked(api);
    setClock(ahead);
    const approver = as(api, "approver");
    const inbox = await vi.waitFor(async () => {
      const listed = await approver.holds.list({ plan_id: hold.plan_id });
      expect(listed).toMatchObject({
        holds: [{ id: hold.id, overdue: false }],
        workers: { state: "up" },
      });
      return listed;
    }, WAIT);
    expect(apart(inbox.read_at)).toBeLessThan(NEAR_MS);
    await expect(approver.service.ready()).resolves.toMatchObject({ workers: { ready: true } });

    await approver.holds.decide(hold.id, { decision: "approve" });
    setRight();
    const plan = await approver.plans.get(hold.plan_id);
    expect(apart(plan.created_at)).toBeLessThan(NEAR_MS);
    const { events } = await approver.plans.events(hold.plan_id, {});
    // The API stamps the first one, by a reading that is good to a round trip.
    const times = events.slice(1).map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test("lets a key in until it ends by Temporal's clock, and no longer", LONG, async () => {
    setClock(ahead);
    const api = await serve();
    const lasting = await addKey("viewer", new Date(rightTime() + HOUR / 2).toISOString());
    const ended = await addKey("viewer", new Date(rightTime() - HOUR / 2).toISOString());
    await expect(createClient(api.url, { key: lasting }).plans.list()).resolves.toHaveProperty(
      "plans",
    );
    await expect(createClient(api.url, { key: ended }).plans.list()).rejects.toMatchObject({
      problem: { code: "key_expired" },
    });
  });
});

test(
  "an API whose clock is set a day ahead while it runs goes on as if it had not been",
  LONG,
  async () => {
    const api = await serve();
    const hold = await asked(api);
    setClock(DAY);
    const approver = as(api, "approver");
    expect(apart((await approver.holds.list()).read_at)).toBeLessThan(NEAR_MS);
    await approver.holds.decide(hold.id, { decision: "approve" });
    const { checks } = await as(api, "admin").service.checks();
    expect(checks.find(({ code }) => code === "clock")).toMatchObject({
      status: "fail",
      detail: expect.stringMatching(/^the server's is 86\d+(?:\.\d+)? s behind ours$/) as string,
    });
  },
);

test(
  "a request that nobody answers is refused in time, although the clock is set back meanwhile",
  LONG,
  async () => {
    const connection = await Connection.connect({ address: server.address });
    onTestFinished(() => connection.close());
    let answer: Promise<unknown> | undefined;
    await new Promise<void>((asked) => {
      answer = createAsk(new TemporalClient({ connection }), 500)("nobody", () => {
        asked();
        return new Promise(() => undefined);
      });
    });
    setClock(-DAY);
    await expect(answer).rejects.toMatchObject({ problem: { code: "worker_unavailable" } });
  },
);

test(
  "a key that asked too much waits as long as ever, although the clock was set back meanwhile",
  LONG,
  async () => {
    const rate_limit = { per_second: 1, burst: 60, streams: 1 };
    const api = await serve({ ...config, api: { ...config.api, rate_limit } });
    const headers = { authorization: `Bearer ${keyOf.get("approver")}` };
    const ask = () => fetch(`${api.url}/v1/sign-in`, { headers });
    await ask();
    setClock(-DAY);
    const answers = await Promise.all(Array.from({ length: rate_limit.burst }, ask));
    const waits = answers.map((answer) => Number(answer.headers.get("retry-after")));
    expect(Math.max(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(rate_limit.burst);
  },
);
