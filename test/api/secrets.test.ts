import proto from "@temporalio/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Hold, HoldDetail } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { readEncryptionKeys } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { problemOf, startApiHarness, type ApiHarness } from "../support/api-harness.ts";
import { startTestServer, type TestServer } from "../support/dev-server.ts";
import { encryptionKey } from "../support/encryption-key.ts";
import {
  login,
  makeToken,
  PLANTED,
  plantedBelow,
  plantedIn,
  received,
} from "../support/planted-secrets.ts";
import { complaints } from "../support/temporal-runtime.ts";

const KEYS = readEncryptionKeys({
  HOLDPOINT_ENCRYPTION_KEYS: `${encryptionKey("new")} ${encryptionKey("old")}`,
});

let server: TestServer;
let open: ApiHarness;
/** Everything else is encrypted, too. */
let encrypted: ApiHarness;
/** The one that requests go to. */
let api: ApiHarness;
beforeAll(async () => {
  server = await startTestServer();
  const { address } = server;
  const tools = [login, makeToken];
  open = await startApiHarness({ address, tools });
  encrypted = await startApiHarness({ address, tools, keys: KEYS });
});
beforeEach(() => {
  api = open;
  received.clear();
});
afterAll(async () => {
  await open.close();
  await encrypted.close();
  await server.remove();
  expect([...open.errors, ...encrypted.errors]).toEqual([]);
});

/** All payloads of a history as Temporal's UI shows them to an admin. */
async function throughCodec(history: object): Promise<string> {
  const payloads: object[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
    const { metadata, data } = value as {
      metadata?: Record<string, Uint8Array>;
      data?: Uint8Array;
    };
    if (metadata !== undefined && data instanceof Uint8Array) {
      const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
      const named = Object.entries(metadata).map(([name, bytes]) => [name, base64(bytes)]);
      payloads.push({ metadata: Object.fromEntries(named), data: base64(data) });
    } else Object.values(value).forEach(look);
  };
  look(history);
  const answer = (await send("POST", "/codec/decode", { payloads })) as {
    payloads: { data?: string }[];
  };
  return answer.payloads.map(({ data = "" }) => Buffer.from(data, "base64").toString()).join("\n");
}

async function send(method: string, path: string, body: object): Promise<unknown> {
  const response = await api.send(method, path, body);
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
}

const holdOf = (planId: string, todo: string): Promise<Hold> =>
  api.watch.until(planId, async () =>
    (await api.holds(planId)).find(({ todo_id }) => todo_id === todo),
  );

const plan: NewPlanInput = {
  title: "Secret things",
  todos: [
    {
      id: "asked",
      title: "Asked",
      input_request: { question: "Which password?", secret: true },
    },
    {
      id: "form",
      title: "Form",
      input_request: {
        question: "Which account?",
        input_type: "form",
        schema: {
          type: "object",
          properties: {
            user: { type: "string" },
            password: { type: "string", maxLength: 40, writeOnly: true },
          },
          required: ["user", "password"],
        },
      },
    },
    { id: "made", title: "Made", tool_name: "make_token" },
    {
      id: "held",
      title: "Held",
      tool_name: "login",
      requires_approval: true,
      tool_params: {
        user: "kim",
        token: PLANTED.created,
        account: { name: PLANTED.object, pin: 4711 },
      },
    },
    {
      id: "changed",
      title: "Changed",
      tool_name: "login",
      requires_approval: true,
      tool_params: { user: "kim", token: "another" },
    },
    {
      id: "led",
      title: "Led",
      tool_name: "login",
      tool_params: {
        user: "{{todo.form.result/user}}",
        token: { $from: "asked" },
        headers: {
          a: "{{todo.made.result/token}}",
          b: { $from: "form", path: "/password" },
          c: 'plain {{"{{"}} braces',
        },
      },
    },
    {
      id: "failing",
      title: "Failing",
      optional: true,
      tool_name: "login",
      tool_params: {
        user: "kim",
        token: { $from: "made", path: "/token" },
        fail: true,
        tell: true,
      },
    },
  ],
  failure: { api_error: { action: "FAIL" } },
};

