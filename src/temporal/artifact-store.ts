import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The store does not have what a reference names. Other errors may pass; this one stays. */
export class MissingArtifactError extends Error {
  override readonly name = "MissingArtifactError";
}

/** Keeps bytes that are too large for Temporal, by their content. */
export interface ArtifactStore {
  /** Keeps the bytes and answers `sha256:<hex>`; the same bytes are kept once. */
  put(bytes: Uint8Array): Promise<string>;
  /**
   * @throws MissingArtifactError when the reference is malformed, unknown, or its bytes were changed;
   * Error when the store cannot be read.
   */
  get(reference: string): Promise<Uint8Array>;
}

const REFERENCE = /^sha256:([0-9a-f]{64})$/;

/** An artifact store in a folder. Writes are atomic: a killed process leaves no half artifact. */
export function createArtifactStore(folder: string): ArtifactStore {
  const pathOf = (reference: string): string => {
    const hash = REFERENCE.exec(reference)?.[1];
    if (hash === undefined) {
      throw new MissingArtifactError(`"${reference}" is not an artifact reference.`);
    }
    return join(folder, hash.slice(0, 2), hash);
  };
  return {
    async put(bytes) {
      const reference = referenceTo(bytes);
      const path = pathOf(reference);
      if ((await stat(path).catch(() => null))?.size === bytes.byteLength) return reference;
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${randomUUID()}`;
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
      return reference;
    },
    async get(reference) {
      const bytes = await readFile(pathOf(reference)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "ENOENT") {
          throw new Error(`Artifact ${reference} cannot be read: ${cause.message}`, { cause });
        }
        throw new MissingArtifactError(`Artifact ${reference} is not in ${folder}.`, { cause });
      });
      if (referenceTo(bytes) === reference) return bytes;
      throw new MissingArtifactError(`Artifact ${reference} was changed.`);
    },
  };
}

function referenceTo(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
