import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

/** Writes a file for its owner alone. Whoever reads it sees the old content or the new one, also after a crash. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, content, { flag: "wx", mode: 0o600, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The same at once, for who goes on only when it is written. A crash of the machine may undo it. */
export function replaceFileNow(path: string, content: string): void {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, content, { flag: "wx", mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
