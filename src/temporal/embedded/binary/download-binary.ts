import { statSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { notice, NoticeError } from "../../../contract/service/notices.ts";
import { runChild } from "../../machine/run-child.ts";
import type { AcquireOptions } from "./cache-dir.ts";

/** Nothing arriving for this long means that downloads are closed here. */
const STALL_MS = 20_000;

/**
 * Downloads the Temporal CLI with the SDK's own downloader.
 *
 * The SDK has no call that gives just the binary: it downloads on the way to starting a server. So a
 * child process (`sdk-download.ts`) starts a throw-away server and stops it, and the file that the
 * SDK left in the folder is what we keep. The child can be ended when nothing arrives, which a
 * pending call into the SDK's native part in this process could not be.
 * @throws saying why there is no binary, at the latest 20 s after the last byte came.
 */
export async function downloadBinary(options: AcquireOptions): Promise<void> {
  const folder = `${options.target}.download`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Node 20 reads no TypeScript; what was built of it needs no help.
  const extension = extname(new URL(import.meta.url).pathname);
  let bytes = 0;
  let grewAt = performance.now();
  try {
    await runChild(
      process.execPath,
      [
        ...(extension === ".ts"
          ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]
          : []),
        fileURLToPath(new URL(`./sdk-download${extension}`, import.meta.url)),
        folder,
        `v${options.version}`,
      ],
      {
        signal: options.signal,
        onTick: (seconds) =>
          options.onNotice(
            notice("downloading", { megabytes: Math.round(bytes / 1_000_000), seconds }),
          ),
        giveUp: async () => {
          const now = await folderBytes(folder);
          if (now !== bytes) grewAt = performance.now();
          bytes = now;
          if (performance.now() - grewAt < STALL_MS) return undefined;
          return notice("nothing_arrived", { seconds: STALL_MS / 1_000 });
        },
      },
    );
    const [file] = await readdir(folder);
    if (file === undefined) throw new NoticeError(notice("no_file_there", { path: folder }));
    await rename(join(folder, file), options.target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
