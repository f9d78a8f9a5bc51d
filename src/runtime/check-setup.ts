import { Connection } from "@temporalio/client";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { connectionOptions } from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { runDoctor, type DoctorCheck } from "../temporal/doctor.ts";
import type { LoadedConfig } from "./config.ts";

/**
 * Checks the machine and the running parts for this configuration: the folder's own Temporal, or the
 * one that TEMPORAL_ADDRESS or Temporal's profile file names. Changes nothing.
 */
export function checkSetup(config: LoadedConfig): Promise<DoctorCheck[]> {
  const devConfig = readDevConfig();
  const { connection, namespace } = connectionOptions({});
  const { address } = connection;
  const connect = (): Promise<Connection> =>
    Connection.connect({ ...connection, connectTimeout: "3s" });
  return runDoctor({
    config: { ...devConfig, ports: config.temporalPorts ?? devConfig.ports },
    dataDir: config.dataDir,
    encryptionKeys: config.encryptionKeys,
    taskQueue: TEMPORAL_NAMES.task_queue,
    ...(address !== undefined && { server: { address, namespace, connect } }),
  });
}
