import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";
import { notice, NoticeError, whyOf, type Notice } from "../../../contract/service/notices.ts";
import { withFileLock } from "../../machine/file-lock.ts";
import { buildBinary } from "./build-binary.ts";
import {
  TEMPORAL_FILE,
  temporalCacheFolder,
  type AcquireOptions,
  type Environment,
} from "./cache-dir.ts";
import { downloadBinary } from "./download-binary.ts";

export interface FoundBinary {
  readonly path: string;
  readonly source: "environment" | "path" | "cache" | "download" | "build";
  readonly version: BinaryVersion;
}

/** Puts an executable at `target`, or throws. */
export type AcquireBinary = (options: AcquireOptions) => Promise<void>;

export interface FindBinaryOptions {
  /** The release to download or build when none is found: `temporal_cli` of temporal-dev.yaml. */
  readonly version: string;
  readonly onNotice?: (said: Notice) => void;
  readonly signal?: AbortSignal | undefined;
  readonly env?: Environment;
  readonly download?: AcquireBinary;
  readonly build?: AcquireBinary;
}

/** A search that goes on: each place that gives nothing leaves a miss. */
interface Search extends Required<Omit<FindBinaryOptions, "signal">> {
  readonly signal: AbortSignal | undefined;
  /** Where the binary is in the cache, or will be. */
  readonly cached: string;
  readonly misses: Notice[];
}

/**
 * Finds the Temporal CLI, or gets it: HOLDPOINT_TEMPORAL_BINARY, `temporal` on PATH, the cache, the
 * SDK's download, a Go build. Whatever is found has answered `--version`.
 *
 * A path in the environment is a decision: if it is wrong that is an error, never a reason to look
 * on. Two processes that need the same release wait for one another instead of getting it twice.
 * @throws NoticeError naming every way and why it failed.
 */
export async function findTemporalBinary(options: FindBinaryOptions): Promise<FoundBinary> {
  const search = begin(options);
  const present = await look(search);
  if (present !== undefined) return present;
  await mkdir(resolve(search.cached, ".."), { recursive: true });
  return withFileLock(`${search.cached}.lock`, () => acquire(search), {
    signal: search.signal,
    onWait: () => search.onNotice(notice("binary_comes")),
  });
}

/**
 * As `findTemporalBinary`, but only looks: nothing is downloaded or built.
 * @throws NoticeError when HOLDPOINT_TEMPORAL_BINARY is set and wrong.
 */
export function locateTemporalBinary(options: FindBinaryOptions): Promise<FoundBinary | undefined> {
  return look(begin(options));
}

function begin(options: FindBinaryOptions): Search {
  const env = options.env ?? process.env;
  return {
    onNotice: () => undefined,
    download: downloadBinary,
    build: buildBinary,
    signal: undefined,
    ...options,
    env,
    cached: join(temporalCacheFolder(options.version, env), TEMPORAL_FILE),
    misses: [],
  };
}

async function look(search: Search): Promise<FoundBinary | undefined> {
  return (await fromEnvironment(search)) ?? (await fromPath(search)) ?? (await fromCache(search));
}

function miss({ misses }: Search, place: string | Notice, why: Notice | string): undefined {
  misses.push(notice("binary_miss", { place, why }));
}

async function fromEnvironment(search: Search): Promise<FoundBinary | undefined> {
  const chosen = search.env["HOLDPOINT_TEMPORAL_BINARY"];
  if (!chosen) return miss(search, "HOLDPOINT_TEMPORAL_BINARY", notice("not_set"));
  const path = resolve(chosen);
  if (!(await isExecutable(path))) throw new NoticeError(notice("binary_not_executable", { path }));
  const version = await readBinaryVersion(path).catch((cause: unknown) => {
    throw new NoticeError(notice("binary_wrong", { why: whyOf(cause) }), { cause });
  });
  const problem = serverProblem(version.server);
  if (problem !== undefined) search.onNotice(notice("binary_although", { path, problem }));
  return { path, source: "environment", version };
}

