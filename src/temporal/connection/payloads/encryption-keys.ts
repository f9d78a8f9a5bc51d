import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

/** Where the keys come from: the list itself, or, with `_FILE` behind it, a file that holds it. */
export const KEYS_VARIABLE = "HOLDPOINT_ENCRYPTION_KEYS";

const KEY_BYTES = 32;
const ENTRY = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_-]{43}=?)$/;

/** Keys by their ids. The first encrypts; all decrypt. Without any, nothing is encrypted. */
export type EncryptionKeys = ReadonlyMap<string, Buffer>;

export const NO_KEYS: EncryptionKeys = new Map();

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The keys that encrypt, as the environment names them; without any, nothing is encrypted.
 * @throws Error saying which entry is wrong, without repeating a key.
 */
export function readEncryptionKeys(environment: Environment): EncryptionKeys {
  return readNamedKeys(environment, KEYS_VARIABLE) ?? NO_KEYS;
}

/**
 * The keys of the list in `variable`, or of the file that `<variable>_FILE` names; undefined when
 * neither is set.
 * @throws Error saying which entry is wrong, without repeating a key.
 */
export function readNamedKeys(
  environment: Environment,
  variable: string,
): EncryptionKeys | undefined {
  const named = variableInUse(environment, variable);
  const value = named === undefined ? undefined : environment[named];
  if (value === undefined) return undefined;
  return readKeyList(named === variable ? value : readFileSync(value, "utf8"));
}

/** The variable that `readNamedKeys` goes by: an empty one is as good as none, and the list comes before its file. */
export function variableInUse(environment: Environment, variable: string): string | undefined {
  return [variable, `${variable}_FILE`].find((name) => (environment[name] ?? "") !== "");
}

/**
 * Keys as `id:base64` of 32 bytes each, separated by commas or white space.
 * @throws Error saying which entry is wrong, without repeating a key.
 */
export function readKeyList(text: string): EncryptionKeys {
  const keys = new Map<string, Buffer>();
  for (const [index, entry] of text
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    const [, id, key] = ENTRY.exec(entry) ?? [];
    if (id === undefined || key === undefined)
      throw new Error(`entry ${index + 1} is no id:base64`);
    if (keys.has(id)) throw new Error(`the id "${id}" is there twice`);
    keys.set(id, Buffer.from(key, "base64"));
  }
  // A variable that was set was meant to encrypt.
  if (keys.size === 0) throw new Error("it is empty");
  return keys;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with the first key: AES-256-GCM with a key derived for the purpose (HKDF-SHA256), so that
 * the 2³² messages that one key may take with random nonces count for each purpose on its own.
 * @param keys at least one.
 * @param purpose what the bytes are for; they open for nothing else.
 */
export function seal(
  keys: EncryptionKeys,
  purpose: string,
  plain: Uint8Array,
  iv: Uint8Array = randomBytes(IV_BYTES),
): { keyId: string; sealed: Buffer } {
  const [keyId, key] = [...keys][0]!;
  const cipher = createCipheriv("aes-256-gcm", derive(key, purpose), iv);
  cipher.setAAD(aad(keyId, purpose));
  const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { keyId, sealed };
}

/** What was sealed; null when the key is not there, or the bytes are not what was sealed for this. */
export function unseal(
  keys: EncryptionKeys,
  keyId: string,
  purpose: string,
  sealed: Uint8Array,
): Buffer | null {
  const key = keys.get(keyId);
  if (key === undefined || sealed.length < IV_BYTES + TAG_BYTES) return null;
  const end = sealed.length - TAG_BYTES;
  const opened = createDecipheriv(
    "aes-256-gcm",
    derive(key, purpose),
    sealed.subarray(0, IV_BYTES),
  );
  opened.setAAD(aad(keyId, purpose));
  opened.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([opened.update(sealed.subarray(IV_BYTES, end)), opened.final()]);
  } catch {
    return null;
  }
}

/** Keys of the purposes that are in use: a plan's arguments may hold thousands of seals. */
const derived = new WeakMap<Buffer, Map<string, Uint8Array>>();
const MOST_PURPOSES = 500;

/** A key of its own for one purpose. */
export function derive(key: Buffer, purpose: string): Uint8Array {
  const known = derived.get(key) ?? new Map<string, Uint8Array>();
  derived.set(key, known);
  const found = known.get(purpose);
  if (found !== undefined) return found;
  if (known.size === MOST_PURPOSES) known.clear();
  const made = new Uint8Array(hkdfSync("sha256", key, "", purpose, KEY_BYTES));
  known.set(purpose, made);
  return made;
}

const aad = (keyId: string, purpose: string): Buffer => Buffer.from(`${keyId}\n${purpose}`);
