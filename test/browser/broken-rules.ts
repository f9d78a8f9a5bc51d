import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The rules of WCAG 2.2 AA, and what axe counts as good practice, that a page breaks. */
export async function brokenRules(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}
