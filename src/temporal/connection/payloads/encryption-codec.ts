import type { Payload, PayloadCodec, SerializationContext } from "@temporalio/common";
// CommonJS whose names Node cannot see: only the default import has them.
import proto from "@temporalio/proto";
import {
  LOCKED_PAYLOAD,
  PASSING_PAYLOAD,
  TEMPORAL_NAMES,
} from "../../../contract/tables/temporal-names.ts";
import { seal, unseal, type EncryptionKeys } from "./encryption-keys.ts";

const PayloadMessage = proto.temporal.api.common.v1.Payload;

/** What Temporal's own samples call it, so that its tools show it as encrypted. */
const ENCRYPTED = "binary/encrypted";
const KEY_ID = "encryption-key-id";
const OWNER = "encryption-owner";

/**
 * Encrypts every payload for the workflow that it belongs to: copied to another one, it cannot be
 * read there. What is not encrypted is read as it is, so that plans from before the keys go on. What
 * cannot be decrypted reads as LOCKED_PAYLOAD and its key's id. An error would fail the workflow task
 * again and again, and anyone can send a signal that names a key; the workflow refuses it instead.
 */
export function createEncryptionCodec(keys: EncryptionKeys): PayloadCodec {
  return {
    encode: (payloads, context) => Promise.resolve(payloads.map((one) => encrypt(one, context))),
    decode: (payloads, context) => Promise.resolve(payloads.map((one) => decrypt(one, context))),
  };

  function encrypt(payload: Payload, context: SerializationContext | undefined): Payload {
    if (keys.size === 0) return payload;
    const owner = ownerOf(context);
    const { keyId, sealed } = seal(keys, purposeOf(owner), PayloadMessage.encode(payload).finish());
    const passing = payload.metadata?.[PASSING_PAYLOAD];
    return {
      metadata: {
        encoding: Buffer.from(ENCRYPTED),
        [KEY_ID]: Buffer.from(keyId),
        [OWNER]: Buffer.from(owner),
        ...(passing != null && { [PASSING_PAYLOAD]: passing }),
      },
      data: sealed,
    };
  }

  function decrypt(payload: Payload, context: SerializationContext | undefined): Payload {
    if (textOf(payload, "encoding") !== ENCRYPTED) return payload;
    const keyId = textOf(payload, KEY_ID);
    const owner = textOf(payload, OWNER);
    const plain = isFor(owner, ownerOf(context))
      ? unseal(keys, keyId, purposeOf(owner), payload.data ?? new Uint8Array())
      : null;
    if (plain !== null) return PayloadMessage.decode(plain);
    return { metadata: { encoding: Buffer.from(LOCKED_PAYLOAD + keyId.slice(0, 64)) } };
  }
}

const purposeOf = (owner: string): string => `holdpoint payload\n${owner}`;

/** The workflow a payload belongs to; empty where the SDK does not know it. */
function ownerOf(context: SerializationContext | undefined): string {
  if (context?.workflowId === undefined) return "";
  return `${context.namespace}/${context.workflowId}`;
}

/** Temporal adds the time to the id of a workflow that a schedule starts. */
function isFor(owner: string, reader: string): boolean {
  if (owner === "" || reader === "" || owner === reader) return true;
  return owner.includes(`/${TEMPORAL_NAMES.scheduled_prefix}`) && reader.startsWith(`${owner}-`);
}

function textOf({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString();
}
