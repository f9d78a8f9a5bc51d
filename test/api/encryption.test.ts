import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import proto from "@temporalio/proto";
import { Worker } from "@temporalio/worker";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/api/app.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { createPlanFeeds } from "../../src/api/stream/feed/plan-feeds.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { startWorker } from "../../src/runtime/workers/worker.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { connectClient } from "../../src/temporal/connection/connect.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";
import {
  NO_KEYS,
  readEncryptionKeys,
  type EncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { sealArtifacts } from "../../src/temporal/connection/payloads/sealed-artifacts.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";
import { problemOf, startApiHarness, type ApiHarness } from "../support/api-harness.ts";
import { startTestServer, type TestServer } from "../support/dev-server.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { complaints } from "../support/temporal-runtime.ts";

/** In everything that a person or a tool writes here. */
const CANARY = "kanarienvogel";

const MADE = Object.fromEntries(["a", "b", "c"].map((id) => [id, encryptionKey(id)]));
const keys = (...ids: string[]): EncryptionKeys =>
  readEncryptionKeys({ HOLDPOINT_ENCRYPTION_KEYS: ids.map((id) => MADE[id]).join(" ") });

const sing = defineTool({
  name: "sing",
  description: "Answers more than the plan itself keeps",
  input: z.strictObject({}),
  output: z.string(),
  run: () => `${CANARY} `.repeat(8_000),
});
const beat = defineTool({
  name: "beat",
  description: "Tells a preview of its work until the test has seen it",
  input: z.strictObject({}),
  output: z.null(),
  async run(_input, ctx) {
    ctx.progress(42, `${CANARY} preview`);
    await heard;
    return null;
  },
});
let hear = (): void => undefined;
const heard = new Promise<void>((resolve) => (hear = resolve));

const plan: NewPlanInput = {
  title: `${CANARY} plan`,
  description: `${CANARY} description`,
  todos: [
    {
      id: "told",
      title: `${CANARY} todo`,
      tool_name: "echo",
      tool_params: { text: `${CANARY} param` },
      requires_approval: true,
    },
    { id: "sung", title: `${CANARY} song`, tool_name: "sing" },
    { id: "beaten", title: `${CANARY} beat`, tool_name: "beat" },
    {
      id: "refused",
      title: "refused",
      optional: true,
      tool_name: "refuse",
      tool_params: { sentence: `${CANARY} failure` },
    },
    { id: "asked", title: "asked", input_request: { question: `${CANARY} question` } },
    {
      id: "held",
      title: "held",
      depends_on: ["asked"],
      tool_name: "echo",
      requires_approval: true,
      tool_params: { text: "{{todo.asked.result}}" },
    },
  ],
  failure: { validation_error: { action: "FAIL" } },
};

let server: TestServer;
let api: ApiHarness;
beforeAll(async () => {
  server = await startTestServer();
  api = await startApiHarness({ address: server.address, keys: keys("a"), tools: [sing, beat] });
});
afterAll(async () => {
  hear();
  await api.close();
  await server.remove();
});

/** The text as it is, and as base64 of whatever stands before it. */
const FORMS = [0, 1, 2].map((before) =>
  Buffer.from("\0".repeat(before) + CANARY)
    .toString("base64")
    .slice(before === 0 ? 0 : 4, -4),
);

/** Which files below a folder hold the text. */
async function filesWith(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if ([CANARY, ...FORMS].some((form) => bytes.includes(form))) found.push(entry.name);
  }
  return found;
}

async function history(workflowId: string) {
  const { history: events } = await api.client.workflowService.getWorkflowExecutionHistory({
    namespace: "default",
    execution: { workflowId },
  });
  return events!;
}

async function decide(hold: Hold, body: object): Promise<void> {
  const response = await api.post(`/v1/holds/${hold.id}/decision`, body);
  expect(response.status, await response.clone().text()).toBe(200);
}

const holdOf = async (planId: string, todo: string): Promise<Hold> =>
  api.watch.until(planId, async () =>
    (await api.holds(planId)).find(({ todo_id }) => todo_id === todo),
  );

