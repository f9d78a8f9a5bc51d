import { expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { CreatedPlan, CreatePreview } from "../../src/contract/words.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();
const OUTLINE = [
  "# 차 한 잔",
  "1. 물 끓이기: echo(text: 물)",
  "2. 따르기: echo(text: 차) [승인] [긴급]",
].join("\n");

test("an outline starts a plan, and the answer says how each line was understood", async () => {
  const response = await api().post("/v1/plans", { id: "outline-tea", outline: OUTLINE });
  expect(response.status).toBe(201);
  expect(response.headers.get("location")).toBe("/v1/plans/outline-tea");
  const created = (await response.json()) as CreatedPlan;
  expect(created).toMatchObject({
    id: "outline-tea",
    title: "차 한 잔",
    todos: [
      { id: "todo_001", title: "물 끓이기", tool_name: "echo", tool_params: { text: "물" } },
      { id: "todo_002", depends_on: ["todo_001"], requires_approval: true, priority: 10 },
    ],
    outline: { not_understood: [] },
  });
  expect(created.outline?.understood.map(({ line, meaning }) => [line, meaning])).toEqual([
    [1, 'the plan is called "차 한 잔"'],
    [2, 'todo todo_001: "물 끓이기"'],
    [2, "runs the tool echo"],
    [3, 'todo todo_002: "따르기"'],
    [3, "asks for an approval before it runs"],
    [3, "priority 10"],
    [3, "runs the tool echo"],
    [3, 'waits for "물 끓이기"'],
  ]);
  const [hold] = await api().untilHolds("outline-tea");
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", digest: hold!.digest });
  expect(await api().untilEnded("outline-tea")).toMatchObject({ status: "completed" });
});

test("what it would be can be looked at before anything starts, also what is not understood", async () => {
  const before = api().started.length;
  const look = async (body: object) => {
    const response = await api().post("/v1/plans/preview", body);
    expect(response.status).toBe(200);
    return (await response.json()) as CreatePreview;
  };
  expect(await look({ outline: `${OUTLINE}\n3. 치우기 [나중에]`, title: "티타임" })).toMatchObject({
    plan: { title: "티타임", todos: [{}, {}, { title: "치우기", depends_on: ["todo_002"] }] },
    outline: { not_understood: [{ text: "나중에", line: 4, column: 9 }] },
  });
  expect(await look({ outline: "---" })).toMatchObject({ plan: null });
  expect(await look({ title: "Tea", todos: [{ title: "boil" }] })).toMatchObject({
    plan: { title: "Tea", todos: [{ title: "boil" }] },
  });
  expect(api().started).toHaveLength(before);
});

test("nothing starts while a line is not understood, and each place says why", async () => {
  const outline = "- 끓이기 [나중에]\n- 따르기: echo(찻잔)";
  const problem = await problemOf(
    await api().post("/v1/plans", { id: "outline-wrong", outline }),
    "validation_failed",
  );
  expect(problem.errors).toMatchObject([
    { pointer: "/outline", detail: 'line 1, column 8, “나중에”: "나중에" is no mark' },
    { pointer: "/outline", detail: expect.stringContaining("line 2, column 8") },
  ]);
  expect((await api().request("GET", "/v1/plans/outline-wrong")).status).toBe(404);
});

test("a plan needs an outline or todos, and not both; tools and links are checked as in any plan", async () => {
  const missing = await problemOf(await api().post("/v1/plans", {}), "validation_failed");
  expect(missing.errors?.map(({ pointer }) => pointer)).toEqual(["/title", "/todos"]);
  const both = { title: "x", todos: [{ title: "a" }], outline: "- a" };
  expect(
    (await problemOf(await api().post("/v1/plans", both), "validation_failed")).errors,
  ).toMatchObject([{ pointer: "/outline" }]);
  await problemOf(
    await api().post("/v1/plans", { outline: "- a: echo(nothing: 1)" }),
    "invalid_tool_input",
  );
  await problemOf(
    await api().post("/v1/plans", { outline: "- a [after b]\n- b [after a]" }),
    "dependency_cycle",
  );
});

test("a repeat with the same key finds the plan that the first one started", async () => {
  const send = () =>
    api().request("POST", "/v1/plans", {
      headers: { "content-type": "application/json", "idempotency-key": "outline-once" },
      body: JSON.stringify({ outline: "- 하나" }),
    });
  const first = (await (await send()).json()) as PlanView;
  const second = await send();
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(((await second.json()) as PlanView).id).toBe(first.id);
});
