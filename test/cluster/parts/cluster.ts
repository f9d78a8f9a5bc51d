import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCompose, type Compose } from "./compose.ts";
import { startHoldpoint, type Holdpoint } from "./holdpoint.ts";
import { findPostgres, startPostgres, type Postgres } from "./postgres.ts";
import { endAllProcesses } from "./process.ts";
import { findServerPrograms, startTemporalServer, type TemporalServer } from "./temporal-server.ts";

/** What `deploy/compose.yaml` describes, but its proxy, as processes of this machine. */
export interface Cluster {
  readonly compose: Compose;
  readonly postgres: Postgres;
  readonly temporal: TemporalServer;
  readonly holdpoint: Holdpoint;
  /** What every process wrote. */
  readonly logs: string;
  /** Stops everything that was started; `keep` leaves the logs. */
  stop(keep: boolean): Promise<void>;
}

/** Starts PostgreSQL, Temporal on it, and Holdpoint's services. @throws Error with what did not come up. */
export async function startCluster(): Promise<Cluster> {
  const compose = readCompose();
  const bin = await findPostgres();
  const programs = await findServerPrograms(compose);
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-cluster-"));
  const [logs, app] = [join(folder, "logs"), join(folder, "app")];
  for (const each of [logs, app]) mkdirSync(each);
  // The last that was started is the first to stop.
  const started: (() => Promise<void>)[] = [];
  const end = async (keep: boolean): Promise<void> => {
    for (const each of started.toReversed()) {
      await each().catch((error: unknown) => console.error(String(error)));
    }
    if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  let stopping: Promise<void> | undefined;
  const stop = (keep: boolean): Promise<void> => (stopping ??= end(keep));
  let isInterrupted = false;
  const interrupted = (): void => {
    isInterrupted = true;
    void endAllProcesses()
      .then(() => stop(false))
      .finally(() => process.exit(130));
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const user = compose.temporal["POSTGRES_USER"] ?? "temporal";
    const password = randomBytes(12).toString("hex");
    const postgres = await startPostgres(bin, { user, password, logs });
    started.push(() => postgres.remove());
    console.log(`PostgreSQL ${postgres.version} is at 127.0.0.1:${postgres.port}.`);
    const temporal = await startTemporalServer(programs, postgres, compose, logs);
    started.push(() => temporal.stop());
    console.log(`Temporal ${programs.version} is at ${temporal.address}.`);
    const holdpoint = await startHoldpoint({
      compose,
      address: temporal.address,
      folder: app,
      logs,
    });
    started.push(() => holdpoint.stop());
    const { workers, apis } = holdpoint;
    console.log([...workers, ...apis].map(({ name, url }) => `${name}: ${url}`).join(", "));
    return { compose, postgres, temporal, holdpoint, logs, stop };
  } catch (error) {
    // Who interrupted it waits for no reason.
    if (isInterrupted) return new Promise(() => undefined);
    await endAllProcesses();
    await stop(true);
    throw new Error(`The cluster did not come up; what its parts wrote is in ${logs}.`, {
      cause: error,
    });
  }
}