/** Starts the plan and lets people and tools say everything that they have to say, but for one hold. */
async function tellAll(id: string): Promise<void> {
  await api.create({ ...plan, id });
  await decide(await holdOf(id, "told"), { decision: "approve", comment: `${CANARY} comment` });
  await decide(await holdOf(id, "asked"), { decision: "answer", value: `${CANARY} answer` });
  const edit = {
    edit_type: "modify_todo",
    target_id: "held",
    params: { changes: { description: `${CANARY} edited` } },
  };
  const edited = await api.post(`/v1/plans/${id}/edits`, {
    ops: [edit],
    reason: `${CANARY} reason`,
  });
  expect(edited.status, await edited.clone().text()).toBe(200);
  await api.watch.until(id, async () => {
    const { todos } = await api.get<{ todos: { id: string; status: string }[] }>(
      `/v1/plans/${id}/todos`,
    );
    const status = Object.fromEntries(todos.map((todo) => [todo.id, todo.status]));
    return (
      status["sung"] === "completed" &&
      status["refused"] === "skipped" &&
      status["beaten"] === "in_progress"
    );
  });
  const template = {
    title: `${CANARY} template`,
    plan: { title: `${CANARY} made`, todos: plan.todos },
  };
  const put = async (path: string, body: object): Promise<void> => {
    const init = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await api.request("PUT", path, init);
    expect(response.ok, await response.clone().text()).toBe(true);
  };
  await put(`/v1/templates/${id}`, template);
  await put(`/v1/schedules/${id}`, { template_id: id, values: {}, cron: ["0 9 * * MON"] });
  expect((await api.post(`/v1/schedules/${id}/trigger`, {})).ok).toBe(true);
}

/** A plan that a schedule has started, once it waits. */
async function scheduled(id: string): Promise<PlanView> {
  return vi.waitFor(async () => {
    const { plans } = await api.get<{ plans: PlanView[] }>(`/v1/plans?search=made`);
    const found = plans.find((one) => one.id.startsWith(id));
    expect(found).toBeDefined();
    return found!;
  }, 20_000);
}

/** The product again on the same Temporal and folder, with other keys. */
async function reopen(encryptionKeys: EncryptionKeys, apiKeys = encryptionKeys) {
  const place = { address: server.address };
  const config = {
    ...(await loadConfig(api.folder)),
    encryptionKeys,
    tools: createToolRegistry([sing, beat, ...api.tools.list]),
  };
  const worker = await startWorker({ config, place, taskQueue: api.taskQueue });
  const artifacts = sealArtifacts(createArtifactStore(config.artifactsDir), apiKeys);
  const client = await connectClient(place, artifacts, { keys: apiKeys });
  const gateways = createGateways(client, api.taskQueue);
  const feeds = createPlanFeeds({ plans: gateways.plans, artifacts, onError: () => undefined });
  const app = createApp({ ...api.deps, ...gateways, artifacts, feeds });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    feeds.close();
    await worker.stop();
    await client.connection.close();
  };
  onTestFinished(close);
  return {
    close,
    ask: async (path: string, init?: RequestInit) => app.request(path, init),
    async get<Data>(path: string): Promise<Data> {
      let response = await app.request(path);
      while (response.status === 503) response = await app.request(path);
      return (await response.json()) as Data;
    },
    async post(path: string, body: object): Promise<void> {
      const headers = { "content-type": "application/json" };
      const response = await app.request(path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect(response.ok, await response.text()).toBe(true);
    },
  };
}

