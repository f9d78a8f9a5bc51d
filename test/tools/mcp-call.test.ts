import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpCallTool } from "../../src/tools/builtin/mcp-call.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { McpServersSchema } from "../../src/tools/mcp-servers.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";
// @ts-expect-error: a program of its own, in plain JavaScript
import { createFixture } from "./support/mcp-fixture.mjs";

const FIXTURE = fileURLToPath(new URL("support/mcp-fixture.mjs", import.meta.url));
const tools = ["add", "fail", "hang", "die", "secret", "leak", "missing"];
let http: { url: string; close: () => void };
const seen: string[] = [];

beforeAll(async () => {
  process.env["FIXTURE_KEY"] = "fixture-secret";
  process.env["OTHER_KEY"] = "not-for-it";
  const mcp = createMcpHandler(createFixture as () => McpServer);
  const server = serve({
    port: 0,
    fetch(request) {
      seen.push(request.headers.get("authorization") ?? "");
      return mcp.fetch(request);
    },
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  http = { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() };
});
afterAll(() => {
  http.close();
  delete process.env["FIXTURE_KEY"];
  delete process.env["OTHER_KEY"];
});

function mcpCall(): Tool {
  return createMcpCallTool(
    McpServersSchema.parse({
      program: {
        command: process.execPath,
        args: [FIXTURE, "stdio"],
        env: ["FIXTURE_KEY"],
        tools,
      },
      service: { url: http.url, headers: { authorization: "FIXTURE_KEY" }, tools },
      gone: { command: "/nowhere/at-all", tools },
      closed: { url: "http://127.0.0.1:1/mcp", tools },
      unset: { command: process.execPath, env: ["NOBODY_SET_THIS"], tools },
    }),
  );
}
const call = (server: string, tool: string, more: object = {}) =>
  runTool(mcpCall(), { server, tool, ...more });

describe.each(["program", "service"])("a tool of an MCP server (%s)", (server) => {
  test("is called with arguments, and what it answers is data", async () => {
    expect(await call(server, "add", { arguments: { a: 1, b: 2 } })).toEqual({
      structured: { sum: 3 },
      content: [{ type: "text", text: "3" }],
    });
  });

  test.each<[string, object, string]>([
    ["fail", {}, "api_error"],
    ["add", { arguments: { a: "x" } }, "validation_error"],
    ["missing", {}, "validation_error"],
    ["hang", { timeout_seconds: 1 }, "timeout"],
  ])("fails by kind: %s", async (tool, more, type) => {
    expect(await failureOf(call(server, tool, more))).toMatchObject({ type });
  });

  test("that is cancelled stops", async () => {
    const stop = new AbortController();
    const context = createToolContext({ signal: stop.signal });
    const running = failureOf(runTool(mcpCall(), { server, tool: "hang" }, context));
    stop.abort(new Error("cancelled"));
    expect(await running).toMatchObject({ message: "cancelled" });
  });
});

test("a program gets the variables that the configuration names, and no others of the worker", async () => {
  const said = (answer: unknown) => (answer as { content: { text: string }[] }).content[0]!.text;
  expect(said(await call("program", "secret"))).toBe("fixture-secret");
  expect(said(await call("program", "leak"))).toBe("none");
});

test("a service gets its headers from the environment", async () => {
  seen.length = 0;
  await call("service", "add", { arguments: { a: 1, b: 1 } });
  expect(new Set(seen)).toEqual(new Set(["fixture-secret"]));
});

test.each<[string, string, string]>([
  ["gone", "add", "api_error"],
  ["closed", "add", "api_error"],
  ["unset", "add", "validation_error"],
  ["program", "die", "api_error"],
])("a server that cannot be had fails the todo: %s/%s", async (server, tool, type) => {
  expect(await failureOf(call(server, tool))).toMatchObject({ type });
});

test.each([
  { server: "elsewhere", tool: "add" },
  { server: "program", tool: "hidden" },
  { server: "program", tool: "add", timeout_seconds: 0 },
])("what the configuration does not allow is refused with the plan: %j", (args) => {
  expect(mcpCall().input.safeParse(args).success).toBe(false);
});
