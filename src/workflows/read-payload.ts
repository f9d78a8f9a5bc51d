import {
  defaultPayloadConverter,
  RawValue,
  rawValueTypeInfo,
  type PayloadTypeInfo,
  type Payload,
  type TypeInfo,
} from "@temporalio/common";
import { patched, workflowInfo } from "@temporalio/workflow";
import { MISSING_PAYLOAD, PASSING_PAYLOAD } from "../contract/vocabulary.ts";

/**
 * Has the SDK hand on payloads unread. It would read them before any handler runs, and one that it
 * cannot read (broken JSON, another encoding) fails the workflow task again and again: a single
 * wrong message would stop the plan for good.
 */
export const UNREAD_ARGUMENTS: PayloadTypeInfo = {
  // However many arguments there are.
  inputTypes: new Proxy<TypeInfo[]>([], { get: () => rawValueTypeInfo }),
};

/** The same for the result of an activity. */
export const UNREAD_RESULT: PayloadTypeInfo = { outputType: rawValueTypeInfo };

/**
 * The answer to a query, marked as passing: however large, it need not be kept anywhere after it was
 * read, as results and states are.
 */
export function passing<Answer>(answer: Answer): Answer {
  const { metadata, ...payload } = defaultPayloadConverter.toPayload(answer);
  const marked = { ...metadata, [PASSING_PAYLOAD]: new Uint8Array([1]) };
  return RawValue.fromPayload({ ...payload, metadata: marked }) as unknown as Answer;
}

/** What a payload that came unread says: JSON, or why it says nothing. */
export type Reading =
  | { readonly value: unknown }
  | {
      readonly unreadable: string;
      /** It was kept outside of Temporal, and is not there now. */
      readonly missing?: true;
    };

const MISSING: Reading = {
  unreadable: "it was too large for Temporal, and is not in the artifact store.",
  missing: true,
};

/** Reads a payload that came unread; one that is not there reads as undefined. */
export function readPayload(raw: unknown): Reading {
  if (!(raw instanceof RawValue)) return { value: undefined };
  if (isMissing(raw.payload)) return MISSING;
  try {
    const value: unknown = defaultPayloadConverter.fromPayload(raw.payload);
    return value instanceof Uint8Array ? { unreadable: "it is binary data" } : { value };
  } catch (error) {
    // It may repeat what was sent.
    return { unreadable: String(error).slice(0, 200).toWellFormed() };
  }
}

function isMissing({ metadata }: Payload): boolean {
  const encoding = metadata?.["encoding"];
  if (encoding?.length !== MISSING_PAYLOAD.length) return false;
  return String.fromCharCode(...encoding) === MISSING_PAYLOAD;
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
 * Reads the payloads of a run's signals, in order. One that is missing is so for good: the history
 * notes it, because a replay may find it and must not take what was refused.
 * @throws Error when one is missing that was read before, as `readTaken`.
 */
export function createSignalReader(name: string): (raw: unknown) => Reading {
  let count = 0;
  return (raw) => {
    count += 1;
    const isNew = !workflowInfo().unsafe.isReplaying;
    if (isNew && !("missing" in readPayload(raw))) return readPayload(raw);
    return patched(`missing-${name}-${count}`) ? MISSING : readTaken(raw);
  };
}
