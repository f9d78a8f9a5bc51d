import type { FoundCheck } from "../contract/service/checks.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { checkModels } from "../llm/check-models.ts";
import type { TemporalPlace } from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { runDoctor } from "../temporal/doctor.ts";
import { checkArtifacts } from "./artifacts.ts";
import { findUnapproved } from "./check-approvals.ts";
import { findSchedules } from "./check-schedules.ts";
import type { LoadedConfig } from "./config.ts";
import { lookAtSecretKeys, lookAtSeeds } from "./keys.ts";
import { serverElsewhere } from "./temporal-time.ts";

/**
 * Checks the machine and the running parts for this configuration: the folder's own Temporal, or the
 * one at `place` or that TEMPORAL_ADDRESS or Temporal's profile file names, the bucket and the models. Changes nothing.
 */
export async function checkSetup(
  config: LoadedConfig,
  place: TemporalPlace = {},
): Promise<FoundCheck[]> {
  const { models, agents, file } = config;
  const [parts, artifacts, asked] = await Promise.all([
    checkParts(config, place),
    checkArtifacts(config),
    checkModels({ models, agents, file, env: process.env }),
  ]);
  return [...parts, ...artifacts, ...asked];
}

function checkParts(config: LoadedConfig, place: TemporalPlace): Promise<FoundCheck[]> {
  const devConfig = readDevConfig();
  const server = serverElsewhere(place);
  return runDoctor({
    config: { ...devConfig, ports: config.temporalPorts ?? devConfig.ports },
    dataDir: config.dataDir,
    encryptionKeys: config.encryptionKeys,
    lookAtProofKeys: (known) => lookAtSeeds(config, known),
    lookAtSecretKeys: (known) => lookAtSecretKeys(config, known),
    taskQueue: TEMPORAL_NAMES.task_queue,
    findSchedules: (connection, place) => findSchedules(config, connection, place),
    findUnapproved: (connection, place) => findUnapproved(config, connection, place),
    ...(server !== undefined && { server }),
  });
}
