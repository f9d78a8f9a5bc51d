import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { OwnProcessWorker } from "../../support/own-process-worker.ts";

const SCRIPT = fileURLToPath(new URL("dying-worker.ts", import.meta.url));

/** Starts a worker in a process of its own, and answers once it is ready; it is gone with the test. */
export async function startDyingWorker(given: OwnProcessWorker): Promise<ChildProcess> {
  const child = fork(SCRIPT, [JSON.stringify(given)], { execArgv: ["--import", "tsx"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = (await once(child, "message")) as [unknown];
  expect(said).toBe("ready");
  return child;
}
