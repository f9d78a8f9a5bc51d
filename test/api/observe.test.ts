import { expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { RequestNote } from "../../src/api/http/observe.ts";
import { useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();

test("metrics count requests by route and status, one name for all plans", async () => {
  const todos = [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }];
  const { id } = await api().create({ title: "Counted", todos });
  await api().request("GET", `/v1/plans/${id}/progress`);
  await api().request("GET", "/v1/plans/nowhere/progress");
  await api().request("GET", "/nowhere");
  const response = await api().request("GET", "/metrics");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = await response.text();
  const line = (route: string, status: number) =>
    `holdpoint_http_requests_total{route="${route}",status="${status}"} 1`;
  expect(text).toContain(line("GET /v1/plans/:plan_id/progress", 200));
  expect(text).toContain(line("GET /v1/plans/:plan_id/progress", 404));
  expect(text).toContain(line("none", 404));
  expect(text).toContain('holdpoint_http_request_seconds_count{route="POST /v1/plans"} 1');
  expect(text).not.toContain(id);
});

test("metrics count plans by status, and the holds that wait with when the oldest began", async () => {
  const figure = async (name: string): Promise<number> => {
    const text = await (await api().request("GET", "/metrics")).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? Number.NaN : Number(line.split(" ")[1]);
  };
  const LISTED = { timeout: 60_000, interval: 1_000 };
  const before = Date.now();
  await api().create({ id: "observe-done", title: "Done", todos: [echo("a")] });
  const asks = [echo("a", { requires_approval: true }), echo("b", { requires_approval: true })];
  await api().create({ id: "observe-asks", title: "Asks", todos: asks });
  const person = { id: "p", title: "Call them", kind: "manual" as const };
  await api().create({ id: "observe-work", title: "Work", todos: [person] });
  await api().untilEnded("observe-done");

  await expect.poll(() => figure("holdpoint_open_holds"), LISTED).toBe(2);
  await expect.poll(() => figure("holdpoint_open_work"), LISTED).toBe(1);
  const oldest = (await figure("holdpoint_oldest_open_hold_timestamp_seconds")) * 1_000;
  expect(oldest).toBeGreaterThan(before - 1_000);
  expect(oldest).toBeLessThan(Date.now() + 1_000);
  expect(await figure("holdpoint_temporal_up")).toBe(1);
  expect(await figure("holdpoint_stuck_plans")).toBe(0);
  expect(await figure("holdpoint_webhook_deliveries_pending")).toBe(0);
  expect(await figure('holdpoint_plans{status="running"}')).toBe(2);
  expect(await figure('holdpoint_plans{status="completed"}')).toBeGreaterThanOrEqual(1);

  await api().post("/v1/plans/observe-asks/cancel", {});
  await expect.poll(() => figure('holdpoint_plans{status="cancelled"}'), LISTED).toBe(1);
  expect(await figure("holdpoint_open_holds")).toBe(0);
  expect(await figure("holdpoint_oldest_open_hold_timestamp_seconds")).toBeNaN();
});

test("metrics are told without counts while Temporal does not answer", async () => {
  const app = createApp({ ...api().deps, figures: async () => null });
  const response = await app.request("/metrics", { headers: { host: "localhost" } });
  const text = await response.text();
  expect([response.status, text]).toEqual([
    200,
    expect.stringContaining("holdpoint_temporal_up 0"),
  ]);
  expect(text).not.toContain("holdpoint_plans");
});

test("every request is told to the log with who, what and which", async () => {
  const notes: RequestNote[] = [];
  const app = createApp({ ...api().deps, onRequest: (note) => notes.push(note) });
  const response = await app.request("/v1/plans/nowhere/todos/t1", {
    headers: { host: "localhost" },
  });
  expect(notes).toEqual([
    {
      id: response.headers.get("x-request-id"),
      method: "GET",
      route: "GET /v1/plans/:plan_id/todos/:todo_id",
      status: 404,
      ms: expect.any(Number),
      actor: "local-operator",
      plan_id: "nowhere",
      todo_id: "t1",
    },
  ]);
});
