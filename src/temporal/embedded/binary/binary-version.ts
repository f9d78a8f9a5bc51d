import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { notice, NoticeError, type Notice } from "../../../contract/service/notices.ts";

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
 * @throws NoticeError saying that it does not run, or is not the Temporal CLI.
 */
export async function readBinaryVersion(path: string): Promise<BinaryVersion> {
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
