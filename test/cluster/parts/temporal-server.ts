import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { inEnglish } from "../../../src/contract/service/notices.ts";
import { buildBinary } from "../../../src/temporal/embedded/binary/build-binary.ts";
import { cacheDir } from "../../../src/temporal/embedded/binary/cache-dir.ts";
import { withFileLock } from "../../../src/temporal/machine/file-lock.ts";
import { LOOPBACK } from "../../../src/temporal/machine/free-port.ts";
import type { Compose } from "./compose.ts";
import { choosePort } from "./ports.ts";
import type { Postgres } from "./postgres.ts";
import { runProcess, startProcess, untilReady, type Process } from "./process.ts";

const MODULES = fileURLToPath(new URL("../../../tools/temporal-server/", import.meta.url));
const CLI_MODULES = fileURLToPath(new URL("../../../tools/temporal-cli/", import.meta.url));
/** What the image of the compose file runs, by the names that it has there. */
const PROGRAMS = {
  "temporal-server": "go.temporal.io/server/cmd/server",
  "temporal-sql-tool": "go.temporal.io/server/cmd/tools/sql",
} as const;

export interface ServerPrograms {
  readonly version: string;
  /** Where they are. */
  readonly folder: string;
}

export interface TemporalServer {
  readonly address: string;
  /** `kill -9`, then a start. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Starts it again with nothing in it. */
  startAnew(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Temporal's server and its tool for schemas, from the cache or built by Go into it.
 * @throws Error when the release is not the one that the embedded server or the compose file has.
 */
export async function findServerPrograms(compose: Compose): Promise<ServerPrograms> {
  const version = serverRelease(MODULES);
  const embedded = serverRelease(CLI_MODULES);
  if ([embedded, ...compose.releases].some((release) => release !== version)) {
    throw new Error(
      `Several releases of one server: tools/temporal-server has ${version}, tools/temporal-cli ${embedded}, deploy/compose.yaml ${compose.releases.join(" and ")}.`,
    );
  }
  const name = `temporal-server-${version}-${process.platform}-${process.arch}`;
  const folder = join(cacheDir(process.env), name);
  await mkdir(folder, { recursive: true });
  for (const [file, program] of Object.entries(PROGRAMS)) {
    const target = join(folder, file);
    if (existsSync(target)) continue;
    const onNotice = (said: Parameters<typeof inEnglish>[0]): void =>
      console.log(`${file}: ${inEnglish(said)}`);
    await withFileLock(`${target}.lock`, async () => {
      if (!existsSync(target))
        await buildBinary({ target, onNotice }, { modules: MODULES, program });
    });
  }
  return { version, folder };
}

function serverRelease(modules: string): string {
  const text = readFileSync(join(modules, "go.mod"), "utf8");
  const [, release] = /^\s*go\.temporal\.io\/server v(\S+)/m.exec(text) ?? [];
  if (release === undefined) throw new Error(`${modules}go.mod names no go.temporal.io/server.`);
  return release;
}

/** The two databases, with their tables, by the script of the compose file. */
async function makeSchemas(
  { folder }: ServerPrograms,
  { port, password }: Postgres,
  { schema }: Compose,
  logs: string,
): Promise<void> {
  const env = {
    ...schema.environment,
    PATH: `${folder}:${process.env["PATH"]}`,
    SQL_HOST: LOOPBACK,
    SQL_PORT: String(port),
    SQL_PASSWORD: password,
  };
  await runProcess("sh", ["-ec", schema.script], { name: "schema", logs, env });
}

/** Ports of Temporal's services, by what its template calls them; nobody else's Temporal is in the way. */
const PORTS = ["FRONTEND", "HISTORY", "MATCHING", "WORKER"].flatMap((service) => [
  `${service}_GRPC_PORT`,
  `${service}_MEMBERSHIP_PORT`,
]);

/** Temporal's server on a database: all four services in one process, by the settings of the image. */
export async function startTemporalServer(
  programs: ServerPrograms,
  postgres: Postgres,
  compose: Compose,
  logs: string,
): Promise<TemporalServer> {
  const ports: Record<string, string> = {};
  for (const name of [...PORTS, "FRONTEND_HTTP_PORT"]) {
    ports[name] = String(await choosePort());
  }
  const dynamicConfig = join(logs, "dynamic-config.yaml");
  await writeFile(dynamicConfig, compose.dynamicConfig);
  const env = {
    PATH: process.env["PATH"],
    ...compose.temporal,
    // What the network of containers gives there.
    ...ports,
    DB_PORT: String(postgres.port),
    POSTGRES_SEEDS: LOOPBACK,
    POSTGRES_PWD: postgres.password,
    BIND_ON_IP: LOOPBACK,
    TEMPORAL_BROADCAST_ADDRESS: LOOPBACK,
    DYNAMIC_CONFIG_FILE_PATH: dynamicConfig,
    LOG_LEVEL: "warn",
  };
  const address = `${LOOPBACK}:${ports["FRONTEND_GRPC_PORT"]}`;
  let running: Process | undefined;
  const start = async (): Promise<void> => {
    const program = join(programs.folder, "temporal-server");
    running = await startProcess(program, ["start"], { name: "temporal", logs, env });
    await untilReady(running, () => answers(address));
  };
  const stop = async (): Promise<void> => {
    await running?.end("SIGTERM");
  };
  const startAnew = async (): Promise<void> => {
    await stop();
    postgres.drop("temporal", "temporal_visibility");
    await makeSchemas(programs, postgres, compose, logs);
    await start();
  };
  // Twice, as when the services are started again: what is there stays.
  await makeSchemas(programs, postgres, compose, logs);
  await makeSchemas(programs, postgres, compose, logs);
  await start();
  return {
    address,
    async kill() {
      await running?.end("SIGKILL");
    },
    start,
    startAnew,
    stop,
  };
}

/** Whether its frontend and what it stands on answer: it lists namespaces from the database. */
async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: "1s" });
    try {
      await connection.workflowService.listNamespaces({});
    } finally {
      await connection.close();
    }
    return true;
  } catch {
    return false;
  }
}
