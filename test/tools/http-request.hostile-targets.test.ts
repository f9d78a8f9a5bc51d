import { describe, expect, test } from "vitest";
import { ZodError } from "zod";
import { createHttpRequestTool } from "../../src/tools/builtin/http-request.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { startServer } from "../support/http-server.ts";
import { failureOf, runTool } from "../support/tool-context.ts";

/** `PORT` becomes the port of a listener that must never be reached. */
const WRITTEN_BADLY = [
  // other spellings of 127.0.0.1 and 0.0.0.0
  "http://2130706433:PORT/",
  "http://017700000001:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7F.1:PORT/",
  "http://0x7f.0x0.0x0.0x1:PORT/",
  "http://0177.0.0.01:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://127.000.000.001:PORT/",
  "http://0:PORT/",
  "http://00:PORT/",
  "http://0x0:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://１２７.0.0.1:PORT/",
  "http://127。0。0。1:PORT/",
  "http://①②⑦.0.0.1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://127.0.0.1%2f:PORT/",
  "http://localhost.:PORT/",
  "http://localhost。:PORT/",
  // names that read as another one, or that nobody can tell from it
  "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/",
  "http://exa\u200bmple.com:PORT/",
  "http://exa\u00admple.com:PORT/",
  "http://ｅxample.com:PORT/",
  "http://exаmple.com:PORT/",
  "http://회사.test:PORT/",
  // paths that lead elsewhere than they read
  "http://example.com:PORT/public/../admin",
  "http://example.com:PORT/public/%2e%2E/admin",
  "http://example.com:PORT/public/.%2e?x=1",
  "http://example.com:PORT/./admin",
  // shapes that parsers disagree about
  "http:127.0.0.1:PORT/",
  "http:/127.0.0.1:PORT/",
  "http:///127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "http://example.com\\@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT\\@example.com/",
  "http://example.com@127.0.0.1:PORT/",
  "http://example.com:80@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT@example.com/",
  "http://user:secret@example.com/",
  "http://user@example.com/",
  "http://@127.0.0.1:PORT/",
  "http://example.com%40127.0.0.1:PORT/",
  "http://127.0.0.1:PORT:80/",
  "http://127.0.0.1:/",
  "http://127.0.0.1:99999/",
  "http://127.0.0.1:-1/",
  "http://127.0.0.1 :PORT/",
  " http://127.0.0.1:PORT/",
  "http://127.0.0.1:PORT/ HTTP/1.1\r\nX-Evil: 1",
  "http://127.0.0.1:PORT/\r\n\r\nGET /second",
  "http://127.0.0.1:PORT/\u0000",
  "ht\ntp://127.0.0.1:PORT/",
  "http://[::1:PORT/",
  "http://[fe80::1%25lo]:PORT/",
  "http://[::1%lo]:PORT/",
  "http://[127.0.0.1]:PORT/",
  // other schemes
  "//127.0.0.1:PORT/",
  "127.0.0.1:PORT",
  "file:///etc/passwd",
  "ftp://127.0.0.1:PORT/",
  "gopher://127.0.0.1:PORT/_GET%20/",
  "dict://127.0.0.1:PORT/stats",
  "ws://127.0.0.1:PORT/",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
  "data:text/plain,hi",
  "javascript:alert(1)",
  "blob:http://127.0.0.1:PORT/1",
  "about:blank",
  "view-source:http://127.0.0.1:PORT/",
  "",
  "http://",
  "/relative",
];

