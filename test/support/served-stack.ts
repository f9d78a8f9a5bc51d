import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ulid } from "ulid";
import { createApp } from "../../src/api/app.ts";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { createSignIns } from "../../src/api/auth/sign-ins.ts";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { serveApp } from "../../src/api/serve-app.ts";
import { createPlanFeeds } from "../../src/api/stream/feed/plan-feeds.ts";
import { createSocketServer } from "../../src/api/stream/socket-server.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { listAgents } from "../../src/llm/model-settings.ts";
import { createWebhookCheck } from "../../src/runtime/api/webhook-url.ts";
import { checkSetup } from "../../src/runtime/check-setup.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { openSecrets } from "../../src/runtime/keys.ts";
import { prepareWorkers, startWorker } from "../../src/runtime/workers/worker.ts";
import { connectClient } from "../../src/temporal/connection/connect.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createEncryptionCodec } from "../../src/temporal/connection/payloads/encryption-codec.ts";
import { createDisk } from "../../src/temporal/machine/disk.ts";
import { startTestServer } from "./dev-server.ts";

/** A machine under load is slow; what is late is no defect of what is looked at. */
const ANSWER_MS = 25_000;

/** The whole product on a Temporal server of its own, for scripts that ask it from outside. */
export async function startServedStack() {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-stack-"));
  const config = await loadConfig(folder);
  const server = await startTestServer();
  prepareWorkers(config);
  const place = { address: server.address, namespace: server.namespace };
  const worker = await startWorker({ config, place });
  const artifacts = createArtifactStore(config.artifactsDir);
  const client = await connectClient(place, artifacts);
  const gateways = createGateways(client, TEMPORAL_NAMES.task_queue, { answerMs: ANSWER_MS });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const feeds = createPlanFeeds({ plans: gateways.plans, artifacts, onError });
  const sockets = createSocketServer();
  const keyStore = createKeyStore(join(folder, "keys.json"));
  const app = createApp({
    ...gateways,
    feeds,
    tools: config.tools,
    agents: listAgents(config.agents, config.models),
    artifacts,
    secrets: await openSecrets(config),
    checkWebhookUrl: createWebhookCheck(config),
    codec: createEncryptionCodec(config.encryptionKeys),
    codecOrigins: [],
    system: { grace_seconds: 0, temporal: { namespace: "default", ui_url: null } },
    lookAround: () => checkSetup(config, place),
    instance: "stack",
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError,
    keys: keyStore,
    questionKey: randomBytes(32),
    signIns: createSignIns([{ seed: randomBytes(32).toString("base64") }], "stack"),
    operator: "local-operator",
    hosts: [],
    rate: { per_second: 1_000_000, burst: 1_000_000, streams: 1_000_000 },
    disk: createDisk(folder, 0),
    keepsPlans: false,
  });
  const http = serveApp({
    fetch: app.fetch,
    instance: "stack",
    websocket: sockets,
    hostname: "127.0.0.1",
    port: 0,
  });
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    keyStore,
    errors,
    folder,
    async stop(): Promise<void> {
      feeds.close();
      sockets.close();
      http.close();
      if ("closeAllConnections" in http) http.closeAllConnections();
      await worker.stop();
      await client.connection.close();
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
