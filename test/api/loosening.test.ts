import { expect, test } from "vitest";
import { problemOf, useApi } from "../support/api-harness.ts";
import { createKeyedApi } from "../support/keyed-api.ts";
import { openSocket } from "./stream/support/open-socket.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const asked = { ...echo, requires_approval: true };

/** A plan that waits for an approval of `now`, before the one of `later`, and keys for people. */
async function setUp(settings: object = {}) {
  const { id } = await api().create({
    title: "Two approvals",
    todos: [
      { id: "now", title: "Now", ...asked },
      { id: "later", title: "Later", depends_on: ["now"], ...asked },
    ],
    ...settings,
  });
  await api().untilHolds(id);
  const keyed = createKeyedApi(api().deps);
  const keyOf = async (...roles: ("operator" | "approver" | "admin")[]) => {
    const given = { name: roles.join("-"), roles, expires_at: null };
    const { written } = await keyed.keys.add({ ...given, created_at: api().deps.now() });
    return written;
  };
  const modify = (target_id: string, changes: object) => ({
    ops: [{ edit_type: "modify_todo", target_id, params: { changes } }],
  });
  return { id, at: `/v1/plans/${id}`, keyed, keyOf, modify };
}

const ATTACKS = [
  ["now", { requires_approval: false }, "requires_approval"],
  ["later", { approval: { timeout_seconds: 1, on_timeout: "approve" } }, "approval"],
] as const;

test.each(ATTACKS)(
  "with an operator's key nobody does without the approver: %s %o",
  async (target, changes, field) => {
    const { id, at, keyed, keyOf, modify } = await setUp();
    const operator = await keyOf("operator");
    const edit = modify(target, changes);
    const ways = [
      ["POST", `${at}/edits`, edit, `/todos/${target}/${field}`],
      ["POST", `${at}/edits?validate_only=true`, edit, `/todos/${target}/${field}`],
      ["PATCH", `${at}/todos/${target}`, changes, `/${field}`],
    ] as const;
    for (const [method, path, body, pointer] of ways) {
      const answer = keyed.as(operator, method, path, body);
      const problem = await problemOf(answer, "loosens_control");
      expect(problem.errors).toMatchObject([{ pointer }]);
      expect(problem.hint).toContain("roles operator and approver, or admin");
    }
    expect((await api().holds(id)).map(({ todo_id, status }) => [todo_id, status])).toEqual([
      ["now", "open"],
    ]);
    const both = await keyOf("operator", "approver");
    expect((await keyed.as(both, "POST", `${at}/edits`, edit)).status).toBe(200);
  },
);

test("neither does S0's socket or S1's routes, an undo, a rollback or a skip", async () => {
  const { id, at, keyed, keyOf, modify } = await setUp();
  const [operator, admin] = [await keyOf("operator"), await keyOf("admin")];
  const s1 = { step_id: "now", modifications: { optional: true } };
  const path = `/api/todos/${id}/modify`;
  await problemOf(keyed.as(operator, "POST", path, s1), "loosens_control");

  const { url } = await serveApi({ ...api().deps, keys: keyed.keys });
  const headers = { authorization: `Bearer ${operator}` };
  const seed = await openSocket(`${url}/ws/${id}`, [], { headers });
  const edits = modify("now", { requires_approval: false }).ops;
  seed.send({
    type: "hitl_plan_response",
    session_id: id,
    plan_id: id,
    action: "edit",
    edits,
  });
  const told = await seed.until(({ data }) => JSON.stringify(data).includes("in_reply_to"));
  expect(told).toMatchObject({ data: { problem: { code: "loosens_control" } } });

  const skipped = keyed.as(operator, "POST", `${at}/todos/now/skip`, {});
  await problemOf(skipped, "loosens_control");
  const tighter = modify("later", { approval: { on_timeout: "wait" }, optional: false });
  await keyed.as(admin, "POST", `${at}/edits`, {
    ops: [...tighter.ops, { edit_type: "modify_plan", params: { changes: STEPS } }],
  });
  for (const [word, body] of [
    ["undo", {}],
    ["rollback", { version: 1 }],
    ["rollback", { checkpoint_id: "cp_1" }],
  ] as const) {
    await problemOf(keyed.as(operator, "POST", `${at}/${word}`, body), "loosens_control");
  }
  expect((await keyed.as(admin, "POST", `${at}/undo`, {})).status).toBe(200);
});
const STEPS = { approval: "every_todo" };

test("nor does a todo that an operator adds, skips, and puts where the approval stood", async () => {
  const { at, keyed, keyOf, modify } = await setUp({ locked: true });
  const operator = await keyOf("operator");
  const todo = { id: "past", title: "Past it", depends_on: ["now"] };
  const add = { ops: [{ edit_type: "add_todo", params: { todo } }] };
  expect((await keyed.as(operator, "POST", `${at}/edits`, add)).status).toBe(200);
  expect((await keyed.as(operator, "POST", `${at}/todos/past/skip`, {})).status).toBe(200);
  const around = modify("later", { depends_on: ["past"] });
  const answer = keyed.as(operator, "POST", `${at}/edits`, around);
  expect((await problemOf(answer, "loosens_control")).errors).toMatchObject([
    { pointer: "/todos/later/depends_on" },
  ]);
});

test("a body cannot say what its sender may do", async () => {
  const { at, keyed, keyOf, modify } = await setUp();
  const operator = await keyOf("operator");
  const edit = { ...modify("now", { requires_approval: false }), roles: ["admin"] };
  await problemOf(keyed.as(operator, "POST", `${at}/edits`, edit), "validation_failed");
});

test("without keys the local operator changes what there is to change", async () => {
  const { at, modify } = await setUp();
  const edit = modify("now", { requires_approval: false });
  expect((await api().post(`${at}/edits`, edit)).status).toBe(200);
});

test("in a locked plan nobody does, and what loosens nothing is done as ever", async () => {
  const { id, at, keyed, keyOf, modify } = await setUp({ locked: true });
  for (const key of [await keyOf("admin"), await keyOf("operator", "approver")]) {
    const edit = modify("now", { requires_approval: false });
    const problem = await problemOf(keyed.as(key, "POST", `${at}/edits`, edit), "loosens_control");
    expect(problem.hint).toContain("locked");
    await problemOf(keyed.as(key, "POST", `${at}/todos/now/skip`, {}), "loosens_control");
    const unlock = { ops: [{ edit_type: "modify_plan", params: { changes: { locked: false } } }] };
    await problemOf(keyed.as(key, "POST", `${at}/edits`, unlock), "validation_failed");
  }
  const admin = await keyOf("admin");
  const harmless = modify("later", { priority: 9 });
  expect((await keyed.as(admin, "POST", `${at}/edits`, harmless)).status).toBe(200);
  const plan = await (await keyed.as(admin, "GET", `/v1/plans/${id}`)).json();
  expect(plan).toMatchObject({ locked: true, version: 2 });
});
