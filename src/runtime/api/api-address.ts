import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADDRESS_FILE, parseAddress, type ApiAddress } from "../../contract/service/instance.ts";
import { notice, type Notice } from "../../contract/service/notices.ts";
import { INSTANCE_HEADER } from "../../contract/tables/headers.ts";
import { replaceFileNow } from "../../temporal/machine/replace-file.ts";
import { isWrittenFor, markFolder } from "./folder-mark.ts";

/** Where a folder's API is, or was when it last ran; undefined where only that of a folder it is a copy of is known. */
export function readAddress(folder: string): ApiAddress | undefined {
  const file = join(folder, ...ADDRESS_FILE);
  try {
    const address = parseAddress(readFileSync(file, "utf8"));
    return isWrittenFor(dirname(file), address?.folder) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Notes where a folder's API is, in one step. */
export function writeAddress(folder: string, address: Omit<ApiAddress, "folder">): void {
  const file = join(folder, ...ADDRESS_FILE);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const written = { ...address, folder: markFolder(dirname(file)) };
  replaceFileNow(file, `${JSON.stringify(written, null, 2)}\n`);
}

/** Who listens at a URL: the instance of a Holdpoint API, or undefined for anybody else. */
export async function whoServes(url: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(new URL("/healthz", url), { signal });
    await answer.body?.cancel();
    return answer.headers.get(INSTANCE_HEADER) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Who holds a port, to stand in a notice. */
export function portHolder(instance: string | undefined): Notice {
  return instance === undefined ? notice("other_program") : notice("other_project", { instance });
}

const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** How this machine reaches what listens at an address and port. */
export function urlOf(host: string, port: number): string {
  const name = EVERY_ADDRESS[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
