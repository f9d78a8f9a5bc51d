import { Client, Connection, type ClientPlugin } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import type { ArtifactStore } from "./payloads/artifact-store.ts";
import { createDataConverter } from "./payloads/data-converter.ts";
import { EMBEDDED_ADDRESS } from "./embedded-address.ts";
import type { EncryptionKeys } from "./payloads/encryption-keys.ts";
import { createRetryInterceptors } from "./retry-calls.ts";

/** Where Temporal is; what is absent comes from TEMPORAL_* variables and Temporal's profile file. */
export interface TemporalPlace {
  readonly address?: string;
  readonly namespace?: string;
}

/**
 * The standard connection options: environment and profile, with `place` on top. At the address of
 * the embedded server, `place` alone.
 */
export function connectionOptions(place: TemporalPlace) {
  const { address } = place;
  const isEmbedded = address !== undefined && process.env[EMBEDDED_ADDRESS] === address;
  const { connectionOptions: options, namespace } = isEmbedded
    ? { connectionOptions: {}, namespace: undefined }
    : loadClientConnectConfig();
  return {
    connection: { ...options, ...(address !== undefined && { address }) },
    namespace: place.namespace ?? namespace ?? "default",
  };
}

/** A Temporal that comes back is found within a second; gRPC's own pauses grow to two minutes. */
const RECONNECT = {
  "grpc.initial_reconnect_backoff_ms": 200,
  "grpc.max_reconnect_backoff_ms": 1_000,
};

/**
 * A client for plans.
 * @param keys with which payloads are encrypted.
 * @param plugins what is added to it, such as tracing.
 * @throws Error when Temporal does not answer.
 */
export async function connectClient(
  place: TemporalPlace,
  artifacts: ArtifactStore,
  { keys, plugins = [] }: { keys?: EncryptionKeys; plugins?: ClientPlugin[] } = {},
): Promise<Client> {
  const { connection: options, namespace } = connectionOptions(place);
  const connection = await Connection.connect({
    ...options,
    channelArgs: RECONNECT,
    interceptors: createRetryInterceptors(),
  });
  const dataConverter = createDataConverter(artifacts, keys);
  return new Client({ connection, namespace, dataConverter, plugins });
}
