import { Connection } from "@temporalio/client";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createApp } from "../../src/api/app.ts";
import type { SaidValue } from "../../src/contract/sentences/catalog.ts";
import { inEnglish } from "../../src/contract/service/notices.ts";
import type { Role } from "../../src/contract/tables/vocabulary.ts";
import { findSchedules } from "../../src/runtime/check-schedules.ts";
import { findUnapproved } from "../../src/runtime/check-setup.ts";
import { loadConfig } from "../../src/runtime/config.ts";
import { openKeys } from "../../src/runtime/keys.ts";
import { startWorker } from "../../src/runtime/workers/worker.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { runDoctor } from "../../src/temporal/doctor.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useApi } from "../support/api-harness.ts";
import { rightTime, setClock } from "../support/wrong-clock.ts";

const deploy = defineTool({
  name: "deploy",
  description: "Deploys",
  input: z.strictObject({}),
  output: z.null(),
  run: () => null,
});
// The doctor reads all templates of a Temporal, and waits seconds for those whose workers are gone: other files leave many.
const api = useApi({ tools: [deploy], ownTemporal: true });
const LISTED = { timeout: 50_000 };

/** What the doctor says of one thing: whether it is well, and in which words. */
async function says(name: "tools" | "schedules" | "plans"): Promise<[ok: boolean, detail: string]> {
  const { address } = api();
  const config = await loadConfig(api().folder);
  const checks = await runDoctor({
    config: readDevConfig(),
    dataDir: api().folder,
    taskQueue: api().taskQueue,
    encryptionKeys: NO_KEYS,
    findSchedules: (connection, place) => findSchedules(config, connection, place),
    findUnapproved: (connection, place) => findUnapproved(config, connection, place),
    server: { address, namespace: "default", connect: () => Connection.connect({ address }) },
  });
  const { ok, detail } = checks.find((check) => check.name === name)!;
  return [ok, inEnglish(detail as SaidValue)];
}

const put = (path: string, body: object) => api().send("PUT", path, body);

test("the doctor names the tools that only some of the workers have", async () => {
  await expect
    .poll(() => says("tools"), LISTED)
    .toEqual([true, expect.stringContaining("on every worker")]);
  // A worker of the code before: it has no tool of that name.
  const before = await startWorker({
    config: await loadConfig(api().folder),
    place: { address: api().address },
    taskQueue: api().taskQueue,
  });
  onTestFinished(() => before.stop());
  await expect
    .poll(() => says("tools"), LISTED)
    .toEqual([false, expect.stringMatching(/^only some of 2 workers have .*deploy \(1\)/)]);
});

test("the doctor names schedules that failed or start nothing, and templates whose tool is gone", async () => {
  const todos = [{ title: "Deploy", tool_name: "deploy" }];
  const template = { title: "Weekly", plan: { title: "Weekly", todos } };
  await put("/v1/templates/doctored", template);
  await put("/v1/schedules/doctored", { template_id: "doctored", cron: ["@weekly"] });
  const named = async () =>
    (await says("schedules"))[1].replaceAll(/: [^;]*\bdoctored\b[^;]*/g, "!");
  // Once the worker tells its tools: until then, those of the configuration count.
  await expect.poll(named, LISTED).not.toContain("!");
  // As before the tool was renamed: the API saves no template of a tool that is not there.
  await api().deps.templates.save({
    ...template,
    id: "doctored",
    description: null,
    parameters: [],
    plan: { title: "Weekly", todos: [{ title: "Deploy", tool_name: "deploy_all" }] },
    saved_by: "ops",
  });
  await expect
    .poll(named, LISTED)
    .toContain("do not fit their template!; templates whose tool no worker has!");
});

test("the doctor names schedules whose template is gone", async () => {
  const plan = { title: "Weekly", todos: [{ title: "Deploy", tool_name: "deploy" }] };
  await put("/v1/templates/orphaning", { title: "Weekly", plan });
  await put("/v1/schedules/orphaned", { template_id: "orphaning", cron: ["@weekly"] });
  // Holdpoint deletes no template that a schedule needs; Temporal does.
  await api().client.workflow.getHandle("template-orphaning").terminate();
  await expect
    .poll(async () => (await says("schedules"))[1], LISTED)
    .toContain("start nothing, since their template is gone: orphaned");
  await api().request("DELETE", "/v1/schedules/orphaned");
});

