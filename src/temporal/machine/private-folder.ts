import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What groups and others may do. */
const OTHERS = 0o077;

export interface Tightened {
  /** What was open to others and is its owner's alone now. */
  readonly closed: number;
  /** What could not be closed: it is somebody else's, or the file system keeps no modes. */
  readonly open: number;
}

/**
 * Makes a folder that only its owner can enter, and lets this process, and what it starts, make files
 * for its owner alone. Of a folder that is there already, what is open to others is closed: itself and
 * what lies right in it, which shuts the way to the rest.
 */
export async function openPrivateFolder(folder: string): Promise<Tightened> {
  process.umask(OTHERS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const counts = { closed: 0, open: 0 };
  if (process.platform === "win32") return counts;
  for (const path of ["", ...(await readdir(folder))].map((name) => join(folder, name))) {
    const outcome = await close(path);
    if (outcome !== undefined) counts[outcome] += 1;
  }
  return counts;
}

async function close(path: string): Promise<keyof Tightened | undefined> {
  try {
    const { mode } = await lstat(path);
    const isLink = (mode & 0o170000) === 0o120000;
    if (isLink || (mode & OTHERS) === 0) return undefined;
    await chmod(path, mode & 0o700);
    return ((await lstat(path)).mode & OTHERS) === 0 ? "closed" : "open";
  } catch (error) {
    // Others who use the folder come and go with files of their own.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "open";
  }
}
