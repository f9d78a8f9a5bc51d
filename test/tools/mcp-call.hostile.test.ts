import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMcpCallTool } from "../../src/tools/builtin/mcp-call.ts";
import { McpServersSchema } from "../../src/tools/mcp-servers.ts";
import { failureOf, runTool } from "../support/tool-context.ts";
// @ts-expect-error: a program of its own, in plain JavaScript
import { hostileAnswer } from "./support/mcp-hostile.mjs";

type Message = { readonly id?: unknown; readonly method: string };
const answerTo = hostileAnswer as (message: Message) => Iterable<string>;
const PROGRAM = fileURLToPath(new URL("support/mcp-hostile.mjs", import.meta.url));
const tools =
  "strict odd_schema flood large deep no_content odd_parts no_result long_failure long_refusal unlisted".split(
    " ",
  );

const called: Message[] = [];
const service = createServer((asked, response) => {
  if (asked.method === "POST") void answerOver(asked, response);
  else response.writeHead(405).end();
});
async function answerOver(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = (await json(asked)) as Message;
  if (message.method === "tools/call") called.push(message);
  if (message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  Readable.from(answerTo(message)).pipe(response);
}
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const call = (server: string, tool: string, args: object = {}, more: object = {}) =>
  runTool(
    createMcpCallTool(
      McpServersSchema.parse({
        program: { command: process.execPath, args: [PROGRAM, "stdio"], tools },
        service: { url, tools },
      }),
    ),
    { server, tool, arguments: args, timeout_seconds: 60, ...more },
  );

describe.each(["program", "service"])("a hostile MCP server (%s)", (server) => {
  test("that never ends its answer is not read to its end, and says so at once", async () => {
    expect(await failureOf(call(server, "flood"))).toMatchObject({
      type: "validation_error",
      message: `${server}: it sent more than 16 MiB at once, the most that is read. Ask the server for less.`,
    });
  });

  test("that answers more than the todo takes fails it, and does not where the todo takes more", async () => {
    expect(await failureOf(call(server, "large"))).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("larger than max_bytes (1048576)"),
    });
    const { content } = (await call(server, "large", {}, { max_bytes: 3_000_000 })) as {
      content: { text: string }[];
    };
    expect(content[0]!.text).toHaveLength(2 * 1024 * 1024);
  });

  test("that nests its answer without end fails the todo with a reason", async () => {
    expect(await failureOf(call(server, "deep"))).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("nested deeper than 200 levels"),
    });
  });

  test.each(["no_content", "odd_parts"])(
    "whose answer is none fails the todo: %s",
    async (tool) => {
      const failure = (await failureOf(call(server, tool))) as Error;
      expect(failure).toMatchObject({ name: "ToolError", type: "api_error" });
      expect(failure.message.length).toBeLessThan(1_100);
      expect(failure.message).toContain(`${server}/${tool}`);
    },
  );

  test("whose answer is no message is waited for no longer than the todo says", async () => {
    const failure = await failureOf(call(server, "no_result", {}, { timeout_seconds: 3 }));
    // What a program says that is no message may be its log.
    const type = server === "program" ? "timeout" : "api_error";
    expect(failure).toMatchObject({ name: "ToolError", type });
  });

  test.each(["long_failure", "long_refusal"])("says no more than a reason: %s", async (tool) => {
    const { message } = (await failureOf(call(server, tool))) as Error;
    expect(message).toContain("zzz");
    expect(message.length).toBeLessThan(1_100);
  });

  test.each<[object, string]>([
    [{}, "arguments/to is missing; arguments/count is missing"],
    [{ to: {}, count: 1.5 }, "arguments/count must be of type integer"],
    [{ to: { name: "eve" }, count: 1 }, 'arguments/to/name must be one of "ann", "bob"'],
    [{ to: {}, count: 1, tags: ["a", 7] }, "arguments/tags/1 must be of type string"],
    [{ to: {}, count: 1, cuont: 2 }, "arguments/cuont is not known to the tool"],
  ])("is not called with what its tool does not take: %j", async (args, why) => {
    called.length = 0;
    expect(await failureOf(call(server, "strict", args))).toMatchObject({
      type: "validation_error",
      message: `The tool "strict" does not take these arguments, and was not called: ${why}.`,
    });
    expect(called).toEqual([]);
  });

  test("keeps no worker busy with the patterns of its schemas", async () => {
    const args = { to: { name: "ann" }, count: 1, slow: `${"a".repeat(50_000)}!` };
    expect(await call(server, "strict", args)).toMatchObject({ structured: { args } });
  });

  test.each(["odd_schema", "unlisted"])(
    "that does not say what its tool takes has to look itself: %s",
    async (tool) => {
      expect(await call(server, tool, { any: 1 })).toMatchObject({
        structured: { args: { any: 1 } },
      });
    },
  );
});
