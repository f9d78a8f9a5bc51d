import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { run } from "../support/run-program.ts";
import { CHROMIUM, CHROMIUM_PACKAGE } from "./open-browser.ts";

/**
 * Debian's headless Chromium, and for pictures a font that has Hangul: without one there are boxes where Korean
 * stands. Root gets by apt what is missing.
 * @throws Error with what to install.
 */
export async function setup(): Promise<void> {
  const wanted = await missing();
  if (wanted.length === 0) return;
  const install = ["install", "--yes", "--no-install-recommends", ...wanted];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing Debian's ${wanted.join(" and ")} (once) …`);
    await run("apt-get", ["update", "--quiet"]);
    await run("apt-get", install);
    if ((await missing()).length === 0) return;
  }
  throw new Error(
    `Debian's ${wanted.join(" and ")} are missing: install them (sudo apt-get ${install.join(" ")}).`,
  );
}

/** The packages to install. */
async function missing(): Promise<string[]> {
  const needsHangul = process.env["PICTURES"] === "docs" && !(await hasHangul());
  return [
    ...(existsSync(CHROMIUM) ? [] : [CHROMIUM_PACKAGE]),
    ...(needsHangul ? ["fontconfig", "fonts-nanum"] : []),
  ];
}

async function hasHangul(): Promise<boolean> {
  const fonts = await promisify(execFile)("fc-list", [":lang=ko"]).catch(() => null);
  return fonts !== null && fonts.stdout !== "";
}
