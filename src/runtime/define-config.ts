import { isIPv4, isIPv6 } from "node:net";
import { z } from "zod";
import { AgentSettingsSchema } from "../contract/agent.ts";
import { GraceSchema } from "../contract/plan/holds/hold.ts";
import { ModelSettingsSchema } from "../llm/model-settings.ts";
import { McpServersSchema } from "../tools/mcp-servers.ts";

const MAX_PORT = 65_535;
const PortSchema = z.int().min(0).max(MAX_PORT);
const AddressSchema = z.union([z.literal("localhost"), z.ipv4(), z.ipv6()], {
  error: 'must be an IP address or "localhost"',
});
const HostNameSchema = z.union([z.hostname(), z.ipv6()], {
  error: "must be a host name or an address, without a scheme and a port",
});

const HOST_AND_PORT = /^([^\s/]+):([0-9]{1,5})$/;

function isHostAndPort(text: string): boolean {
  const [, , port] = HOST_AND_PORT.exec(text) ?? [];
  return port !== undefined && Number(port) <= MAX_PORT;
}

/** As Temporal's core takes it, which asks nobody for the address of a name. */
function isIpAndPort(text: string): boolean {
  const [, host = ""] = HOST_AND_PORT.exec(text) ?? [];
  const isIp = isIPv4(host) || (/^\[.*\]$/.test(host) && isIPv6(host.slice(1, -1)));
  return isIp && isHostAndPort(text);
}

/** What a configuration may say; what it leaves out, is as written here. */
export const ConfigSchema = z.strictObject({
  /** Module that exports `tools`, an array of tools; relative to the configuration file. */
  tools: z.string().optional(),
  /** Tools that ask a person before they run, whatever a plan or an agent says; by their names. */
  requires_approval: z.array(z.string()).default([]),
  /** Hosts, `host:port` or CIDR blocks that `http_request` may reach although they are private. */
  http: z.strictObject({ allow: z.array(z.string()).default([]) }).prefault({}),
  /** Hosts, `host:port` or CIDR blocks that webhooks may reach although they are private, or without https. */
  webhooks: z.strictObject({ allow: z.array(z.string()).default([]) }).prefault({}),
  /** MCP servers whose tools todos may call (`mcp_call`), by name. */
  mcp_servers: McpServersSchema.default({}),
  /** Where plans, artifacts, workspaces and the embedded server keep their files. */
  data_dir: z.string().default(".holdpoint"),
  /** Large values are kept in a bucket of S3, or of what speaks as it does, and not in `data_dir`. */
  artifacts: z
    .strictObject({
      bucket: z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket"),
      region: z
        .string()
        .regex(/^[a-z0-9-]{1,40}$/)
        .default("us-east-1"),
      /** Where the store is, when it is not Amazon's, such as https://minio.internal:9000. */
      endpoint: z.url({ protocol: /^https?$/ }).optional(),
      /** What the names of its objects begin with, such as holdpoint/. */
      prefix: z
        .string()
        .regex(/^(?:[A-Za-z0-9._-]+\/)*$/, "must be empty, or names that each end with a slash")
        .max(200)
        .default(""),
    })
    .optional(),
  api: z
    .strictObject({
      /** Where the API listens; under `start`, a busy port gives way to the next free one. 0 = any. */
      port: PortSchema.default(7400),
      /** An address of this machine. Others than loopback need a key (`holdpoint key add`). */
      host: AddressSchema.default("127.0.0.1"),
      /** Host names and addresses by which it is called, besides `host` and loopback's. */
      hosts: z.array(HostNameSchema).default([]),
      /** Where people open it, such as https://plans.example.org; where it listens when absent. Temporal's UI links to it. */
      url: z.url({ protocol: /^https?$/ }).optional(),
      /** What each key may ask for: requests a second in the long run, and at once; and how many streams, sockets and waits it has open at once. */
      rate_limit: z
        .strictObject({
          per_second: z.number().min(1).max(100_000).default(50),
          burst: z.int().min(1).max(100_000).default(200),
          streams: z.int().min(1).max(100_000).default(500),
        })
        .prefault({}),
    })
    .prefault({}),
  screen: z
    .strictObject({
      /** For how long people can take back what they decide on the screen; 0: it counts at once. */
      grace_seconds: GraceSchema.default(5),
    })
    .prefault({}),
  /** Where people open Temporal's UI: its pages may have payloads decrypted. `start` knows its own. */
  temporal_ui: z.url({ protocol: /^https?$/ }).optional(),
  /** An OpenTelemetry collector that takes traces, such as http://127.0.0.1:4318/v1/traces. */
  traces: z.url({ protocol: /^https?$/ }).optional(),
  /** Where workers offer Temporal's own metrics to Prometheus, such as 127.0.0.1:9464. */
  worker_metrics: z
    .string()
    .refine(isIpAndPort, "must be an IP address and a port, such as 127.0.0.1:9464")
    .optional(),
  /** Where a worker says whether it is ready (/readyz), such as 0.0.0.0:7401. */
  worker_health: z
    .string()
    .refine(isHostAndPort, "must be an address and a port, such as 0.0.0.0:7401")
    .optional(),
  /** How long a worker that is told to stop lets running todos go on, before they are run elsewhere. */
  worker_drain_seconds: z.int().min(0).max(3_600).default(5),
  /** How many plans a worker keeps in memory; the one asked longest ago goes first, and is replayed when it is needed. */
  worker_cached_plans: z.int().min(1).max(100_000).default(500),
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
