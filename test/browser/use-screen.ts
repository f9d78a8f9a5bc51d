import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { ANSWER_MS } from "../../src/api/gateway/asking/ask-temporal.ts";
import type { Screen } from "../../src/api/http/origins/screen.ts";
import type { Language } from "../../src/contract/sentences/catalog.ts";
import { openScreen } from "../../src/runtime/api/screen.ts";
import { serveApi, type ServedApi } from "../api/stream/support/served-api.ts";
import { useApi, type ApiHarness, type HarnessOptions } from "../support/api-harness.ts";
import { ARGUMENTS, CHROMIUM } from "./open-browser.ts";

/** A refusal of a server that is newer than the page. */
export const NOT_KNOWN_YET = {
  status: 409,
  contentType: "application/problem+json",
  headers: { "holdpoint-instance": "any" },
  body: JSON.stringify({
    type: "about:blank",
    title: "The plan does not answer",
    status: 409,
    code: "not_known_yet",
    detail: "Nobody runs it now.",
    hint: "Start a worker.",
    request_id: "r-1",
  }),
};

/** How a person looks at the screen. */
export interface Viewer {
  readonly language?: Language;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the display for each of the page's: 2 at a zoom of 200 %. */
  readonly scale?: number;
  /** By fingers instead of a mouse. */
  readonly touch?: boolean;
}

export interface TestScreen {
  readonly api: ApiHarness;
  readonly serve: (deps?: Partial<ApiHarness["deps"]>, port?: number) => Promise<ServedApi>;
  /** Opens a page with a profile of its own: nothing is shared with other pages. */
  readonly open: (address: string, viewer?: Viewer) => Promise<Page>;
}

/**
 * The screen of one test file, served by an API with a worker, and browsers to look at it. A test fails
 * when a page logs an error, such as a break of the page's own rules.
 */
export function useScreen(options: HarnessOptions = {}): () => TestScreen {
  const api = useApi({ ownTemporal: true, answerMs: ANSWER_MS, ...options });
  let screen: Screen | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
    const told: unknown[] = [];
    screen = await openScreen((said) => told.push(said));
    if (screen === undefined)
      throw new Error(`The screen cannot be built: ${JSON.stringify(told)}`);
  });
  afterAll(() => browser?.close());
  return () => ({
    api: api(),
    serve: (deps = {}, port = 0) =>
      serveApi({ ...api().deps, ...deps, screen: () => Promise.resolve(screen) }, { port }),
    async open(address, viewer = {}) {
      const {
        language = "en",
        theme = "light",
        width = 1280,
        height = 800,
        scale = 1,
        touch,
      } = viewer;
      const profile = await browser!.newContext({
        locale: language === "ko" ? "ko-KR" : "en-US",
        timezoneId: "Asia/Seoul",
        colorScheme: theme,
        viewport: { width, height },
        deviceScaleFactor: scale,
        reducedMotion: "reduce",
        ...(touch === true && { hasTouch: true, isMobile: true }),
      });
      onTestFinished(async ({ task }) => {
        const shown = () => page.locator("body").innerText();
        if (task.result?.state === "fail" && !page.isClosed())
          console.error(page.url(), await shown());
        await profile.close();
      });
      const page = await profile.newPage();
      page.setDefaultTimeout(20_000);
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      page.on("console", (said) => {
        // What the API refuses is part of a test, and shown.
        const isAnswer = said.text().startsWith("Failed to load resource");
        if (said.type() === "error" && !isAnswer) errors.push(said.text());
      });
      onTestFinished(() => expect(errors, "what the page complained about").toEqual([]));
      await page.goto(address);
      return page;
    },
  });
}
