import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { watch, type WatchItem, type WatchOptions } from "../../src/client/watch.ts";
import { ProblemError } from "../../src/contract/problems/problem-error.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { AS_HOLDPOINT, startServer, type TestServer } from "../support/http-server.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const asked = { id: "asked", title: "승인", requires_approval: true, ...echo };

async function collect(url: string, id: string, options?: WatchOptions): Promise<WatchItem[]> {
  const items: WatchItem[] = [];
  for await (const item of watch(url, id, options)) items.push(item);
  return items;
}

describe("watching a plan", () => {
  test("shows it as it is, then everything that happens, up to its end", async () => {
    const { id } = await api().create({ title: "보기", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const watching = watch(url, id);
    const first = (await watching.next()).value as WatchItem;
    expect(first).toMatchObject({ type: "snapshot", seq: 3, plan: { id, title: "보기" } });
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    const items: WatchItem[] = [];
    for await (const item of watching) items.push(item);
    const expected = (await api().events(id)).slice(3);
    expect(items).toEqual(expected.map((event) => ({ type: "event", seq: event.seq, event })));
  });

  test("goes on over restarts of the API, losing and repeating nothing", async () => {
    const { id } = await api().create({ title: "끊김", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    let served = await serveApi(api().deps);
    const watching = watch(served.url, id, { after: 0 });
    const seen: number[] = [];
    const look = async (): Promise<boolean> => {
      const { value, done } = await watching.next();
      if (done !== true) seen.push(value.seq);
      return done === true;
    };
    while (seen.length < 3) await look();
    await served.stop();
    await api().post(`/v1/plans/${id}/pause`);
    served = await serveApi(api().deps, { port: served.port });
    await look();
    await served.stop();
    await api().post(`/v1/plans/${id}/resume`);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    await api().untilEnded(id);
    await serveApi(api().deps, { port: served.port });
    while (!(await look()));
    expect(seen).toEqual((await api().events(id)).map(({ seq }) => seq));
  });

  test("is over at once when there is nothing left to see", async () => {
    const { id } = await api().create({ title: "끝", todos: [{ title: "a", kind: "milestone" }] });
    const { seq } = await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    expect(await collect(url, id, { after: seq })).toEqual([]);
  });

  test("shows only the wanted events", async () => {
    const { id } = await api().create({
      title: "선별",
      todos: [{ id: "a", title: "a", kind: "milestone" }],
    });
    await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    const items = await collect(url, id, { after: 0, types: ["todo", "plan.completed"] });
    expect(items.map((item) => item.type === "event" && item.event.type)).toEqual([
      "todo.started",
      "todo.completed",
      "plan.completed",
    ]);
  });

  test("is over when the plan is, also for who hears of some events alone, and no line is lost then", async () => {
    const { id } = await api().create({ title: "결재만", todos: [asked] });
    const { url } = await serveApi(api().deps);
    const line: string[] = [];
    const onConnection = (state: string): unknown => line.push(state);
    const told: string[] = [];
    for await (const item of watch(url, id, { after: 0, types: ["hold"], onConnection })) {
      if (item.type !== "event") continue;
      told.push(item.event.type);
      if (item.event.type !== "hold.requested") continue;
      await api().post(`/v1/holds/${item.event.hold_id}/decision`, { decision: "approve" });
    }
    expect(told).toEqual(["hold.requested", "hold.decided"]);
    expect(line).toEqual(["open"]);
    await api().untilEnded(id);
    expect(await collect(url, id, { after: 0, types: ["hold.expired"] })).toEqual([]);
  });

  test("ends without an error when it is called off", async () => {
    const { id } = await api().create({ title: "그만", todos: [asked] });
    const { url } = await serveApi(api().deps);
    const stopping = new AbortController();
    const items: WatchItem[] = [];
    for await (const item of watch(url, id, { signal: stopping.signal })) {
      items.push(item);
      stopping.abort();
    }
    expect(items.map(({ type }) => type)).toEqual(["snapshot"]);
    expect(await collect(url, id, { signal: AbortSignal.abort() })).toEqual([]);
  });

  test("of a plan that is not there is refused", async () => {
    const { url } = await serveApi(api().deps);
    const refused = await collect(url, "nobody").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect((refused as ProblemError).problem.code).toBe("plan_not_found");
  });
});

describe("a connection that", () => {
  const final = { seq: 2, type: "plan.completed", at: "2025-11-20T00:00:00Z", by: "holdpoint" };
  const last = `id: 2\nevent: plan.completed\ndata: ${JSON.stringify(final)}\n\n`;
  const begin = (response: ServerResponse): ServerResponse =>
    response.writeHead(200, { ...AS_HOLDPOINT, "content-type": "text/event-stream" });

  /** Says to whoever asks next that there is nothing left to tell. */
  async function nothingLeft(server: TestServer): Promise<void> {
    const [, response] = await server.nextRequest();
    response.writeHead(204, AS_HOLDPOINT).end();
  }

  test("falls silent is given up for another one", async () => {
    const server = await startServer();
    const items = collect(server.url, "p", { after: 1, silenceMs: 50 });
    const [, silent] = await server.nextRequest();
    begin(silent).write(": heartbeat\n\n");
    const [request, response] = await server.nextRequest();
    expect(request.headers["last-event-id"]).toBe("1");
    begin(response).end(last);
    await nothingLeft(server);
    expect((await items).map(({ seq }) => seq)).toEqual([2]);
  });

  test.each([503, 429, 502])("is answered by %i is tried again", async (status) => {
    const server = await startServer();
    const items = collect(server.url, "p");
    const [, busy] = await server.nextRequest();
    busy.writeHead(status).end("<html>busy</html>");
    const [, response] = await server.nextRequest();
    begin(response).end(last);
    await nothingLeft(server);
    expect(await items).toEqual([{ type: "event", seq: 2, event: final }]);
  });

  test("fails again and again is told as lost once, until it stands", async () => {
    const server = await startServer();
    const line: string[] = [];
    const watching = collect(server.url, "p", { onConnection: (state) => line.push(state) });
    const [, busy] = await server.nextRequest();
    busy.writeHead(502).end();
    const [, stillBusy] = await server.nextRequest();
    stillBusy.writeHead(502).end();
    const [, response] = await server.nextRequest();
    begin(response).end(last);
    await nothingLeft(server);
    await watching;
    expect(line).toEqual(["lost", "open", "lost"]);
  });

  test.each([404, 403, 200])(
    "stood and is answered by a proxy's own %i while the API restarts is tried again",
    async (status) => {
      const server = await startServer();
      const line: string[] = [];
      const onConnection = (state: string): unknown => line.push(state);
      const items = collect(server.url, "p", { after: 1, onConnection });
      const [, first] = await server.nextRequest();
      begin(first).end();
      const [, proxy] = await server.nextRequest();
      proxy.writeHead(status).end("<html>There is nothing here.</html>");
      const [, again] = await server.nextRequest();
      begin(again).end(last);
      await nothingLeft(server);
      expect(await items).toEqual([{ type: "event", seq: 2, event: final }]);
      expect(line).toEqual(["open", "lost", "open", "lost"]);
    },
  );

  test("is to an API behind a path keeps to it", async () => {
    const server = await startServer();
    const { plans } = createClient(`${server.url}/behind/`);
    const asking = [plans.watch("p").next(), plans.watchAll().next()];
    const paths = new Set<string | undefined>();
    server.server.on("request", (request, response) => {
      paths.add(request.url);
      response.writeHead(204, AS_HOLDPOINT).end();
    });
    await Promise.all(asking);
    expect(paths).toEqual(new Set(["/behind/v1/events", "/behind/v1/plans/p/events"]));
  });

  test("is a client's that is called off ends with it", async () => {
    const server = await startServer();
    const over = new AbortController();
    const { plans } = createClient(server.url, { signal: over.signal });
    const asking = [plans.watch("p").next(), plans.watchAll().next()];
    await server.nextRequest();
    over.abort();
    expect(await Promise.all(asking)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  test("needs a key gets it", async () => {
    const server = await startServer();
    const items = collect(server.url, "p", { key: "hp_secret" });
    const [request, response] = await server.nextRequest();
    expect(request.headers.authorization).toBe("Bearer hp_secret");
    begin(response).end(last);
    await nothingLeft(server);
    await items;
  });

  test("nobody reads any more is closed", async () => {
    const server = await startServer();
    const watching = watch(server.url, "p");
    onTestFinished(async () => void (await watching.return()));
    const first = watching.next();
    const [, response] = await server.nextRequest();
    const closed = once(response, "close");
    begin(response).write(last.replaceAll("plan.completed", "plan.paused"));
    await first;
    await watching.return();
    await closed;
    expect(response.writableFinished).toBe(false);
  });

  test("has ended while an event was looked at, and is called off then, is over", async () => {
    const server = await startServer();
    const stopping = new AbortController();
    const watching = watch(server.url, "p", { after: 1, signal: stopping.signal });
    const first = watching.next();
    const [, response] = await server.nextRequest();
    begin(response).write(last);
    await first;
    response.end();
    // What is answered after the end came after it.
    const answered = fetch(server.url);
    const [, second] = await server.nextRequest();
    second.end();
    await answered;
    stopping.abort();
    expect(await watching.next()).toEqual({ done: true, value: undefined });
  });
});
