import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { withFileLock } from "./file-lock.ts";
import { withoutRoom } from "./without-room.ts";

/**
 * Runs what changes a file while nobody else on this machine changes it. Its folder is made when absent.
 * @throws NoticeError when the folder's disk takes nothing more, else what `work` throws.
 */
export async function changeFile<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withFileLock(`${path}.lock`, work).catch((error: unknown) => {
    throw withoutRoom(error, folder);
  });
}