const NOT_PUBLIC = [
  "http://127.0.0.1:PORT/",
  "HTTP://127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "http://127.255.255.254:PORT/",
  "http://0.0.0.0:PORT/",
  "http://10.0.0.1:PORT/",
  "http://100.64.0.1:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://168.63.129.16/machine",
  "http://172.16.0.1:PORT/",
  "http://192.168.0.1:PORT/",
  "http://224.0.0.1:PORT/",
  "http://255.255.255.255:PORT/",
  "http://[::1]:PORT/",
  "http://[0:0:0:0:0:0:0:1]:PORT/",
  "http://[::]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[::ffff:0:127.0.0.1]:PORT/",
  "http://[64:ff9b::127.0.0.1]:PORT/",
  "http://[64:ff9b:1::127.0.0.1]:PORT/",
  "http://[2002:7f00:1::]:PORT/",
  "http://[2001:0:7f00:1::]:PORT/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://[fe80::1]:PORT/",
  "http://[ff02::1]:PORT/",
  // names: every one resolves to the listener
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://api.localhost:PORT/",
  "http://127.0.0.1.rebind.test:PORT/",
  "http://metadata.google.internal:PORT/",
  "http://xn--vf4b131b.test:PORT/",
  "http://harmless.test:PORT/?next=http://example.com",
  "http://harmless.test:PORT#@example.com/",
  "http://harmless.test:PORT?@example.com/",
];

/** What a resolver may answer for one name; a single bad address spoils all. */
const HOSTILE_ANSWERS = [
  ["127.0.0.1"],
  ["::1"],
  ["::ffff:127.0.0.1"],
  ["64:ff9b::7f00:1"],
  ["93.184.215.14", "127.0.0.1"],
  ["127.0.0.1", "93.184.215.14"],
  ["2606:4700:4700::1111", "fe80::1%lo"],
  ["169.254.169.254"],
  ["0.0.0.0"],
  ["127.1"],
  ["not an address"],
];

