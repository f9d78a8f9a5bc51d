import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { type BinaryVersion, readBinaryVersion, serverProblem } from "./binary-version.ts";
import { buildBinary } from "./build-binary.ts";
import { type Environment, TEMPORAL_FILE, temporalCacheFolder } from "./cache-dir.ts";
import { downloadBinary } from "./download-binary.ts";
import { withFileLock } from "./file-lock.ts";

export interface FoundBinary {
  readonly path: string;
  readonly source: "environment" | "path" | "cache" | "download" | "build";
  readonly version: BinaryVersion;
}

/** A way to get a binary into the cache: puts an executable at `target` or throws. */
export type AcquireBinary = (options: {
  readonly version: string;
  readonly target: string;
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}) => Promise<void>;

export interface FindBinaryOptions {
  /** The release to download or build when none is found: `temporal_cli` of temporal-dev.yaml. */
  readonly version: string;
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  readonly env?: Environment;
  readonly download?: AcquireBinary;
  readonly build?: AcquireBinary;
}

/** One place that was looked at, and why it gave nothing. */
interface Miss {
  readonly place: string;
  readonly why: string;
}

/**
 * Finds the Temporal CLI, or gets it: HOLDPOINT_TEMPORAL_BINARY, `temporal` on PATH, the cache, the
 * SDK's download, a Go build. Whatever is found has answered `--version`.
 *
 * A path in the environment is a decision: if it is wrong that is an error, never a reason to look
 * on. Two processes that need the same release wait for one another instead of getting it twice.
 * @throws Error naming every way and why it failed.
 */
export async function findTemporalBinary(options: FindBinaryOptions): Promise<FoundBinary> {
  const onProgress = options.onProgress ?? (() => undefined);
  const misses: Miss[] = [];
  const present = await look(options, misses, onProgress);
  if (present !== undefined) return present;

  const folder = temporalCacheFolder(options.version, options.env ?? process.env);
  await mkdir(folder, { recursive: true });
  const acquired = await withFileLock(
    join(folder, "lock"),
    () => acquire(options, join(folder, TEMPORAL_FILE), misses, onProgress),
    {
      signal: options.signal,
      onWait: (pid) =>
        onProgress(
          `Another process (pid ${pid ?? "unknown"}) is getting the Temporal server: waiting`,
        ),
    },
  );
  if (acquired !== undefined) return acquired;
  throw new Error(explain(misses));
}

/**
 * As `findTemporalBinary`, but only looks: nothing is downloaded or built.
 * @throws Error when HOLDPOINT_TEMPORAL_BINARY is set and wrong.
 */
export async function locateTemporalBinary(
  options: FindBinaryOptions,
): Promise<FoundBinary | undefined> {
  return look(options, [], options.onProgress ?? (() => undefined));
}

async function look(
  options: FindBinaryOptions,
  misses: Miss[],
  onProgress: (line: string) => void,
): Promise<FoundBinary | undefined> {
  const env = options.env ?? process.env;
  return (
    (await fromEnvironment(env, misses, onProgress)) ??
    (await fromPath(env, misses, onProgress)) ??
    (await fromCache(options, misses, onProgress))
  );
}

async function fromEnvironment(
  env: Environment,
  misses: Miss[],
  onProgress: (line: string) => void,
): Promise<FoundBinary | undefined> {
  const chosen = env["HOLDPOINT_TEMPORAL_BINARY"];
  if (!chosen) {
    misses.push({ place: "HOLDPOINT_TEMPORAL_BINARY", why: "not set" });
    return undefined;
  }
  const path = resolve(chosen);
  const mend = "Set HOLDPOINT_TEMPORAL_BINARY to a working Temporal CLI, or unset it.";
  if (!(await isExecutable(path))) {
    throw new Error(
      `HOLDPOINT_TEMPORAL_BINARY names ${path}, which is no executable file. ${mend}`,
    );
  }
  const version = await readBinaryVersion(path).catch((error: Error) => {
    throw new Error(`HOLDPOINT_TEMPORAL_BINARY: ${error.message} ${mend}`, { cause: error });
  });
  const problem = serverProblem(version.server);
  if (problem !== undefined)
    onProgress(`Using ${path} as HOLDPOINT_TEMPORAL_BINARY says, although ${problem}`);
  return { path, source: "environment", version };
}

async function fromPath(
  env: Environment,
  misses: Miss[],
  onProgress: (line: string) => void,
): Promise<FoundBinary | undefined> {
  const place = "temporal on PATH";
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const path = join(folder, TEMPORAL_FILE);
    if (!(await isExecutable(path))) continue;
    try {
      const version = await readBinaryVersion(path);
      const problem = serverProblem(version.server);
      if (problem === undefined) return { path, source: "path", version };
      misses.push({ place, why: `${path} is passed over: ${problem}` });
    } catch (error) {
      misses.push({ place, why: `${path} is passed over: ${messageOf(error)}` });
    }
    onProgress(misses.at(-1)?.why ?? "");
  }
  if (!misses.some((miss) => miss.place === place)) misses.push({ place, why: "not there" });
  return undefined;
}

async function fromCache(
  options: FindBinaryOptions,
  misses: Miss[],
  onProgress: (line: string) => void,
): Promise<FoundBinary | undefined> {
  const folder = temporalCacheFolder(options.version, options.env ?? process.env);
  const path = join(folder, TEMPORAL_FILE);
  if (!(await isExecutable(path))) {
    misses.push({ place: "the cache", why: `no ${path}` });
    return undefined;
  }
  try {
    return { path, source: "cache", version: await readBinaryVersion(path) };
  } catch (error) {
    const why = `${messageOf(error)} It will be replaced.`;
    misses.push({ place: "the cache", why });
    onProgress(why);
    return undefined;
  }
}

async function acquire(
  options: FindBinaryOptions,
  target: string,
  misses: Miss[],
  onProgress: (line: string) => void,
): Promise<FoundBinary | undefined> {
  // Whoever held the lock before may have put it there.
  const waited = await fromCache(options, [], () => undefined);
  if (waited !== undefined) return waited;
  const request = { version: options.version, target, onProgress, signal: options.signal };
  const ways = [
    { source: "download", place: "the SDK's download", run: options.download ?? downloadBinary },
    { source: "build", place: "a build with Go", run: options.build ?? buildBinary },
  ] as const;
  for (const way of ways) {
    onProgress(`No Temporal server here yet: trying ${way.place}`);
    try {
      await way.run(request);
      return { path: target, source: way.source, version: await readBinaryVersion(target) };
    } catch (error) {
      options.signal?.throwIfAborted();
      misses.push({ place: way.place, why: messageOf(error) });
      onProgress(`${way.place} gave nothing: ${messageOf(error)}`);
    }
  }
  return undefined;
}

function explain(misses: readonly Miss[]): string {
  const tried = misses.map(({ place, why }) => `  ${place}: ${why.replaceAll("\n", "\n    ")}`);
  return [
    "No Temporal server could be found or made. Tried:",
    ...tried,
    "Any one of these mends it:",
    "  install the Temporal CLI so that `temporal` is on PATH",
    "  set HOLDPOINT_TEMPORAL_BINARY to the path of a Temporal CLI",
    "  open the network for downloads, or for Go modules with Go installed, and start again",
  ].join("\n");
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
