import {
  defaultPayloadConverter,
  RawValue,
  rawValueTypeInfo,
  type PayloadTypeInfo,
  type Payload,
  type TypeInfo,
} from "@temporalio/common";
import { patched, workflowInfo } from "@temporalio/workflow";
import {
  LOCKED_PAYLOAD,
  MISSING_PAYLOAD,
  OFFLOAD_BYTES,
  PASSING_PAYLOAD,
} from "../contract/tables/temporal-names.ts";
import { startOf } from "../text/cut-text.ts";

/**
 * Has the SDK hand on payloads unread. It would read them before any handler runs, and one that it
 * cannot read (broken JSON, another encoding) fails the workflow task again and again: a single
 * wrong message would stop the plan for good.
 */
export const UNREAD_ARGUMENTS: PayloadTypeInfo = {
  // However many arguments there are.
  inputTypes: new Proxy<TypeInfo[]>([], { get: () => rawValueTypeInfo }),
};

/** What is kept outside of Temporal is counted with its metadata, which is short. */
const MARKED_BYTES = OFFLOAD_BYTES - 1_024;

/** The same for the result of an activity. */
export const UNREAD_RESULT: PayloadTypeInfo = { outputType: rawValueTypeInfo };

/**
 * The answer to a query. A large one is marked as passing: it need not be kept anywhere after it was
 * read, as results and states are. Temporal's own tools show a marked payload as base64, so one that
 * would not be kept in any case goes as it is.
 */
export function passing<Answer>(answer: Answer): Answer {
  const { metadata, ...payload } = defaultPayloadConverter.toPayload(answer);
  if ((payload.data?.length ?? 0) < MARKED_BYTES) return answer;
  const marked = { ...metadata, [PASSING_PAYLOAD]: new Uint8Array([1]) };
  return RawValue.fromPayload({ ...payload, metadata: marked }) as unknown as Answer;
}

/** What a payload that came unread says: JSON, or why it says nothing. */
export type Reading =
  | { readonly value: unknown }
  | {
      readonly unreadable: string;
      /** What it stands for is kept outside of Temporal, or is locked, and cannot be had now. */
      readonly missing?: true;
    };

/** What a payload says; undefined where it cannot be read. */
export function valueIn(reading: Reading): unknown {
  return "value" in reading ? reading.value : undefined;
}

/** What stands for a payload that cannot be had, and why, given its key's id. */
const STAND_INS: Readonly<Record<string, (keyId: string) => string>> = {
  [MISSING_PAYLOAD]: () => "it was too large for Temporal, and is not in the artifact store.",
  [LOCKED_PAYLOAD]: (keyId) =>
    `it is encrypted, and cannot be decrypted with key "${keyId}" of this worker's HOLDPOINT_ENCRYPTION_KEYS.`,
};

/** The same words whenever it is replayed. */
const LOST: Reading = {
  unreadable: "it is not in the artifact store, or it was encrypted with an unknown key.",
  missing: true,
};

/** Reads a payload that came unread; one that is not there reads as undefined. */
export function readPayload(raw: unknown): Reading {
  if (!(raw instanceof RawValue)) return { value: undefined };
  const unreadable = whyMissing(raw.payload);
  if (unreadable !== undefined) return { unreadable, missing: true };
  try {
    const value: unknown = defaultPayloadConverter.fromPayload(raw.payload);
    return value instanceof Uint8Array ? { unreadable: "it is binary data" } : { value };
  } catch (error) {
    // It may repeat what was sent.
    return { unreadable: startOf(String(error), 200) };
  }
}

function whyMissing({ metadata }: Payload): string | undefined {
  const encoding = String.fromCharCode(...(metadata?.["encoding"]?.subarray(0, 100) ?? []));
  const standIn = Object.keys(STAND_INS).find((name) => encoding.startsWith(name));
  return standIn === undefined ? undefined : STAND_INS[standIn]!(encoding.slice(standIn.length));
}

/**
 * Reads what Temporal has taken: an accepted update, a result. It was read before, so nothing but
 * itself can stand for it.
 * @throws Error when it is missing: the workflow task is tried again until it is back.
 */
export function readTaken(raw: unknown): Reading {
  const reading = readPayload(raw);
  if ("missing" in reading) throw new Error(`A payload cannot be read: ${reading.unreadable}`);
  return reading;
}

/**
 * Reads the payloads of a run's signals, in order. One that is missing is so for good: a marker in
 * the history notes it (`patched`, which is not about versions of the code here), because a replay
 * may find it and must not take what was refused.
 * @throws Error when one is missing that was read before, as `readTaken`.
 * The reader takes what comes beside a message, too: either both are there or neither counts.
 */
export function createSignalReader(name: string): (raw: unknown, beside?: unknown) => Reading {
  let count = 0;
  return (raw, beside) => {
    count += 1;
    const isNew = !workflowInfo().unsafe.isReplaying;
    const isThere = [raw, beside].every((payload) => !("missing" in readPayload(payload)));
    if (isNew && isThere) return readPayload(raw);
    if (patched(`missing-${name}-${count}`)) return LOST;
    readTaken(beside);
    return readTaken(raw);
  };
}
