import type { TestProject } from "vitest/node";
import { inEnglish } from "../../src/contract/notices.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { findTemporalBinary } from "../../src/temporal/embedded/binary/find-binary.ts";
import { loadWorkflowBundle } from "../../src/runtime/workflow-bundle.ts";
import { replayWhatRan } from "./replay-what-ran.ts";
import { startTestServer } from "./dev-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** host:port of the dev server that all test files of a run share; each uses its own queue. */
    temporalAddress: string;
    temporalNamespace: string;
  }
}

/** Starts the dev server of this run and bundles the workflows; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A line only where a person would wonder what takes so long: getting the binary.
  const binary = await findTemporalBinary({
    version: readDevConfig().temporal_cli,
    onNotice: (said) => process.stderr.write(`${inEnglish(said)}\n`),
  });
  // Kept by its content: every worker of the run, and of `holdpoint start`, finds this one.
  const [server] = await Promise.all([
    startTestServer({ binary: binary.path }),
    loadWorkflowBundle(),
  ]);
  project.provide("temporalAddress", server.address);
  project.provide("temporalNamespace", server.namespace);
  return async () => {
    if (process.env["REPLAY_ALL"]) {
      const t0 = Date.now();
      const { replayed, broken } = await replayWhatRan(server.address, server.namespace);
      console.log("REPLAYED", replayed, "in", Date.now() - t0);
      for (const [id, why] of broken) console.log("BROKEN", id, why.slice(-300));
    }
    await server.remove();
  };
}
