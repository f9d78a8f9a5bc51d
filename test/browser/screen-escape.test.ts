import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** What a screen reader says of what has the focus. */
const focused = (page: Page) => () =>
  page.evaluate<string>(`(() => {
    const one = document.activeElement;
    return one.ariaLabel ?? one.innerText ?? "";
  })()`);

test("in every view, Escape closes the todo that was opened there by a key, and the focus is where it was opened", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("screen-escape"));
  const page = await open(`${url}/plans/${id}`);
  const focus = focused(page);
  const title = page.getByRole("heading", { name: "Print the report", level: 2 });
  for (const view of ["list", "graph", "kanban", "timeline"]) {
    await page.goto(`${url}/plans/${id}?view=${view}`);
    const opener =
      view === "list" || view === "kanban"
        ? page.getByRole("row", { name: /^Print the report/ })
        : page.getByRole("main").getByRole("link", { name: /Print the report/ });
    await opener.first().focus();
    // Whoever goes on in the view leaves the todo from there, too.
    for (const from of ["todo", "view"]) {
      await page.keyboard.press("Enter");
      await title.and(page.locator(":focus")).waitFor();
      if (from === "view") await opener.first().focus();
      await page.keyboard.press("Escape");
      await expect
        .poll(() => new URL(page.url()).pathname, { message: `${view}, from the ${from}` })
        .toBe(`/plans/${id}`);
      expect(new URL(page.url()).searchParams.get("view") ?? "list").toBe(view);
      await expect
        .poll(focus, { message: `${view}, from the ${from}` })
        .toMatch(/Print the report/);
    }
  }
  await api.post(`/v1/plans/${id}/cancel`);
}, 120_000);
