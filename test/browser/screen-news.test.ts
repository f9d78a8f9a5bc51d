import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const DAY = 24 * 60 * 60;

/** Where a row stands on the screen. */
const heightOf = async (row: Locator) => Math.round((await row.boundingBox())!.y);

test("a plan that comes moves no row: it is counted, and stands on top once somebody asks for it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = [{ title: "Ask", input_request: { question: "Which colour?" } }];
  await api.create({ title: "First", todos });
  const { id } = await api.create({ title: "Second", todos });
  await api.create({ title: "Third", todos });
  const page = await open(`${url}/plans`);
  const row = page.getByRole("link", { name: /Second/ });
  await row.focus();
  const before = await heightOf(row);
  await api.create({ title: "Fourth", todos });
  await api.create({ title: "Fifth", todos });
  await button(page, "2 new").waitFor();
  await page.getByText("5 plans").waitFor();
  expect(await heightOf(row)).toBe(before);
  expect(await page.getByRole("link", { name: /Fourth|Fifth/ }).count()).toBe(0);
  // What becomes of a row is told in its place.
  await api.post(`/v1/plans/${id}/cancel`, {});
  await row.getByText("Cancelled").waitFor();
  expect(await heightOf(row)).toBe(before);
  expect(await page.locator("a:focus").innerText()).toContain("Second");
  await button(page, "2 new").click();
  const names = async () =>
    (await page.getByRole("list", { name: "Plans" }).getByRole("link").allInnerTexts()).map(
      (text) => /First|Second|Third|Fourth|Fifth/.exec(text)?.[0],
    );
  await expect.poll(names).toEqual(["Fifth", "Fourth", "Third", "First", "Second"]);
  expect(await button(page, /new$/).count()).toBe(0);
});

test("in the inbox only what is due comes between what is read; the rest waits to be asked for", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const ask = (id: string, timeout_seconds: number) =>
    api.create({
      id: `news-${id}`,
      title: `Plan ${id}`,
      todos: [
        {
          title: `Send ${id}`,
          tool_name: "echo",
          tool_params: { text: id },
          requires_approval: true,
          approval: { timeout_seconds },
        },
      ],
    });
  await ask("late", 20 * DAY);
  await api.untilHolds("news-late");
  const page = await open(`${url}/inbox?kind=approval`);
  const row = page.getByRole("link", { name: /Send late/ });
  await row.waitFor();
  const before = await heightOf(row);
  await ask("later", 10 * DAY);
  await button(page, "1 new").waitFor();
  await page.getByText("2 wait", { exact: true }).waitFor();
  expect(await heightOf(row)).toBe(before);
  await ask("soon", 600);
  const rows = page.getByRole("list", { name: "Inbox" }).getByRole("link");
  const names = async () =>
    (await rows.allInnerTexts()).map((text) => /Send \w+/.exec(text)?.[0] ?? text);
  await expect.poll(names).toEqual(["Send soon", "Send late"]);
  await button(page, "1 new").click();
  await expect.poll(names).toEqual(["Send soon", "Send later", "Send late"]);
});
