import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@temporalio/client";
import { ulid } from "ulid";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/api/app.ts";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { createSignIns } from "../../src/api/auth/sign-ins.ts";
import { ANSWER_MS } from "../../src/api/gateway/asking/ask-temporal.ts";
import { createCommandProofs } from "../../src/api/gateway/command-proofs.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import type { ApiDeps } from "../../src/api/routes/api-deps.ts";
import { createPlanFeeds } from "../../src/api/stream/feed/plan-feeds.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import { ProblemSchema } from "../../src/contract/problems/problem.ts";
import { PROBLEMS, type ProblemCode } from "../../src/contract/tables/problems.ts";
import type { ModelClient } from "../../src/llm/model-client.ts";
import { listAgents } from "../../src/llm/model-settings.ts";
import { createWebhookCheck } from "../../src/runtime/api/webhook-url.ts";
import { checkSetup } from "../../src/runtime/check-setup.ts";
import { loadConfig, type LoadedConfig } from "../../src/runtime/config.ts";
import { openSecrets, openSeeds, questionKeyOf } from "../../src/runtime/keys.ts";
import { startWorker, type RunningWorker } from "../../src/runtime/workers/worker.ts";
import { connectClient } from "../../src/temporal/connection/connect.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createEncryptionCodec } from "../../src/temporal/connection/payloads/encryption-codec.ts";
import {
  NO_KEYS,
  type EncryptionKeys,
} from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { sealArtifacts } from "../../src/temporal/connection/payloads/sealed-artifacts.ts";
import { createDisk } from "../../src/temporal/machine/disk.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";
import { createTestTools, type TestTools } from "./api-tools.ts";
import { createPlanWatch, type PlanWatch } from "./api-watch.ts";
import { forgetfulConfig, startTestServer } from "./dev-server.ts";
import { complaints } from "./temporal-runtime.ts";

/** What every refusal must carry for a person who has never seen the product. */
const FullProblemSchema = ProblemSchema.extend({
  request_id: z.string().min(1),
  hint: z.string().min(1),
  detail: z.string().min(1),
});
export type FullProblem = z.infer<typeof FullProblemSchema>;

/** A machine under load is slow; a worker that is late is no defect of what is looked at. */
const PATIENT_MS = 20_000;

type Body = object | string | Uint8Array | ReadableStream | null;
type RawBody = NonNullable<RequestInit["body"]>;

export interface ApiHarness {
  /** Where its Temporal is. */
  readonly address: string;
  /** Where the API and its worker keep their data. */
  readonly folder: string;
  readonly client: Client;
  readonly taskQueue: string;
  readonly tools: TestTools;
  readonly watch: PlanWatch;
  /** What the API logged as unexpected; emptied by tests that cause it on purpose. */
  readonly errors: unknown[];
  /** Ids of the plans whose start reached Temporal's door. */
  readonly started: string[];
  /** Replaces parts of what the API stands on. */
  readonly deps: ApiDeps;
  request(method: string, path: string, init?: RequestInit): Promise<Response>;
  get<Data>(path: string): Promise<Data>;
  /** Sends JSON; a text, bytes or a stream go as they are. */
  send(method: string, path: string, body?: Body, type?: string | null): Promise<Response>;
  /** The same by POST. */
  post(path: string, body?: Body, type?: string | null): Promise<Response>;
  create(plan: NewPlanInput): Promise<PlanView>;
  plan(planId: string): Promise<PlanView>;
  holds(planId: string, status?: "open" | "all"): Promise<Hold[]>;
  /** The plan's open holds, oldest first, once there are so many. */
  untilHolds(planId: string, count?: number): Promise<Hold[]>;
  /** The plan once it has ended. */
  untilEnded(planId: string): Promise<PlanView>;
  /** Every event of the plan, page by page. */
  events(planId: string): Promise<LoggedEvent[]>;
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Temporal's address; the run's shared server when absent. */
  readonly address?: string;
  /** Where the worker finds it; there, too, when absent. */
  readonly workerAddress?: string;
  /** A Temporal server of its own, for lists of everything that there is. */
  readonly ownTemporal?: boolean;
  /** How long a worker may take; the product's own time where none runs, else longer. */
  readonly answerMs?: number;
  /** False for tests of what happens before a plan reaches Temporal. */
  readonly worker?: boolean;
  /** Tools of the test's own, beside the usual ones. */
  readonly tools?: readonly Tool[];
  /** With which everything is encrypted; nothing is when absent. */
  readonly keys?: EncryptionKeys;
  /** Agents and models of the configuration. */
  readonly config?: Partial<Pick<LoadedConfig, "agents" | "models" | "webhooks">>;
  /** Who answers models' turns. */
  readonly model?: ModelClient;
}

