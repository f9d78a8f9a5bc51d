import { describe, expect, test } from "vitest";
import type { Schedule, TodoDetail } from "../../src/contract/plan/plan.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const gate = (id: string, name: string) => ({
  id,
  title: id,
  tool_name: "gate",
  tool_params: { name },
});
const read = (plan: string, todo: string) =>
  api().get<TodoDetail>(`/v1/plans/${plan}/todos/${todo}`);
const untilRunning = (plan: string, todo: string) =>
  api().watch.until(plan, async () => (await read(plan, todo)).status === "in_progress");

describe("a todo tells what it waits for", () => {
  test("with the reasons of the plan's schedule, and none once it runs or has ended", async () => {
    const { id } = await api().create({
      title: "이유",
      max_parallel: 1,
      todos: [
        { id: "asked", title: "승인", requires_approval: true, priority: 9, ...echo },
        { ...gate("first", "reasons-first"), priority: 8 },
        gate("second", "reasons-second"),
        gate("third", "reasons-third"),
        { ...gate("last", "reasons-last"), depends_on: ["asked", "first"] },
      ],
    });
    await untilRunning(id, "first");
    const [hold] = await api().untilHolds(id);
    expect((await read(id, "first")).waits_for).toEqual([]);
    expect((await read(id, "asked")).waits_for).toMatchObject([
      { code: "hold", hold_id: hold!.id },
    ]);
    expect((await read(id, "second")).waits_for).toMatchObject([
      { code: "parallel_limit", todo_ids: ["first"] },
    ]);
    expect((await read(id, "third")).waits_for).toMatchObject([
      { code: "priority", todo_ids: ["second"] },
    ]);
    expect((await read(id, "last")).waits_for).toMatchObject([
      { code: "dependency", todo_ids: ["asked", "first"] },
    ]);
    const { waiting } = await api().get<Schedule>(`/v1/plans/${id}/schedule`);
    expect(waiting.map(({ todo_id }) => todo_id)).toEqual(["asked", "second", "third", "last"]);
    for (const { todo_id, reasons } of waiting) {
      expect((await read(id, todo_id)).waits_for).toEqual(reasons);
    }

    await api().post(`/v1/plans/${id}/pause`, {});
    expect((await read(id, "third")).waits_for).toMatchObject([{ code: "paused" }]);
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
    const ended = await read(id, "third");
    expect([ended.status, ended.waits_for]).toEqual(["cancelled", []]);
  });

  test("in a plan that is too large for its schedule to explain it whole", async () => {
    const count = 1_200;
    const todos = Array.from({ length: count }, (_, place) => ({
      ...gate(`t${place}`, "reasons-large"),
      ...(place > 0 && { depends_on: [`t${place - 1}`] }),
    }));
    const { id } = await api().create({ title: "큰 계획", todos });
    await untilRunning(id, "t0");
    const { waiting } = await api().get<Schedule>(`/v1/plans/${id}/schedule?limit=1000`);
    expect(waiting.some(({ todo_id }) => todo_id === "t1199")).toBe(false);
    expect((await read(id, "t1199")).waits_for).toMatchObject([
      { code: "dependency", text: 'Waits for "t1198".', todo_ids: ["t1198"] },
    ]);
    await api().post(`/v1/plans/${id}/cancel`, {});
    await api().untilEnded(id);
  });

  test("with another ETag when the reason is another", async () => {
    const { id } = await api().create({
      title: "표",
      approval: "every_todo",
      todos: [{ id: "a", title: "a", ...echo }],
    });
    await api().untilHolds(id);
    const path = `/v1/plans/${id}/todos/a`;
    const etag = (await api().request("GET", path)).headers.get("etag")!;
    const headers = { "if-none-match": etag };
    expect((await api().request("GET", path, { headers })).status).toBe(304);
    await api().post(`/v1/plans/${id}/pause`, {});
    expect((await api().request("GET", path, { headers })).status).toBe(200);
  });
});
