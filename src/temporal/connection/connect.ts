import { Client, Connection, type ClientPlugin } from "@temporalio/client";
import { loadClientConfigProfile, toClientOptions } from "@temporalio/envconfig";
import { fixOf, notice, NoticeError, whyOf, type Notice } from "../../contract/service/notices.ts";
import { EMBEDDED_ADDRESS } from "./embedded-address.ts";
import { hasGrpcStatus } from "./grpc-status.ts";
import { lookAtServer } from "./look-at-server.ts";
import type { ArtifactStore } from "./payloads/artifact-store.ts";
import { createDataConverter } from "./payloads/data-converter.ts";
import type { EncryptionKeys } from "./payloads/encryption-keys.ts";
import { createRetryInterceptors } from "./retry-calls.ts";
import { readTlsFiles, unreadable } from "./tls-files.ts";

/** Where Temporal is; what is absent comes from TEMPORAL_* variables and Temporal's profile file. */
export interface TemporalPlace {
  readonly address?: string;
  readonly namespace?: string;
}

/**
 * The standard connection options: environment and profile, with `place` on top. At the address of
 * the embedded server, `place` alone.
 * @throws NoticeError when they cannot be read.
 */
export function connectionOptions(place: TemporalPlace) {
  const { address } = place;
  const { connectionOptions: options, namespace } = isEmbedded(place)
    ? { connectionOptions: {}, namespace: undefined }
    : readSettings();
  return {
    connection: { ...options, ...(address !== undefined && { address }) },
    namespace: place.namespace ?? namespace ?? "default",
  };
}

/** Whether the server was started here, for this process and those beside it. */
export function isEmbedded({ address }: TemporalPlace): boolean {
  return address !== undefined && process.env[EMBEDDED_ADDRESS] === address;
}

/** The command that shows what a shell says about Temporal. */
const SHOW_SETTINGS = "env | grep ^TEMPORAL_";

function readSettings() {
  try {
    const set = Object.entries(process.env).filter(
      ([name, value]) => value !== "" || !isTemporals(name),
    );
    const environment = Object.fromEntries(set) as Record<string, string>;
    assertSwitch(environment["TEMPORAL_TLS"]);
    const profile = loadClientConfigProfile({ overrideEnvVars: environment });
    const { clientCert, clientKey } = profile.tls ?? {};
    if ((clientCert === undefined) !== (clientKey === undefined)) {
      throw new NoticeError(notice("half_a_certificate"));
    }
    if (/^(?:1|true)$/i.test(process.env["TEMPORAL_TLS_DISABLE_HOST_VERIFICATION"] ?? "")) {
      throw new NoticeError(notice("no_unchecked_hosts"));
    }
    const { tls, ...rest } = profile;
    return toClientOptions({ ...rest, ...(tls !== undefined && { tls: readTlsFiles(tls) }) });
  } catch (error) {
    const said = notice("temporal_settings_wrong", { why: whyUnset(error) });
    throw new NoticeError(said, { cause: error, fix: fixOf(error) ?? SHOW_SETTINGS });
  }
}

/** Temporal's reader says of its file that it cannot be read, and not which file that is. */
function whyUnset(error: unknown): Notice | string {
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return whyOf(error);
  return unreadable(path ?? process.env["TEMPORAL_CONFIG_FILE"] ?? "temporal.toml", error);
}

/** A variable of Temporal's that is set to nothing would count as a namespace, or an address, of no name. */
const isTemporals = (name: string): boolean => name.startsWith("TEMPORAL_");

/** @throws NoticeError for what Temporal's reader would take as a no without a word, such as True. */
function assertSwitch(value: string | undefined): void {
  if (value === undefined || /^(?:true|1|false|0)$/.test(value)) return;
  throw new NoticeError(notice("tls_neither_on_nor_off", { value }));
}

export type ConnectionSettings = ReturnType<typeof connectionOptions>["connection"];

/** Where Temporal's clients look when no address is given. */
const DEFAULT_ADDRESS = "127.0.0.1:7233";

export const addressOf = ({ address }: ConnectionSettings): string => address ?? DEFAULT_ADDRESS;

/**
 * Connects to a Temporal by what `connect` does. What settings and server do not agree on is told at
 * once; a server that is not there yet has `connect`'s own time to come.
 * @throws NoticeError saying why it cannot be used, and what mends it.
 */
export async function reach<Connected>(
  settings: ConnectionSettings,
  connect: () => Promise<Connected>,
): Promise<Connected> {
  const address = addressOf(settings);
  const unusable = (why: Notice | string, fix?: string, cause?: unknown) =>
    new NoticeError(notice("temporal_unusable", { address, why }), {
      cause,
      ...(fix !== undefined && { fix }),
    });
  const fault = await lookAtServer({ address, tls: settings.tls });
  if (fault?.stays === true) throw unusable(fault.why, fault.fix);
  try {
    return await connect();
  } catch (error) {
    const refused =
      hasGrpcStatus(error, "UNAUTHENTICATED") || hasGrpcStatus(error, "PERMISSION_DENIED");
    if (refused || KEY_REFUSED.test((error as Error).message)) {
      const why = notice(settings.apiKey === undefined ? "wants_key" : "key_not_taken");
      throw unusable(why, "export TEMPORAL_API_KEY=<key>", error);
    }
    if (fault === undefined) throw unusable((error as Error).message, undefined, error);
    if (fault.isThere === true) throw unusable(fault.why, fault.fix, error);
    const said = notice("no_temporal", { address, why: fault.why });
    throw new NoticeError(said, {
      cause: error,
      ...(fault.fix !== undefined && { fix: fault.fix }),
    });
  }
}

/** As the native connection's text tells of it. */
const KEY_REFUSED = /Unauthenticated|PermissionDenied|not have permission|not have valid auth/;

/**
 * A Temporal that comes back is found within a second; gRPC's own pauses grow to two minutes. A
 * connection that went dead without a word is given up after 17 s, not 45. Temporal's server refuses
 * clients that ask more often than every 10 s whether it is there. It tells hundreds of events in one
 * message, which is more than the 4 MiB that gRPC takes by itself where commands are large.
 */
export const CHANNEL = {
  "grpc.initial_reconnect_backoff_ms": 200,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.keepalive_time_ms": 12_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.max_receive_message_length": 128 * 1024 * 1024,
};

/**
 * A client for plans.
 * @param keys with which payloads are encrypted.
 * @param plugins what is added to it, such as tracing.
 * @throws NoticeError when Temporal cannot be used.
 */
export async function connectClient(
  place: TemporalPlace,
  artifacts: ArtifactStore,
  { keys, plugins = [] }: { keys?: EncryptionKeys; plugins?: ClientPlugin[] } = {},
): Promise<Client> {
  const { connection: options, namespace } = connectionOptions(place);
  const connection = await reach(options, () =>
    Connection.connect({
      ...options,
      channelArgs: CHANNEL,
      interceptors: createRetryInterceptors(),
    }),
  );
  const dataConverter = createDataConverter(artifacts, keys);
  return new Client({ connection, namespace, dataConverter, plugins });
}
