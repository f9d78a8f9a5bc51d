import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { serve, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { declaredRoutes } from "../support/declared-routes.ts";

const api = useApi({ worker: false });

describe("the host name", () => {
  test.each([
    "localhost",
    "localhost:7400",
    "LOCALHOST:7400",
    "127.0.0.1",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:7400",
  ])("%s is served", async (host) => {
    const answer = await api().request("GET", "/healthz", { headers: { host } });
    expect(answer.status).toBe(200);
  });

  test.each([
    "evil.example",
    "evil.example:7400",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "127.0.0.2",
    "0.0.0.0",
    "192.168.0.1:7400",
    "localhost:7400@evil.example",
    "localhost:x",
    "localhost:",
    "[::1",
    "[::ffff:127.0.0.1]",
  ])("%s is refused, on every route and before anything is read", async (host) => {
    const headers = { host, "content-type": "application/json" };
    for (const [method, path] of [
      ["GET", "/healthz"],
      ["GET", "/v1/plans/x"],
      ["POST", "/v1/plans"],
      ["GET", "/nothing"],
    ] as const) {
      const body = method === "POST" ? "{" : null;
      const problem = await problemOf(
        api().request(method, path, { headers, body }),
        "forbidden_host",
      );
      expect(problem.hint).toContain("127.0.0.1");
      expect(problem.detail.length).toBeLessThan(200);
    }
  });

  test("of 10,000 characters is refused in a short sentence", async () => {
    const headers = { host: "x".repeat(10_000) };
    const problem = await problemOf(
      api().request("GET", "/healthz", { headers }),
      "forbidden_host",
    );
    expect(problem.detail.length).toBeLessThan(200);
  });

  test("of the address counts where no Host header is sent", async () => {
    const answer = api().request("GET", "http://evil.example/healthz");
    const problem = await problemOf(answer, "forbidden_host");
    expect(problem.detail).toContain("evil.example");
  });
});

describe("an address that is not there", () => {
  test.each([
    ["GET", "/"],
    ["GET", "/v1"],
    ["GET", "/v1/"],
    ["GET", "/v1/plan"],
    ["GET", "/v2/plans/x"],
    ["GET", "/v1/plans/x/y"],
    ["GET", "/v1/plans/x/todos/y/z"],
    ["POST", "/v1/plans/x/explode"],
    ["POST", "/v1/holds/x.h1"],
    ["DELETE", "/v1/plans/x/y/z"],
    ["GET", "/%00"],
    ["GET", "/%zz"],
    ["GET", "/v1/plans/x/../../etc/passwd"],
  ])("is answered with a problem: %s %s", async (method, path) => {
    const answer = await api().request(method, path);
    const code = answer.status === 405 ? "method_not_allowed" : "not_found";
    const problem = await problemOf(answer, code);
    expect(problem.hint).not.toBe("");
  });
});

describe("a method that an address does not take", () => {
  test.each([
    ["PUT", "/v1/plans/x", "DELETE, GET, HEAD"],
    ["PATCH", "/v1/plans/x", "DELETE, GET, HEAD"],
    ["DELETE", "/v1/plans/x/todos", "GET, HEAD, POST"],
    ["DELETE", "/v1/plans", "GET, HEAD, POST"],
    ["GET", "/v1/plans/x/pause", "POST"],
    ["POST", "/v1/plans/x/progress", "GET, HEAD"],
    ["POST", "/v1/plans/x/events", "GET, HEAD"],
    ["POST", "/v1/holds/x.h1", "GET, HEAD"],
    ["GET", "/v1/holds/x.h1/decision", "POST"],
    ["OPTIONS", "/v1/plans", "GET, HEAD, POST"],
    ["GET", "/v1/plans/import", "POST"],
    ["OPTIONS", "/v1/plans/import", "POST"],
    ["GET", "/v1/holds/decisions", "POST"],
    ["POST", "/v1/plans/x/todos/y/choices", "GET, HEAD"],
    ["PATCH", "/v1/plans/x/todos/y/skip", "POST"],
    ["PUT", "/api/todos/x/approve", "POST"],
    ["POST", "/api/todos/x/history", "GET, HEAD"],
    ["GET", "/api/todos/x/step_0", "DELETE"],
    ["POST", "/healthz", "GET, HEAD"],
  ])("is refused with those that it takes: %s %s", async (method, path, allow) => {
    const answer = await api().request(method, path);
    const problem = await problemOf(answer, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allow);
    expect(problem.hint).toContain(allow);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("HEAD is refused where there is no GET, and answered where there is", async () => {
  const refused = await api().request("HEAD", "/v1/plans/x/pause");
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await api().request("HEAD", "/healthz")).status).toBe(200);
});

test("a plan cannot have a word for its id that stands beside plans in addresses", async () => {
  const words = declaredRoutes(api().deps).flatMap(
    ({ at }) => / \/v1\/plans\/([a-z]+)$/.exec(at)?.[1] ?? [],
  );
  expect(words.toSorted()).toEqual(["import", "preview"]);
  for (const id of words) {
    const plan = { id, title: "t", todos: [{ title: "a" }] };
    const problem = await problemOf(api().post("/v1/plans", plan), "validation_failed");
    expect(problem.detail).toBe('/id: must not be "import" or "preview".');
  }
});

test("an address that is not there is told with those that begin as it does", async () => {
  const hintOf = async (method: string, path: string) =>
    (await problemOf(api().request(method, path), "not_found")).hint;
  const guessed = await hintOf("POST", "/v1/holds/tea.h1/approve");
  expect(guessed).toContain("POST /v1/holds/{hold_id}/decision");
  expect(guessed).not.toContain("GET /v1/holds");
  expect(await hintOf("GET", "/v1/workflows")).toContain("GET /v1/plans,");
  expect(await hintOf("POST", "/api/v2/run")).toBe("GET /docs describes all routes.");
  expect(await hintOf("POST", "/v1/plans/")).toMatch(/^Similar routes: POST \/v1\/plans\. /);
  expect(await hintOf("GET", "/v1/plans//tea/")).toMatch(/: GET \/v1\/plans\/\{plan_id\}\. /);
  expect(await hintOf("GET", "/v1/plans/tea/todos/pour/results")).toContain("{todo_id}/result,");
});

describe("every answer has a request id", () => {
  test("of its own", async () => {
    const ids = new Set<string | null>();
    for (const path of ["/healthz", "/healthz", "/nothing", "/v1/plans/nobody"]) {
      ids.add((await api().request("GET", path)).headers.get("x-request-id"));
    }
    expect(ids.size).toBe(4);
    expect(ids).not.toContain(null);
  });

  test("that the caller gave", async () => {
    const headers = { "x-request-id": "caller-1" };
    const problem = await problemOf(api().request("GET", "/nothing", { headers }), "not_found");
    expect(problem.request_id).toBe("caller-1");
  });

  test.each([
    ["that is long", "x".repeat(300)],
    ["with a space", "a b"],
    ["with markup", "<script>"],
    ["that is empty", ""],
  ])("and not one %s", async (_title, id) => {
    const answer = await api().request("GET", "/healthz", { headers: { "x-request-id": id } });
    expect(answer.headers.get("x-request-id")).not.toBe(id);
  });
});

test("an error that nobody expected is logged, and its message stays inside", async () => {
  const logged: { error: unknown; id: string; path: string }[] = [];
  const secret = new Error("the password is 1234");
  const app = createApp({
    ...api().deps,
    plans: { ...api().deps.plans, liveProgress: () => Promise.reject(secret) },
    onError: (error, { id, path }) => logged.push({ error, id, path }),
  });
  const answer = await app.request("/v1/plans/x");
  const text = await answer.clone().text();
  const problem = await problemOf(answer, "internal_error");
  expect(answer.status).toBe(500);
  expect(text).not.toContain("1234");
  expect(text).not.toContain("at ");
  expect(logged).toEqual([{ error: secret, id: problem.request_id, path: "/v1/plans/x" }]);
});

test("answers cannot be framed or taken for something else", async () => {
  for (const path of ["/healthz", "/v1/plans/nobody"]) {
    const { headers } = await api().request("GET", path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  }
});

describe("over a real socket", () => {
  let server: ServerType;
  let port = 0;

  beforeAll(async () => {
    server = serve({ fetch: createApp(api().deps).fetch, hostname: "127.0.0.1", port: 0 });
    if (!server.listening) await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    await once(server, "close");
  });

  /** Everything that the server says until it closes the connection. */
  async function talk(...parts: (string | Buffer)[]): Promise<string> {
    const socket = connect({ host: "127.0.0.1", port });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // Servers may reset a connection whose rest they do not want to read.
    socket.on("error", () => undefined);
    for (const part of parts) socket.write(part);
    await once(socket, "close");
    return Buffer.concat(chunks).toString();
  }

  const head = (line: string, ...headers: string[]): string =>
    [`${line} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n");
  const json = "content-type: application/json";

  test("a plan in pieces is read as one", async () => {
    const piece = '{"title":"조각","todos":';
    const size = Buffer.byteLength(piece).toString(16);
    const answer = await talk(
      head("POST /v1/plans", json, "transfer-encoding: chunked"),
      `${size}\r\n${piece}\r\n`,
      "3\r\n[]}\r\n0\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
    expect(answer).toContain('"/todos"');
  });

  test("5 MB in pieces get 413", async () => {
    const piece = Buffer.alloc(64 * 1024, "x");
    const pieces = Array.from({ length: 80 }, () => [`10000\r\n`, piece, "\r\n"]).flat();
    const answer = await talk(
      head("POST /v1/plans", json, "transfer-encoding: chunked"),
      ...pieces,
      "0\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("body_too_large");
  });

  test("an announced body of 5 MB gets 413 before it comes", async () => {
    const answer = await talk(head("POST /v1/plans", json, "content-length: 5242880"));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each(["TRACE", "PROPFIND", "QUERY", "PURGE"])("the method %s gets 405", async (method) => {
    const answer = await talk(head(`${method} /v1/plans/x`));
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain("method_not_allowed");
  });

  test.each([
    ["that names another host as a whole", "GET http://evil.example/healthz", "evil.example"],
    ["of another host", "GET /healthz", "evil.example"],
    ["of a host that is no name", "GET /healthz", "a b/c"],
    ["of no host", "GET /healthz", ""],
  ])("a request %s is refused", async (_title, line, host) => {
    const request = [`${line} HTTP/1.1`, `host: ${host}`, "connection: close", "", ""];
    expect(await talk(request.join("\r\n"))).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test("what is no HTTP is refused, and the next caller is served", async () => {
    expect(await talk("\0\0\0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await talk(head("GET /healthz"))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("a caller that hangs up in the middle of a body disturbs nobody", async () => {
    const arrived = new Promise<IncomingMessage>((resolve) => {
      server.once("request", (request: IncomingMessage) => resolve(request));
    });
    const socket = connect({ host: "127.0.0.1", port });
    socket.write(head("POST /v1/plans", json, "content-length: 1000"));
    socket.write('{"title":');
    const request = await arrived;
    const gone = new Promise((resolve) => request.socket.once("close", resolve));
    socket.destroy();
    await gone;
    expect(await talk(head("GET /healthz"))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
