import type { Page } from "playwright-core";

/** What is wider than its page, and so scrolls it sideways. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    // What scrolls both ways, such as a log, does so on purpose.
    const pages = [document.scrollingElement, ...document.querySelectorAll("[class*='overflow-y-auto']")];
    return pages.filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.scrollWidth + " px in " + one.clientWidth + " px: " + one.outerHTML.slice(0, 120));
  })()`);
}

/** Buttons, selects, tabs, and links that look like buttons, lower than so many pixels. */
export function lowButtons(page: Page, least: number): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll("button, select, [role=tab], a[class*='min-h-11']")]
    .filter((one) => one.checkVisibility() && !one.closest("[inert], [class*='sr-only']"))
    .map((one) => [one.getBoundingClientRect().height, one.outerHTML.slice(0, 120)])
    .filter(([height]) => height > 1 && height < ${least} - 0.5)
    .map(([height, html]) => height + " px: " + html)`);
}

/** Links and what opens more, lower than so many pixels; those within a sentence are as high as its line. */
export function lowLinks(page: Page, least: number): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("a[href], summary")]
    .filter((one) => one.checkVisibility() && !one.closest("[inert], [class*='sr-only'], .react-flow__attribution"))
    .filter((one) => getComputedStyle(one).display !== "inline" || one.parentElement.innerText.trim() === one.innerText.trim())
    .map((one) => [one.getBoundingClientRect().height, one.outerHTML.slice(0, 160)])
    .filter(([height]) => height > 1 && height < ${least} - 0.5)
    .map(([height, html]) => height + " px: " + html)`);
}

/** Goes through everything that takes the focus, forwards or backwards; names what was hidden then. */
export async function hiddenOnTheWay(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  await page.evaluate("document.activeElement?.blur()");
  const hidden: string[] = [];
  const seen = new Set<string>();
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press(key);
    let focused = await page.evaluate<Focused>(FOCUSED);
    if (focused.place === "" || seen.has(focused.place)) break;
    seen.add(focused.place);
    if (focused.over === null) continue;
    // What has come since then may have moved it: it is looked at once more.
    await page.keyboard.press(key === "Tab" ? "Shift+Tab" : "Tab");
    await page.keyboard.press(key);
    focused = await page.evaluate<Focused>(FOCUSED);
    if (focused.over !== null) hidden.push(focused.over);
  }
  return hidden;
}

interface Focused {
  readonly place: string;
  readonly over: string | null;
}

const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return { place: "", over: null };
  const place = String([...document.querySelectorAll("*")].indexOf(one));
  const { left, top, width, height } = one.getBoundingClientRect();
  // Something taller than what is left between the bars is seen in part.
  const found = [top + height / 2, top + 4, top + height - 4].map((y) => document.elementFromPoint(left + width / 2, y));
  const isSeen = found.some((it) => it !== null && (it.contains(one) || one.contains(it)));
  return { place, over: isSeen ? null : one.outerHTML.slice(0, 120) + " is under " + (found[0]?.outerHTML.slice(0, 80) ?? "nothing") };
})()`;
