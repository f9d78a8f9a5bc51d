import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { ProblemSchema } from "../../src/api/http/problem.ts";
import { respondToUnreadable } from "../../src/api/http/requests/unreadable-request.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });

/** What a server of the API answers to these bytes, up to the connection's end. */
async function answerTo(bytes: string): Promise<{ status: number; type: string; body: unknown }> {
  const server = serve({ fetch: createApp(api().deps).fetch, hostname: "127.0.0.1", port: 0 });
  respondToUnreadable(server);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
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
