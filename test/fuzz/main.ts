import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { ulid } from "ulid";
import { createApp } from "../../src/api/app.ts";
import { createGateways } from "../../src/api/gateways.ts";
import { createKeyStore, type KeyStore } from "../../src/api/key-store.ts";
import type { OpenApiDocument } from "../../src/api/openapi-document.ts";
import { createPlanFeeds } from "../../src/api/stream/plan-feeds.ts";
import { createSocketServer } from "../../src/api/stream/socket-server.ts";
import { EXAMPLES } from "../../src/api/openapi-examples.ts";
import { answerUnreadable } from "../../src/api/unreadable-request.ts";
import { ROLES, TEMPORAL_NAMES, type Role } from "../../src/contract/vocabulary.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { prepareWorkers, startWorker } from "../../src/runtime/worker.ts";
import { createArtifactStore } from "../../src/temporal/artifact-store.ts";
import { connectClient } from "../../src/temporal/connect.ts";
import { startTestServer } from "../support/dev-server.ts";
import { addLinks } from "./add-links.ts";
import { ensureSchemathesis } from "./ensure-schemathesis.ts";
import { run } from "./run.ts";

/*
 * `npm run fuzz:api [-- options of schemathesis]`: the whole API on a real Temporal server, asked by
 * schemathesis what its document allows and what it does not, alone and in stories. Ends with 1 when
 * it finds a server error or an answer that is not as the document says.
 */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "roles_are_kept",
  // Not unsupported_method and allow_header_conformance: an id in a path may be any word, so that
  // DELETE …/approve and GET …/decisions have their answers, too.
];
const ARGUMENTS = [
  ...["--checks", CHECKS.join(",")],
  ...["--max-examples", "100"],
  ...["--seed", "20260205"],
  ...["--continue-on-failure", "--suppress-health-check", "all"],
  ...["--request-timeout", "30", "--warnings", "off"],
];
/** Stories begin again and again until their time is up: one batch ends where an answer is not the same twice. */
const RUNS = [
  ["--phases", "examples,coverage,fuzzing"],
  ["--phases", "stateful", "--max-time", "90"],
];
/** A machine under this load is slow; what is late is no defect here. */
const ANSWER_MS = 25_000;

async function main(): Promise<void> {
  const program = await ensureSchemathesis((line) => console.log(line));
  const stack = await startStack();
  try {
    await addPlans(stack);
    const settings = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
    process.env["HOLDPOINT_KEYS"] = JSON.stringify(stack.keys);
    process.env["SCHEMATHESIS_HOOKS"] = fileURLToPath(new URL("hooks.py", import.meta.url));
    const document = await (await fetch(`${stack.url}/openapi.json`)).json();
    const linked = join(stack.folder, "openapi.json");
    await writeFile(linked, JSON.stringify(addLinks(document as OpenApiDocument)));
    const asked = ["--config-file", settings, "run", linked, "--url", stack.url];
    const codes: number[] = [];
    for (const phases of RUNS) {
      const options = [...phases, ...ARGUMENTS, ...process.argv.slice(2)];
      // It keeps what it learned beside where it runs: each time all begins anew.
      codes.push(await run(program, [...asked, ...options], stack.folder));
    }
    for (const error of stack.errors.slice(0, 20)) console.error(error);
    if (stack.errors.length > 0) console.log(`${stack.errors.length} errors in the API's log`);
    process.exitCode = codes.every((code) => code === 0) && stack.errors.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

async function startStack() {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-fuzz-"));
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
    artifacts,
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError,
    keys: keyStore,
    operator: "local-operator",
    hosts: [],
    rate: { per_second: 1_000_000, burst: 1_000_000 },
  });
  const http = serve({ fetch: app.fetch, websocket: sockets, hostname: "127.0.0.1", port: 0 });
  answerUnreadable(http);
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    keys: await addKeys(keyStore),
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

/** A key of each role, and keys that are none any more. */
async function addKeys(store: KeyStore): Promise<Record<string, string>> {
  const now = new Date().toISOString();
  const add = (name: string, role: Role, expires_at: string | null) =>
    store.add({ name, roles: [role], created_at: now, expires_at });
  const keys: Record<string, string> = {};
  for (const role of ROLES) keys[role] = (await add(role, role, null)).written;
  const revoked = await add("revoked", "admin", null);
  await store.revoke(revoked.key.id, now);
  const expired = await add("expired", "admin", now);
  return { ...keys, revoked: revoked.written, expired: expired.written };
}

/** Plans with holds, results and versions, so that lists are not empty. */
async function addPlans({ url, keys }: { url: string; keys: Record<string, string> }) {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${keys["admin"]}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const post = (path: string, body: object) => send("POST", path, body);
  const wait = (id: string) => ({ id, title: id, tool_name: "wait", tool_params: { seconds: 0 } });
  await post("/v1/plans", { id: "done", title: "done", todos: [wait("a"), wait("b")] });
  await post("/v1/plans", {
    id: "held",
    title: "held",
    approval: "every_todo",
    todos: [wait("a")],
  });
  await post("/v1/plans", { id: "review", title: "review", plan_review: true, todos: [wait("a")] });
  const question = { question: "?", input_type: "number" };
  const todos = [{ id: "q", title: "q", input_request: question }, wait("a")];
  await post("/v1/plans", { id: "asked", title: "asked", todos });
  const changes = { title: "edited" };
  await send("PUT", "/v1/templates/tea", EXAMPLES["saveTemplate"]!);
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  await post("/v1/plans/held/edits", { ops, reason: "to have a version" });
}

await main();
