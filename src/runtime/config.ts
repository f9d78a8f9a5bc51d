import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import type { AgentSettings } from "../contract/agent.ts";
import { notice, NoticeError, noticeOf } from "../contract/service/notices.ts";
import type { ModelClient } from "../llm/model-client.ts";
import type { ModelSettings } from "../llm/model-settings.ts";
import {
  type EncryptionKeys,
  readEncryptionKeys,
  variableInUse,
  KEYS_VARIABLE,
} from "../temporal/connection/payloads/encryption-keys.ts";
import { createBuiltinTools } from "../tools/builtin-tools.ts";
import { isSchema, type Tool } from "../tools/define-tool.ts";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.ts";
import { ConfigSchema } from "./define-config.ts";
import { readTypeScriptFor } from "./own-code.ts";

/** A configuration as the processes use it: as it was written, but paths are absolute and tools are loaded. */
export interface LoadedConfig extends Readonly<
  Omit<z.output<typeof ConfigSchema>, "tools" | "models" | "data_dir" | "temporal">
> {
  /** The configuration file; null when defaults are used. */
  readonly file: string | null;
  readonly dataDir: string;
  readonly artifactsDir: string;
  readonly workspacesDir: string;
  /** Undefined: as temporal-dev.yaml says. */
  readonly temporalPorts: { readonly grpc: number; readonly ui: number } | undefined;
  /** What Temporal and the artifact store keep is encrypted with the first; none: it is not. */
  readonly encryptionKeys: EncryptionKeys;
  readonly tools: ToolRegistry;
  /** Null: none is configured. */
  readonly models: ModelSettings | null;
  /** Who answers in place of the models' server; null: the server does. */
  readonly modelScript: ModelClient | null;
}

const OWN_FOLDER = new URL("../", import.meta.url).href;

const FILE_NAMES = ["holdpoint.config.ts", "holdpoint.config.mjs", "holdpoint.config.js"];

/**
 * Loads the configuration and its tools.
 * @param from the folder to look in for `holdpoint.config.ts`; data goes below it.
 * @param file a configuration file to use instead.
 * @throws NoticeError naming the file and what to change.
 */
export async function loadConfig(from: string, file?: string): Promise<LoadedConfig> {
  const found = file === undefined ? findConfigFile(from) : resolve(from, file);
  const { tools: module, data_dir, models, temporal, ...config } = await readConfig(found);
  const toolsFile = module === undefined ? "" : join(dirname(found!), module);
  const own = toolsFile === "" ? [] : await loadTools(toolsFile);
  const builtin = createBuiltinTools({ http: config.http, mcpServers: config.mcp_servers });
  assertNames(own, builtin, toolsFile);
  const known = createToolRegistry([...builtin, ...own]);
  assertAskingTools(config.requires_approval, known, found);
  const tools = createToolRegistry(
    known
      .list()
      .map((tool) => (config.requires_approval.includes(tool.name) ? asking(tool) : tool)),
  );
  for (const tool of own) assertSchemas(tool, tools, toolsFile);
  assertAgentTools(config.agents, tools, found);
  const dataDir = isAbsolute(data_dir) ? data_dir : join(from, data_dir);
  return {
    ...config,
    file: found ?? null,
    dataDir,
    artifactsDir: join(dataDir, "artifacts"),
    workspacesDir: join(dataDir, "workspaces"),
    temporalPorts: temporal && { grpc: temporal.port, ui: temporal.ui_port },
    encryptionKeys: loadEncryptionKeys(),
    tools,
    models: models ?? null,
    modelScript: await loadScript(models?.script, found),
  };
}

/** @throws NoticeError naming the first tool that is to ask and is not there: it would ask nobody. */
function assertAskingTools(
  names: readonly string[],
  tools: ToolRegistry,
  file: string | undefined,
): void {
  const tool = names.find((name) => tools.get(name) === undefined);
  if (tool === undefined) return;
  const nearest = tools.nearest(tool);
  const values = { file: file ?? "", tool };
  if (nearest !== undefined) {
    throw new NoticeError(notice("approval_of_no_tool_but", { ...values, nearest }));
  }
  const all = tools.list().map(({ name }) => name);
  throw new NoticeError(notice("approval_of_no_tool", { ...values, names: all.join(", ") }));
}

/** The same tool, which asks a person before it runs. */
function asking(tool: Tool): Tool {
  // Whoever wrote it may have frozen it, or made it of a class.
  return Object.create(tool, {
    requires_approval: { value: true, enumerable: true },
    run: { value: tool.run.bind(tool), enumerable: true },
  }) as Tool;
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
    const variable = variableInUse(process.env, KEYS_VARIABLE) ?? KEYS_VARIABLE;
    const why = (error as Error).message;
    throw new NoticeError(notice("bad_encryption_keys", { variable, why }));
  }
}

/** The configuration file of a folder, when it has one. */
export function findConfigFile(folder: string): string | undefined {
  return FILE_NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
}

