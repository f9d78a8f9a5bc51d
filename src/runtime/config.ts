import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { AgentSettingsSchema, type AgentSettings } from "../contract/agent.ts";
import { notice, NoticeError } from "../contract/notices.ts";
import { ModelSettingsSchema, type ModelSettings } from "../llm/model-settings.ts";
import { createBuiltinTools } from "../tools/builtin-tools.ts";
import type { Tool } from "../tools/define-tool.ts";
import { McpServersSchema } from "../tools/mcp-servers.ts";
import {
  type EncryptionKeys,
  readEncryptionKeys,
  KEYS_VARIABLE,
} from "../temporal/connection/encryption-keys.ts";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.ts";

const PortSchema = z.int().min(0).max(65_535);
const AddressSchema = z.union([z.literal("localhost"), z.ipv4(), z.ipv6()], {
  error: 'must be an IP address or "localhost"',
});
const HostNameSchema = z.union([z.hostname(), z.ipv6()], {
  error: "must be a host name or an address, without a scheme and a port",
});

const ConfigSchema = z.strictObject({
  /** Module that exports `tools`, an array of tools; relative to the configuration file. */
  tools: z.string().optional(),
  /** Hosts, `host:port` or CIDR blocks that `http_request` may reach although they are private. */
  http: z.strictObject({ allow: z.array(z.string()).default([]) }).prefault({}),
  /** MCP servers whose tools todos may call (`mcp_call`), by name. */
  mcp_servers: McpServersSchema.default({}),
  /** Where plans, artifacts, workspaces and the embedded server keep their files. */
  data_dir: z.string().default(".holdpoint"),
  api: z
    .strictObject({
      /** Where the API listens; under `start`, a busy port gives way to the next free one. 0 = any. */
      port: PortSchema.default(7400),
      /** An address of this machine. Others than loopback need a key (`holdpoint key add`). */
      host: AddressSchema.default("127.0.0.1"),
      /** Host names and addresses by which it is called, besides `host` and loopback's. */
      hosts: z.array(HostNameSchema).default([]),
      /** What each key may ask for: requests a second in the long run, and at once. */
      rate_limit: z
        .strictObject({
          per_second: z.number().min(1).max(100_000).default(50),
          burst: z.int().min(1).max(100_000).default(200),
        })
        .prefault({}),
    })
    .prefault({}),
  /** Where people open Temporal's UI: its pages may have payloads decrypted. `start` knows its own. */
  temporal_ui: z.url({ protocol: /^https?$/ }).optional(),
  /** An OpenTelemetry collector that takes traces, such as http://127.0.0.1:4318/v1/traces. */
  traces: z.url({ protocol: /^https?$/ }).optional(),
  /** Where workers offer Temporal's own metrics to Prometheus, such as 127.0.0.1:9464. */
  worker_metrics: z
    .string()
    .regex(/^[^\s/]+:[0-9]{1,5}$/, "must be an address and a port, such as 127.0.0.1:9464")
    .optional(),
  /** How models are reached. Without it plans are made by people alone, and agents cannot work. */
  models: ModelSettingsSchema.optional(),
  /** Agents that todos may be given to. */
  agents: z
    .array(AgentSettingsSchema)
    .max(500)
    .refine((agents) => new Set(agents.map(({ name }) => name)).size === agents.length, {
      error: "must not hold two agents of the same name",
    })
    .default([]),
  /** Where the embedded server and its UI listen, instead of temporal-dev.yaml's ports; 0 = any. */
  temporal: z.strictObject({ port: PortSchema, ui_port: PortSchema }).optional(),
});

/** What `holdpoint.config.ts` exports. */
export type HoldpointConfig = z.input<typeof ConfigSchema>;

/** Types a configuration: `export default defineConfig({ tools: "./tools.ts" })`. */
export function defineConfig(config: HoldpointConfig): HoldpointConfig {
  return config;
}

/** A configuration as the processes use it: paths are absolute and tools are loaded. */
export interface LoadedConfig {
  /** The configuration file; null when defaults are used. */
  readonly file: string | null;
  readonly dataDir: string;
  readonly artifactsDir: string;
  readonly workspacesDir: string;
  readonly apiPort: number;
  readonly apiHost: string;
  readonly apiHosts: readonly string[];
  readonly apiRate: { readonly per_second: number; readonly burst: number };
  /** Where people open Temporal's UI. */
  readonly temporalUi: string | undefined;
  /** Undefined: no traces are sent. */
  readonly traces: string | undefined;
  /** Undefined: workers offer no metrics. */
  readonly workerMetrics: string | undefined;
  /** Undefined: as temporal-dev.yaml says. */
  readonly temporalPorts: { readonly grpc: number; readonly ui: number } | undefined;
  /** What Temporal and the artifact store keep is encrypted with the first; none: it is not. */
  readonly encryptionKeys: EncryptionKeys;
  readonly tools: ToolRegistry;
  /** Null: none is configured. */
  readonly models: ModelSettings | null;
  readonly agents: readonly AgentSettings[];
}

