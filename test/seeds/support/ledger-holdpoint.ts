import { join } from "node:path";
import { onTestFinished } from "vitest";
import { connectClient } from "../../../src/temporal/connection/connect.ts";
import { createArtifactStore } from "../../../src/temporal/connection/payloads/artifact-store.ts";
import { readState } from "../../../src/temporal/embedded/dev-server-state.ts";
import type { LedgerProject } from "../../chaos/ledger.ts";
import { runCli, type Cli } from "../../cli/support/run-cli.ts";
import { createPlanWatch } from "../../support/api-watch.ts";
import { createPerson, type Person } from "./person.ts";

/** `holdpoint start` as a user has it: processes that can be killed, and a person at their API. */
export interface LedgerHoldpoint {
  readonly cli: Cli;
  readonly workerPid: number;
  readonly person: Person;
  /** Where its API is. */
  readonly url: string;
}

/** Starts everything in the project's folder; what another start left there is found again. */
export async function startHoldpointIn(project: LedgerProject): Promise<LedgerHoldpoint> {
  const cli = runCli(["start"], { cwd: project.folder });
  const [, workerPid] = await cli.sees(/A worker is polling \(pid (\d+)\)/);
  const [, apiUrl = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  const dataDir = join(project.folder, ".holdpoint");
  const server = await readState(dataDir);
  if (server === undefined) throw new Error("No server has left its state.");
  const artifacts = createArtifactStore(join(dataDir, "artifacts"));
  const client = await connectClient({ address: `127.0.0.1:${server.port}` }, artifacts);
  onTestFinished(() => client.connection.close());
  const person = createPerson(apiUrl, createPlanWatch(client));
  return { cli, workerPid: Number(workerPid), person, url: apiUrl };
}

/**
 * Waits until a worker has the plan and takes commands again: whoever sends one before is told to repeat it.
 * A plan that is not paused refuses this one, and nothing changes.
 */
export async function untilTaken({ url }: LedgerHoldpoint, planId: string): Promise<void> {
  const resume = () => fetch(`${url}/v1/plans/${planId}/resume`, { method: "POST" });
  while ((await resume()).status === 503);
}

/** The whole machine stops at once: nobody gets to say goodbye. */
export async function crash({ cli }: LedgerHoldpoint): Promise<void> {
  await cli.family.kill();
  await cli.ended;
}
