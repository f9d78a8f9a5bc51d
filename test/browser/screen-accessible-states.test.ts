import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brokenRules, changeLook } from "./broken-rules.ts";
import { EMPTY_PAGES, screenPages } from "./pages.ts";
import { sideways } from "./phone-checks.ts";
import { PICTURED, startPictured, startPicturedWebhook } from "./pictured-plans.ts";
import { visitPages, visitStates } from "./states.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const screen = useScreen(PICTURED);
const WIDE = { width: 1120, height: 700 };
const NARROW = { width: 320, height: 640 };
/** Each page in both languages, both themes and both widths: every other one in the other pair. */
const PAIRS: readonly (readonly [Viewer, Viewer])[] = [
  [
    { language: "en", theme: "light", ...WIDE },
    { language: "ko", theme: "dark", ...NARROW },
  ],
  [
    { language: "ko", theme: "light", ...WIDE },
    { language: "en", theme: "dark", ...NARROW },
  ],
];
const OPENED: Viewer = { language: "en", theme: "light", ...WIDE };

test("no page, request, tab, dialog or state breaks a rule of accessibility, in either language and theme, wide and narrow", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const broken: string[] = [];
  let visited = 0;
  const visit = async (page: Page, name: string): Promise<void> => {
    const looks = PAIRS[visited % PAIRS.length]!;
    visited += 1;
    for (const look of looks) {
      await changeLook(page, look);
      const where = `${name} · ${look.language} ${look.theme} ${look.width}`;
      const found = await brokenRules(page, where);
      for (const wide of await sideways(page)) found.push(`${where}: ${wide}`);
      console.info(`${where}: ${found.length}`);
      broken.push(...found);
    }
    // Nothing of that depends on colours: what is too wide is looked for in the other language, too.
    const other = looks[1].language === "ko" ? ("en" as const) : ("ko" as const);
    await changeLook(page, { language: other, ...NARROW });
    for (const wide of await sideways(page)) broken.push(`${name} · ${other} 320: ${wide}`);
    await changeLook(page, OPENED);
  };
  const page = await open(url, OPENED);
  await visitPages(page, url, "en", EMPTY_PAGES, visit);
  const holds = await startPictured(api);
  const pages = screenPages(holds, await startPicturedWebhook(api));
  await visitPages(page, url, "en", pages, visit);
  await page.close();
  await visitStates(screen(), holds.approval, OPENED, visit);
  expect(broken).toEqual([]);
  api.tools.openAll();
}, 900_000);