describe("with keys", () => {
  test("Temporal and the artifact store keep no text that anybody wrote, and the API shows all of it", async () => {
    await tellAll("sealed");
    expect(await api.get("/v1/plans/sealed")).toMatchObject({ title: `${CANARY} plan` });
    expect(JSON.stringify(await api.get("/v1/plans"))).toContain(`${CANARY} plan`);
    await vi.waitFor(async () => {
      type Running = { id: string; progress_percentage: number };
      const { todos } = await api.get<{ todos: Running[] }>("/v1/plans/sealed/todos");
      expect(todos.find(({ id }) => id === "beaten")).toMatchObject({ progress_percentage: 42 });
    }, 20_000);
    expect(JSON.stringify(await api.events("sealed"))).toContain(`${CANARY} failure`);
    await scheduled("sealed");
    const raw = await history("plan-sealed");
    expect(raw.events!.length).toBeGreaterThan(20);
    const bytes = Buffer.from(proto.temporal.api.history.v1.History.encode(raw).finish());
    const texts = `${bytes.toString("latin1")} ${JSON.stringify(raw)}`;
    expect([CANARY, ...FORMS].filter((form) => texts.includes(form))).toEqual([]);
    expect(await filesWith(server.dataDir)).toEqual([]);
    expect(await filesWith(join(api.folder, ".holdpoint/artifacts"))).toEqual([]);
    expect(complaints.filter((line) => line.includes(CANARY))).toEqual([]);
  });

  test("Temporal's UI and CLI read through the codec, as an admin and from the UI's own pages", async () => {
    const started = (await history("plan-sealed")).events![0]!;
    const [payload] = started.workflowExecutionStartedEventAttributes!.input!.payloads!;
    const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
    const metadata = Object.entries(payload!.metadata!).map(([name, value]) => [
      name,
      base64(value),
    ]);
    const body = {
      payloads: [{ metadata: Object.fromEntries(metadata), data: base64(payload!.data!) }],
    };
    const ask = (step: string, asked: object, headers: Record<string, string> = {}) =>
      api.request("POST", `/codec/${step}`, {
        headers: { "content-type": "application/json", "x-namespace": "default", ...headers },
        body: JSON.stringify(asked),
      });
    const origin = "http://127.0.0.1:8233";
    const answer = await ask("decode", body, { origin });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    const [read] = ((await answer.json()) as typeof body).payloads;
    expect(Buffer.from(read!.data, "base64").toString()).toContain(`${CANARY} plan`);
    const preflight = await api.request("OPTIONS", "/codec/decode", {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-namespace,content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-namespace");
    await problemOf(ask("decode", body, { origin: "http://evil.example" }), "forbidden_origin");
    const written = {
      payloads: [
        {
          metadata: { encoding: base64(Buffer.from("json/plain")) },
          data: base64(Buffer.from("1")),
        },
      ],
    };
    const locked = (await (await ask("encode", written)).json()) as typeof body;
    expect(Buffer.from(locked.payloads[0]!.data, "base64").toString()).not.toBe("1");
    expect(await (await ask("decode", locked)).json()).toEqual(written);
    await problemOf(ask("decode", { payloads: [{ data: "%" }] }), "validation_failed");
    const keyed = createKeyedApi(api.deps);
    const { written: approver } = await keyed.add("kim", "approver");
    await problemOf(keyed.as(approver, "POST", "/codec/decode", body), "forbidden");
  });

  test("plans go on while keys are rotated, and every history replays with all of them", async () => {
    hear();
    await api.stopWorker();
    const second = await reopen(keys("b", "a"));
    const events = await second.get("/v1/plans/sealed/events?limit=1000");
    expect(JSON.stringify(events)).toContain(`${CANARY} answer`);
    await second.post("/v1/plans/sealed/pause", { reason: `${CANARY} rotation` });
    await second.close();

    const third = await reopen(keys("c", "b", "a"));
    await third.post("/v1/plans/sealed/resume", {});
    const held = await api.watch.until("sealed", async () => {
      const { holds } = await third.get<{ holds: Hold[] }>("/v1/plans/sealed/holds");
      return holds.find(({ todo_id }) => todo_id === "held");
    });
    expect(held.args).toEqual({ text: `${CANARY} answer` });
    await third.post(`/v1/holds/${held.id}/decision`, { decision: "approve" });
    await api.watch.until(
      "sealed",
      async () => (await third.get<PlanView>("/v1/plans/sealed")).completed_at !== null,
    );
    await third.close();
    expect(await filesWith(server.dataDir)).toEqual([]);

    const all = keys("c", "b", "a");
    const artifacts = sealArtifacts(
      createArtifactStore(join(api.folder, ".holdpoint/artifacts")),
      all,
    );
    const dataConverter = createDataConverter(artifacts, all);
    const { failureConverterPath } = dataConverter;
    const workflowBundle = await loadWorkflowBundle({ failureConverterPath });
    const histories = [{ workflowId: "plan-sealed", history: await history("plan-sealed") }];
    const used = new Set(JSON.stringify(histories).match(/"encryption-key-id":"[^"]+"/g));
    expect(used.size, "keys in one history").toBe(3);
    for await (const { error } of Worker.runReplayHistories(
      { workflowBundle, dataConverter },
      histories,
    )) {
      expect(error).toBeUndefined();
    }
  });
});

const waits = {
  id: "waits",
  title: `${CANARY} waits`,
  tool_name: "echo",
  tool_params: { text: "x" },
  requires_approval: true,
};

test("a key that the API lacks is named, and one that the worker lacks stops a plan only until it is back", async () => {
  const known = await reopen(keys("b"));
  await known.post("/v1/plans", { id: "locked", title: "Locked", todos: [waits] });
  await api.watch.until("locked", async () => {
    const { holds } = await known.get<{ holds: Hold[] }>("/v1/plans/locked/holds");
    return holds[0];
  });
  await known.close();
  const deaf = await reopen(keys("b"), keys("c"));
  const problem = await problemOf(await deaf.ask("/v1/plans/locked"), "temporal_unavailable");
  // Whoever reads it may have no key at all.
  expect(problem.detail).toMatch(/encrypted with key "b", which this API or its worker lacks/);
  expect(problem.hint).toContain("HOLDPOINT_ENCRYPTION_KEYS");
  await deaf.close();
  const blind = await reopen(keys("c"), keys("c", "b"));
  const answer = await blind.ask("/v1/plans/locked");
  expect((await problemOf(answer, "temporal_unavailable")).detail).toContain('"b"');
  await blind.close();
  const again = await reopen(keys("c", "b"));
  await again.post("/v1/holds/locked.h1/decision", { decision: "approve" });
  await api.watch.until(
    "locked",
    async () => (await again.get<PlanView>("/v1/plans/locked")).completed_at !== null,
  );
  await again.close();
});

test("a running plan whose key is missing hides no other plan from lists and inbox", async () => {
  await api.stopWorker();
  const before = await reopen(keys("a"));
  await before.post("/v1/plans", { id: "unread", title: "Unread", todos: [waits] });
  await api.watch.until("unread", async () => {
    const { holds } = await before.get<{ holds: Hold[] }>("/v1/plans/unread/holds");
    return holds[0];
  });
  await before.close();
  const later = await reopen(keys("b"));
  await later.post("/v1/plans", { id: "legible", title: "Legible", todos: [waits] });
  await vi.waitFor(async () => {
    const answer = await later.ask("/v1/plans?status=running");
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { plans } = (await answer.json()) as { plans: PlanView[] };
    expect(plans.map(({ id }) => id)).toEqual(expect.arrayContaining(["unread", "legible"]));
  }, 20_000);
  await vi.waitFor(async () => {
    const answer = await later.ask("/v1/holds");
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { holds } = (await answer.json()) as { holds: Hold[] };
    expect(holds.map(({ plan_id }) => plan_id)).toContain("legible");
  }, 20_000);
  await later.close();
  const whole = await reopen(keys("b", "a"));
  for (const id of ["unread", "legible"]) await whole.post(`/v1/plans/${id}/cancel`, {});
  await whole.close();
});

test.each([
  ["only the worker", keys("b"), keys("b", "a")],
  ["everybody", keys("b"), keys("b")],
])(
  "a decision names the key that %s lacks, and sends nobody to start a worker or to end the plan",
  async (who, workers, apis) => {
    await api.stopWorker();
    const id = `keyless-${who.split(" ")[0]}`;
    const before = await reopen(keys("a"));
    await before.post("/v1/plans", { id, title: "Keyless", todos: [waits] });
    await api.watch.until(id, async () => {
      const { holds } = await before.get<{ holds: Hold[] }>(`/v1/plans/${id}/holds`);
      return holds[0];
    });
    await before.close();
    const lacking = await reopen(workers, apis);
    const decided = await lacking.ask(`/v1/holds/${id}.h1/decision`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ decision: "approve" }),
    });
    const problem = await problemOf(decided, "temporal_unavailable");
    expect(problem.detail).toContain('encrypted with key "a"');
    expect(problem.hint).toContain("HOLDPOINT_ENCRYPTION_KEYS");
    expect(problem).not.toHaveProperty("legal");
    await lacking.close();
    await api.client.workflow.getHandle(`plan-${id}`).terminate();
  },
);

