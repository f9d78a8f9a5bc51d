import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readScreen, type Screen } from "../../api/http/origins/screen.ts";
import { notice, type Notice } from "../../contract/service/notices.ts";
import { isBuilt } from "../own-code.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BUILT = join(ROOT, "dist/web");
/** Beside what was built: the digest of what it was built from. */
const STAMP = join(BUILT, "sources.sha256");
/** Everything that goes into it. */
const SOURCES = ["web", "client", "contract", "plan", "text", "json"].map((room) => `src/${room}`);
const PACKAGES = ["package.json", "vite.config.ts"];

/**
 * The web pages as they belong to these sources: built when they are missing or were built from others.
 * Where they cannot be built, the reason is told and there are none; older ones are never shown.
 */
export async function openScreen(onNotice: (said: Notice) => void): Promise<Screen | undefined> {
  try {
    if (isBuilt) return await readScreen(BUILT);
    const sources = await digestOfSources();
    const stamp = await readFile(STAMP, "utf8").catch(() => "");
    if (stamp !== sources) {
      const began = performance.now();
      await build();
      await writeFile(STAMP, sources);
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      onNotice(notice("screen_built", { seconds }));
    }
    return await readScreen(BUILT);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onNotice(notice("screen_not_built", { why }));
    return undefined;
  }
}

async function digestOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const files = await Promise.all(SOURCES.map(filesBelow));
  for (const file of [...PACKAGES, ...files.flat()]) {
    hash.update(`${file}\n`).update(await readFile(join(ROOT, file)).catch(() => "none"));
  }
  return hash.digest("hex");
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length))
    .toSorted();
}

/** @throws Error with what the builder said last. */
async function build(): Promise<void> {
  const builder = findBuilder(ROOT);
  if (builder === undefined) throw new Error("vite is not installed");
  const child = spawn(process.execPath, [builder, "build", "--logLevel", "error"], {
    cwd: ROOT,
    // Whatever runs this, people get the small and fast pages.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (told = (told + text).slice(-2_000)));
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(told.trim() || `vite ended with ${code}`)),
    );
  });
}

/** Packages may be installed further up. */
function findBuilder(folder: string): string | undefined {
  const path = join(folder, "node_modules/vite/bin/vite.js");
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : findBuilder(parent);
}
