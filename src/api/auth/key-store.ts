import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { refusal, type Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { KeyNameSchema, KeySchema, type Key } from "../../contract/service/key.ts";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import type { Role } from "../../contract/tables/vocabulary.ts";
import { changeFile } from "../../temporal/machine/change-file.ts";
import { replaceFile } from "../../temporal/machine/replace-file.ts";

/** With the hash of the whole key: 256 random bits need no salt and no slow hash. */
const StoredKeySchema = KeySchema.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
type StoredKey = z.output<typeof StoredKeySchema>;
const FileSchema = z.strictObject({ keys: z.array(StoredKeySchema) });

/** The key's id is part of it, so that a wrong key costs one comparison. */
const WRITTEN_KEY = /^hp_([0-9a-f]{10})_[A-Za-z0-9_-]{43}$/;

export interface NewKey {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly groups?: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  /** Who makes it by the API. */
  readonly created_by?: string;
  /** Its id, where a request that is repeated must not make another. */
  readonly id?: string | undefined;
}

/** The API's keys, in a file that every process of this machine may change. */
export interface KeyStore {
  /**
   * Whether requests need a key: there is one, in any state, or this process has seen one.
   * @throws KeyFileError when that cannot be known; so do the others.
   */
  inUse(): Promise<boolean>;
  /** The key with this text, in any state; null when there is none. */
  find(written: string): Promise<Key | null>;
  /** The key with this id, in any state; null when there is none. */
  get(id: string): Promise<Key | null>;
  list(): Promise<Key[]>;
  /**
   * Makes a key. `written` is shown once: only its hash is kept.
   * @throws Refusal when there is one with this id.
   */
  add(key: NewKey): Promise<{ key: Key; written: string }>;
  /** Revokes a key, at once and for good; null when there is none with this id. */
  revoke(id: string, at: string, by?: string): Promise<Key | null>;
}

/** The file of keys cannot be read; nobody can be let in. */
export class KeyFileError extends NoticeError {}

/** Keys in the file at `path` (mode 0600); it need not exist. */
export function createKeyStore(path: string): KeyStore {
  let cached: { stamp: string; keys: readonly StoredKey[] } = { stamp: "", keys: [] };
  let seen = false;

  /** Every use asks whether the file has changed: a key that was revoked a moment ago is revoked. */
  async function load(): Promise<readonly StoredKey[]> {
    const stamp = stampOf(path);
    if (stamp !== cached.stamp) cached = { stamp, keys: await readKeys(path) };
    seen ||= cached.keys.length > 0;
    return cached.keys;
  }

  async function change<Result>(edit: (keys: StoredKey[]) => Result): Promise<Result> {
    return changeFile(path, async () => {
      const keys = await readKeys(path);
      const result = edit(keys);
      await replaceFile(path, `${JSON.stringify({ keys }, null, 2)}\n`);
      return result;
    });
  }

  return {
    inUse: async () => (await load()).length > 0 || seen,
    async find(written) {
      const id = WRITTEN_KEY.exec(written)?.[1];
      const key = (await load()).find((one) => one.id === id);
      if (key === undefined) return null;
      const same = timingSafeEqual(Buffer.from(hashOf(written)), Buffer.from(key.hash));
      return same ? withoutHash(key) : null;
    },
    async get(id) {
      const key = (await load()).find((one) => one.id === id);
      return key === undefined ? null : withoutHash(key);
    },
    list: async () => (await load()).map(withoutHash),
    async add(newKey) {
      const id = newKey.id ?? randomBytes(5).toString("hex");
      const written = `hp_${id}_${randomBytes(32).toString("base64url")}`;
      const key = KeySchema.parse({
        id,
        name: KeyNameSchema.parse(newKey.name),
        roles: [...new Set(newKey.roles)],
        groups: [...new Set(newKey.groups)],
        last4: written.slice(-4),
        created_at: newKey.created_at,
        created_by: newKey.created_by ?? null,
        expires_at: newKey.expires_at,
        revoked_at: null,
      });
      await change((keys) => {
        if (keys.some((one) => one.id === id)) throw madeBefore(id);
        keys.push({ ...key, hash: hashOf(written) });
      });
      return { key, written };
    },
    revoke: (id, at, by) =>
      change((keys) => {
        const key = keys.find((one) => one.id === id);
        if (key === undefined) return null;
        if (key.revoked_at === null) key.revoked_by = by ?? null;
        key.revoked_at ??= at;
        return withoutHash(key);
      }),
  };
}

function madeBefore(id: string): Refusal {
  return refusal("idempotency_key_reused", say("key_made_before", { id }), say("revoke_and_make"));
}

const hashOf = (written: string): string => createHash("sha256").update(written).digest("hex");

function withoutHash({ hash, ...key }: StoredKey): Key {
  return key;
}

/** Every request waits for this look: at once it takes microseconds, in the pool of threads that writes files up to milliseconds. */
function stampOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? "none" : `${found.ino} ${found.mtimeNs} ${found.size}`;
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readKeys(path: string): Promise<StoredKey[]> {
  try {
    return FileSchema.parse(JSON.parse(await readFile(path, "utf8"))).keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): KeyFileError {
  const why =
    cause instanceof z.ZodError
      ? z.prettifyError(cause)
      : cause instanceof Error
        ? cause.message
        : String(cause);
  return new KeyFileError(notice("bad_keys", { file: path, why }), { cause });
}
