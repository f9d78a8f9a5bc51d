import type { Json } from "../contract/text.ts";
import { toPointer } from "./json-pointer.ts";
import { eachText } from "./texts.ts";

/*
 * A sealed value: what stands in arguments and results in the place of a secret, from the API to the
 * tool. It says what it is and which key opens it, and nothing about the value. By its form alone a
 * text is no seal: only what opens with our keys, for this plan, is one.
 */

/** What people see in the place of a secret. */
export const MASK = "••••••";

/** How every seal begins. */
export const SEAL_MARK = "holdpoint-secret.v1.";

const SEAL = /^holdpoint-secret\.v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{40,})$/;
/** Seals anywhere in a text, also such as were cut off. */
const SEALS = /holdpoint-secret\.v1\.[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]*/g;

declare const SEALED: unique symbol;
/** A text that has the form of a seal. */
export type SealText = string & { readonly [SEALED]: true };

/** Whether a value is a text that has the form of a seal. */
export function looksSealed(value: Json | undefined): value is SealText {
  return typeof value === "string" && value.startsWith(SEAL_MARK) && SEAL.test(value);
}

/** The parts of a text that has the form of a seal; null for another. */
export function readSeal(text: string): { keyId: string; sealed: string } | null {
  const [, keyId, sealed] = (text.startsWith(SEAL_MARK) && SEAL.exec(text)) || [];
  return keyId === undefined || sealed === undefined ? null : { keyId, sealed };
}

/** Every text of a seal's form in another text. */
export function sealsIn(text: string): string[] {
  return text.includes(SEAL_MARK) ? (text.match(SEALS) ?? []) : [];
}

/** The text with `mask` in the place of everything that has the form of a seal. */
export function maskSeals(text: string, mask: string): string {
  return text.includes(SEAL_MARK) ? text.replaceAll(SEALS, mask) : text;
}

/** Where in a value texts of a seal's form are, as JSON pointers. */
export function sealedPlaces(value: Json): string[] {
  const places: string[] = [];
  eachText(value, (text, path) => {
    if (looksSealed(text)) places.push(toPointer(path));
  });
  return places;
}
