import { expect } from "vitest";
import { createClient, type Client } from "../../../src/client/client.ts";
import { runCli, type Cli } from "../../cli/support/run-cli.ts";

/** A folder's `holdpoint start`, as its user runs it. */
export interface RunningProject {
  readonly cli: Cli;
  readonly client: Client;
  readonly url: string;
  /** Of the worker that runs now: a killed one is followed by another. */
  readonly workerPid: () => number;
}

/** Starts it; the next start of the folder has the same address. */
export async function startProject(cwd: string): Promise<RunningProject> {
  const cli = runCli(["start"], { cwd });
  const [, url = ""] = await cli.sees(/The API is at (http:\S+)\.\n/);
  const workerPid = (): number =>
    Number([...cli.text().matchAll(/worker is \w+ \(pid (\d+)\)/g)].at(-1)?.[1]);
  return { cli, client: createClient(url), url, workerPid };
}

/** Stops it as a user does. */
export async function stopProject({ cli }: RunningProject): Promise<void> {
  cli.kill("SIGINT");
  expect(await cli.ended).toBe(0);
}