async function fromPath(search: Search): Promise<FoundBinary | undefined> {
  const place = notice("place_path");
  const folders = (search.env["PATH"] ?? "").split(delimiter).filter((each) => isAbsolute(each));
  const passedOver: Notice[] = [];
  for (const path of folders.map((folder) => join(folder, TEMPORAL_FILE))) {
    if (!(await isExecutable(path))) continue;
    let why;
    try {
      const version = await readBinaryVersion(path);
      why = serverProblem(version.server);
      if (why === undefined) return { path, source: "path", version };
    } catch (error) {
      why = whyOf(error);
    }
    passedOver.push(notice("binary_passed_over", { path, why }));
    search.onNotice(passedOver.at(-1)!);
  }
  for (const why of passedOver) miss(search, place, why);
  return passedOver.length > 0 ? undefined : miss(search, place, notice("not_there"));
}

async function fromCache(search: Search): Promise<FoundBinary | undefined> {
  const { cached: path, onNotice } = search;
  const place = notice("place_cache");
  if (!(await isExecutable(path))) return miss(search, place, notice("no_file_there", { path }));
  try {
    return { path, source: "cache", version: await readBinaryVersion(path) };
  } catch (error) {
    const why = notice("binary_replaced", { why: whyOf(error) });
    onNotice(why);
    return miss(search, place, why);
  }
}

async function acquire(search: Search): Promise<FoundBinary> {
  const { cached: target, version, onNotice, signal, misses } = search;
  // Whoever held the lock before may have put it there.
  const waited = await fromCache({ ...search, misses: [], onNotice: () => undefined });
  if (waited !== undefined) return waited;
  for (const source of ["download", "build"] as const) {
    const place = notice(`place_${source}`);
    onNotice(notice("trying_place", { place }));
    try {
      await search[source]({ version, target, onNotice, signal });
      return { path: target, source, version: await readBinaryVersion(target) };
    } catch (error) {
      signal?.throwIfAborted();
      miss(search, place, whyOf(error));
      onNotice(notice("place_gave_nothing", { place, why: whyOf(error) }));
    }
  }
  throw new NoticeError(notice("no_binary", { tried: misses }));
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const run = promisify(execFile);

/** What `temporal --version` says: "temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)". */
interface BinaryVersion {
  /** The CLI's own release; "0.0.0-DEV" when built from source. */
  readonly cli: string;
  /** The server inside it. */
  readonly server: string;
}

/**
 * Runs the binary with `--version`.
 * @throws NoticeError saying that it does not run, or is not the Temporal CLI.
 */
async function readBinaryVersion(path: string): Promise<BinaryVersion> {
  const { stdout } = await run(path, ["--version"], { timeout: 20_000 }).catch((cause: Error) => {
    const why = cause.message.split("\n", 1)[0]!;
    throw new NoticeError(notice("binary_not_run", { path, why }), { cause });
  });
  const [, cli, server] = /^temporal version (\S+) \(Server ([^,\s)]+)/m.exec(stdout) ?? [];
  if (cli !== undefined && server !== undefined) return { cli, server };
  const output = JSON.stringify(stdout.slice(0, 80));
  throw new NoticeError(notice("binary_other_program", { path, output }));
}

/**
 * Why a server release is not to be used, or undefined when it is fine. 1.29.0–1.29.4 and
 * 1.30.0–1.30.2 carry CVE-2026-5199; anything older than 1.30.3 is not accepted either.
 */
export function serverProblem(server: string): Notice | undefined {
  const numbers = /^v?(\d+)\.(\d+)\.(\d+)/.exec(server)?.slice(1).map(Number);
  if (numbers === undefined) return notice("server_no_number", { server: JSON.stringify(server) });
  const [major = 0, minor = 0, patch = 0] = numbers;
  if (major > 1 || minor > 30 || (minor === 30 && patch >= 3)) return undefined;
  const isVulnerable = major === 1 && ((minor === 29 && patch <= 4) || minor === 30);
  return notice(isVulnerable ? "server_vulnerable" : "server_old", { server, oldest: "1.30.3" });
}
