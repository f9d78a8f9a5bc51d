import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { checkModels } from "../../src/llm/check-models.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";

const KEY = "hpkey-doctor-9a1c";
const mock = new LLMock({ port: 0 });
beforeAll(async () => {
  await mock.start();
  mock.onMessage("known", { content: "yes" });
});
afterAll(() => mock.stop());

/** What the doctor says, line by line; every failure names what mends it, and none says the key. */
async function doctor(
  settings: object | null,
  {
    agents = [],
    env = { DOCTOR_KEY: KEY },
  }: { readonly agents?: readonly object[]; readonly env?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const checks = await checkModels({
    models:
      settings === null
        ? null
        : ModelSettingsSchema.parse({ model: "gpt-4o", key_variable: "DOCTOR_KEY", ...settings }),
    agents: agents.map((agent) => AgentSettingsSchema.parse({ instructions: "Work.", ...agent })),
    env,
    file: "holdpoint.config.ts",
  });
  expect(checks.filter(({ ok, fix }) => !ok && !fix)).toEqual([]);
  expect(JSON.stringify(checks)).not.toContain(KEY);
  return Object.fromEntries(
    checks.map(({ name, ok, detail }) => [name, `${ok ? "ok" : "bad"}: ${inEnglish(detail)}`]),
  );
}

/** A server that answers every request like this; it tells which keys it was sent. */
async function serve(
  status: number,
  body: unknown,
  type = "application/json",
): Promise<{ url: string; keys: unknown[] }> {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    const text = type === "application/json" ? JSON.stringify(body) : String(body);
    response.writeHead(status, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, keys };
}

const list = (...ids: string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model" })),
});

test("a server that knows all models is well, and what they cost is said for each role", async () => {
  const { url, keys } = await serve(200, list("gpt-4o", "gpt-4o-mini"));
  const prices = { "gpt-4o": { input_per_million: 2.5, output_per_million: 10 } };
  const said = await doctor(
    { base_url: url, roles: { reporter: "gpt-4o-mini" }, prices },
    { agents: [{ name: "writer" }, { name: "reader", model: "gpt-4o-mini" }] },
  );
  const priced = "ok: gpt-4o: the server knows it; $2.5 in and $10 out per million tokens";
  expect(said).toEqual({
    models: `ok: ${url} answers; the key is in DOCTOR_KEY`,
    model_planner: priced,
    model_editor: priced,
    model_agent: priced,
    model_orchestrator: priced,
    model_reporter:
      "ok: gpt-4o-mini: the server knows it; it has no price in `models.prices`, so no budget can be kept",
    agents: "ok: 2 with tools and models that exist",
  });
  expect(keys).toEqual([`Bearer ${KEY}`]);
});

test("the fake server of the other tests is read as any server is", async () => {
  const said = await doctor({ base_url: `${mock.url}/v1` });
  expect(said["models"]).toBe(`ok: ${mock.url}/v1 answers; the key is in DOCTOR_KEY`);
  expect(Object.keys(said)).toHaveLength(6);
});

test("a model that the server does not know is named with those that it knows", async () => {
  const { url } = await serve(200, list("llama-3", "qwen-3"));
  const agents = [
    { name: "writer", model: "qwen-2" },
    { name: "reader", model: "qwen-3" },
  ];
  const said = await doctor(
    { base_url: url, model: "llama-3", roles: { planner: "llama-33" } },
    { agents },
  );
  expect(said["model_planner"]).toBe(
    "bad: llama-33: the server does not know it. It knows llama-3, qwen-3",
  );
  expect(said["model_agent"]).toMatch(/^ok: llama-3: the server knows it/);
  expect(said["agents"]).toBe(
    "bad: the server does not know the models of writer (qwen-2). It knows llama-3, qwen-3",
  );
});

