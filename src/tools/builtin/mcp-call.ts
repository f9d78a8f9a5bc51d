import type { Client, Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject } from "../../contract/text.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import type { McpServers, McpServerSettings } from "../mcp-servers.ts";
import { boundedFetch } from "../network/bounded-fetch.ts";
import { isTooDeep, MAX_JSON_DEPTH } from "../network/read-response.ts";
import { ToolError } from "../tool-error.ts";
import { withDeadline } from "../with-deadline.ts";
import { argumentMistakes } from "./mcp-arguments.ts";

const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;
const MIB = 1024 * 1024;
/** Of one message of a program, and of one body of a service: what is larger is not even parsed. */
const MOST_READ = 16 * MIB;
/** Of what a server says of a failure. */
const LONGEST_REASON = 1_000;
/** A server has this long, and this many pages, to say what its tool takes. */
const LIST_MS = 10_000;
const LIST_PAGES = 20;

/** A page of a list, whose other tools may be described in any way. */
const PageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional().catch(undefined),
});

/**
 * Calls a tool of an MCP server that the configuration names. Whatever it answers is data, and it can
 * ask nobody anything: this client offers it neither forms nor a model.
 */
export function createMcpCallTool(servers: McpServers): Tool {
  const names = Object.keys(servers) as [string, ...string[]];
  return defineTool({
    name: "mcp_call",
    description: "Call a tool of a configured MCP server",
    input: z
      .strictObject({
        server: z.enum(names),
        tool: z.string().min(1).max(128),
        arguments: z.record(z.string(), z.json()).default({}),
        timeout_seconds: z.number().positive().max(300).default(60),
        max_bytes: z
          .int()
          .positive()
          .max(10 * MIB)
          .default(MIB),
      })
      .superRefine(({ server, tool }, check) => {
        const { tools } = servers[server]!;
        if (tools.includes(tool)) return;
        const message = `may call only ${tools.join(", ")} of "${server}": the configuration says so.`;
        check.addIssue({ code: "custom", path: ["tool"], message });
      }),
    output: z.object({
      /** What it answered as data, or null when it answered only for people. */
      structured: z.json(),
      /** What it answered for people and models: texts, links, images. */
      content: z.array(z.json()),
    }),
    run({ server, tool, arguments: args, timeout_seconds: seconds, max_bytes }, context) {
      return withDeadline(context.signal, seconds, async (outer) => {
        const flood = new AbortController();
        const tooLarge = (): ToolError => {
          const error = new ToolError("validation_error", floodText(server));
          flood.abort(error);
          return error;
        };
        const signal = AbortSignal.any([outer, flood.signal]);
        const failed = (error: unknown, where: string): unknown =>
          flood.signal.aborted ? flood.signal.reason : failureOf(error, where, outer);
        const client = await connect(servers[server]!, signal, tooLarge).catch((error: unknown) => {
          throw failed(error, server);
        });
        try {
          await assertArguments(client, tool, args, signal);
          const { isError, content, structuredContent } = await client.callTool(
            {
              name: tool,
              arguments: args,
              _meta: { "holdpoint/idempotency_key": context.idempotency_key },
            },
            { signal, timeout: seconds * 1_000 },
          );
          if (isError === true) throw new ToolError("api_error", textOf(content, tool));
          const answer = { structured: structuredContent ?? null, content: content ?? [] };
          assertBounded(answer, max_bytes);
          return answer as never;
        } catch (error) {
          throw failed(error, `${server}/${tool}`);
        } finally {
          await client.close().catch(() => undefined);
        }
      });
    },
  });
}

/**
 * Arguments that the tool's own schema does not take are not sent: not every server looks at them.
 * Where it does not say what the tool takes, it has to.
 * @throws ToolError `validation_error`
 */
async function assertArguments(
  client: Client,
  tool: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const mistakes = argumentMistakes(await schemaOf(client, tool, signal), args);
  if (mistakes.length === 0) return;
  throw new ToolError(
    "validation_error",
    `The tool "${tool}" does not take these arguments, and was not called: ${mistakes.join("; ")}.`,
  );
}

