import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../src/client/client.ts";
import { serveApi } from "../api/stream/support/served-api.ts";
import { useApi } from "../support/api-harness.ts";
import { AS_HOLDPOINT, startServer } from "../support/http-server.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };

async function connect(): Promise<Client> {
  return createClient((await serveApi(api().deps)).url);
}

describe("with the API, the client", () => {
  test("starts a plan, decides what waits, and sees its end", async () => {
    const { plans, holds, todos } = await connect();
    const { id } = await plans.create({
      title: "차",
      todos: [{ id: "pour", title: "Pour", requires_approval: true, ...echo }],
    });
    const [hold] = await api().untilHolds(id);
    expect((await plans.holds(id)).holds).toEqual([hold]);
    expect(await holds.get(hold!.id)).toEqual({ ...hold, kept_values: [], secrets: [] });
    const preview = await plans.edit(
      id,
      { ops: [{ edit_type: "modify_plan", params: { changes: { title: "물" } } }] },
      { validateOnly: true },
    );
    expect(preview).toMatchObject({ validate_only: true, impact: { ends_plan: false } });
    const { todo_id } = await todos.add(id, {
      title: "Drink",
      kind: "milestone",
      depends_on: ["pour"],
    });
    await holds.decide(hold!.id, { decision: "approve" });
    const types: string[] = [];
    for await (const item of plans.watch(id, { after: 0 })) {
      if (item.type === "event") types.push(item.event.type);
    }
    expect(types.at(-1)).toBe("plan.completed");
    expect((await todos.get(id, todo_id)).status).toBe("completed");
    expect((await plans.events(id, { limit: 1000 })).events).toHaveLength(types.length);
  });

  test("is told who decided before", async () => {
    const { plans, holds } = await connect();
    const { id } = await plans.create({
      title: "두 번",
      todos: [{ title: "a", requires_approval: true, ...echo }],
    });
    const [hold] = await api().untilHolds(id);
    await holds.decide(hold!.id, { decision: "reject", reason: "아니요" });
    await expect(holds.decide(hold!.id, { decision: "approve" })).rejects.toMatchObject({
      status: 409,
      problem: { code: "hold_already_decided", decided: { decision: "reject", reason: "아니요" } },
    });
  });

  test("answers a question with a file", async () => {
    const { plans, holds, files, todos } = await connect();
    const { id } = await plans.create({
      title: "파일",
      todos: [{ id: "ask", title: "a", input_request: { question: "?", input_type: "file" } }],
    });
    const [hold] = await api().untilHolds(id);
    // As large as a file may be, or nearly so.
    const bytes = new Uint8Array(18 * 1024 * 1024).fill(7);
    const file = await files.upload(id, "표.csv", bytes);
    const digest = createHash("sha256").update(bytes).digest("hex");
    expect(file).toMatchObject({ bytes: bytes.length, $file: `sha256:${digest}` });
    await holds.answer(hold!.id, file);
    await api().untilEnded(id);
    expect((await todos.get(id, "ask")).result_data).toEqual(file);
  });

  test("does once what was done although its answer was lost", async () => {
    const { url } = await serveApi(api().deps);
    const lossy = await startLossyProxy(url);
    const { plans } = createClient(lossy);
    const before = api().started.length;
    const plan = await plans.create({ title: "한 번", todos: [{ id: "a", title: "a", ...echo }] });
    expect(new Set(api().started.slice(before))).toEqual(new Set([plan.id]));
    await api().untilEnded(plan.id);
    await plans.fork(plan.id, { id: `${plan.id}-fork` });
    const { todos } = createClient(lossy);
    await todos.rerun(plan.id, "a").catch(() => undefined);
    const { events } = await plans.events(plan.id);
    expect(events.filter(({ type }) => type === "todo.rerun").length).toBeLessThanOrEqual(1);
  });

  test("has a method for every operation of the API's document, and no other", async () => {
    const { paths } = (await (await connect()).service.openapi()) as {
      paths: Record<string, Record<string, object>>;
    };
    const offered = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => /^(?:get|post|put|patch|delete)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const reached = await routesOfEveryMethod();
    const matching = (operation: string): RegExp =>
      new RegExp(`^${operation.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    const missing = offered.filter(
      (operation) => !reached.some((route) => matching(operation).test(route)),
    );
    // The formats of the seeds and of Temporal, sockets, and a page for people are not for this client.
    const others =
      /^(?:GET \/docs|POST \/codec\/.*|POST \/mcp|GET \/v1\/ws|GET \/ws\/.*|\w+ \/api\/todos\/.*)$/;
    expect(missing.filter((operation) => !others.test(operation))).toEqual([]);
    const unknown = reached.filter(
      (route) => !offered.some((operation) => matching(operation).test(route)),
    );
    expect(unknown).toEqual([]);
  });
});

/** Passes everything on, and breaks off the first answer to every changing request. */
async function startLossyProxy(target: string): Promise<string> {
  const lost = new Set<string>();
  const { url } = await startServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const key = String(request.headers["idempotency-key"] ?? "");
      const answer = await fetch(target + request.url!, {
        method: request.method!,
        headers: headersOf(request),
        ...(body !== "" && { body }),
      });
      const answered = await answer.text();
      if (key !== "" && !lost.has(key)) {
        lost.add(key);
        response.destroy();
        return;
      }
      response
        .writeHead(answer.status, { ...AS_HOLDPOINT, "content-type": "application/json" })
        .end(answered);
    })();
  });
  return url;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed = ["content-type", "idempotency-key"].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  return Object.fromEntries(passed) as Record<string, string>;
}

/** What each method of the client asks, with `x` in the place of every id. */
async function routesOfEveryMethod(): Promise<string[]> {
  const routes: string[] = [];
  const { url } = await startServer((request, response) => {
    const { pathname } = new URL(request.url!, url);
    routes.push(`${request.method} ${pathname}`);
    // Nothing is left to watch.
    const isStream = request.headers.accept === "text/event-stream";
    response.writeHead(isStream ? 204 : 200, AS_HOLDPOINT).end(isStream ? undefined : "{}");
  });
  const client = createClient(url);
  for (const resource of Object.values<object>({ ...client })) {
    for (const method of Object.values(resource) as ((...ids: unknown[]) => unknown)[]) {
      const called = method("x", "x", "x");
      await (called instanceof Promise ? called : (called as AsyncIterator<unknown>).next());
    }
  }
  return routes;
}
