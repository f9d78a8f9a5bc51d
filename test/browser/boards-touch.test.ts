import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { button, officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const TOUCHED = { touch: true, width: 412, height: 800 };

test("with a finger, a todo gets another place in the list, without dragging", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("touch-list"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}`, TOUCHED);
  await page.getByRole("row", { name: "Print the report" }).waitFor();
  await button(page, "Move “Print the report”").tap();
  const move = page.getByRole("dialog", { name: "Move “Print the report”" });
  await move.getByRole("button", { name: "To the top" }).tap();
  await page.getByText(/^Changed: Move “Print the report”/).waitFor();
  const order = async () => (await api.plan(id)).todos.map((todo) => todo.id).join(" ");
  expect(await order()).toBe("print collect send period market rates write");
  await button(page, "Move “Print the report”").tap();
  await move.getByLabel("After", { exact: true }).selectOption({ label: "Choose the period" });
  await move.getByRole("button", { name: "Move", exact: true }).tap();
  await expect.poll(order).toBe("collect send period print market rates write");
  await button(page, "Undo").last().tap();
  await expect.poll(order).toBe("print collect send period market rates write");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("with a finger, a card of the kanban goes where the plan lets it, and says why not elsewhere", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("touch-kanban"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=kanban`, TOUCHED);
  await button(page, "Move “Print the report”").tap();
  const moves = page.getByRole("dialog", { name: "Move “Print the report”" });
  await moves.getByText("Only the plan brings todos here.").first().waitFor();
  await moves.getByRole("button", { name: "Skip" }).tap();
  await page
    .getByRole("dialog", { name: "Skip this todo?" })
    .getByRole("button", { name: "Skip" })
    .tap();
  const skipped = page.getByRole("region", { name: "Skipped: 1" });
  await skipped.getByText("Print the report").waitFor();
  expect(await skipped.getByRole("row").count()).toBe(1);
  // A tap on the card itself opens it.
  await page
    .getByRole("region", { name: /^Failed/ })
    .getByText("Read the rates")
    .tap();
  await page.getByRole("article").getByRole("heading", { name: "Read the rates" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("by keys alone, a card of the kanban is lifted, brought to a lane and dropped, and its moves are read", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("keys-kanban"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=kanban`);
  await page
    .getByRole("region", { name: /^Failed/ })
    .getByText("Read the rates")
    .waitFor();
  await tabTo(page, "Drag “Read the rates”");
  await page.keyboard.press("Enter");
  await page
    .getByText(/Started dragging/)
    .first()
    .waitFor({ state: "attached" });
  await page
    .getByText(/^Drop here: /)
    .first()
    .waitFor();
  await page.keyboard.press("Tab");
  for (let press = 0; press < 8; press += 1) {
    if ((await focusedLane(page)).startsWith("Ready")) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const sure = page.getByRole("dialog");
  await sure.getByText("Read the rates", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await sure.waitFor({ state: "detached" });
  // A lane is one stop of Tab; arrows go through its cards.
  await tabTo(page, "Drag “Write the report”");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Move “Print the report”");
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Move “Print the report”" })
    .getByRole("button", { name: "Skip" })
    .waitFor();
  await tabTo(page, "Skip");
  await page.keyboard.press("Enter");
  const skipping = page.getByRole("dialog", { name: "Skip this todo?" });
  await skipping.getByText("no other todo changes").waitFor();
  await tabTo(page, "Skip");
  await page.keyboard.press("Enter");
  const skipped = page.getByRole("region", { name: "Skipped: 1" });
  await skipped.getByText("Print the report").waitFor();
  expect(await skipped.getByRole("row").count()).toBe(1);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("by keys alone, one sees where one is on a kanban, in a lane that is empty, too", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("keys-kanban-empty"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=kanban`);
  const empty = page.getByRole("region", { name: "Skipped: 0" }).getByRole("grid");
  await empty.waitFor();
  const lane = "document.querySelector('[aria-label=\"Skipped: 0\"] [role=grid]')";
  const isThere = () => page.evaluate<boolean>(`${lane} === document.activeElement`);
  for (let press = 0; press < 120 && !(await isThere()); press += 1)
    await page.keyboard.press("Tab");
  expect(await isThere()).toBe(true);
  expect(await page.evaluate<string>(`getComputedStyle(${lane}).outlineStyle`)).toBe("solid");
  await api.post(`/v1/plans/${id}/cancel`);
});

const focusedLane = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement?.closest('section')?.ariaLabel ?? ''");

/** Goes with Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''",
    );
  for (let press = 0; press < 120 && (await focused()) !== name; press += 1)
    await page.keyboard.press("Tab");
  expect(await focused()).toBe(name);
}
