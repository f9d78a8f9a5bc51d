import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { changeLook } from "./broken-rules.ts";
import { EMPTY_PAGES, screenPages } from "./pages.ts";
import { PICTURED, startPictured, startPicturedWebhook } from "./pictured-plans.ts";
import { visitPages, visitStates } from "./states.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

/*
 * A picture of every screen and state, for people to look at: `PICTURES=docs npm run test:browser --
 * screen-shots`. Each shows it light and dark, in English and Korean, wide and on a phone. They stay in the
 * repository and go into no package.
 */
const screen = useScreen(PICTURED);
const IMAGES = fileURLToPath(new URL("../../docs/images/screens", import.meta.url));
const MOST_BYTES_OF_ALL = 6_000_000;
const WIDE = { width: 1120, height: 700 };
const PHONE = { width: 320, height: 700 };
/** The first is how pages are opened. */
const LOOKS: readonly Viewer[] = [
  { ...WIDE, language: "en", theme: "light" },
  { ...WIDE, language: "ko", theme: "dark" },
  { ...PHONE, language: "ko", theme: "light" },
  { ...PHONE, language: "en", theme: "dark" },
];

const THREE_FRAMES = `new Promise((done) => {
  let left = 3;
  const next = () => (left-- === 0 ? done() : requestAnimationFrame(next));
  next();
})`;

test("a picture of every screen and state is taken from real plans", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const pictures = new Map<string, Buffer[]>();
  const take = async (page: Page, name: string): Promise<void> => {
    const looks: Buffer[] = [];
    for (const look of LOOKS) {
      await changeLook(page, look);
      // What a list has yet to measure comes with the next frames.
      await page.evaluate(THREE_FRAMES);
      looks.push(await page.screenshot({ type: "png" }));
    }
    pictures.set(name, looks);
    await changeLook(page, LOOKS[0]!);
  };
  const page = await open(url, LOOKS[0]!);
  await visitPages(page, url, "en", EMPTY_PAGES, take);
  const holds = await startPictured(api);
  await visitPages(page, url, "en", screenPages(holds, await startPicturedWebhook(api)), take);
  await page.close();
  await visitStates(screen(), holds.approval, LOOKS[0]!, take);
  api.tools.openAll();

  await rm(IMAGES, { recursive: true, force: true });
  await mkdir(IMAGES, { recursive: true });
  const table = await open("about:blank");
  let bytes = 0;
  for (const [name, looks] of pictures) {
    const sheet = await sheetOf(table, looks);
    await writeFile(join(IMAGES, `${name}.webp`), sheet);
    bytes += sheet.length;
  }
  console.log(`${pictures.size} pictures, ${bytes} bytes`);
  expect(bytes).toBeLessThan(MOST_BYTES_OF_ALL);
}, 900_000);

/** The pictures beside each other, as one of WebP. */
async function sheetOf(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  const urls = pictures.map((png) => `data:image/png;base64,${png.toString("base64")}`);
  const sheet = await page.evaluate<string>(`(async () => {
    const [scale, gap] = [0.64, 12];
    const images = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image;
    }));
    const canvas = document.createElement("canvas");
    canvas.height = Math.max(...images.map(({ height }) => height * scale));
    canvas.width = images.reduce((sum, { width }) => sum + width * scale + gap, -gap);
    const paper = canvas.getContext("2d");
    paper.imageSmoothingQuality = "high";
    paper.fillStyle = "#8b8b95";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    let left = 0;
    for (const image of images) {
      paper.drawImage(image, left, 0, image.width * scale, image.height * scale);
      left += image.width * scale + gap;
    }
    return canvas.toDataURL("image/webp", 0.55);
  })()`);
  return Buffer.from(sheet.slice(sheet.indexOf(",") + 1), "base64");
}
