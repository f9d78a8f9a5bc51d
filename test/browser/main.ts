import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { run } from "../support/run-program.ts";
import { CHROMIUM } from "./open-browser.ts";

/*
 * `npm run test:browser`: what only a real browser can show, on a real Temporal server. It takes Debian's
 * Chromium, which root gets by apt where it is missing.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

async function main(): Promise<void> {
  await ensureChromium();
  const setup = (file: string): string => `test/support/${file}.ts`;
  const vitest = await startVitest("test", process.argv.slice(2), {
    root: ROOT,
    config: false,
    run: true,
    watch: false,
    include: ["test/browser/**/*.test.ts"],
    globalSetup: [setup("global-setup")],
    setupFiles: [setup("install-runtime")],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 120_000,
  });
  await vitest.close();
}

/** @throws Error with what to install. */
async function ensureChromium(): Promise<void> {
  if (existsSync(CHROMIUM)) return;
  const install = ["install", "--yes", "--no-install-recommends", "chromium"];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Debian's chromium (once) …");
    await run("apt-get", ["update", "--quiet"]);
    await run("apt-get", install);
  }
  if (existsSync(CHROMIUM)) return;
  throw new Error(
    `${CHROMIUM} is missing: install Debian's package chromium (sudo apt-get ${install.join(" ")}).`,
  );
}

await main();