describe("http_request to a target that must not be reached", () => {
  test.each(WRITTEN_BADLY)("refuses the spelling %j before resolving anything", async (url) => {
    const canary = await startServer();
    let lookups = 0;
    const tool = createHttpRequestTool({
      // Even an operator who opens the address does not open its disguises.
      allow: ["127.0.0.0/8", "0.0.0.0/8", "localhost", "example.com"],
      lookup: async () => {
        lookups++;
        return ["127.0.0.1"];
      },
    });
    const args = { method: "GET", url: url.replace("PORT", String(canary.port)) };
    const failure = await failureOf(runTool(tool, args));
    expect(failure).toBeInstanceOf(ZodError);
    expect((failure as ZodError).issues.map(({ path }) => path)).toEqual([["url"]]);
    expect(lookups).toBe(0);
    expect(canary.connections()).toBe(0);
  });

  test.each([
    ["http://exa\u200bmple.com/a?b=1", "http://example.com/a?b=1"],
    ["https://회사.test/문서", "https://xn--vf4b131b.test/%EB%AC%B8%EC%84%9C"],
    ["http://ⓛocalhost/", "http://localhost/"],
    ["https://example.com/a/%2e%2e/b", "https://example.com/b"],
  ])("says how %j is written", async (url, canonical) => {
    const tool = createHttpRequestTool({ allow: ["example.com"] });
    const failure = await failureOf(runTool(tool, { method: "GET", url }));
    expect(failure).toMatchObject({
      issues: [{ message: expect.stringContaining(`write ${canonical}`) }],
    });
  });

  test("says where credentials belong instead of the URL", async () => {
    const tool = createHttpRequestTool({ allow: ["example.com"] });
    for (const url of ["http://user:secret@example.com/", "http://user@example.com/"]) {
      const failure = await failureOf(runTool(tool, { method: "GET", url }));
      expect(failure).toMatchObject({
        issues: [{ message: expect.stringContaining("send credentials in a header") }],
      });
    }
  });

  test.each(NOT_PUBLIC)("refuses %j, which is not public", async (url) => {
    const canary = await startServer();
    const tool = createHttpRequestTool({ lookup: async () => ["127.0.0.1"] });
    const args = { method: "GET", url: url.replace("PORT", String(canary.port)) };
    const failure = await failureOf(runTool(tool, args));
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("is not on the public internet"),
    });
    expect(canary.connections()).toBe(0);
  });

  test.each(HOSTILE_ANSWERS)("refuses a name that resolves to %s, %s", async (...answers) => {
    const canary = await startServer();
    const tool = createHttpRequestTool({ lookup: async () => answers });
    const failure = await failureOf(
      runTool(tool, { method: "GET", url: `http://harmless.test:${canary.port}/` }),
    );
    expect(failure).toMatchObject({ type: "validation_error" });
    expect((failure as ToolError).message).not.toContain(answers[0]);
    expect(canary.connections()).toBe(0);
  });

  test("asks the operating system for names, and opens them only by configuration", async () => {
    const server = await startServer((_request, response) => response.end("local"));
    const args = { method: "GET", url: `http://localhost:${server.port}/` };
    const failure = await failureOf(runTool(createHttpRequestTool({}), args));
    expect(failure).toMatchObject({ type: "validation_error" });
    expect(server.connections()).toBe(0);
    const opened = createHttpRequestTool({ allow: [`localhost:${server.port}`] });
    await expect(runTool(opened, args)).resolves.toMatchObject({ body: "local" });
  });

  test("asks the resolver once and connects to exactly what it answered", async () => {
    const server = await startServer((request, response) => response.end(request.headers.host));
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const asked: string[] = [];
    const tool = createHttpRequestTool({
      allow: ["127.0.0.1/32"],
      lookup: async (host) => {
        asked.push(host);
        return answers[asked.length - 1] ?? [];
      },
    });
    const url = `http://rebind.test:${server.port}/`;
    await expect(runTool(tool, { method: "GET", url })).resolves.toMatchObject({
      body: `rebind.test:${server.port}`,
    });
    expect(asked).toEqual(["rebind.test"]);
    // The second run gets the second answer, and that one is vetted like the first.
    const failure = await failureOf(runTool(tool, { method: "GET", url }));
    expect(failure).toMatchObject({ type: "validation_error" });
    expect(server.connections()).toBe(1);
  });

  test.skipIf(process.platform !== "linux")(
    "never reaches the loopback listener that a rebinding resolver points to afterwards",
    async () => {
      const vetted = await startServer((_request, response) => response.end("vetted"), "127.0.0.2");
      const canary = await startServer(undefined, "127.0.0.1", vetted.port);
      let lookups = 0;
      const tool = createHttpRequestTool({
        allow: ["127.0.0.2/32"],
        lookup: async () => (lookups++ === 0 ? ["127.0.0.2"] : ["127.0.0.1"]),
      });
      const url = `http://rebind.test:${vetted.port}/`;
      await expect(runTool(tool, { method: "GET", url })).resolves.toMatchObject({
        body: "vetted",
      });
      const failure = await failureOf(runTool(tool, { method: "GET", url }));
      expect(failure).toMatchObject({ type: "validation_error" });
      expect(canary.connections()).toBe(0);
    },
  );

  test.each([301, 302, 303, 307, 308])(
    "does not follow a %i to a loopback listener and names its host",
    async (status) => {
      const canary = await startServer();
      const server = await startServer((_request, response) =>
        response.writeHead(status, { location: `${canary.url}/secret?key=1` }).end("moved"),
      );
      // Even when the configuration opens both.
      const tool = createHttpRequestTool({ allow: [server.host, canary.host] });
      const failure = await failureOf(runTool(tool, { method: "GET", url: server.url }));
      expect(failure).toMatchObject({
        type: "validation_error",
        message: `${server.host} redirects to ${canary.host} (${status}). Redirects are not followed: use the final address.`,
      });
      expect(canary.connections()).toBe(0);
    },
  );

  test.each(["http://[", "", "http://[::ffff:127.0.0.1]/"])(
    "is not upset by a redirect to %j",
    async (location) => {
      const server = await startServer((_request, response) =>
        response.writeHead(302, { location }).end(),
      );
      const tool = createHttpRequestTool({ allow: [server.host] });
      const failure = await failureOf(runTool(tool, { method: "GET", url: server.url }));
      expect(failure).toMatchObject({ type: "validation_error" });
    },
  );
});
