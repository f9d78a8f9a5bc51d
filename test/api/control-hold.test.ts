import { expect, test } from "vitest";
import type { Receipt } from "../../src/contract/plan/plan.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";
import { createKeyedApi } from "../support/keyed-api.ts";

const api = useApi();
const todo = (id: string) => echo(id, { requires_approval: true });

async function waiting(...ids: string[]) {
  const { id } = await api().create({ title: "Waits", todos: ids.map(todo) });
  return api().untilHolds(id, ids.length);
}

async function act(path: string, body: object): Promise<Receipt> {
  const response = await api().post(path, body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Receipt;
}

test("one hold in two decisions of one request is refused: which of them counted would be chance", async () => {
  const decisions = [
    { hold_id: "twice.h1", decision: "reject" },
    { hold_id: "other.h1", decision: "approve" },
    { hold_id: "twice.h1", decision: "approve" },
  ];
  const answer = api().post("/v1/holds/decisions", { decisions });
  const problem = await problemOf(answer, "validation_failed");
  expect(pointersOf(problem)).toEqual(["/decisions/2/hold_id"]);
});

test("a hold gets more time and another person, and is withdrawn", async () => {
  const [hold] = await waiting("a");
  const at = `/v1/holds/${hold!.id}`;
  const extended = await act(`${at}/extend`, { seconds: 600 });
  const moved = Date.parse(extended.hold!.deadline_at!) - Date.parse(hold!.deadline_at!);
  expect(moved).toBe(600_000);
  expect((await act(`${at}/delegate`, { to: "lee" })).hold).toMatchObject({ assignee: "lee" });
  expect((await act(`${at}/withdraw`, {})).hold).toMatchObject({ status: "withdrawn" });
  const plan = await api().untilEnded(hold!.plan_id);
  expect(plan.todos[0]?.status).toBe("skipped");
  const late = await api().post(`${at}/decision`, { decision: "approve" });
  await problemOf(late, "hold_withdrawn");
});

test("where there are keys, a hold is handed on to somebody who may decide, and to no name that nobody has", async () => {
  const [hold] = await waiting("a");
  const at = `/v1/holds/${hold!.id}/delegate`;
  const keyed = createKeyedApi(api().deps);
  const kim = await keyed.add("kim", "approver");
  await keyed.add("lee.minji", "approver");
  await keyed.add("boss", "admin");
  await keyed.add("viewer-only", "viewer");
  await keyed.add("gone", "approver", "2020-01-01T00:00:00.000Z");
  const hand = (to: string) => keyed.as(kim.written, "POST", at, { to });
  for (const to of ["nobody-here", "viewer-only", "gone"]) {
    const problem = await problemOf(hand(to), "validation_failed");
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/to"]);
    expect(problem.detail).toContain(`"${to}"`);
    expect(problem.hint).toContain("holdpoint key add");
  }
  expect((await problemOf(hand("lee.minjj"), "validation_failed")).detail).toContain("lee.minji");
  for (const to of ["lee.minji", "boss", "kim"]) {
    const receipt = (await (await hand(to)).json()) as Receipt;
    expect(receipt.hold).toMatchObject({ assignee: to });
  }
});

test("what an action on a hold needs is named", async () => {
  const [hold] = await waiting("a");
  const late = await api().post(`/v1/holds/${hold!.id}/extend`, { seconds: 0 });
  expect((await problemOf(late, "validation_failed")).errors?.[0]?.pointer).toBe("/seconds");
  const missing = await api().post(`/v1/holds/${hold!.plan_id}.h9/extend`, { seconds: 60 });
  await problemOf(missing, "hold_not_found");
});

test("many holds of several plans are decided at once, each with its own answer", async () => {
  const [a, b] = await waiting("a", "b");
  const [c] = await waiting("c");
  const decisions = [
    { hold_id: a!.id, decision: "approve" },
    { hold_id: b!.id, decision: "reject", then: "skip" },
    { hold_id: c!.id, decision: "approve", digest: "sha256:0" },
    { hold_id: `${c!.plan_id}.h9`, decision: "approve" },
  ];
  const response = await api().post("/v1/holds/decisions", { decisions });
  expect(response.status).toBe(200);
  const { results } = (await response.json()) as {
    results: { hold_id: string; receipt?: Receipt; problem?: { code: string } }[];
  };
  expect(results.map(({ receipt, problem }) => receipt?.hold?.status ?? problem?.code)).toEqual([
    "approved",
    "rejected",
    "hold_stale",
    "hold_not_found",
  ]);
  const plan = await api().untilEnded(a!.plan_id);
  expect(plan.todos.map(({ status }) => status)).toEqual(["completed", "skipped"]);
});
