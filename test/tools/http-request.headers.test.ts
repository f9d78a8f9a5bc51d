import { describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { createHttpRequestTool } from "../../src/tools/builtin/http-request.ts";
import { startServer } from "../support/http-server.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";

async function sentHeaders(args: Record<string, unknown>, key = "plan-1/todo-1/1") {
  const server = await startServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.headers));
  });
  const tool = createHttpRequestTool({ allow: [server.host] });
  const ctx = createToolContext({ idempotency_key: key });
  const answer = await runTool(tool, { url: server.url, ...args }, ctx);
  const { body } = answer as { body: Record<string, string> };
  return { body, host: server.host };
}

describe("the headers of http_request", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "carry the idempotency key for %s",
    async (method) => {
      const { body, host } = await sentHeaders({ method });
      expect(body["idempotency-key"]).toBe("plan-1/todo-1/1");
      expect(body["host"]).toBe(host);
      expect(body["accept-encoding"]).toBe("identity");
    },
  );

  test("leave an idempotency key that the todo sets", async () => {
    const { body } = await sentHeaders({ method: "POST", headers: { "Idempotency-KEY": "mine" } });
    expect(body["idempotency-key"]).toBe("mine");
  });

  test("escape an idempotency key that a header cannot hold", async () => {
    const { body } = await sentHeaders({ method: "POST" }, "계획/1\r\nx: y");
    expect(body["idempotency-key"]).toBe("%EA%B3%84%ED%9A%8D/1%0D%0Ax:%20y");
  });

  test("are what the todo says, defaults included", async () => {
    const { body } = await sentHeaders({
      method: "POST",
      headers: { Authorization: "Bearer x", Accept: "text/csv", "Content-Type": "a/b" },
      body: { a: 1 },
    });
    expect(body).toMatchObject({
      authorization: "Bearer x",
      accept: "text/csv",
      "content-type": "a/b",
      "content-length": "7",
    });
  });

  test.each([
    { Host: "internal.test" },
    { "Content-Length": "0" },
    { "transfer-encoding": "chunked" },
    { Connection: "upgrade" },
    { "keep-alive": "1" },
    { TE: "trailers" },
    { Trailer: "x" },
    { Upgrade: "h2c" },
    { Expect: "100-continue" },
    { "Proxy-Authorization": "x" },
    { "proxy-connection": "x" },
    { "Accept-Encoding": "gzip" },
    { "x-a": "1\r\nhost: internal.test" },
    { "x-a": "1\nx" },
    { "x-a": "1\rx" },
    { "x-a": "1\u0000" },
    { "x-a": "한국" },
    { "x a": "1" },
    { "x:a": "1" },
    { "x\r\na": "1" },
    { "": "1" },
    { "x-a": "1", "X-A": "2" },
    { "x-a": "a".repeat(9_000) },
    { ["x".repeat(300)]: "1" },
    Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, "1"])),
  ])("must not be %.80j", async (headers) => {
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(runTool(tool, { method: "GET", url: server.url, headers }));
    expect(failure).toBeInstanceOf(ZodError);
    expect((failure as ZodError).issues[0]?.path[0]).toBe("headers");
    expect(server.connections()).toBe(0);
  });
});
