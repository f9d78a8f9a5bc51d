import {
  defaultPayloadConverter,
  RawValue,
  rawValueTypeInfo,
  type PayloadTypeInfo,
  type TypeInfo,
} from "@temporalio/common";
import { PASSING_PAYLOAD } from "../contract/vocabulary.ts";

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
export type Reading = { readonly value: unknown } | { readonly unreadable: string };

/** Reads a payload that came unread; one that is not there reads as undefined. */
export function readPayload(raw: unknown): Reading {
  if (!(raw instanceof RawValue)) return { value: undefined };
  try {
    const value: unknown = defaultPayloadConverter.fromPayload(raw.payload);
    return value instanceof Uint8Array ? { unreadable: "it is binary data" } : { value };
  } catch (error) {
    // It may repeat what was sent.
    return { unreadable: String(error).slice(0, 200).toWellFormed() };
  }
}
