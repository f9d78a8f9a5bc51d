import { statSync } from "node:fs";

/**
 * What a folder is known by on this machine while something uses it: it keeps it under another name, and
 * a copy of it has another.
 */
export function folderId(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}
