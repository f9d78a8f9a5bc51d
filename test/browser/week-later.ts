import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

const WEEK_MS = 7 * 24 * 3_600_000;

/** Lets a page that is still empty hear from the API that it is a week later than it is. */
export async function readWeekLater(page: Page): Promise<void> {
  await page.route(/\/v1\/(?:holds|plans)(?:\?|$)/u, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly read_at: string };
    const read_at = new Date(Date.parse(answer.read_at) + WEEK_MS).toISOString();
    await route.fulfill({ response, json: { ...answer, read_at } });
  });
  // What the page still asks as it is closed nobody waits for.
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
}