async function readConfig(file: string | undefined): Promise<z.output<typeof ConfigSchema>> {
  if (file === undefined) return ConfigSchema.parse({});
  const { default: exported } = await importModule(file);
  const parsed = ConfigSchema.safeParse(exported);
  if (parsed.success) return parsed.data;
  const isThere = typeof exported === "object" && exported !== null;
  const code = isThere ? "bad_configuration" : "no_configuration";
  throw new NoticeError(notice(code, { file, why: z.prettifyError(parsed.error) }));
}

async function loadTools(path: string): Promise<Tool[]> {
  const module = await importModule(path);
  const { tools } = module;
  if (!Array.isArray(tools) || !tools.every(isTool)) {
    throw new NoticeError(notice("no_tools", { file: path }));
  }
  return tools;
}

/** @throws NoticeError naming the first tool whose name another one has. */
function assertNames(own: readonly Tool[], builtin: readonly Tool[], file: string): void {
  const names = own.map(({ name }) => name);
  const taken = names.find((tool) => builtin.some(({ name }) => name === tool));
  if (taken !== undefined)
    throw new NoticeError(notice("tool_named_as_builtin", { file, tool: taken }));
  const twice = names.find((tool, at) => names.indexOf(tool) < at);
  if (twice !== undefined)
    throw new NoticeError(notice("tools_named_alike", { file, tool: twice }));
}

/** A worker would find out, too, in its log. @throws NoticeError naming the tool of which nobody can tell what it takes or gives. */
function assertSchemas(tool: Tool, registry: ToolRegistry, file: string): void {
  for (const side of ["input", "output"] as const) {
    if (!isSchema(tool[side])) {
      throw new NoticeError(notice("tool_of_other_zod", { file, tool: tool.name, side }));
    }
    try {
      registry[side](tool.name);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new NoticeError(notice("tool_without_schema", { file, why }), { cause });
    }
  }
}

async function loadScript(
  script: string | undefined,
  config: string | undefined,
): Promise<ModelClient | null> {
  if (script === undefined) return null;
  const file = resolve(dirname(config!), script);
  const { model } = (await importModule(file)) as { model?: Partial<ModelClient> | null };
  if (typeof model?.turn === "function") return model as ModelClient;
  throw new NoticeError(notice("no_model_script", { file }));
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) throw new NoticeError(notice("no_such_file", { file: path }));
  await readTypeScriptFor(path);
  const module = await importFile(path);
  // TypeScript in a folder whose package is CommonJS arrives as one value.
  const whole = module["default"] as Record<string, unknown> | undefined;
  return whole?.["__esModule"] === true ? whole : module;
}

/** @throws NoticeError naming the file and, as far as anybody knows, the line. */
async function importFile(path: string): Promise<Record<string, unknown>> {
  let stop = (): void => {};
  // A module that waits for what never comes keeps nothing running: the process would end without a word.
  const idle = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new NoticeError(notice("module_never_loaded", { file: path })));
    process.once("beforeExit", stop);
  });
  try {
    const loading = import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;
    return await Promise.race([loading, idle]);
  } catch (cause) {
    if (!(cause instanceof Error)) {
      throw new NoticeError(notice("module_not_loaded", { file: path, why: String(cause) }));
    }
    if (noticeOf(cause) !== undefined) throw cause;
    const place = usersLine(cause) ?? (await brokenLine(path, cause));
    const why = `${cause.name}: ${cause.message}${place === undefined ? "" : ` (${place})`}`;
    throw new NoticeError(notice("module_not_loaded", { file: path, why }), { cause });
  } finally {
    process.off("beforeExit", stop);
  }
}

/** Where a user's code threw: the first place of the stack that is in none of the packages. */
function usersLine({ stack = "" }: Error): string | undefined {
  const places = stack.matchAll(/^\s+at (?:.*\(|async )?((?:file:\/\/)?\/.+:\d+:\d+)\)?$/gm);
  return [...places].map(([, place = ""]) => place).find(isUsers);
}

function isUsers(place: string): boolean {
  return !place.includes("/node_modules/") && !place.startsWith(OWN_FOLDER);
}

/** Node says where a module cannot be read only when it runs it, or looks at it by itself. */
async function brokenLine(path: string, error: Error): Promise<string | undefined> {
  if (error.name !== "SyntaxError" || !/\.m?js$/.test(path)) return undefined;
  const run = promisify(execFile)(process.execPath, ["--check", path], { timeout: 5_000 });
  const said = await run.catch(({ stderr }: { stderr?: string }) => ({ stderr: stderr ?? "" }));
  return /^(\S.*:\d+)$/m.exec(said.stderr)?.[1];
}

function isTool(value: unknown): value is Tool {
  if (typeof value !== "object" || value === null) return false;
  const { name, input, output, run } = value as Partial<Tool>;
  const parses = (schema: unknown): boolean =>
    typeof (schema as { safeParse?: unknown } | undefined)?.safeParse === "function";
  return typeof name === "string" && parses(input) && parses(output) && typeof run === "function";
}