describe("secrets that tools mark", () => {
  test.each(["open", "encrypted"])(
    "reach the tools, and stand nowhere else, where the rest is %s",
    { timeout: 120_000 },
    async (mode) => {
      api = mode === "open" ? open : encrypted;
      const id = `secrets-${mode}`;

      const created = await send("POST", "/v1/plans", { ...plan, id });
      const edited = await send("PATCH", `/v1/plans/${id}/todos/changed`, {
        tool_params: { user: "kim", token: PLANTED.edited },
      });
      const held = await holdOf(id, "held");
      const detail = await api.get<HoldDetail>(`/v1/holds/${held.id}`);
      expect(detail.secrets.toSorted()).toEqual(["/args/account", "/args/token"]);
      expect(held.args).toMatchObject({ user: "kim" });
      const shown = await (await api.request("GET", `/v1/holds/${held.id}/arguments`)).text();
      await send("POST", `/v1/holds/${held.id}/decision`, {
        decision: "approve",
        digest: held.digest,
      });
      const changed = await api.watch.until(id, async () =>
        (await api.holds(id)).find(({ todo_id }) => todo_id === "changed"),
      );
      await send("POST", `/v1/holds/${changed.id}/decision`, {
        decision: "edit",
        args: { token: PLANTED.decided },
      });
      const asked = await holdOf(id, "asked");
      await send("POST", `/v1/holds/${asked.id}/decision`, {
        decision: "answer",
        value: PLANTED.answered,
      });
      const form = await holdOf(id, "form");
      await problemOf(
        api.post(`/v1/holds/${form.id}/decision`, {
          decision: "answer",
          value: { user: "lee", password: "x".repeat(41) },
        }),
        "invalid_answer",
      );
      await send("POST", `/v1/holds/${form.id}/decision`, {
        decision: "answer",
        value: { user: "lee", password: PLANTED.filled },
      });
      const ended = await api.untilEnded(id);

      expect(Object.fromEntries(received)).toEqual({
        held: {
          user: "kim",
          token: PLANTED.created,
          account: { name: PLANTED.object, pin: 4711 },
        },
        changed: { user: "kim", token: PLANTED.decided },
        led: {
          user: "lee",
          token: PLANTED.answered,
          headers: { a: PLANTED.given, b: PLANTED.filled, c: "plain {{ braces" },
        },
        failing: { user: "kim", token: PLANTED.given, fail: true, tell: true },
      });

      const { history } = await api.client.workflowService.getWorkflowExecutionHistory({
        namespace: "default",
        execution: { workflowId: `plan-${id}` },
      });
      const raw = proto.temporal.api.history.v1.History.encode(history!).finish();
      const decoded = await throughCodec(history!);
      expect(decoded).toContain("holdpoint-secret.v1.");
      expect(Buffer.from(raw).includes("holdpoint-secret.v1.")).toBe(mode === "open");
      const events = JSON.stringify(await api.events(id));
      expect(events).toContain("401 for ••••••");
      const log = JSON.stringify(await api.get(`/v1/plans/${id}/todos/failing/log`));
      expect(log).toContain("logging in with ••••••");
      const seen: Record<string, string | Uint8Array> = {
        created: JSON.stringify(created),
        edited: JSON.stringify(edited),
        shown,
        history: raw,
        decoded,
        events,
        log,
        hold: JSON.stringify(detail),
        ended: JSON.stringify(ended),
        holds: JSON.stringify(await api.holds(id, "all")),
        todos: JSON.stringify(await api.get(`/v1/plans/${id}/todos`)),
        export: JSON.stringify(await api.get(`/v1/plans/${id}/export`)),
        versions: JSON.stringify(await api.get(`/v1/plans/${id}/versions`)),
        lists: JSON.stringify(await api.get("/v1/plans")),
        inbox: JSON.stringify(await api.get("/v1/holds")),
        errors: JSON.stringify(api.errors),
        worker: complaints.join("\n"),
      };
      const hits = Object.entries(seen).flatMap(([where, content]) =>
        plantedIn(content).map((name) => `${name} in ${where}`),
      );
      expect(hits).toEqual([]);
      expect(await plantedBelow(server.dataDir)).toEqual([]);
      expect(await plantedBelow(api.folder)).toEqual([]);
    },
  );

  test(
    "are sealed in templates, for their plans and schedules, whoever brings them",
    { timeout: 120_000 },
    async () => {
      const todo = (id: string, token: string) => ({
        id,
        title: id,
        tool_name: "login",
        tool_params: { user: "kim", token },
      });
      const template = {
        title: "Secret template",
        parameters: [{ name: "word", type: "text", required: false }],
        plan: {
          title: "Made",
          todos: [todo("kept", PLANTED.template), todo("brought", "{{param.word}}xyz")],
        },
      };
      const saved = await send("PUT", "/v1/templates/secrets-template", template);
      const made = await send("POST", "/v1/templates/secrets-template/plans", {
        id: "secrets-made",
        values: { word: PLANTED.parameter },
      });
      await api.untilEnded("secrets-made");
      expect(received.get("kept")).toEqual({ user: "kim", token: PLANTED.template });
      expect(received.get("brought")).toEqual({ user: "kim", token: `${PLANTED.parameter}xyz` });
      received.delete("kept");
      await send("PUT", "/v1/schedules/secrets-schedule", {
        template_id: "secrets-template",
        cron: ["0 9 1 1 *"],
      });
      await send("POST", "/v1/schedules/secrets-schedule/trigger", {});
      await expect
        .poll(() => received.get("kept"))
        .toEqual({ user: "kim", token: PLANTED.template });
      const refused = await problemOf(
        api.send("PUT", "/v1/schedules/secrets-schedule", {
          template_id: "secrets-template",
          cron: ["0 9 1 1 *"],
          values: { word: PLANTED.parameter },
        }),
        "validation_failed",
      );
      expect(refused.errors?.[0]).toMatchObject({ pointer: "/values/word" });
      const preset = { ...template, parameters: [{ name: "word", type: "text", default: "x" }] };
      await problemOf(api.send("PUT", "/v1/templates/secrets-preset", preset), "validation_failed");
      const copied = await send("PUT", "/v1/templates/secrets-copy", {
        title: "Copy",
        from_plan: "secrets-made",
      });
      received.delete("kept");
      await send("POST", "/v1/templates/secrets-copy/plans", { id: "secrets-copied" });
      await api.untilEnded("secrets-copied");
      expect(received.get("kept")).toEqual({ user: "kim", token: PLANTED.template });
      expect(plantedIn(JSON.stringify([saved, made, refused, copied]))).toEqual([]);
      expect(await plantedBelow(server.dataDir)).toEqual([]);
      expect(await plantedBelow(api.folder)).toEqual([]);
    },
  );
});
