import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const MANY = 10_000;
const MOST_ROWS = 200;
const TO_THE_END =
  "[...document.querySelectorAll('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 50).at(-1).scrollTo(0, 1e9)";

test("a plan of 10,000 todos is looked through, found in and walked with few rows in the document", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Array.from({ length: MANY }, (_, place) => ({
    id: `t${place}`,
    title: `Todo number ${place}`,
    assignee: "kim",
    ...(place > 0 && place % 10 !== 0 && { depends_on: [`t${place - 1}`] }),
  }));
  const { id } = await api.create({ id: "boards-large", title: "Many", todos });
  // A busy machine takes its time to start so many.
  await expect
    .poll(async () => (await api.request("GET", `/v1/plans/${id}/board`)).status, {
      timeout: 90_000,
    })
    .toBe(200);
  const page = await open(`${url}/plans`);
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  const rows = () => page.evaluate<number>("document.querySelectorAll('li, [role=row]').length");
  const took = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await run();
    console.info(
      `10,000 todos: ${what} ${Math.round(performance.now() - from)} ms, ${await rows()} rows`,
    );
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
  };
  const todo = (place: number) =>
    page.getByRole("link", { name: new RegExp(`Todo number ${place}(?!\\d)`) }).first();
  await took("list opened", async () => {
    await page.goto(`${url}/plans/${id}`);
    await todo(5).waitFor();
  });
  await page.getByText(/of 10000 todos are here/).waitFor();
  await took("scrolled to the end of what a board holds", async () => {
    await page.evaluate(TO_THE_END);
    await todo(999).waitFor();
  });
  await took("found one", async () => {
    await page.getByRole("searchbox", { name: "Search todos" }).fill("number 777");
    await todo(777).waitFor();
  });
  const search = page.getByRole("searchbox", { name: "Search todos" });
  await took("found one that the board does not hold", async () => {
    await search.fill("Number 9000");
    await todo(9_000).waitFor();
  });
  await page.getByText("1 todo", { exact: true }).waitFor();
  await took("opened it", async () => {
    await todo(9_000).click();
    await page.getByRole("article").getByRole("heading", { name: "Todo number 9000" }).waitFor();
  });
  // What it waits for may be any todo of the plan, too.
  const drawer = page.getByRole("article");
  await button(page, "Dependencies").click();
  await drawer.getByRole("searchbox").fill("number 8765");
  await drawer.getByLabel("Wait for another todo, too").selectOption({ label: "Todo number 8765" });
  await button(page, "Make it wait").click();
  await drawer.getByRole("link", { name: "t8765" }).waitFor();
  await page.keyboard.press("Escape");
  await search.fill("number 99");
  await page.getByText("111 todos", { exact: true }).waitFor();
  await search.fill("number 10000");
  await page.getByText("0 todos", { exact: true }).waitFor();
  await search.fill("");
  // Whoever scrolls on gets what the board does not hold, too, to the last one.
  await took("scrolled to the end of the plan", async () => {
    await expect
      .poll(
        async () => {
          await page.evaluate(TO_THE_END);
          return todo(9_999).count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  });
  // All of them, and not the last one alone.
  const last = page.getByRole("listitem").filter({ has: todo(9_999) });
  expect(await last.getAttribute("aria-setsize")).toBe(String(MANY));
  await search.blur();
  await took("timeline", async () => {
    await page.keyboard.press("4");
    await page.getByRole("list", { name: "Timeline" }).getByRole("link").first().waitFor();
  });
  await took("kanban", async () => {
    await page.keyboard.press("3");
    await page.getByRole("row", { name: "Todo number 0" }).waitFor();
  });
  // A picture would show nothing, and says so; the list shows what matters.
  await took("graph", async () => {
    await page.keyboard.press("2");
    await page.getByText("10000 todos are too many for a picture").waitFor();
  });
  // A lane tells how many there are in the plan, and its list has them all.
  await page.keyboard.press("3");
  const lane = page.getByRole("region", { name: "Blocked: 9001" });
  await lane.getByRole("link", { name: "8977 more in the list" }).click();
  await page.waitForURL(/view=list&lane=blocked/);
  await took("found in a lane what the board does not hold", async () => {
    await search.fill("number 9778");
    await todo(9_778).waitFor();
  });
  expect(await todo(9_778).innerText()).toContain("Todo number 9778");
  // It is ready, so it is not among the blocked ones.
  await search.fill("number 9770");
  await page.getByText("0 todos", { exact: true }).waitFor();
  await search.fill("");
  await page.getByRole("link", { name: "All todos" }).click();
  await todo(0).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
}, 180_000);
