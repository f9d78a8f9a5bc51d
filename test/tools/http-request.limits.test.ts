import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createHttpRequestTool } from "../../src/tools/builtin/http-request.ts";
import { startServer } from "../support/http-server.ts";
import { createToolContext, failureOf, runTool } from "../support/tool-context.ts";

const MIB = 1024 * 1024;

/** Writes until the other side hangs up. */
function writeForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("the size of an answer", () => {
  test("may be exactly max_bytes", async () => {
    const server = await startServer((_request, response) => response.end("12345"));
    const tool = createHttpRequestTool({ allow: [server.host] });
    const args = { method: "GET", url: server.url, max_bytes: 5 };
    await expect(runTool(tool, args)).resolves.toMatchObject({ body: "12345" });
    const failure = await failureOf(runTool(tool, { ...args, max_bytes: 4 }));
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("larger than max_bytes (4). Raise max_bytes"),
    });
  });

  test("is 1 MiB at most when the todo does not say", async () => {
    const server = await startServer((_request, response) => response.end(Buffer.alloc(MIB + 1)));
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(runTool(tool, { method: "GET", url: server.url }));
    expect(failure).toMatchObject({ type: "validation_error" });
    const raised = { method: "GET", url: server.url, max_bytes: 2 * MIB };
    await expect(runTool(tool, raised)).resolves.toMatchObject({ bytes: MIB + 1 });
  });

  test("is capped while it streams, and the connection ends", async () => {
    const server = await startServer((_request, response) => writeForEver(response));
    const tool = createHttpRequestTool({ allow: [server.host] });
    const requested = server.nextRequest();
    const failure = failureOf(runTool(tool, { method: "GET", url: server.url }));
    const [, response] = await requested;
    const closed = once(response, "close");
    await expect(failure).resolves.toMatchObject({ type: "validation_error" });
    await closed;
  });

  test.each([302, 404, 503])("does not matter for a %i, whose body is left", async (status) => {
    const server = await startServer((_request, response) => {
      response.writeHead(status, { location: "http://example.com/" });
      writeForEver(response);
    });
    const tool = createHttpRequestTool({ allow: [server.host] });
    const requested = server.nextRequest();
    const failure = failureOf(runTool(tool, { method: "GET", url: server.url }));
    const [, response] = await requested;
    const closed = once(response, "close");
    await expect(failure).resolves.toMatchObject({
      message: expect.stringContaining(String(status)),
    });
    await closed;
  });

  test.each(["gzip", "deflate", "br", "zstd", "gzip, identity"])(
    "cannot hide in a compressed body (%s)",
    async (coding) => {
      const bomb = gzipSync(Buffer.alloc(20 * MIB));
      const server = await startServer((_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(bomb),
      );
      const tool = createHttpRequestTool({ allow: [server.host] });
      const failure = await failureOf(runTool(tool, { method: "GET", url: server.url }));
      expect(failure).toMatchObject({
        type: "validation_error",
        message: expect.stringContaining(`compressed body (${coding})`),
      });
    },
  );

  test.each([
    { max_bytes: 10 * MIB + 1 },
    { max_bytes: 0 },
    { max_bytes: 1.5 },
    { timeout_seconds: 301 },
    { timeout_seconds: 0 },
    { timeout_seconds: -1 },
    { timeout_seconds: null },
    { method: "CONNECT" },
    { method: "TRACE" },
    { method: "get" },
    { max_byte: 5 },
  ])("and the other limits are themselves limited: %j", async (extra) => {
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const failure = await failureOf(runTool(tool, { method: "GET", url: server.url, ...extra }));
    expect(failure).toHaveProperty("issues");
    expect(server.connections()).toBe(0);
  });
});

describe("the time for an answer", () => {
  test("ends after 30 s when the todo does not say, though bytes keep dripping", async () => {
    fakeTimers();
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const requested = server.nextRequest();
    const failure = failureOf(runTool(tool, { method: "GET", url: server.url }));
    const [, response] = await requested;
    const closed = once(response, "close");
    for (let second = 1; second < 30; second++) {
      response.write(".");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(response.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(failure).resolves.toMatchObject({
      type: "timeout",
      message: expect.stringContaining("within 30 s. Raise timeout_seconds"),
    });
    await closed;
  });

  test("ends when the server never answers", async () => {
    fakeTimers();
    const server = await startServer();
    const tool = createHttpRequestTool({ allow: [server.host] });
    const requested = server.nextRequest();
    const args = { method: "POST", url: server.url, timeout_seconds: 300, body: "x" };
    const failure = failureOf(runTool(tool, args));
    await requested;
    await vi.advanceTimersByTimeAsync(300_000);
    await expect(failure).resolves.toMatchObject({ type: "timeout" });
  });

  test("ends when the name never resolves", async () => {
    fakeTimers();
    const tool = createHttpRequestTool({ lookup: () => new Promise(() => {}) });
    const failure = failureOf(runTool(tool, { method: "GET", url: "http://slow.test/" }));
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(failure).resolves.toMatchObject({ type: "timeout" });
  });

  test("leaves no timer behind", async () => {
    fakeTimers();
    const server = await startServer((_request, response) => response.end());
    const tool = createHttpRequestTool({ allow: [server.host] });
    await runTool(tool, { method: "GET", url: server.url });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("cancelling a request", () => {
  const reason = new Error("the todo was cancelled");

  test("before it starts sends nothing", async () => {
    let lookups = 0;
    const tool = createHttpRequestTool({
      lookup: async () => {
        lookups++;
        return ["127.0.0.1"];
      },
    });
    const ctx = createToolContext({ signal: AbortSignal.abort(reason) });
    const failure = await failureOf(runTool(tool, { method: "GET", url: "http://a.test/" }, ctx));
    expect(failure).toBe(reason);
    expect(lookups).toBe(0);
  });

  test("while the name is resolved ends at once with the reason", async () => {
    const controller = new AbortController();
    const tool = createHttpRequestTool({
      lookup: () => {
        controller.abort(reason);
        return new Promise(() => {});
      },
    });
    const ctx = createToolContext({ signal: controller.signal });
    const failure = await failureOf(runTool(tool, { method: "GET", url: "http://a.test/" }, ctx));
    expect(failure).toBe(reason);
  });

  test.each(["before the headers", "within the body", "within an error page"])(
    "%s ends with the reason and closes the connection",
    async (when) => {
      const server = await startServer();
      const controller = new AbortController();
      const tool = createHttpRequestTool({ allow: [server.host] });
      const ctx = createToolContext({ signal: controller.signal });
      const requested = server.nextRequest();
      const failure = failureOf(runTool(tool, { method: "GET", url: server.url }, ctx));
      const [, response] = await requested;
      const closed = once(response, "close");
      if (when !== "before the headers") {
        response.writeHead(when === "within the body" ? 200 : 500);
        await new Promise((resolve) => response.write("some", resolve));
      }
      controller.abort(reason);
      expect(await failure).toBe(reason);
      await closed;
    },
  );
});
