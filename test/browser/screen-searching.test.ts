import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** Holds back what is searched for, until it is let go; tells what was. */
async function holdBack(page: Page) {
  const searched: string[] = [];
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/v1\/plans\?.*search=/, async (route) => {
    searched.push(new URL(route.request().url()).searchParams.get("search")!);
    await isLetGo;
    // A search that is not wanted any more has gone.
    await route.continue().catch(() => undefined);
  });
  return { searched, letGo };
}

for (const [language, words] of [
  ["en", { searching: "Searching …", none: "Nothing fits", open: "Open Zebra" }],
  ["ko", { searching: "찾는 중 …", none: "찾은 것이 없습니다", open: "Zebra 열기" }],
] as const) {
  test(`the menu says that it searches as long as it does, and asks once for what is typed at once (${language})`, async () => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const todos = [{ title: "Ask", input_request: { question: "Which?" } }];
    const { id } = await api.create({ title: "Zebra", todos });
    const page = await open(`${url}/system`, { language });
    await page.getByRole("heading").first().waitFor();
    const { searched, letGo } = await holdBack(page);
    await page.keyboard.press("Control+KeyK");
    const menu = page.getByRole("dialog");
    await menu.getByRole("combobox").pressSequentially("zebra");
    await menu.getByText(words.searching).first().waitFor();
    expect(await menu.getByText(words.none).count()).toBe(0);
    await expect.poll(() => searched.at(-1)).toBe("zebra");
    expect(searched.length).toBeLessThan(5);
    expect(await menu.getByText(words.none).count()).toBe(0);
    letGo();
    await menu.getByRole("option", { name: words.open }).first().waitFor();
    await menu.getByRole("combobox").fill("zebra none");
    await menu.getByText(words.none).last().waitFor();
    await api.post(`/v1/plans/${id}/cancel`, {});
  });
}

test("the list of plans is marked as old as long as another one is searched for", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = [{ title: "Ask", input_request: { question: "Which?" } }];
  for (const title of ["Lion", "Tiger"]) await api.create({ title, todos });
  const page = await open(`${url}/plans`);
  const row = (name: string) => page.getByRole("link", { name: new RegExp(name) });
  await row("Lion").waitFor();
  const busy = page.locator("main [aria-busy=true]");
  expect(await busy.count()).toBe(0);
  const { letGo } = await holdBack(page);
  await page.getByRole("searchbox").fill("tiger");
  await busy.waitFor();
  expect(await row("Lion").count()).toBe(1);
  letGo();
  await busy.waitFor({ state: "detached" });
  await row("Lion").waitFor({ state: "detached" });
  await row("Tiger").waitFor();
});