/**
 * The API of one test file: a queue, a worker and a data folder of its own. What is kept by a name is shared with
 * the other files of the run: no two of them may save the same one, or the second waits for the worker of the first.
 */
export function useApi(options: HarnessOptions = {}): () => ApiHarness {
  let harness: ApiHarness | undefined;
  beforeAll(async () => {
    harness = await startApiHarness(options);
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.error(complaints.slice(-5).join("\n"));
  });
  afterAll(async () => {
    await harness?.close();
    expect(harness?.errors, "errors that the API did not expect").toEqual([]);
  });
  return () => harness!;
}

export async function startApiHarness(options: HarnessOptions = {}): Promise<ApiHarness> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-api-"));
  const taskQueue = `api-${randomUUID()}`;
  const temporal =
    options.ownTemporal === true ? await startTestServer({ config: forgetfulConfig() }) : undefined;
  const place = { address: options.address ?? temporal?.address ?? inject("temporalAddress") };
  const tools = createTestTools();
  const all = [...(options.tools ?? []), ...tools.list];
  const { keys = NO_KEYS } = options;
  const tooled = { tools: createToolRegistry(all), encryptionKeys: keys };
  const config = { ...(await loadConfig(folder)), ...tooled, ...options.config };
  const artifacts = sealArtifacts(createArtifactStore(config.artifactsDir), keys);
  const client = await connectClient(place, artifacts, { keys });
  const answerMs = options.answerMs ?? (options.worker === false ? ANSWER_MS : PATIENT_MS);
  const gateways = createGateways(client, taskQueue, {
    artifacts,
    answerMs,
    toolMarks: config.tools.marks,
  });
  const seeds = await openSeeds(config);
  const errors: unknown[] = [];
  const started: string[] = [];
  const deps: ApiDeps = {
    ...gateways,
    // Its plans take everybody's commands all the same.
    signLog: createCommandProofs(seeds, () => Promise.resolve(false)).sign,
    plans: {
      ...gateways.plans,
      start: (state, request) => {
        started.push(state.id);
        return gateways.plans.start(state, request);
      },
    },
    feeds: createPlanFeeds({
      plans: gateways.plans,
      artifacts,
      onError: (error) => errors.push(error),
    }),
    tools: config.tools,
    agents: listAgents(config.agents, config.models),
    artifacts,
    secrets: await openSecrets(config),
    checkWebhookUrl: createWebhookCheck(config),
    codec: createEncryptionCodec(keys),
    codecOrigins: ["http://127.0.0.1:8233"],
    system: { grace_seconds: 0, temporal: { namespace: "default", ui_url: null } },
    lookAround: () => checkSetup(config, place),
    instance: "this-instance",
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError: (error) => errors.push(error),
    keys: createKeyStore(join(folder, "keys.json")),
    signIns: createSignIns(seeds, "this-instance"),
    questionKey: questionKeyOf(seeds, "this-instance"),
    operator: "local-operator",
    hosts: [],
    rate: config.api.rate_limit,
    disk: createDisk(folder, 0),
    keepsPlans: false,
  };
  const app = createApp(deps);
  const watch = createPlanWatch(client);
  let worker: RunningWorker | undefined;
  let isClosed = false;

  const request: ApiHarness["request"] = async (method, path, init) =>
    app.request(path, { method, ...init });
  const get: ApiHarness["get"] = async <Data>(path: string) => {
    let response = await request("GET", path);
    // The worker of a busy machine may be late; the answer says to ask again, as long as anybody is there.
    while (response.status === 503 && !isClosed) response = await request("GET", path);
    if (response.status !== 200) throw new Error(`GET ${path}: ${await response.text()}`);
    return (await response.json()) as Data;
  };
  const harness: ApiHarness = {
    address: place.address,
    folder,
    client,
    taskQueue,
    tools,
    watch,
    errors,
    started,
    deps,
    request,
    get,
    send: (method, path, body = null, type = "application/json") =>
      request(method, path, toInit(body, type)),
    post: (path, ...sent) => harness.send("POST", path, ...sent),
    async create(plan) {
      const response = await harness.post("/v1/plans", plan);
      if (response.status !== 201) throw new Error(`POST /v1/plans: ${await response.text()}`);
      return (await response.json()) as PlanView;
    },
    plan: (planId) => get<PlanView>(`/v1/plans/${planId}`),
    holds: async (planId, status = "open") =>
      (await get<{ holds: Hold[] }>(`/v1/plans/${planId}/holds?status=${status}`)).holds,
    untilHolds: (planId, count = 1) =>
      watch.until(planId, async () => {
        const open = await harness.holds(planId);
        return open.length >= count && open;
      }),
    untilEnded: (planId) =>
      watch.until(planId, async () => {
        const plan = await harness.plan(planId);
        return plan.completed_at !== null && plan;
      }),
    async events(planId) {
      const all: LoggedEvent[] = [];
      for (;;) {
        const after = all.at(-1)?.seq ?? 0;
        const path = `/v1/plans/${planId}/events?after=${after}&limit=1000`;
        const page = await get<{ events: LoggedEvent[]; seq: number }>(path);
        all.push(...page.events);
        if (page.events.length === 0 || all.at(-1)!.seq >= page.seq) return all;
      }
    },
    async startWorker() {
      worker = await startWorker({
        config,
        place: { address: options.workerAddress ?? place.address },
        taskQueue,
        ...(options.model !== undefined && { model: options.model }),
      });
    },
    async stopWorker() {
      await worker?.stop();
      worker = undefined;
    },
    async close() {
      isClosed = true;
      tools.openAll();
      deps.feeds.close();
      await harness.stopWorker();
      await client.connection.close();
      await temporal?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
  if (options.worker !== false) await harness.startWorker();
  return harness;
}

function toInit(body: Body, type: string | null): RequestInit {
  const raw =
    typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return {
    body: (body === null || raw ? body : JSON.stringify(body)) as RawBody | null,
    headers: type === null ? {} : { "content-type": type },
    ...(body instanceof ReadableStream && { duplex: "half" }),
  };
}

/** The problem that an answer carries, after checking that it is a whole one of this code. */
export async function problemOf(
  answer: Response | Promise<Response>,
  code: ProblemCode,
): Promise<FullProblem> {
  const response = await answer;
  const text = await response.text();
  expect(response.headers.get("content-type"), text).toBe("application/problem+json");
  const problem = FullProblemSchema.parse(JSON.parse(text));
  expect(problem.code, text).toBe(code);
  expect(problem.status).toBe(response.status);
  expect(response.status).toBe(PROBLEMS[code].status);
  expect(problem.type).toBe(`/problems/${code}`);
  expect(response.headers.get("x-request-id")).toBe(problem.request_id);
  return problem;
}

/** What a command that is taken is answered with. */
export async function receiptOf(answer: Response | Promise<Response>): Promise<Receipt> {
  const response = await answer;
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as Receipt;
}

/** The places that a problem names. */
export function pointersOf(problem: FullProblem): string[] {
  return (problem.errors ?? []).map(({ pointer }) => pointer);
}
