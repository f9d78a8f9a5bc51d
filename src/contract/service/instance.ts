/** Where `holdpoint start` writes where its API is, below the folder that it was started in. */
export const ADDRESS_FILE = [".holdpoint", "api.json"] as const;

/** Where the API of a folder is. */
export interface ApiAddress {
  /** Whose plans are served; see `INSTANCE_HEADER`. */
  readonly instance: string;
  readonly url: string;
  /** The configured port. */
  readonly wanted_port: number;
  /** The port that this folder's API keeps. `url` has another one while somebody else uses it. */
  readonly kept_port: number;
  readonly temporal_ui_url: string;
  /** The folder that it was written for: a copy of the folder has the file, too. */
  readonly folder?: FolderMark;
}

/** A folder, by where it is and by what it is on its machine. */
export interface FolderMark {
  readonly path: string;
  readonly id: string;
}

/** Reads what an address file holds; undefined for what makes no sense. */
export function parseAddress(written: string): ApiAddress | undefined {
  let address: Partial<ApiAddress> | null;
  try {
    address = JSON.parse(written) as Partial<ApiAddress> | null;
  } catch {
    return undefined;
  }
  const isSound =
    isText(address?.instance) &&
    isUrl(address.url) &&
    isUrl(address.temporal_ui_url) &&
    isPort(address.wanted_port) &&
    isPort(address.kept_port) &&
    address.kept_port > 0 &&
    (address.folder === undefined || (isText(address.folder?.path) && isText(address.folder.id)));
  return isSound ? (address as ApiAddress) : undefined;
}

// Every command reads this file; to load a library for it would take longer than the command.
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isUrl = (value: unknown): boolean =>
  isText(value) && /^https?:/.test(value) && URL.canParse(value);
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535;
