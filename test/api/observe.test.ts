import { expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { RequestNote } from "../../src/api/http/observe.ts";
import { useApi } from "../support/api-harness.ts";

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
