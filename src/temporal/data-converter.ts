import {
  ExternalStorage,
  StorageDriverClaim,
  type DataConverter,
  type Payload,
  type StorageDriver,
} from "@temporalio/common";
// CommonJS whose names Node cannot see: only the default import has them.
import proto from "@temporalio/proto";
import { PASSING_PAYLOAD } from "../contract/vocabulary.ts";
import type { ArtifactStore } from "./artifact-store.ts";

/** Payloads above this many bytes go to the artifact store … */
const OFFLOAD_BYTES = 64 * 1024;
/** … and answers to queries above this: nobody would ever delete them. Temporal refuses 2 MB. */
const OFFLOAD_ANSWER_BYTES = 1_500_000;

const PayloadMessage = proto.temporal.api.common.v1.Payload;

/** Temporal's JSON payloads, with the large ones kept in the artifact store. */
export function createDataConverter(artifacts: ArtifactStore): DataConverter {
  const driver: StorageDriver = {
    name: "holdpoint-artifacts",
    type: "holdpoint.artifacts",
    store: (_context, payloads) =>
      Promise.all(
        payloads.map(async (payload) => {
          const bytes = PayloadMessage.encode(payload).finish();
          return new StorageDriverClaim({ artifact: await artifacts.put(bytes) });
        }),
      ),
    retrieve: (_context, claims) =>
      Promise.all(
        claims.map(async ({ claimData }): Promise<Payload> => {
          const bytes = await artifacts.get(claimData["artifact"] ?? "");
          return PayloadMessage.decode(bytes);
        }),
      ),
  };
  return {
    externalStorage: new ExternalStorage({
      drivers: [driver],
      driverSelector: (_context, { metadata, data }) => {
        const isPassing = metadata?.[PASSING_PAYLOAD] != null;
        return isPassing && (data?.length ?? 0) <= OFFLOAD_ANSWER_BYTES ? null : driver;
      },
      payloadSizeThreshold: OFFLOAD_BYTES,
    }),
  };
}
