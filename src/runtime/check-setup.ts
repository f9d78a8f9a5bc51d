import { TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import { readDevConfig } from "../temporal/dev-config.ts";
import { runDoctor, type DoctorCheck } from "../temporal/doctor.ts";
import type { LoadedConfig } from "./config.ts";

/** Checks the machine and the running parts for this configuration. Changes nothing. */
export function checkSetup(config: LoadedConfig): Promise<DoctorCheck[]> {
  const devConfig = readDevConfig();
  return runDoctor({
    config: { ...devConfig, ports: config.temporalPorts ?? devConfig.ports },
    dataDir: config.dataDir,
    taskQueue: TEMPORAL_NAMES.task_queue,
  });
}
