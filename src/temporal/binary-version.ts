import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What `temporal --version` says: "temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)". */
export interface BinaryVersion {
  /** The CLI's own release; "0.0.0-DEV" when built from source. */
  readonly cli: string;
  /** The server inside it. */
  readonly server: string;
}

/**
 * Runs the binary with `--version`.
 * @throws Error saying that it does not run, or is not the Temporal CLI.
 */
export async function readBinaryVersion(path: string): Promise<BinaryVersion> {
  let output: string;
  try {
    output = (await run(path, ["--version"], { timeout: 20_000 })).stdout;
  } catch (error) {
    throw new Error(`${path} does not run: ${firstLine(error)}`, { cause: error });
  }
  const [, cli, server] = /^temporal version (\S+) \(Server ([^,\s)]+)/m.exec(output) ?? [];
  if (cli === undefined || server === undefined) {
    throw new Error(
      `${path} is not the Temporal CLI: "--version" answered ${JSON.stringify(output.slice(0, 80))}.`,
    );
  }
  return { cli, server };
}

const OLDEST_SERVER = "1.30.3";

/**
 * Why a server release is not to be used, or undefined when it is fine. 1.29.0–1.29.4 and
 * 1.30.0–1.30.2 carry CVE-2026-5199; anything older than 1.30.3 is not accepted either.
 */
export function serverProblem(server: string): string | undefined {
  const parts = toNumbers(server);
  if (parts === undefined) return `its server release ${JSON.stringify(server)} is not a number`;
  if (compare(parts, [1, 30, 3]) >= 0) return undefined;
  const [major, minor, patch] = parts;
  const vulnerable = major === 1 && ((minor === 29 && patch <= 4) || minor === 30);
  return vulnerable
    ? `its server ${server} has a published vulnerability (CVE-2026-5199), mended in ${OLDEST_SERVER}`
    : `its server ${server} is older than ${OLDEST_SERVER}, the oldest that Holdpoint accepts`;
}

type Numbers = readonly [number, number, number];

function toNumbers(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function compare(left: Numbers, right: Numbers): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? text;
}
