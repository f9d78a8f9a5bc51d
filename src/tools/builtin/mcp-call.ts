import type { Client, Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { defineTool, type Tool } from "../define-tool.ts";
import type { McpServers, McpServerSettings } from "../mcp-servers.ts";
import { ToolError } from "../tool-error.ts";
import { withDeadline } from "../with-deadline.ts";

const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;

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
    run({ server, tool, arguments: args, timeout_seconds: seconds }, context) {
      return withDeadline(context.signal, seconds, async (signal) => {
        const client = await connect(server, servers[server]!, signal);
        try {
          const { isError, content, structuredContent } = await client.callTool(
            {
              name: tool,
              arguments: args,
              _meta: { "holdpoint/idempotency_key": context.idempotency_key },
            },
            { signal, timeout: seconds * 1_000 },
          );
          if (isError === true) throw new ToolError("api_error", textOf(content, tool));
          return { structured: structuredContent ?? null, content: content ?? [] } as never;
        } catch (error) {
          throw failureOf(error, `${server}/${tool}`, signal);
        } finally {
          await client.close().catch(() => undefined);
        }
      });
    },
  });
}

async function connect(
  name: string,
  settings: McpServerSettings,
  signal: AbortSignal,
): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "holdpoint", version: "0.1.0" },
    { capabilities: {}, versionNegotiation: { mode: "auto" } },
  );
  try {
    await client.connect(await transportOf(settings), { signal });
  } catch (error) {
    await client.close().catch(() => undefined);
    throw failureOf(error, name, signal);
  }
  return client;
}

async function transportOf(settings: McpServerSettings): Promise<Transport> {
  if ("url" in settings) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const headers = Object.fromEntries(
      Object.entries(settings.headers).map(([header, variable]) => [header, valueOf(variable)]),
    );
    // A key goes to the server that is named, and nowhere else.
    const requestInit = { headers, redirect: "error" } as const;
    return new StreamableHTTPClientTransport(new URL(settings.url), { requestInit });
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
  return new ToolError(type, `${where}: ${String(message)}`, { cause: error });
}

function textOf(content: unknown, tool: string): string {
  const texts = (Array.isArray(content) ? content : []).flatMap((part: { text?: unknown }) =>
    typeof part.text === "string" ? [part.text] : [],
  );
  return `${tool}: ${texts.join(" ") || "it failed and said nothing"}`;
}
