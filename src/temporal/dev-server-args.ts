import type { DevConfig } from "./dev-config.ts";
import { LOOPBACK } from "./free-port.ts";

export interface ServerPlace {
  /** Absolute path of the SQLite file: what tells our server from any other on the machine. */
  readonly database: string;
  readonly port: number;
  readonly ui_port: number;
}

/** The command line of the embedded server. `readServerPlace` reads the start of it back. */
export function devServerArgs(place: ServerPlace, config: DevConfig): string[] {
  return [
    "server",
    "start-dev",
    "--db-filename",
    place.database,
    "--ip",
    LOOPBACK,
    "--port",
    String(place.port),
    "--ui-port",
    String(place.ui_port),
    "--namespace",
    config.namespace,
    ...Object.entries(config.sqlite_pragmas).flatMap(([name, value]) => [
      "--sqlite-pragma",
      `${name}=${value}`,
    ]),
    ...Object.entries(config.dynamic_config).flatMap(([key, value]) => [
      "--dynamic-config-value",
      `${key}=${JSON.stringify(value)}`,
    ]),
    "--log-level",
    config.log_level,
    "--log-format",
    "json",
    "--color",
    "never",
    "--ui-disable-news-fetch",
    // The user's own profile for the Temporal CLI is about other servers.
    "--disable-config-file",
    "--disable-config-env",
  ];
}

/**
 * Reads the place out of a process's arguments; undefined when it is not an embedded server on that
 * database. Where the system gives arguments split at every space, a database path with spaces is
 * put together again.
 */
export function readServerPlace(
  args: readonly string[],
  database: string,
): ServerPlace | undefined {
  const at = args.indexOf("start-dev");
  // A binary, or an interpreter with a script, stands before; a shell's `-c` text does not match.
  if (at < 1 || at > 3 || args[at - 1] !== "server" || args[at + 1] !== "--db-filename") {
    return undefined;
  }
  const ip = args.indexOf("--ip", at);
  if (ip < 0 || args.slice(at + 2, ip).join(" ") !== database) return undefined;
  const port = numberAfter(args, "--port");
  const uiPort = numberAfter(args, "--ui-port");
  if (port === undefined || uiPort === undefined) return undefined;
  return { database, port, ui_port: uiPort };
}

function numberAfter(args: readonly string[], flag: string): number | undefined {
  const at = args.indexOf(flag);
  const value = at < 0 ? Number.NaN : Number(args[at + 1]);
  return Number.isInteger(value) ? value : undefined;
}
