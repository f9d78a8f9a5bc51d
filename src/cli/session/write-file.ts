import { randomUUID } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { words } from "../messages/i18n.ts";
import { CliError } from "./errors/cli-error.ts";

/** A disk, or what somebody may use of it, that is used up. */
const NO_ROOM: readonly unknown[] = ["ENOSPC", "EDQUOT"];
const hasNoRoom = (error: unknown): boolean =>
  NO_ROOM.includes((error as NodeJS.ErrnoException).code);

/**
 * Writes a file that a person has named. Where there is no room it is as it was before.
 * @throws CliError naming the file.
 */
export async function writeNamedFile(file: string, text: string): Promise<void> {
  const before = await lstat(file).catch(() => undefined);
  try {
    // A device, a pipe, and what a link leads to.
    if (before?.isFile() === false) await writeFile(file, text);
    else await replace(file, text, before?.mode);
  } catch (error) {
    throw notWritten(file, error);
  }
}

async function replace(file: string, text: string, mode: number | undefined): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: "wx", ...(mode !== undefined && { mode }) });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    // A folder may take no other file beside one that can be written.
    if (mode === undefined || hasNoRoom(error)) throw error;
    await writeFile(file, text);
  }
}

/** What to tell of a file that could not be written. */
export function notWritten(file: string, error: unknown): CliError {
  const detail = error instanceof Error ? error.message : String(error);
  return new CliError(
    words("cannot_write", { file, detail }),
    hasNoRoom(error) ? "df -h" : undefined,
  );
}