test("the doctor names schedules whose plans wait for whose key was revoked", async () => {
  const keyed = openKeys(await loadConfig(api().folder));
  const key = (name: string, role: Role) =>
    keyed.add({ name, roles: [role], created_at: "2026-01-01T00:00:00Z", expires_at: null });
  const { written } = await key("ana", "operator");
  const kim = await key("kim", "approver");
  const app = createApp({ ...api().deps, keys: keyed });
  const save = async (path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${written}`, "content-type": "application/json" };
    const saved = await app.request(path, { method: "PUT", headers, body: JSON.stringify(body) });
    expect(saved.ok, await saved.clone().text()).toBe(true);
  };
  const approval = { approvers: ["kim"] };
  const todos = [{ title: "Deploy", tool_name: "deploy", requires_approval: true, approval }];
  const plan = { title: "Nightly", todos };
  await save("/v1/templates/unapproved", { title: "Nightly", plan });
  const schedule = { template_id: "unapproved", cron: ["@yearly"] };
  await save("/v1/schedules/unapproved", schedule);
  expect((await says("schedules"))[1]).not.toContain("unapproved");
  await keyed.revoke(kim.key.id, "2026-01-02T00:00:00Z");
  expect(await says("schedules")).toEqual([
    false,
    expect.stringMatching(/nobody here could approve[^;]*: unapproved/),
  ]);
  // Nothing is lost: its plans wait, and somebody of that name may approve them again.
  await key("kim", "approver");
  expect((await says("schedules"))[1]).not.toContain("unapproved");
});

test("the doctor names plans that wait for whose key was revoked, as long as nobody else may approve", async () => {
  const keyed = openKeys(await loadConfig(api().folder));
  const at = new Date().toISOString();
  const key = (name: string, role: Role, groups: string[] = []) =>
    keyed.add({ name, roles: [role], groups, created_at: at, expires_at: null });
  const lee = await key("lee", "approver");
  const choi = await key("choi", "approver", ["release"]);
  // Who may approve what is for anybody.
  await key("kim", "approver");
  const { written } = await key("dan", "operator");
  const app = createApp({ ...api().deps, keys: keyed });
  const todo = { title: "Deploy", tool_name: "deploy", requires_approval: true };
  for (const [id, approval] of Object.entries({
    "waits-name": { approvers: ["lee"] },
    "waits-group": { approvers: ["@release"] },
    "waits-two": { approvers: ["lee", "choi"], min_approvals: 2 },
    "waits-any": {},
  })) {
    const made = await app.request("/v1/plans", {
      method: "POST",
      headers: { authorization: `Bearer ${written}`, "content-type": "application/json" },
      body: JSON.stringify({ id, title: "Deploy", todos: [{ ...todo, approval }] }),
    });
    expect(made.status, await made.clone().text()).toBe(201);
    await api().untilHolds(id);
  }
  const named = async () => {
    const [, detail] = await says("plans");
    const ids = /nobody here could give[^;]*?: ([^;]*)/.exec(detail)?.[1] ?? "";
    return ids
      .split(", ")
      .filter((id) => id.startsWith("waits-"))
      .toSorted();
  };
  await expect.poll(named, LISTED).toEqual([]);
  await keyed.revoke(lee.key.id, at);
  await expect.poll(named, LISTED).toEqual(["waits-name", "waits-two"]);
  await keyed.revoke(choi.key.id, at);
  await expect.poll(named, LISTED).toEqual(["waits-group", "waits-name", "waits-two"]);
  // Somebody of that name may approve them again, and somebody else who is in the group.
  await key("lee", "approver", ["release"]);
  await expect.poll(named, LISTED).toEqual(["waits-two"]);
});

const HOUR = 3_600_000;

test.each([
  ["ahead", HOUR, HOUR / 2, false],
  ["behind", -HOUR, -HOUR / 2, true],
])(
  "a doctor whose machine's clock is an hour %s counts an approver until the key ends by Temporal's",
  async (side, ahead, endsIn, isNamed) => {
    const keyed = openKeys(await loadConfig(api().folder));
    const time = (from: number): string => new Date(rightTime() + from).toISOString();
    const key = (name: string, role: Role, expires_at: string | null) =>
      keyed.add({ name, roles: [role], created_at: time(-2 * HOUR), expires_at });
    const { written } = await key("eve", "operator", null);
    await key(`passing-${side}`, "approver", time(endsIn));
    // Saved while there was nothing to be said against it.
    const app = createApp({ ...api().deps, keys: keyed, now: () => time(-HOUR) });
    const send = async (method: string, path: string, body: object): Promise<void> => {
      const headers = { authorization: `Bearer ${written}`, "content-type": "application/json" };
      const sent = await app.request(path, { method, headers, body: JSON.stringify(body) });
      expect(sent.ok, await sent.clone().text()).toBe(true);
    };
    const id = `doctor-clock-${side}`;
    const approval = { approvers: [`passing-${side}`] };
    const todos = [{ title: "Deploy", tool_name: "deploy", requires_approval: true, approval }];
    const plan = { title: "Deploy", todos };
    await send("PUT", `/v1/templates/${id}`, { title: "Deploy", plan });
    await send("PUT", `/v1/schedules/${id}`, { template_id: id, cron: ["@yearly"] });
    await send("POST", "/v1/plans", { ...plan, id });
    await api().untilHolds(id);
    const isListed = async (): Promise<boolean> => {
      const { plans } = await api().deps.lists.activePlans(null);
      return plans.some(({ holds }) => holds.some(({ plan_id }) => plan_id === id));
    };
    await expect.poll(isListed, LISTED).toBe(true);
    setClock(ahead);
    const isToldOf = async (name: "plans" | "schedules") => (await says(name))[1].includes(id);
    expect([await isToldOf("plans"), await isToldOf("schedules")]).toEqual([isNamed, isNamed]);
  },
);
