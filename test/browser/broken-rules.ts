import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import type { Viewer } from "./use-screen.ts";

/** The rules of WCAG 2.2 AA, and what axe counts as good practice, that a page breaks. */
export async function brokenRules(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing that a second page would have to put together.
    .setLegacyMode(true)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const broken: string[] = [];
  for (const { id, nodes } of violations) {
    const reached = [];
    for (const node of nodes) {
      const isSilent = id === "scrollable-region-focusable" && (await isBehind(page, node.target));
      if (!isSilent) reached.push(node);
    }
    const places = reached.map(({ html }) => html.slice(0, 160)).join(" | ");
    if (reached.length > 0) broken.push(`${name}: ${id} ${places}`);
  }
  return broken;
}

/** Whether it stands behind a dialog, where nothing takes the focus and nothing has to. */
const isBehind = (page: Page, [selector]: readonly unknown[]): Promise<boolean> =>
  page.evaluate<boolean>(
    `document.querySelector("[role=dialog]") !== null && document.querySelector(${JSON.stringify(selector)})?.closest("[role=dialog]") == null`,
  );

/** Shows a page that is open in another language, theme and width, as Settings and a window do. */
export async function changeLook(
  page: Page,
  { language = "en", theme = "light", width = 1280, height = 800 }: Viewer,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(`(() => {
    localStorage.setItem("holdpoint.settings", ${JSON.stringify(JSON.stringify({ language, theme }))});
    dispatchEvent(new StorageEvent("storage", { key: "holdpoint.settings" }));
  })()`);
}
