import { expect, test } from "vitest";
import { echo } from "../support/echo-todo.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

const ask = (id: string) =>
  echo(id, {
    title: `Ask ${id}`,
    requires_approval: true,
    approval: { on_timeout: "wait" as const },
  });

test("a row that is snoozed leaves this inbox alone, says until when, and comes back", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-snooze",
    title: "Two questions",
    todos: [ask("one"), ask("two")],
  });
  const [one] = await api.untilHolds(id, 2);
  const page = await open(`${url}/inbox/${one!.id}`);
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  const row = (title: string) =>
    page.getByRole("list", { name: "Inbox" }).getByRole("link", { name: new RegExp(title) });
  await row("Ask one").waitFor();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  await dialog.getByText("It is hidden from the inbox in this browser only").waitFor();
  expect(await dialog.getByRole("radio").count()).toBe(3);
  // It is read with the name of the choice.
  const described = await dialog
    .getByRole("group", { name: "Until" })
    .getAttribute("aria-describedby");
  expect(await dialog.locator(`[id="${described}"]`).innerText()).toMatch(/^It is hidden/);
  await dialog.getByRole("button", { name: "Snooze" }).click();
  await row("Ask one").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Ask two" }).waitFor();
  await page.getByText(/^1 snoozed, the first until/).waitFor();

  // It is this browser's own: a reload keeps it, and the plan and others know nothing of it.
  await page.reload();
  await page.getByText(/^1 snoozed, the first until/).waitFor();
  const other = await open(`${url}/inbox`, { language: "ko", theme: "dark", width: 320 });
  await other.getByRole("link", { name: /Ask one/ }).waitFor();
  expect(await api.holds(id)).toHaveLength(2);

  // By itself it comes back when its time is over.
  await page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem("holdpoint.put-off"));
    const soon = kept.map(([key]) => [key, Date.now() + 300]);
    localStorage.setItem("holdpoint.put-off", JSON.stringify(soon));
  }`);
  await page.reload();
  // What comes while a list is looked at moves no row of it: it waits behind a button.
  const news = page.getByRole("button", { name: "1 new" });
  await news.or(row("Ask one")).first().waitFor();
  if (await news.isVisible()) await news.click();
  await row("Ask one").waitFor();
});

test("a question until when to snooze goes with its request, and is not asked about the next one", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "snooze-gone",
    title: "Two more",
    todos: [ask("three"), ask("four")],
  });
  const [three] = await api.untilHolds(id, 2);
  const page = await open(`${url}/inbox/${three!.id}`);
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  const list = page.getByRole("list", { name: "Inbox" });
  await list.getByRole("link", { name: /Ask three/ }).waitFor();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: "Snooze" });
  await dialog.getByText("Ask three").waitFor();
  await api.post(`/v1/holds/${three!.id}/decision`, { decision: "approve" });
  await dialog.waitFor({ state: "detached" });
  await list.getByRole("link", { name: /Ask four/ }).click();
  await page.getByRole("button", { name: "Snooze" }).waitFor();
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});
