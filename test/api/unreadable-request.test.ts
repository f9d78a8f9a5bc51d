import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { serveApp } from "../../src/api/serve-app.ts";
import { createSocketServer } from "../../src/api/stream/socket-server.ts";
import { ProblemSchema } from "../../src/contract/problems/problem.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });

/** The API as a process serves it, on a port of its own. */
async function served() {
  const { fetch } = createApp(api().deps);
  const websocket = createSocketServer();
  const { instance } = api().deps;
  const server = serveApp({ fetch, instance, websocket, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** What a server of the API answers to these bytes, up to the connection's end. */
async function answerTo(bytes: string): Promise<{ status: number; type: string; body: unknown }> {
  const socket = connect((await served()).port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  // The server may close while the rest is still being sent.
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return {
    status: Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(head)?.[1]),
    type: /^content-type: (.*)$/m.exec(head)?.[1]?.trim() ?? "",
    body: JSON.parse(body) as unknown,
  };
}

test.each([
  ["no HTTP at all", "hello\r\n\r\n", 400, "malformed_request"],
  [
    "TLS",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
    400,
    "malformed_request",
  ],
  [
    "an address of 20,000 characters",
    `GET /v1/plans?status=${"x".repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  [
    "a header of 20,000 characters",
    `GET /healthz HTTP/1.1\r\nhost: localhost\r\ncookie: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
] as const)("%s is answered with a problem", async (_, bytes, status, code) => {
  const answer = await answerTo(bytes);
  expect([answer.status, answer.type]).toEqual([status, "application/problem+json"]);
  const problem = ProblemSchema.strict().parse(answer.body);
  expect(problem).toMatchObject({ code, status, type: `/problems/${code}` });
  expect(problem.hint).not.toBe("");
});

test.each([
  [
    "a backslash in its path",
    "GET /v1\\plans HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
  ],
  ["no path", "OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"],
  ["no host", "GET /v1/plans HTTP/1.1\r\nconnection: close\r\n\r\n"],
  ["a host that can be none", "GET /v1/plans HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n"],
  ["a host with a path", "GET /healthz HTTP/1.1\r\nhost: localhost/x\r\nconnection: close\r\n\r\n"],
])("a request with %s is answered with a problem", async (_, bytes) => {
  const answer = await answerTo(bytes);
  expect([answer.status, answer.type]).toEqual([400, "application/problem+json"]);
  const problem = ProblemSchema.strict().parse(answer.body);
  expect(problem).toMatchObject({ code: "malformed_request" });
  expect(problem.request_id).not.toBe("");
});

test.each(["/v1/plans?search=전세금", "/v1/plans/계획", "/v1/plans?search=a b"])(
  "an address that is not percent-encoded is told how it is written: %s",
  async (address) => {
    const answer = await answerTo(`GET ${address} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    expect(answer.status).toBe(400);
    const problem = ProblemSchema.strict().parse(answer.body);
    expect(problem.code).toBe("malformed_request");
    expect(problem.hint).toMatch(/^Percent-encode it/);
  },
);

test("who keeps a connection open after that answer, and reads nothing, is not waited for", async () => {
  const { server, port } = await served();
  const arrived = once(server, "connection");
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined).pause();
  socket.write("hello\r\n\r\n");
  await arrived;
  const connections = promisify(server.getConnections.bind(server));
  await expect.poll(connections).toBe(0);
});

test("HTTP/1.0 needs no host, and is answered", async () => {
  const answer = await answerTo("GET /v1/nothing HTTP/1.0\r\n\r\n");
  expect([answer.status, answer.type]).toEqual([404, "application/problem+json"]);
});

test("an expectation that nobody knows is passed over, and the request is answered", async () => {
  const head = "host: localhost\r\nconnection: close\r\nexpect: 200-magic\r\n";
  const answer = await answerTo(`GET /v1/nothing HTTP/1.1\r\n${head}\r\n`);
  expect([answer.status, answer.type]).toEqual([404, "application/problem+json"]);
});

const ASKED = "host: localhost\r\nconnection: close, Upgrade, HTTP2-Settings\r\n";
const H2C = `${ASKED}upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n`;
const SOCKET = `${ASKED}upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
const BODY = JSON.stringify({ title: "차 마시기", todos: [{ title: "차 우리기" }] });
const WRITTEN = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`;

const LIST = { plans: expect.any(Array) as unknown };
const NOTHING = { code: "not_found" };
const TEA = { title: "차 마시기" };

describe("a wish for another protocol", () => {
  test.each([
    ["HTTP/2, by a reader", `GET /v1/plans HTTP/1.1\r\n${H2C}\r\n`, 200, LIST],
    ["HTTP/2, by whoever creates a plan", `POST /v1/plans HTTP/1.1\r\n${H2C}${WRITTEN}`, 201, TEA],
    [
      "a socket, by whoever creates a plan",
      `POST /v1/plans HTTP/1.1\r\n${SOCKET}${WRITTEN}`,
      201,
      TEA,
    ],
    ["a socket, where there is none", `GET /v1/plans HTTP/1.1\r\n${SOCKET}\r\n`, 200, LIST],
    [
      "a protocol that nobody knows",
      `GET /v1/nothing HTTP/1.1\r\n${ASKED}upgrade: x\r\n\r\n`,
      404,
      NOTHING,
    ],
  ])("%s, is passed over, and the request is answered", async (_, bytes, status, body) => {
    const answer = await answerTo(bytes);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(body);
  });

  test("a socket for a plan that is not there is refused with a problem", async () => {
    const answer = await answerTo(`GET /ws/nobody HTTP/1.1\r\n${SOCKET}\r\n`);
    expect([answer.status, answer.type]).toEqual([404, "application/problem+json"]);
    expect(ProblemSchema.strict().parse(answer.body).code).toBe("plan_not_found");
  });

  test.each([
    ["a backslash in its path", `GET /ws/a\\b HTTP/1.1\r\n${SOCKET}\r\n`],
    [
      "a host with a path",
      `GET /v1/ws HTTP/1.1\r\n${SOCKET.replace("localhost", "localhost/x")}\r\n`,
    ],
  ])("a socket with %s is refused, and its connection is not left open", async (_, bytes) => {
    const answer = await answerTo(bytes);
    expect([answer.status, answer.type]).toEqual([400, "application/problem+json"]);
  });

  test("a connection that is reset after it ends nothing else", async () => {
    const { port } = await served();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`GET /v1/plans HTTP/1.1\r\n${H2C}\r\n`);
    await once(socket, "data");
    socket.resetAndDestroy();
    await once(socket, "close");
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
