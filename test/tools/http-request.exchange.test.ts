import { once } from "node:events";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpRequestTool } from "../../src/tools/builtin/http-request.ts";
import { startServer } from "../support/http-server.ts";
import { failureOf, runTool } from "../support/tool-context.ts";

/** What the tool makes of one answer of a real server. */
async function answerTo(
  status: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer,
  method = "GET",
) {
  const server = await startServer((_request, response) =>
    response.writeHead(status, headers).end(body),
  );
  const tool = createHttpRequestTool({ allow: [server.host] });
  return runTool(tool, { method, url: `${server.url}/items?key=secret` });
}

describe("an answer", () => {
  test("comes with status, headers, body and size", async () => {
    const answer = await answerTo(201, { "x-id": "7", "set-cookie": ["a=1", "b=2"] }, "안녕");
    expect(answer).toMatchObject({
      status: 201,
      headers: { "x-id": "7", "set-cookie": ["a=1", "b=2"] },
      body: "안녕",
      bytes: 6,
    });
  });

  test.each([
    ["application/json", '{"a":[1,"나"]}', { a: [1, "나"] }],
    ["application/json; charset=utf-8", "\ufeff5", 5],
    ["Application/Problem+JSON", "null", null],
    ["application/json", "", null],
    ["text/plain", '{"a":1}', '{"a":1}'],
    ["text/html; note=application/json", "{}", "{}"],
    ["text/plain", "", ""],
  ])("of type %s holding %j is read as %j", async (type, body, read) => {
    await expect(answerTo(200, { "content-type": type }, body)).resolves.toMatchObject({
      body: read,
    });
  });

  test("is decoded with the charset that it names", async () => {
    const euckr = Buffer.from([0xc7, 0xd1, 0xb1, 0xb9]);
    const type = { "content-type": 'text/plain; charset="EUC-KR"' };
    await expect(answerTo(200, type, euckr)).resolves.toMatchObject({ body: "한국", bytes: 4 });
  });

  test("with an unknown charset is read as UTF-8", async () => {
    const type = { "content-type": "text/plain; charset=klingon" };
    await expect(answerTo(200, type, "한국")).resolves.toMatchObject({ body: "한국" });
  });

  test("to HEAD has no body, whatever length it names", async () => {
    const headers = { "content-length": "999999999", "content-encoding": "gzip" };
    await expect(answerTo(200, headers, "", "HEAD")).resolves.toMatchObject({ bytes: 0 });
  });

  test("304 is an answer, not a redirect to follow", async () => {
    await expect(answerTo(304, { etag: '"1"' }, "")).resolves.toMatchObject({ status: 304 });
  });

  test("that says JSON and is not is an api_error", async () => {
    const failure = await failureOf(answerTo(200, { "content-type": "application/json" }, "{oops"));
    expect(failure).toMatchObject({ type: "api_error" });
  });

  test("nested absurdly deep is refused", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const failure = await failureOf(answerTo(200, { "content-type": "application/json" }, deep));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("nested deeper than 200"),
    });
  });
});

describe("a request", () => {
  test.each([
    ["plain text", "plain text", "text/plain; charset=utf-8"],
    [{ 이름: "값" }, '{"이름":"값"}', "application/json"],
    [[1, null], "[1,null]", "application/json"],
    [null, "null", "application/json"],
    [false, "false", "application/json"],
  ])("sends the body %j", async (body, sent, type) => {
    const server = await startServer();
    server.server.on("request", (request, response) => {
      response.write(`${request.headers["content-type"]}|`);
      request.pipe(response);
    });
    const tool = createHttpRequestTool({ allow: [server.host] });
    const answer = await runTool(tool, { method: "POST", url: server.url, body });
    expect(answer).toMatchObject({ body: `${type}|${sent}` });
  });

  test("adds its query to the address", async () => {
    const server = await startServer((request, response) => response.end(request.url));
    const tool = createHttpRequestTool({ allow: [server.host] });
    const query = { q: "서울 & 부산", tag: ["a", "b"], page: 2, all: true };
    const url = `${server.url}/search?fixed=1#part`;
    await expect(runTool(tool, { method: "GET", url, query })).resolves.toMatchObject({
      body: "/search?fixed=1&q=%EC%84%9C%EC%9A%B8+%26+%EB%B6%80%EC%82%B0&tag=a&tag=b&page=2&all=true",
    });
  });

  test.each(["GET", "HEAD"])("%s with a body is refused before it is sent", async (method) => {
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(runTool(tool, { method, url: server.url, body: "x" }));
    expect(failure).toMatchObject({ issues: [{ path: ["body"] }] });
    expect(server.connections()).toBe(0);
  });
});

describe("a failure", () => {
  test.each([
    [400, "validation_error"],
    [401, "validation_error"],
    [403, "validation_error"],
    [404, "validation_error"],
    [408, "api_error"],
    [409, "api_error"],
    [410, "validation_error"],
    [422, "validation_error"],
    [425, "api_error"],
    [429, "api_error"],
    [451, "validation_error"],
    [500, "api_error"],
    [502, "api_error"],
    [503, "api_error"],
    [599, "api_error"],
  ])("%i is a %s", async (status, type) => {
    await expect(failureOf(answerTo(status, {}, "no"))).resolves.toMatchObject({ type });
  });

  test("says what was asked and what the server said, without the query", async () => {
    const failure = await failureOf(answerTo(404, {}, "no\u0007 such\n\n  item\u001b[31m"));
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /^GET http:\/\/127\.0\.0\.1:\d+\/items was answered 404 Not Found: no such item \[31m\. Correct the url/,
      ),
    });
  });

  test("quotes only the beginning of a large or compressed error page", async () => {
    const large = (await failureOf(answerTo(500, {}, "x".repeat(5_000_000)))) as Error;
    expect(large.message.length).toBeLessThan(500);
    const packed = await failureOf(answerTo(500, { "content-encoding": "gzip" }, "\u001f\u008b"));
    expect(packed).toMatchObject({ message: expect.stringContaining("Error. The server") });
  });

  test("to connect is an api_error", async () => {
    const server = await startServer();
    server.server.close();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(runTool(tool, { method: "GET", url: server.url }));
    expect(failure).toMatchObject({
      type: "api_error",
      message: expect.stringContaining("(ECONNREFUSED). Check that the host is up"),
    });
  });

  test("to resolve a name is an api_error", async () => {
    const failing = createHttpRequestTool({
      lookup: async () => {
        throw new Error("ENOTFOUND");
      },
    });
    const empty = createHttpRequestTool({ lookup: async () => [] });
    for (const tool of [failing, empty]) {
      const failure = await failureOf(runTool(tool, { method: "GET", url: "http://gone.test/" }));
      expect(failure).toMatchObject({
        type: "api_error",
        message: expect.stringContaining("gone.test"),
      });
    }
  });

  test("of TLS is an api_error", async () => {
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(
      runTool(tool, { method: "GET", url: `https://${server.host}/` }),
    );
    expect(failure).toMatchObject({ type: "api_error" });
    expect(server.connections()).toBe(1);
  });

  test.each([
    ["garbage", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["nothing at all", ""],
    [
      "an unasked upgrade",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ],
    ["endless headers", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`],
    ["half an answer", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"],
    ["half a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf"],
  ])("of the server to speak HTTP (%s) is an api_error", async (_what, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(bytes));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tool = createHttpRequestTool({ allow: [host] });
    const failure = await failureOf(runTool(tool, { method: "GET", url: `http://${host}/` }));
    expect(failure).toMatchObject({ name: "ToolError", type: "api_error" });
  });
});
