import { existsSync } from "node:fs";
import { run } from "../support/run-program.ts";
import { CHROMIUM } from "./open-browser.ts";

/**
 * Debian's Chromium, which root gets by apt where it is missing.
 * @throws Error with what to install.
 */
export async function setup(): Promise<void> {
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
