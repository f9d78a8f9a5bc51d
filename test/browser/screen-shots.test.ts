import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { EMPTY_PAGES, screenPages, type ScreenPage } from "./pages.ts";
import { PICTURED, startPictured, startPicturedWebhook } from "./pictured-plans.ts";
import { visitPages, visitStates } from "./states.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

/*
 * A picture of every screen and state, for people to look at: `PICTURES=docs npm run test:browser --
 * screen-shots`. They stay in the repository and go into no package.
 */
const screen = useScreen(PICTURED);
const IMAGES = fileURLToPath(new URL("../../docs/images/screens", import.meta.url));
const MOST_BYTES_OF_ALL = 3_500_000;
const WIDE: Viewer = { width: 1120, height: 700 };
const NARROW: Viewer = { width: 320, height: 640 };
/** Which are pictured dark, in Korean and on a phone, too. */
const SOME = new Set([
  "inbox",
  "hold-approval",
  "hold-question",
  "hold-review",
  "plans",
  "drawer",
  "graph",
  "kanban",
  "timeline",
  "new-text-problems",
  "webhooks",
  "system",
]);

const THREE_FRAMES = `new Promise((done) => {
  let left = 3;
  const next = () => (left-- === 0 ? done() : requestAnimationFrame(next));
  next();
})`;

test("a picture of every screen and state is taken from real plans", async () => {
  const { api, serve, open } = screen();
  await mkdir(IMAGES, { recursive: true });
  const { url } = await serve();
  let bytes = 0;
  const take = async (page: Page, name: string): Promise<void> => {
    // What a list has yet to measure comes with the next frames.
    await page.evaluate(THREE_FRAMES);
    const path = join(IMAGES, `${name}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 50 });
    bytes += (await stat(path)).size;
  };
  const takeAll = async (look: Viewer, suffix: string, pages: readonly ScreenPage[]) => {
    const page = await open(url, look);
    await visitPages(page, url, look.language ?? "en", pages, (shown, name) =>
      take(shown, name + suffix),
    );
    await page.close();
  };

  await takeAll(WIDE, "", EMPTY_PAGES);
  const holds = await startPictured(api);
  const pages = screenPages(holds, await startPicturedWebhook(api));
  await takeAll(WIDE, "", pages);
  const some = pages.filter(({ name }) => SOME.has(name));
  await takeAll({ ...WIDE, theme: "dark" }, ".dark", some);
  await takeAll({ ...WIDE, language: "ko" }, ".ko", some);
  await takeAll(NARROW, ".320", some);
  await visitStates(screen(), holds.approval, WIDE, take);
  expect(bytes).toBeLessThan(MOST_BYTES_OF_ALL);
  api.tools.openAll();
}, 900_000);
