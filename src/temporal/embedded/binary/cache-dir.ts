import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Notice } from "../../../contract/service/notices.ts";

/** What a way to get a binary into the cache is asked for. */
export interface AcquireOptions {
  readonly version: string;
  /** Where the binary is to be; its folder exists. */
  readonly target: string;
  readonly onNotice: (said: Notice) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The environment variables that this room reads. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where downloaded and built programs are kept: `HOLDPOINT_CACHE`, else `~/.cache/holdpoint`. */
export function cacheDir(env: Environment): string {
  const chosen = env["HOLDPOINT_CACHE"];
  return chosen ? resolve(chosen) : join(homedir(), ".cache", "holdpoint");
}

/** The folder in the cache that holds one release of the Temporal CLI for this machine. */
export function temporalCacheFolder(version: string, env: Environment): string {
  return join(cacheDir(env), `temporal-${version}-${process.platform}-${process.arch}`);
}

/** The Temporal CLI's file name on this system. */
export const TEMPORAL_FILE = process.platform === "win32" ? "temporal.exe" : "temporal";