test("what a worker kept with a key that the API lacks is 503 with the key's id, and never missing", async () => {
  const before = await reopen(keys("a"));
  const sung = { id: "sung", title: "sung", tool_name: "sing" };
  const tool_params = { text: { $from: "sung" } };
  const todos = [sung, { ...waits, depends_on: ["sung"], tool_params }];
  await before.post("/v1/plans", { id: "apart", title: "Apart", todos });
  await api.watch.until("apart", async () => {
    const { holds } = await before.get<{ holds: Hold[] }>("/v1/plans/apart/holds");
    return holds[0];
  });
  await before.close();
  const lacking = await reopen(keys("b", "a"), keys("b"));
  for (const path of ["/v1/holds/apart.h1", "/v1/holds/apart.h1/arguments"]) {
    const answer = await lacking.ask(path);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect((await problemOf(answer, "temporal_unavailable")).detail).toContain('"a"');
  }
  await lacking.close();
  const whole = await reopen(keys("b", "a"));
  const hold = await whole.get<{ kept_values: { head: string }[] }>("/v1/holds/apart.h1");
  expect(hold.kept_values[0]!.head).toContain(CANARY);
  await whole.close();
});

test("a plan from before the keys goes on with them", async () => {
  const plain = await reopen(NO_KEYS);
  await plain.post("/v1/plans", { id: "older", title: "Older", todos: [waits] });
  const hold = await api.watch.until("older", async () => {
    const { holds } = await plain.get<{ holds: Hold[] }>("/v1/plans/older/holds");
    return holds[0];
  });
  await plain.close();
  // Without keys the search finds what it looks for.
  expect(await filesWith(server.dataDir)).not.toEqual([]);
  const later = await reopen(keys("a"));
  await later.post(`/v1/holds/${hold.id}/decision`, { decision: "approve" });
  await api.watch.until(
    "older",
    async () => (await later.get<PlanView>("/v1/plans/older")).completed_at !== null,
  );
  await later.close();
});
