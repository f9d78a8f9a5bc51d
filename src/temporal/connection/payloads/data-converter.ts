import { fileURLToPath } from "node:url";
import {
  ExternalStorage,
  StorageDriverClaim,
  type DataConverter,
  type Payload,
  type StorageDriver,
} from "@temporalio/common";
// CommonJS whose names Node cannot see: only the default import has them.
import proto from "@temporalio/proto";
import {
  MISSING_PAYLOAD,
  OFFLOAD_BYTES,
  PASSING_PAYLOAD,
} from "../../../contract/tables/temporal-names.ts";
import { MissingArtifactError, type ArtifactStore } from "./artifact-store.ts";
import { createEncryptionCodec } from "./encryption-codec.ts";
import { NO_KEYS, type EncryptionKeys } from "./encryption-keys.ts";

/** Payloads above OFFLOAD_BYTES go to the artifact store, and answers to queries above this: nobody would ever delete them. Temporal refuses 2 MB. */
const OFFLOAD_ANSWER_BYTES = 1_500_000;

const PayloadMessage = proto.temporal.api.common.v1.Payload;

/**
 * In place of what is not there. An error would fail the workflow task again and again, and anyone
 * can send a signal that refers to nothing: the workflow refuses it instead.
 */
const MISSING: Payload = { metadata: { encoding: Buffer.from(MISSING_PAYLOAD) } };

const ENCODE_FAILURES = fileURLToPath(new URL("encode-failures.cjs", import.meta.url));

/** What another program keeps in a store of its own can never be read here. */
const ELSEWHERE: StorageDriver = {
  name: "elsewhere",
  type: "holdpoint.elsewhere",
  store: () => Promise.reject(new Error("Nothing is kept elsewhere.")),
  retrieve: (_context, claims) => Promise.resolve(claims.map(() => MISSING)),
};

class Storage extends ExternalStorage {
  override getDriver(name: string): StorageDriver {
    return super.getDriver(name) ?? ELSEWHERE;
  }
}

/**
 * Temporal's JSON payloads, with the large ones kept in the artifact store. One that is not there
 * reads as MISSING_PAYLOAD; while the store itself cannot be read, reading fails and is tried again.
 * @param keys encrypt every payload, and the messages of failures, before anything else.
 */
export function createDataConverter(
  artifacts: ArtifactStore,
  keys: EncryptionKeys = NO_KEYS,
): DataConverter {
  const driver: StorageDriver = {
    name: "holdpoint-artifacts",
    type: "holdpoint.artifacts",
    store: ({ target }, payloads) =>
      Promise.all(
        payloads.map(async (payload) => {
          const bytes = PayloadMessage.encode(payload).finish();
          return new StorageDriverClaim({ artifact: await artifacts.put(bytes, target?.id ?? "") });
        }),
      ),
    retrieve: (_context, claims) =>
      Promise.all(claims.map(({ claimData }) => readKept(artifacts, claimData["artifact"] ?? ""))),
  };
  return {
    // Without keys, too: what others have encrypted is to be told from what is broken.
    payloadCodecs: [createEncryptionCodec(keys)],
    ...(keys.size > 0 && { failureConverterPath: ENCODE_FAILURES }),
    externalStorage: new Storage({
      drivers: [driver],
      driverSelector: (_context, { metadata, data }) => {
        const isPassing = metadata?.[PASSING_PAYLOAD] != null;
        return isPassing && (data?.length ?? 0) <= OFFLOAD_ANSWER_BYTES ? null : driver;
      },
      payloadSizeThreshold: OFFLOAD_BYTES,
    }),
  };
}

async function readKept(artifacts: ArtifactStore, reference: string): Promise<Payload> {
  const bytes = await artifacts.get(reference).catch((error: unknown) => {
    if (error instanceof MissingArtifactError) return null;
    throw error;
  });
  try {
    return bytes === null ? MISSING : PayloadMessage.decode(bytes);
  } catch {
    // Bytes that are there for another purpose, such as a person's file.
    return MISSING;
  }
}