/** What a tool takes, as its server says; undefined where it does not. */
async function schemaOf(client: Client, tool: string, signal: AbortSignal): Promise<unknown> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  try {
    let cursor: string | undefined;
    for (let page = 0; page < LIST_PAGES; page += 1) {
      // Not `listTools`: that makes the client compile what the server says of its answers, patterns included.
      const { tools, nextCursor } = await client.request(
        { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
        PageSchema,
        { signal: until, timeout: LIST_MS },
      );
      const found = tools
        .map((one) => (one ?? {}) as { readonly name?: unknown; readonly inputSchema?: unknown })
        .find(({ name }) => name === tool);
      if (found !== undefined || nextCursor === undefined) return found?.inputSchema;
      cursor = nextCursor;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  return undefined;
}

/** @throws ToolError `validation_error` for an answer that is too large, or too deep for those who handle it. */
function assertBounded(answer: unknown, maxBytes: number): void {
  if (isTooDeep(answer)) {
    throw new ToolError(
      "validation_error",
      `The server's answer is nested deeper than ${MAX_JSON_DEPTH} levels. Ask it for a flatter answer.`,
    );
  }
  if (Buffer.byteLength(JSON.stringify(answer)) > maxBytes) {
    throw new ToolError(
      "validation_error",
      `The server's answer is larger than max_bytes (${maxBytes}). Raise max_bytes or ask the server for less.`,
    );
  }
}

function floodText(server: string): string {
  return `${server}: it sent more than ${MOST_READ / MIB} MiB at once, the most that is read. Ask the server for less.`;
}

/** @param tooLarge told when the server sends more than is read. */
async function connect(
  settings: McpServerSettings,
  signal: AbortSignal,
  tooLarge: () => Error,
): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "holdpoint", version: "0.1.0" },
    { capabilities: {}, versionNegotiation: { mode: "auto" } },
  );
  client.onerror = ({ message }) => {
    if (message.startsWith("ReadBuffer exceeded")) tooLarge();
  };
  try {
    await client.connect(await transportOf(settings, tooLarge), { signal });
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
  return client;
}

async function transportOf(settings: McpServerSettings, tooLarge: () => Error): Promise<Transport> {
  if ("url" in settings) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const headers = Object.fromEntries(
      Object.entries(settings.headers).map(([header, variable]) => [header, valueOf(variable)]),
    );
    // A key goes to the server that is named, and nowhere else.
    const requestInit = { headers, redirect: "error" } as const;
    const fetch = boundedFetch(MOST_READ, tooLarge);
    return new StreamableHTTPClientTransport(new URL(settings.url), { requestInit, fetch });
  }
  const { StdioClientTransport, getDefaultEnvironment } =
    await import("@modelcontextprotocol/client/stdio");
  const { command, args, cwd, env } = settings;
  const own = Object.fromEntries(env.map((variable) => [variable, valueOf(variable)]));
  return new StdioClientTransport({
    command,
    args,
    env: { ...getDefaultEnvironment(), ...own },
    ...(cwd !== undefined && { cwd }),
    stderr: "ignore",
    maxBufferSize: MOST_READ,
  });
}

function valueOf(variable: string): string {
  const value = process.env[variable];
  if (value !== undefined) return value;
  throw new ToolError(
    "validation_error",
    `The worker's environment has no ${variable}, which the configuration names for an MCP server.`,
  );
}

/** What went wrong, by kind: what was asked for is wrong, or it did not work this time. */
function failureOf(error: unknown, where: string, signal: AbortSignal): unknown {
  if (error instanceof ToolError || signal.aborted) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isWrong = code === INVALID_PARAMS || code === METHOD_NOT_FOUND;
  const type = isWrong ? "validation_error" : code === "REQUEST_TIMEOUT" ? "timeout" : "api_error";
  return new ToolError(type, `${where}: ${String(message).slice(0, LONGEST_REASON)}`, {
    cause: error,
  });
}

function textOf(content: unknown, tool: string): string {
  const texts = (Array.isArray(content) ? content : []).flatMap((part: { text?: unknown }) =>
    typeof part.text === "string" ? [part.text] : [],
  );
  const said = texts.join(" ").slice(0, LONGEST_REASON);
  return `${tool}: ${said || "it failed and said nothing"}`;
}
