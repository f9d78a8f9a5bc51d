import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { createClient, type Client } from "../src/client/client.ts";
import { optionOf } from "./options.ts";
import type { Report } from "./report.ts";
import { withProduct } from "./sizes/product.ts";
import { median } from "./statistics.ts";

/** Where Debian puts its headless Chromium. */
const CHROMIUM = "/usr/bin/chromium-headless-shell";
/** What a list is to take at most until it can be used, however long it is. */
const BAR_MS = 1_500;
const ROUNDS = 7;
const TODOS = 10_000;
/** The most plans that this is promised for; making them takes minutes. */
const PLANS = Number(optionOf("--plans") ?? 5_000);
const AT_ONCE = 32;

/** How long a browser that was never here takes until it shows the first rows of very long lists. */
export async function compareOpening(report: Report): Promise<void> {
  if (!existsSync(CHROMIUM)) {
    console.log(`\na list is opened: not measured, because ${CHROMIUM} is missing`);
    return;
  }
  await withProduct(async ({ apiUrl }) => {
    const client = createClient(apiUrl);
    report.heading(`a list is opened (${ROUNDS} rounds, medians; ratio: to ${BAR_MS} ms)`);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    const row = async (name: string, path: string, first: RegExp): Promise<void> => {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        // A profile of its own: nothing is cached.
        const page = await browser.newPage();
        const began = performance.now();
        await page.goto(apiUrl + path);
        await page.getByRole("link", { name: first }).first().waitFor();
        // The first round is a warm-up of the API.
        if (round > 0) times.push(performance.now() - began);
        await page.close();
      }
      const holdpoint = median(times);
      report.row({ name, unit: "ms", holdpoint, minimal: null, ratio: holdpoint / BAR_MS });
    };
    try {
      await makeTodos(client);
      await row(`${TODOS} todos`, "/plans/many", /Todo number 5(?!\d)/);
      await makePlans(client);
      await row(`${PLANS} plans`, "/plans", /Plan number \d+/);
    } finally {
      await browser.close();
    }
  });
}

/** A plan of very many todos for people: nothing runs in it. */
async function makeTodos(client: Client): Promise<void> {
  const todos = Array.from({ length: TODOS }, (_, place) => ({
    id: `t${place}`,
    title: `Todo number ${place}`,
    assignee: "kim",
    ...(place % 10 !== 0 && { depends_on: [`t${place - 1}`] }),
  }));
  await client.plans.create({ id: "many", title: "Many", todos });
  await client.plans.board("many");
}

/** Plans that wait for a person, until the list has all of them. */
async function makePlans(client: Client): Promise<void> {
  let place = 0;
  const makeOnes = async (): Promise<void> => {
    while (place < PLANS) {
      place += 1;
      const title = `Plan number ${place}`;
      await client.plans.create({ title, todos: [{ id: "call", title: "Call", assignee: "kim" }] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, makeOnes));
  // The list lags behind what it lists; the plan of many todos is one of them.
  while ((await client.plans.list({ limit: 1 })).total <= PLANS);
}
