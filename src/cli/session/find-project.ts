import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADDRESS_FILE, parseAddress, type ApiAddress } from "../../contract/service/instance.ts";

/** A folder in which Holdpoint was started, and where its API is. */
export interface Project {
  readonly folder: string;
  readonly address: ApiAddress;
}

/** The project that a folder belongs to: its own, or that of the nearest folder above. */
export function findProject(folder: string): Project | undefined {
  const address = readAddressIn(folder);
  if (address !== undefined) return { folder, address };
  const above = dirname(folder);
  return above === folder ? undefined : findProject(above);
}

function readAddressIn(folder: string): ApiAddress | undefined {
  try {
    return parseAddress(readFileSync(join(folder, ...ADDRESS_FILE), "utf8"));
  } catch {
    return undefined;
  }
}
