import { createHash } from "node:crypto";
import {
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { replaceFile } from "../../machine/replace-file.ts";

/** The store does not have what a reference names. Other errors may pass; this one stays. */
export class MissingArtifactError extends Error {
  override readonly name = "MissingArtifactError";
  readonly reference: string;

  /** @param why what is wrong with it: "is not in …". */
  constructor(reference: string, why: string, options?: ErrorOptions) {
    super(`Artifact ${reference} ${why}.`, options);
    this.reference = reference;
  }
}

/** What a reference names is there, encrypted with a key that this process does not have. */
export class LockedArtifactError extends Error {
  override readonly name = "LockedArtifactError";
  readonly keyId: string;

  constructor(reference: string, keyId: string) {
    super(`Artifact ${reference} cannot be decrypted with key "${keyId}".`);
    this.keyId = keyId;
  }
}

/** The store does not answer, or refuses: nobody knows what it has. */
export class UnavailableArtifactsError extends Error {
  override readonly name: string = "UnavailableArtifactsError";
}

/**
 * Keeps bytes that are too large for Temporal, by their content. The same bytes are kept once, for as
 * long as somebody uses them: users are workflows by their id, and a plan's todos count as the plan.
 */
export interface ArtifactStore {
  /** Keeps the bytes for a user and answers `sha256:<hex>`. */
  put(bytes: Uint8Array, user: string): Promise<string>;
  /** Keeps for another user, too, what is kept already; what is not there stays missing. */
  share(reference: string, user: string): Promise<void>;
  /**
   * @throws MissingArtifactError when the reference is malformed, unknown, or its bytes were changed;
   * LockedArtifactError when they are encrypted with another key; UnavailableArtifactsError, or the system's own,
   * when the store cannot be read.
   */
  get(reference: string): Promise<Uint8Array>;
  /** Writes down what a user's name for something stands for; whatever stood there before is gone. */
  name(user: string, name: string, reference: string): Promise<void>;
  /** What a user's name stands for; undefined when nothing was written down. */
  named(user: string, name: string): Promise<string | undefined>;
  /** Takes one away from a user: it goes where nobody else uses it. */
  drop(reference: string, user: string): Promise<void>;
  /** Drops what only this user uses, and its names. One that was cut off is done by doing it again. */
  forget(user: string): Promise<void>;
}

export const REFERENCE = /^sha256:([0-9a-f]{64})$/;

/**
 * An artifact store in a folder. Writes are atomic: a killed process leaves no half artifact.
 *
 * Beside each artifact is a folder with a mark of each of its users, and each user has a list of its
 * artifacts. Who uses bytes marks them before it looks whether they are there. Who forgets them takes
 * its mark away, moves unmarked bytes aside, and only then looks again: whoever has found them before
 * that has left its mark by then, and the bytes go back.
 */
export function createArtifactStore(folder: string): ArtifactStore {
  const pathTo = (hash: string): string => join(folder, hash.slice(0, 2), hash);
  const marksOf = (path: string): string => `${path}.users`;
  const asideOf = (path: string): string => `${path}.aside`;
  const listOf = (user: string): string => join(folder, "users", nameOf(user));
  const namesOf = (user: string): string => join(folder, "names", nameOf(user));
  const pathOfName = (user: string, name: string): string => join(namesOf(user), sha256Hex(name));

  return {
    async name(user, name, reference) {
      const path = pathOfName(user, name);
      await mkdir(namesOf(user), { recursive: true, mode: 0o700 });
      await replaceFile(path, reference);
    },
    async named(user, name) {
      const reference = await orNone(readFile(pathOfName(user, name), "utf8"), undefined);
      return reference !== undefined && REFERENCE.test(reference) ? reference : undefined;
    },
    async put(bytes, user) {
      const reference = referenceTo(bytes);
      const path = pathTo(hashOf(reference));
      await mark(hashOf(reference), user);
      if ((await stat(path).catch(() => null))?.size === bytes.byteLength) return reference;
      await replaceFile(path, bytes);
      return reference;
    },
    async share(reference, user) {
      const hash = hashOf(reference);
      await mark(hash, user);
      const known = await Promise.all([pathTo(hash), asideOf(pathTo(hash))].map(isThere));
      if (!known.includes(true)) await unmark(hash, user);
    },
    async get(reference) {
      const path = pathTo(hashOf(reference));
      const bytes = await readFile(path)
        .catch(() => readFile(asideOf(path)))
        // They may have gone back between the two.
        .catch(() => readFile(path))
        .catch((cause: NodeJS.ErrnoException) => {
          if (cause.code !== "ENOENT") {
            throw new Error(`Artifact ${reference} cannot be read: ${cause.message}`, { cause });
          }
          throw new MissingArtifactError(reference, `is not in ${folder}`, { cause });
        });
      if (referenceTo(bytes) === reference) return bytes;
      throw new MissingArtifactError(reference, "was changed");
    },
    drop: (reference, user) => unmark(hashOf(reference), user),
    async forget(user) {
      const list = listOf(user);
      for (const hash of await orNone(readdir(list), [])) {
        await unmark(hash, user);
      }
      await rm(list, { recursive: true, force: true });
      await rm(namesOf(user), { recursive: true, force: true });
    },
  };

  async function mark(hash: string, user: string): Promise<void> {
    const path = pathTo(hash);
    await touch(listOf(user), hash);
    await touch(marksOf(path), nameOf(user));
    // Moved aside by one that was killed before it looked again.
    await orNone(link(asideOf(path), path), undefined);
  }

  async function unmark(hash: string, user: string): Promise<void> {
    const path = pathTo(hash);
    const marks = marksOf(path);
    await rm(join(marks, nameOf(user)), { force: true });
    const isUsed = async () => (await orNone(readdir(marks), [])).length > 0;
    const unlist = () => rm(join(listOf(user), hash), { force: true });
    if (await isUsed()) return unlist();
    await orNone(rename(path, asideOf(path)), undefined);
    if (await isUsed()) await orNone(link(asideOf(path), path), undefined);
    else await orNone(rmdir(marks), undefined);
    await rm(asideOf(path), { force: true });
    await unlist();
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** How often a folder may be gone again; one that cannot be made is an error after that. */
const TOUCHES = 100;

/** An empty file, whoever else makes or removes its folder meanwhile. */
async function touch(folder: string, name: string): Promise<void> {
  for (let left = TOUCHES; ; left -= 1) {
    try {
      // It fails, too, for a folder that is removed while it looks.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await writeFile(join(folder, name), "", { mode: 0o600 });
    } catch (error) {
      if (left === 1 || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** What is not there, or is there already, or is not empty, is as it should be. */
async function orNone<Answer>(asked: Promise<Answer>, none: Answer): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["ENOENT", "EEXIST", "ENOTEMPTY"].includes(code)) return none;
    throw error;
  }
}

/** A user's name in the store: workflow ids may hold anything. */
export function nameOf(user: string): string {
  const [own = ""] = user.split(".");
  const { ended_prefix, plan_prefix } = TEMPORAL_NAMES;
  const owner = own.startsWith(ended_prefix) ? plan_prefix + own.slice(ended_prefix.length) : own;
  return sha256Hex(owner).slice(0, 32);
}

export function hashOf(reference: string): string {
  const hash = REFERENCE.exec(reference)?.[1];
  if (hash !== undefined) return hash;
  throw new MissingArtifactError(JSON.stringify(reference), "has no reference of an artifact");
}

/** What was kept as JSON. @throws as `get`. */
export async function readJson<Value>(
  artifacts: Pick<ArtifactStore, "get">,
  reference: string,
): Promise<Value> {
  return JSON.parse(Buffer.from(await artifacts.get(reference)).toString()) as Value;
}

export function referenceTo(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`;
}

export const sha256Hex = (content: Uint8Array | string): string =>
  createHash("sha256").update(content).digest("hex");
