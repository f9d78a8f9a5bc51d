import type { TestProject } from "vitest/node";
import { readDevConfig } from "../../src/temporal/dev-config.ts";
import { findTemporalBinary } from "../../src/temporal/find-binary.ts";
import { startTestServer } from "./dev-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** host:port of the dev server that all test files of a run share; each uses its own queue. */
    temporalAddress: string;
    temporalNamespace: string;
  }
}

/** Starts the dev server of this run; the returned function stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A line only where a person would wonder what takes so long: getting the binary.
  const binary = await findTemporalBinary({
    version: readDevConfig().temporal_cli,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  const server = await startTestServer({ binary: binary.path });
  project.provide("temporalAddress", server.address);
  project.provide("temporalNamespace", server.namespace);
  return () => server.remove();
}
