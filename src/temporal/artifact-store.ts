import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Keeps bytes that are too large for Temporal, by their content. */
export interface ArtifactStore {
  /** Keeps the bytes and answers `sha256:<hex>`; the same bytes are kept once. */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws Error when the reference is malformed, unknown, or its bytes were changed. */
  get(reference: string): Promise<Uint8Array>;
}

const REFERENCE = /^sha256:([0-9a-f]{64})$/;

/** An artifact store in a folder. Writes are atomic: a killed process leaves no half artifact. */
export function createArtifactStore(folder: string): ArtifactStore {
  const pathOf = (reference: string): string => {
    const hash = REFERENCE.exec(reference)?.[1];
    if (hash === undefined) throw new Error(`"${reference}" is not an artifact reference.`);
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
      const bytes = await readFile(pathOf(reference)).catch((cause: unknown) => {
        throw new Error(`Artifact ${reference} is not in ${folder}.`, { cause });
      });
      if (referenceTo(bytes) !== reference) throw new Error(`Artifact ${reference} was changed.`);
      return bytes;
    },
  };
}

function referenceTo(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
