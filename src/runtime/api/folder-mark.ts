import { realpathSync } from "node:fs";
import type { FolderMark } from "../../contract/service/instance.ts";
import { folderId } from "../../temporal/machine/folder-id.ts";

/** What an address that is written into a folder says of it. */
export function markFolder(folder: string): FolderMark {
  return { path: realpathSync(folder), id: folderId(folder) };
}

/**
 * Whether an address in a folder was written for it: not for one that it is a copy of. The folder may have been
 * moved since, and numbers of devices change when a machine starts: one of the two stays.
 */
export function isWrittenFor(folder: string, written: FolderMark | undefined): boolean {
  // From before addresses said so.
  if (written === undefined) return true;
  const { path, id } = markFolder(folder);
  return written.path === path || written.id === id;
}
