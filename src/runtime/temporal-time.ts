import { Connection } from "@temporalio/client";
import {
  connectionOptions,
  isEmbedded,
  reach,
  type TemporalPlace,
} from "../temporal/connection/connect.ts";
import { ownTime, startTemporalClock } from "../temporal/connection/temporal-clock.ts";

/** A Temporal of the user's own, and how it is reached. */
export interface ServerElsewhere {
  readonly address: string;
  readonly namespace: string;
  readonly connect: () => Promise<Connection>;
}

/** The Temporal at this place, or that the environment names; undefined when that is the folder's own. */
export function serverElsewhere(place: TemporalPlace): ServerElsewhere | undefined {
  if (isEmbedded(place)) return undefined;
  try {
    const { connection, namespace } = connectionOptions(place);
    if (connection.address === undefined) return undefined;
    const connect = (): Promise<Connection> =>
      reach(connection, () => Connection.connect({ ...connection, connectTimeout: "3s" }));
    return { address: connection.address, namespace, connect };
  } catch (error) {
    const address = process.env["TEMPORAL_ADDRESS"] ?? "TEMPORAL_ADDRESS";
    return { address, namespace: "", connect: () => Promise.reject(error) };
  }
}

/**
 * What time it is by Temporal, ISO 8601. The folder's own runs on this machine, by its clock; by that clock, too, where
 * another one is not reached.
 */
export async function temporalTime(): Promise<string> {
  const server = serverElsewhere({});
  const connection = await server?.connect().catch(() => undefined);
  if (server === undefined || connection === undefined) return ownTime();
  try {
    const clock = await startTemporalClock(connection, server.namespace);
    clock.close();
    return clock.now();
  } finally {
    await connection.close();
  }
}
