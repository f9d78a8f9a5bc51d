import type { Connection } from "@temporalio/client";
import { whichUnapprovable } from "../api/auth/who-decides.ts";
import type { FoundCheck } from "../contract/service/checks.ts";
import { notice } from "../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { checkModels } from "../llm/check-models.ts";
import type { TemporalPlace } from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { runDoctor, type SearchedPlace } from "../temporal/doctor.ts";
import { named, type Finding } from "../temporal/waiting-plans.ts";
import { checkArtifacts } from "./artifacts.ts";
import { findSchedules, gatewaysAt } from "./check-schedules.ts";
import type { LoadedConfig } from "./config.ts";
import { lookAtSecretKeys, lookAtSeeds, openKeys } from "./keys.ts";
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

/**
 * Which open plans wait for an approval that nobody here could give with the keys that there are; where there are
 * no keys, everybody could.
 */
export async function findUnapproved(
  config: LoadedConfig,
  connection: Connection,
  place: SearchedPlace,
): Promise<Finding[]> {
  const keys = openKeys(config);
  if (!(await keys.inUse())) return [];
  const { lists } = await gatewaysAt(config, connection, place);
  const { plans } = await lists.activePlans(null);
  const open = plans.flatMap(({ holds }) => holds);
  const found = await whichUnapprovable({ keys, now: place.now }, open);
  const [first] = found;
  if (first === undefined) return [];
  const said = notice("plans_unapproved", { ids: named(found.map(({ plan_id }) => plan_id)) });
  return [{ said, fix: `holdpoint show ${first.id}` }];
}
