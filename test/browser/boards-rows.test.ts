import { expect, test } from "vitest";
import { officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const QUESTION =
  "Which of the four colours that were shown on Monday should the front page of the survey have?";

test("a row of the list says what its todo asks and whom, cut where there is no room", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "rows-asks",
    title: "Survey",
    todos: [
      { id: "ask", title: "Choose a colour", input_request: { question: QUESTION } },
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Hello" },
        requires_approval: true,
        approval: { message: "Goes to 142 people." },
      },
    ],
  });
  const holds = await api.untilHolds(id, 2);
  const send = holds.find(({ todo_id }) => todo_id === "send")!;
  expect((await api.post(`/v1/holds/${send.id}/delegate`, { to: "lee" })).status).toBe(200);
  const page = await open(`${url}/plans/${id}`, { width: 1120 });
  const row = page.getByRole("link", { name: /Choose a colour/ });
  await row.getByText(QUESTION).waitFor();
  await page.getByRole("link", { name: /Send it.*lee · Goes to 142 people\./ }).waitFor();
  type Box = { readonly scrollWidth: number; readonly clientWidth: number };
  await expect
    .poll(() => row.getByText(QUESTION).evaluate((box: Box) => box.scrollWidth > box.clientWidth))
    .toBe(true);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a todo that was skipped says why, in the list and on its page, and of which other one that comes", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const ask = { tool_name: "echo", tool_params: { text: "Hi" }, requires_approval: true };
  const late = { timeout_seconds: 1, on_timeout: "skip" as const };
  const { id } = await api.create({
    id: "rows-skipped",
    title: "Letters",
    todos: [
      { id: "late", title: "Write to Lee", ...ask, approval: late },
      { id: "then", title: "Call Lee", depends_on: ["late"] },
      { id: "extra", title: "Thank Lee" },
    ],
  });
  const then = async () => (await api.plan(id)).todos.find((todo) => todo.id === "then");
  await expect.poll(async () => (await then())?.status).toBe("skipped");
  await api.post(`/v1/plans/${id}/todos/extra/skip`, { reason: "No need" });
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}`, { width: 1120 });
  const list = page.getByRole("list", { name: "Todos" });
  await list.getByRole("link", { name: /Write to Lee.*Nobody decided in time/ }).waitFor();
  const why = 'Nobody decided on "Write to Lee" in time';
  await list.getByRole("link", { name: new RegExp(`Call Lee.*${why}`) }).click();
  const facts = page.getByRole("article").locator("dl");
  await facts.getByText(why).waitFor();
  // It is no error, and what only the log calls it stands nowhere.
  expect(await page.getByRole("article").getByText("Error:").count()).toBe(0);
  expect(await page.getByRole("article").innerText()).not.toContain("policy:");
  await list.getByRole("link", { name: /Thank Lee.*No need/ }).click();
  await facts.getByText("local-operator: No need").waitFor();
  await page.goto(`${url}/plans/${id}/activity`);
  await page.getByText("Timed out").first().waitFor();
  expect(await page.getByRole("main").innerText()).not.toContain("policy:");
});

test("in a narrow window rows beside a todo's page and lanes beside each other stay in their places", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("rows-narrow"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/collect`, { width: 1024, language: "ko" });
  const link = page
    .getByRole("grid")
    .getByRole("link", { name: /Send the survey/ })
    .first();
  const left = link.getByText(/남음/).first();
  await page.getByRole("tab", { name: "개요" }).waitFor();
  const end = async (of: typeof link) => {
    const { x, width } = (await of.boundingBox())!;
    return x + width;
  };
  expect.soft(await end(left)).toBeLessThanOrEqual(await end(link));
  await page.goto(`${url}/plans/${id}?view=kanban`);
  await page.getByRole("region", { name: /^막힘/ }).waitFor();
  expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(1024);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the row of a plan says when its work will be done, while it waits for nobody", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "rows-until",
    title: "Rates",
    todos: [
      {
        id: "read",
        title: "Read the rates",
        tool_name: "gate",
        tool_params: { name: "rows", percent: 10 },
        estimated_seconds: 7_200,
      },
    ],
  });
  const page = await open(`${url}/plans`, { width: 1120 });
  const row = page.getByRole("link", { name: /Rates/ });
  await row.getByText(/of work left/).waitFor();
  const until = row.getByText(/^done about .*\d{1,2}:\d\d [AP]M$/).and(page.locator(":visible"));
  await expect.poll(() => until.count()).toBe(1);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => until.count()).toBe(1);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("on a phone a row of the list says in full why its todo waits, below its title", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("rows-phone"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}`, { width: 390, height: 844, touch: true });
  type Box = Record<`${"scroll" | "client"}${"Width" | "Height"}`, number>;
  const isCut = (box: Box): boolean =>
    box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  for (const [title, why] of [
    ["Print the report", /^Waits for .*Write the report/],
    ["Send the survey", /^Goes to 142 people/],
  ] as const) {
    const row = page.getByRole("grid").getByRole("link", { name: new RegExp(title) });
    const name = row.getByText(title, { exact: true });
    const reason = row.getByText(why);
    expect(await name.evaluate(isCut), title).toBe(false);
    expect(await reason.evaluate(isCut), title).toBe(false);
    const [above, below] = [(await name.boundingBox())!, (await reason.boundingBox())!];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  }
  await api.post(`/v1/plans/${id}/cancel`);
});