const FILE_NAMES = ["holdpoint.config.ts", "holdpoint.config.mjs", "holdpoint.config.js"];

/**
 * Loads the configuration and its tools.
 * @param from the folder to look in for `holdpoint.config.ts`; data goes below it.
 * @param file a configuration file to use instead.
 * @throws NoticeError naming the file and what to change.
 */
export async function loadConfig(from: string, file?: string): Promise<LoadedConfig> {
  const found = file === undefined ? findConfigFile(from) : resolve(from, file);
  const config = await readConfig(found);
  const own =
    config.tools === undefined ? [] : await loadTools(join(dirname(found!), config.tools));
  const tools = createToolRegistry([
    ...createBuiltinTools({ http: config.http, mcpServers: config.mcp_servers }),
    ...own,
  ]);
  assertAgentTools(config.agents, tools, found);
  const dataDir = isAbsolute(config.data_dir) ? config.data_dir : join(from, config.data_dir);
  return {
    file: found ?? null,
    dataDir,
    artifactsDir: join(dataDir, "artifacts"),
    workspacesDir: join(dataDir, "workspaces"),
    apiPort: config.api.port,
    apiHost: config.api.host,
    apiHosts: config.api.hosts,
    apiRate: config.api.rate_limit,
    temporalUi: config.temporal_ui,
    traces: config.traces,
    workerMetrics: config.worker_metrics,
    temporalPorts: config.temporal && { grpc: config.temporal.port, ui: config.temporal.ui_port },
    encryptionKeys: loadEncryptionKeys(),
    tools,
    models: config.models ?? null,
    agents: config.agents,
  };
}

/** @throws NoticeError naming the agent that may use a tool which is not there. */
function assertAgentTools(
  agents: readonly AgentSettings[],
  tools: ToolRegistry,
  file: string | undefined,
): void {
  for (const { name: agent, tools: names, approval_tools: asked } of agents) {
    const unknown = names.find((tool) => tools.get(tool) === undefined);
    if (unknown !== undefined) {
      const known = tools.list().map((tool) => tool.name);
      const values = { file: file ?? "", agent, tool: unknown, names: known.join(", ") };
      throw new NoticeError(notice("agent_without_tool", values));
    }
    const stray = asked.find((tool) => !names.includes(tool));
    if (stray !== undefined) {
      const values = { file: file ?? "", agent, tool: stray };
      throw new NoticeError(notice("agent_asks_for_no_tool", values));
    }
  }
}

function loadEncryptionKeys(): EncryptionKeys {
  try {
    return readEncryptionKeys(process.env);
  } catch (error) {
    const why = (error as Error).message;
    throw new NoticeError(notice("bad_encryption_keys", { variable: KEYS_VARIABLE, why }));
  }
}

/** The configuration file of a folder, when it has one. */
export function findConfigFile(folder: string): string | undefined {
  return FILE_NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

async function readConfig(file: string | undefined): Promise<z.output<typeof ConfigSchema>> {
  if (file === undefined) return ConfigSchema.parse({});
  const module = await importModule(file);
  const parsed = ConfigSchema.safeParse(module["default"]);
  if (parsed.success) return parsed.data;
  throw new NoticeError(notice("no_configuration", { file, why: z.prettifyError(parsed.error) }));
}

async function loadTools(path: string): Promise<Tool[]> {
  const module = await importModule(path);
  const { tools } = module;
  if (Array.isArray(tools) && tools.every(isTool)) return tools;
  throw new NoticeError(notice("no_tools", { file: path }));
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) throw new NoticeError(notice("no_such_file", { file: path }));
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
}

function isTool(value: unknown): value is Tool {
  if (typeof value !== "object" || value === null) return false;
  const { name, input, output, run } = value as Partial<Tool>;
  const isSchema = (schema: unknown): boolean =>
    typeof (schema as { safeParse?: unknown } | undefined)?.safeParse === "function";
  return (
    typeof name === "string" && isSchema(input) && isSchema(output) && typeof run === "function"
  );
}
