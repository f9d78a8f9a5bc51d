import { Client, Connection } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import type { ArtifactStore } from "./artifact-store.ts";
import { createDataConverter } from "./data-converter.ts";

/** Where Temporal is; what is absent comes from TEMPORAL_* variables and Temporal's profile file. */
export interface TemporalPlace {
  readonly address?: string;
  readonly namespace?: string;
}

/** The standard connection options: environment and profile, with `place` on top. */
export function connectionOptions(place: TemporalPlace) {
  const { connectionOptions: options, namespace } = loadClientConnectConfig();
  return {
    connection: { ...options, ...(place.address !== undefined && { address: place.address }) },
    namespace: place.namespace ?? namespace ?? "default",
  };
}

/** A client for plans. @throws Error when Temporal does not answer. */
export async function connectClient(
  place: TemporalPlace,
  artifacts: ArtifactStore,
): Promise<Client> {
  const { connection: options, namespace } = connectionOptions(place);
  const connection = await Connection.connect(options);
  return new Client({ connection, namespace, dataConverter: createDataConverter(artifacts) });
}