test("an agent with a limit of costs, whose model has no price, is named before its first turn fails", async () => {
  const { url } = await serve(200, list("gpt-4o", "mine"));
  const prices = { "gpt-4o": { input_per_million: 2.5, output_per_million: 10 } };
  const limited = { limits: { cost_usd: 1 } };
  const agents = [
    { name: "writer", ...limited },
    { name: "reader", model: "mine", ...limited },
    { name: "free", model: "mine" },
  ];
  expect((await doctor({ base_url: url, prices }, { agents }))["agents"]).toBe(
    "bad: the models of reader (mine) have no price in `models.prices`, so their `cost_usd` cannot be kept: they fail after their first turn",
  );
  expect((await doctor({ base_url: url }, { agents }))["agents"]).toContain(
    "writer (gpt-4o), reader",
  );
});

test("a refused key is said, and nothing that the server says about it", async () => {
  const { url } = await serve(401, { error: { message: `Incorrect API key provided: ${KEY}` } });
  const said = await doctor({ base_url: url });
  expect(said["models"]).toBe(`bad: ${url} refuses the key (401)`);
  expect(said["model_planner"]).toBe(
    "bad: gpt-4o: not checked, the server did not say what it knows",
  );
});

test("without the key nobody is asked", async () => {
  const { url, keys } = await serve(200, list("gpt-4o"));
  expect(await doctor({ base_url: url }, { env: { DOCTOR_KEY: "  " } })).toEqual({
    models: `bad: not asked: DOCTOR_KEY holds no key for ${url}`,
  });
  expect(keys).toEqual([]);
});

test("a server that wants no key gets none of the environment's", async () => {
  const { url, keys } = await serve(200, list("gpt-4o"));
  const env = { DOCTOR_KEY: KEY, OPENAI_API_KEY: KEY };
  const said = await doctor({ base_url: url, key_variable: null }, { env });
  expect(said["models"]).toBe(`ok: ${url} answers; it needs no key`);
  expect(keys).toEqual(["Bearer none"]);
});

test("a server that is not there, or never answers, is said to be so within seconds", async () => {
  const gone = await doctor({ base_url: "http://127.0.0.1:9/v1" });
  expect(gone["models"]).toBe("bad: no answer from http://127.0.0.1:9/v1");
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  expect((await doctor({ base_url: url }))["models"]).toBe(`bad: no answer from ${url}`);
});

test("a server without a list of models is well as far as anybody can tell", async () => {
  const { url } = await serve(404, { error: "no such page" });
  const said = await doctor({ base_url: url }, { agents: [{ name: "writer", model: "any" }] });
  expect(said["models"]).toMatch(/^ok: /);
  expect(said["model_agent"]).toMatch(/^ok: gpt-4o: the server answers and lists no models/);
  expect(said["agents"]).toMatch(/^ok: /);
});

test.each([
  [500, { error: "broken" }],
  [200, "no list"],
  [200, { data: [{ id: 7 }, null] }],
])("a server that answers %i %j breaks nothing", async (status, body) => {
  const { url } = await serve(status, body);
  const said = await doctor({ base_url: url });
  expect(said["models"]).toMatch(status === 500 ? /answers 500 when asked/ : /^ok: /);
});

test("models that are not configured are missed only by agents, and a script is told apart", async () => {
  expect(await doctor(null)).toEqual({ models: "ok: none configured: people make plans" });
  expect((await doctor(null, { agents: [{ name: "writer" }] }))["models"]).toBe(
    "bad: none configured, so agents cannot work: name one in `models`",
  );
  expect(await doctor({ script: "./model.ts" })).toEqual({
    models: "ok: a script answers in place of a model (./model.ts); no server is asked",
  });
});

test("a page for browsers is no model's server, and no server without a list either", async () => {
  const page = await serve(
    200,
    "<!doctype html><title>Sign in</title>",
    "text/html; charset=utf-8",
  );
  const said = await doctor({ base_url: page.url });
  expect(said["models"]).toBe(
    `bad: ${page.url} answers with a page for browsers: no model's server is there. Check base_url`,
  );
  expect(said["model_agent"]).toMatch(/^bad: gpt-4o: not checked/);
});
