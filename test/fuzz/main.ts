import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { ulid } from "ulid";
import { createApp } from "../../src/api/app.ts";
import { createGateways } from "../../src/api/gateways.ts";
import { createKeyStore } from "../../src/api/key-store.ts";
import { createPlanFeeds } from "../../src/api/stream/plan-feeds.ts";
import { createSocketServer } from "../../src/api/stream/socket-server.ts";
import { answerUnreadable } from "../../src/api/unreadable-request.ts";
import { TEMPORAL_NAMES } from "../../src/contract/vocabulary.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { prepareWorkers, startWorker } from "../../src/runtime/worker.ts";
import { createArtifactStore } from "../../src/temporal/artifact-store.ts";
import { connectClient } from "../../src/temporal/connect.ts";
import { startTestServer } from "../support/dev-server.ts";
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
  // Not unsupported_method and allow_header_conformance: an id in a path may be any word, so that
  // DELETE …/approve and GET …/decisions have their answers, too.
];
const ARGUMENTS = [
  ...["--phases", "examples,coverage,fuzzing,stateful"],
  ...["--checks", CHECKS.join(",")],
  ...["--max-examples", "100"],
  ...["--seed", "20260205"],
  ...["--continue-on-failure", "--suppress-health-check", "all"],
  ...["--request-timeout", "30", "--warnings", "off"],
];
/** A machine under this load is slow; what is late is no defect here. */
const ANSWER_MS = 25_000;

async function main(): Promise<void> {
  const program = await ensureSchemathesis((line) => console.log(line));
  const stack = await startStack();
  try {
    await addPlans(stack.url);
    const settings = fileURLToPath(new URL("schemathesis.toml", import.meta.url));
    process.env["SCHEMATHESIS_HOOKS"] = fileURLToPath(new URL("hooks.py", import.meta.url));
    const asked = ["--config-file", settings, "run", `${stack.url}/openapi.json`];
    const options = [...ARGUMENTS, ...process.argv.slice(2)];
    // It keeps what it learned beside where it runs: each run begins anew.
    const code = await run(program, [...asked, ...options], stack.folder);
    for (const error of stack.errors.slice(0, 20)) console.error(error);
    if (stack.errors.length > 0) console.log(`${stack.errors.length} errors in the API's log`);
    process.exitCode = code === 0 && stack.errors.length === 0 ? 0 : 1;
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
  const app = createApp({
    ...gateways,
    feeds,
    tools: config.tools,
    artifacts,
    newId: () => ulid().toLowerCase(),
    now: () => new Date().toISOString(),
    onError,
    keys: createKeyStore(join(folder, "keys.json")),
    operator: "local-operator",
    hosts: [],
    rate: config.apiRate,
  });
  const http = serve({ fetch: app.fetch, websocket: sockets, hostname: "127.0.0.1", port: 0 });
  answerUnreadable(http);
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
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

/** Plans with holds, results and versions, so that lists are not empty. */
async function addPlans(url: string): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
  };
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
  const ops = [{ edit_type: "modify_plan", params: { changes } }];
  await post("/v1/plans/held/edits", { ops, reason: "to have a version" });
}

await main();
