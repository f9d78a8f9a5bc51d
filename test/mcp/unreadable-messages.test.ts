import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createMessageLines } from "../../src/mcp/message-lines.ts";
import { personsEnvironment } from "../cli/support/run-cli.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi({ worker: false });
const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));
const ping = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
const refused = (code: number) => ({ jsonrpc: "2.0", id: null, error: { code } });

test(
  "over stdio, a line that is no message is answered, and the next one is read",
  { timeout: 60_000 },
  async () => {
    const program = spawn(process.execPath, [BIN, "mcp", "--url", "http://127.0.0.1:1"], {
      env: personsEnvironment(),
    });
    const written = [text(program.stdout), text(program.stderr)];
    const unreadable = ['{"jsonrpc":', "hello", "[]", "5", '{"id":1}'];
    program.stdin.write(`${unreadable.join("\n")}\n\r\n${ping(7)}\r\n`);
    // Whoever leaves gets no answers any more: the answer to the last request is waited for.
    await new Promise<void>((resolve) => {
      program.stdout.on("data", (chunk: Buffer) => {
        if (String(chunk).includes('"id":7')) resolve();
      });
    });
    program.stdin.end("again");
    const [out = "", err] = await Promise.all(written);
    expect(err).toBe("");
    const answers = out.trim().split("\n");
    expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      refused(-32_700),
      refused(-32_700),
      refused(-32_600),
      refused(-32_600),
      refused(-32_600),
      { jsonrpc: "2.0", id: 7, result: {} },
      refused(-32_700),
    ]);
  },
);

test("a line of any length is told of once, and the one behind it is read", async () => {
  const codes: number[] = [];
  const lines = createMessageLines(({ code }) => codes.push(code));
  const read = text(lines);
  const piece = Buffer.alloc(4 * 1_024 * 1_024, "x");
  for (let count = 0; count < 4; count += 1) lines.write(piece);
  const message = Buffer.from(`\n${ping(1)}\n${ping(2).replace("ping", "핑")}`);
  // A sign's bytes come apart.
  lines.write(message.subarray(0, -4));
  lines.end(message.subarray(-4));
  expect(await read).toBe(`${ping(1)}\n${ping(2).replace("ping", "핑")}\n`);
  expect(codes).toEqual([-32_600]);
});

test.each([
  ["that breaks off", '{"jsonrpc":', -32_700],
  ["of words", "hello", -32_700],
  ["of a number", "5", -32_600],
  ["of nothing", "", -32_600],
  ["that says no method", '{"id":1}', -32_600],
])("over HTTP, a body %s is refused as JSON-RPC does", async (_, body, code) => {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const response = await api().request("POST", "/mcp", { headers, body });
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ error: { code } });
});

test("over HTTP, whoever takes no stream of events is told so", async () => {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await api().request("POST", "/mcp", { headers, body: ping(1) });
  expect(response.headers.get("x-request-id")).not.toBeNull();
  expect(response.status).toBe(406);
});
