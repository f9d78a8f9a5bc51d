import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { ADDRESS_FILE, parseAddress, type ApiAddress } from "../../contract/service/instance.ts";
import { isWrittenFor } from "../../runtime/api/folder-mark.ts";

/** A folder in which Holdpoint was started, and where its API is. */
export interface Project {
  readonly folder: string;
  /** The file that says so. */
  readonly file: string;
  /** Undefined where the file is damaged. */
  readonly address: ApiAddress | undefined;
  /**
   * Whether a start by this user on this machine can have written the address. A folder that was copied from
   * elsewhere may name any, and must not get the key.
   */
  readonly isOwn: boolean;
  /** The folder that the address was written for, when this one is a copy of it. */
  readonly copyOf: string | undefined;
}

/** The project that a folder belongs to: its own, or that of the nearest folder above. */
export function findProject(folder: string): Project | undefined {
  const project = readProject(folder);
  if (project !== undefined) return project;
  const above = dirname(folder);
  return above === folder ? undefined : findProject(above);
}

function readProject(folder: string): Project | undefined {
  const file = join(folder, ...ADDRESS_FILE);
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    const address = parseAddress(readFileSync(descriptor, "utf8"));
    const mark = address?.folder;
    const copyOf = isWrittenFor(dirname(file), mark) ? undefined : mark?.path;
    const project = { folder, file, address, copyOf };
    if (address === undefined) return { ...project, isOwn: false };
    // Windows has no owners by number.
    const isMine = process.getuid === undefined || fstatSync(descriptor).uid === process.getuid();
    return { ...project, isOwn: isMine && isOwnAddress(address.url) };
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a URL leads to this machine: loopback, or an address that one of its own interfaces has. */
export function isOwnAddress(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, "");
  if (host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))) {
    return true;
  }
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === host);
}
