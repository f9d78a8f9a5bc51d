import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Debian's Chromium without a window, which needs less of a processor than the whole browser. */
export const CHROMIUM_PACKAGE = "chromium-headless-shell";
export const CHROMIUM = `/usr/bin/${CHROMIUM_PACKAGE}`;
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser for one test file, with a profile that is empty. It opens pages that close with the test. */
export function useBrowser(): (address: string) => Promise<Page> {
  let folder = "";
  let browser: BrowserContext | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "holdpoint-browser-"));
    browser = await chromium.launchPersistentContext(folder, {
      executablePath: CHROMIUM,
      args: ARGUMENTS,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return async (address) => {
    const page = await browser!.newPage();
    onTestFinished(() => page.close());
    await page.goto(address);
    return page;
  };
}
