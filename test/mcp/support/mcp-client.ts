import { fileURLToPath } from "node:url";
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { personsEnvironment } from "../../cli/support/run-cli.ts";

const BIN = fileURLToPath(new URL("../../../bin/holdpoint.mjs", import.meta.url));

export type Way = "stdio" | "http";
export type Era = "2025" | "2026";

/** Every way in which clients of every time come. */
export const WAYS: readonly (readonly [Way, Era])[] = [
  ["http", "2026"],
  ["http", "2025"],
  ["stdio", "2026"],
  ["stdio", "2025"],
];

/** What a person at the client says when they are shown a form; absent where there is no person. */
export type Person = (message: string) => {
  action: "accept" | "decline" | "cancel";
  content?: object;
};

export interface McpOptions {
  readonly way?: Way;
  readonly era?: Era;
  readonly person?: Person;
  /** What a person does with a page that they are to open; the client shows no forms then. */
  readonly opens?: (page: { url: string; message: string }) => "accept" | "decline";
  readonly key?: string;
}

/** An agent's own client, connected to `holdpoint mcp` or to `/mcp`. */
export async function connectMcp(url: string, options: McpOptions = {}): Promise<Client> {
  const { way = "http", era = "2026", person, opens, key } = options;
  const negotiation: ClientOptions = {
    versionNegotiation: era === "2026" ? { mode: { pin: "2026-07-28" } } : { mode: "legacy" },
  };
  const client = new Client(
    { name: "test-agent", version: "1" },
    {
      capabilities: {
        ...(person && { elicitation: { form: {} } }),
        ...(opens && { elicitation: { url: {} } }),
      },
      ...negotiation,
    },
  );
  if (opens !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      if (params.mode !== "url") throw new Error("A form for a client that shows none.");
      return { action: opens({ url: params.url, message: params.message }) };
    });
  }
  if (person !== undefined) {
    client.setRequestHandler("elicitation/create", (request) => {
      const { action, content } = person(request.params.message);
      return {
        action,
        ...(content !== undefined && { content: content as Record<string, string> }),
      };
    });
  }
  await client.connect(way === "http" ? overHttp(url, key) : overStdio(url, key));
  onTestFinished(() => client.close());
  return client;
}

function overHttp(url: string, key: string | undefined): StreamableHTTPClientTransport {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } });
}

function overStdio(url: string, key: string | undefined): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "mcp", "--url", url],
    env: {
      ...(personsEnvironment() as Record<string, string>),
      ...(key && { HOLDPOINT_KEY: key }),
    },
    stderr: "inherit",
  });
}

/** What a tool answers, as data. @throws Error with the refusal. */
export async function call<Data = Record<string, unknown>>(
  client: Client,
  name: string,
  args: object = {},
): Promise<Data> {
  const { isError, content, structuredContent } = await client.callTool({
    name,
    arguments: args as Record<string, unknown>,
  });
  if (isError === true) throw new Error(JSON.stringify(content));
  return structuredContent as Data;
}
