import { writeFile } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { inEnglish } from "../../src/contract/service/notices.ts";
import { setUpTemporal } from "../../src/runtime/set-up-temporal.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { findTemporalBinary } from "../../src/temporal/embedded/binary/find-binary.ts";
import { forgetfulConfig, startTestServer, type TestServer } from "./dev-server.ts";
import { replayWhatRan } from "./replay-what-ran.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** host:port of the dev server that all test files of a run share; each uses its own queue. */
    temporalAddress: string;
    temporalNamespace: string;
  }
}

type SharedServer = Pick<TestServer, "address" | "namespace" | "remove">;

/** Starts the dev server of this run and bundles the workflows; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Kept by its content: every worker of the run, and of `holdpoint start`, finds this one.
  const [server] = await Promise.all([findServer(), loadWorkflowBundle()]);
  project.provide("temporalAddress", server.address);
  project.provide("temporalNamespace", server.namespace);
  return async () => {
    // Of a few files it is not worth the seconds.
    const { REPLAYS_FILE } = process.env;
    if (REPLAYS_FILE !== undefined) await tellReplays(server, REPLAYS_FILE);
    await server.remove();
  };
}

/** A dev server, or the Temporal that somebody runs at `TESTED_TEMPORAL` (`npm run test:cluster`). */
async function findServer(): Promise<SharedServer> {
  const { TESTED_TEMPORAL: address } = process.env;
  if (address !== undefined) {
    const namespace = "default";
    await setUpTemporal({ address, namespace });
    return { address, namespace, remove: () => Promise.resolve() };
  }
  // A line only where a person would wonder what takes so long: getting the binary.
  const binary = await findTemporalBinary({
    version: readDevConfig().temporal_cli,
    onNotice: (said) => process.stderr.write(`${inEnglish(said)}\n`),
  });
  return startTestServer({ binary: binary.path, config: forgetfulConfig() });
}

/** Writes down which workflows could not go on with a worker that does not have them in memory. */
async function tellReplays({ address, namespace }: SharedServer, file: string): Promise<void> {
  const { replayed, broken } = await replayWhatRan(address, namespace);
  process.stderr.write(`${replayed} workflows replayed, ${broken.size} of them otherwise.\n`);
  await writeFile(file, JSON.stringify([...broken]));
}
