import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOOPBACK } from "../../../src/temporal/machine/free-port.ts";
import { run } from "../../support/run-program.ts";
import { choosePort } from "./ports.ts";
import { runProcess, startProcess, untilReady, type Process } from "./process.ts";

const DEBIANS = "/usr/lib/postgresql";
const PACKAGE = "postgresql";

export interface Postgres {
  readonly version: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** `fast` ends what is under way, as its service does; `crash` leaves it to recovery. Everything written stays. */
  halt(how: "fast" | "crash"): Promise<void>;
  readonly start: () => Promise<void>;
  /** Drops databases. */
  drop(...databases: string[]): void;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/**
 * Where the programs of PostgreSQL are. Root on Debian gets them by apt where they are missing.
 * @throws Error with what to install.
 */
export async function findPostgres(): Promise<string> {
  const there = newest();
  if (there !== undefined) return there;
  const install = ["install", "--yes", "--no-install-recommends", PACKAGE];
  if (isRoot() && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Debian's postgresql (once) …");
    await run("apt-get", ["update", "--quiet"]);
    await run("apt-get", install);
  }
  const installed = newest();
  if (installed !== undefined) return installed;
  throw new Error(
    `There is no PostgreSQL in ${DEBIANS}: install Debian's package ${PACKAGE} (sudo apt-get ${install.join(" ")}), or say in POSTGRES_BIN where initdb and postgres are.`,
  );
}

function newest(): string | undefined {
  const { POSTGRES_BIN } = process.env;
  if (POSTGRES_BIN !== undefined) return POSTGRES_BIN;
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIANS, version, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres")));
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** As whom it runs: it refuses to be root. @throws Error when there is nobody else. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (!isRoot()) return {};
  try {
    const id = (flag: string): number =>
      Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch (cause) {
    throw new Error("PostgreSQL does not run as root, and there is no user postgres here.", {
      cause,
    });
  }
}

/** A PostgreSQL of its own, empty, in a temporary folder on a free port of loopback. */
export async function startPostgres(
  bin: string,
  { user, password, logs }: { user: string; password: string; logs: string },
): Promise<Postgres> {
  const as = owner();
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-postgres-"));
  const [data, sockets, secret] = ["data", "sockets", "password"].map((name) => join(folder, name));
  mkdirSync(sockets!);
  writeFileSync(secret!, password, { mode: 0o600 });
  if ("uid" in as) for (const path of [folder, sockets!, secret!]) chownSync(path, as.uid, as.gid);
  const options = { ...as, cwd: folder, logs };
  const port = await choosePort();
  let running: Process | undefined;
  const start = async (): Promise<void> => {
    const args = ["-D", data!, "-p", String(port), "-k", sockets!, "-h", LOOPBACK];
    running = await startProcess(join(bin, "postgres"), args, { ...options, name: "postgres" });
    const isReady = ["-q", "-h", LOOPBACK, "-p", String(port), "-U", user];
    await untilReady(running, () => succeeds(join(bin, "pg_isready"), isReady));
  };
  const remove = async (): Promise<void> => {
    await running?.end("SIGINT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await runProcess(
      join(bin, "initdb"),
      ["-D", data!, "-U", user, "-A", "scram-sha-256", "--pwfile", secret!, "-E", "UTF8"],
      { ...options, name: "initdb" },
    );
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const told = execFileSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  return {
    version: /\d+(\.\d+)*/.exec(told)?.[0] ?? told.trim(),
    port,
    user,
    password,
    async halt(how) {
      await running?.end(how === "fast" ? "SIGINT" : "SIGQUIT");
    },
    drop(...databases) {
      const place = ["-h", LOOPBACK, "-p", String(port), "-U", user, "-d", "postgres"];
      const commands = databases.flatMap((name) => ["-c", `DROP DATABASE ${name} WITH (FORCE)`]);
      const env = { ...process.env, PGPASSWORD: password };
      execFileSync(join(bin, "psql"), ["-q", ...place, ...commands], { env });
    },
    start,
    remove,
  };
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
