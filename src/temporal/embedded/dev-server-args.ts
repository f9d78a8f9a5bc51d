import type { DevConfig } from "../connection/dev-config.ts";
import { LOOPBACK } from "../machine/free-port.ts";

export interface ServerPlace {
  /** Absolute path of the SQLite file. */
  readonly database: string;
  readonly port: number;
  readonly ui_port: number;
}

/** The command line of the embedded server. */
export function devServerArgs(place: ServerPlace, config: DevConfig): string[] {
  const options = {
    "db-filename": place.database,
    ip: LOOPBACK,
    port: String(place.port),
    "ui-port": String(place.ui_port),
    namespace: config.namespace,
    "log-level": config.log_level,
    "log-format": "json",
    ...(config.ui_codec_endpoint !== undefined && {
      "ui-codec-endpoint": config.ui_codec_endpoint,
    }),
    color: "never",
  };
  return [
    "server",
    "start-dev",
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...Object.entries(config.sqlite_pragmas).flatMap(([name, value]) => [
      "--sqlite-pragma",
      `${name}=${value}`,
    ]),
    ...Object.entries(config.dynamic_config).flatMap(([key, value]) => [
      "--dynamic-config-value",
      `${key}=${JSON.stringify(value)}`,
    ]),
    "--ui-disable-news-fetch",
    // The user's own profile for the Temporal CLI is about other servers.
    "--disable-config-file",
    "--disable-config-env",
  ];
}
