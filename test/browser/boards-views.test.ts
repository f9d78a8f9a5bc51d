import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { echo } from "../support/echo-todo.ts";
import { button, officePlan } from "./boards-plan.ts";
import { NOT_KNOWN_YET, useScreen } from "./use-screen.ts";

const screen = useScreen();

test("one selection is seen as list, graph, kanban and timeline, and stays chosen from one to the other", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-views"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/write`);
  const drawer = page.getByRole("article");
  await drawer.getByRole("heading", { name: "Write the report" }).waitFor();
  const views = page.getByRole("navigation", { name: "Views" });
  expect(await views.getByRole("link", { name: "List" }).getAttribute("aria-current")).toBe("page");
  await views.getByRole("link", { name: "Graph" }).click();
  await page.waitForURL(/view=graph/);
  const graph = page.getByRole("group", { name: "Graph of the todos" });
  await graph.getByRole("link", { name: /Write the report/ }).waitFor();
  expect(await drawer.getByRole("heading", { name: "Write the report" }).isVisible()).toBe(true);
  // Keys by their place on the keyboard, as everywhere.
  await page.keyboard.press("3");
  await page.waitForURL(/todos\/write\?view=kanban/);
  await page.getByRole("region", { name: "Waiting for people: 3" }).waitFor();
  await page.keyboard.press("4");
  await page.waitForURL(/todos\/write\?view=timeline/);
  await page.getByRole("list", { name: "Timeline" }).waitFor();
  await page.keyboard.press("j");
  await page.waitForURL(/todos\/(?!write)\w+\?view=timeline/);
  await page.keyboard.press("Escape");
  await page.waitForURL(/boards-views\?view=timeline/);
  await page.reload();
  await page.getByRole("list", { name: "Timeline" }).waitFor();
  await page.keyboard.press("1");
  await page.getByRole("grid", { name: "Todos in plan order" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the kanban shows what waits for people with its question, opens it, and says where a card cannot go", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-kanban"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=kanban`);
  const waiting = page.getByRole("region", { name: /^Waiting for people/ });
  // S4: a sign beside the question.
  const question = waiting.getByText("Which period should the report cover?");
  await question.locator("xpath=..").locator("svg").waitFor();
  await waiting.getByText("Goes to 142 people.").waitFor();
  await waiting.getByText("Compare prices").waitFor();
  expect(await page.getByRole("region", { name: /^Failed: 1/ }).innerText()).toContain(
    "Read the rates",
  );
  await waiting.getByText("Choose the period").dblclick();
  const drawer = page.getByRole("article");
  await drawer.getByRole("heading", { name: "Choose the period" }).waitFor();
  await page.keyboard.press("Escape");
  // Where a card may go is what the plan says, and why not elsewhere.
  await button(page, "Move “Print the report”").click();
  const moves = page.getByRole("dialog", { name: "Move “Print the report”" });
  await moves.getByRole("button", { name: "Skip" }).waitFor();
  await expect.poll(() => moves.getByRole("listitem").nth(2).innerText()).toMatch(/Running\s+\S+/);
  expect(await moves.getByRole("listitem").nth(5).innerText()).toContain(
    "Only the plan brings todos here.",
  );
  await moves.getByRole("button", { name: "Skip" }).click();
  const sure = page.getByRole("dialog", { name: "Skip this todo?" });
  await sure.getByText("Print the report").waitFor();
  await sure.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("region", { name: "Skipped: 1" }).getByText("Print the report").waitFor();
  // The same by dragging: a failure is tried again where the plan says so.
  const card = page.getByRole("region", { name: /^Failed/ }).getByText("Read the rates");
  const ready = page.getByRole("region", { name: /^Ready/ });
  await card.hover();
  await page.mouse.down();
  const box = (await ready.getByRole("grid").boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 6 });
  await page
    .getByText(/^Drop here: /)
    .first()
    .waitFor();
  await page.mouse.move(box.x + 50, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("dialog").getByText("Read the rates", { exact: true }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the timeline draws people's time apart from work, tells the question, and goes nearer and farther", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-timeline"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=timeline`);
  const rows = page.getByRole("list", { name: "Timeline" });
  const asking = rows.getByRole("link", { name: /Choose the period/ });
  await asking.getByText(/waited .* for people/).waitFor();
  await rows.getByRole("link", { name: /Collect the reviews.* took / }).waitFor();
  await rows.getByRole("link", { name: /Write the report.*estimated 4 min/ }).waitFor();
  await rows.getByRole("link", { name: /Write the report/ }).hover();
  await asking.hover();
  await page
    .getByRole("tooltip")
    .getByText("Asks: Which period should the report cover?")
    .waitFor();
  await page.mouse.move(0, 0);
  await button(page, "Zoom in").click();
  await page.getByText(/ to /).first().waitFor();
  await button(page, "Later").click();
  await button(page, "All").click();
  await expect.poll(() => button(page, "All").isDisabled()).toBe(true);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the time of a todo that failed stands still, and is told where it ended", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-failed-time"));
  await api.untilHolds(id, 2);
  await api.watch.until(id, async () => {
    const { status } = await api.get<Todo>(`/v1/plans/${id}/todos/rates`);
    return status === "failed";
  });
  const page = await open(`${url}/plans/${id}/todos/rates?view=timeline`);
  const drawer = page.getByRole("tabpanel", { name: "Overview" });
  await drawer.getByText("Ended", { exact: true }).waitFor();
  const took = async () => /Took\s+(.+)/.exec(await drawer.innerText())?.[1];
  const rows = page.getByRole("list", { name: "Timeline" });
  const failed = rows.getByRole("link", { name: /Read the rates/ });
  const waiting = rows.getByRole("link", { name: /Choose the period/ });
  await failed.getByText(/took/).waitFor();
  const seen = { drawer: await took(), row: await failed.innerText() };
  const before = await waiting.innerText();
  // The page's clock goes on for those who wait.
  await expect.poll(() => waiting.innerText()).not.toBe(before);
  const later = await waiting.innerText();
  await expect.poll(() => waiting.innerText()).not.toBe(later);
  expect({ drawer: await took(), row: await failed.innerText() }).toEqual(seen);
  expect(seen.drawer).toBeDefined();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the graph is walked by arrow keys, opened by Enter, and there as text", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-graph"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=graph`);
  const graph = page.getByRole("group", { name: "Graph of the todos" });
  const first = graph.getByRole("link", { name: /Collect the reviews/ });
  await first.waitFor();
  // What is done to the whole picture comes before what is in it.
  await button(page, "As text").focus();
  await page.keyboard.press("Tab");
  await first.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ArrowRight");
  const focused = () => page.evaluate<string>("document.activeElement.innerText");
  await expect.poll(focused).toContain("Send the survey");
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toContain("Write the report");
  await page.keyboard.press("Enter");
  await page.getByRole("article").getByRole("heading", { name: "Write the report" }).waitFor();
  await button(page, "As text").click();
  const steps = page.getByRole("list", { name: "Graph of the todos" });
  expect(await steps.innerText()).toMatch(
    /Step 1[^]*Collect the reviews[^]*Step 2[^]*Send the survey[^]*after Collect the reviews/,
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("button", { name: "Close" }).click();
  await steps.getByRole("link", { name: /^Blocked Write the report/ }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the timeline tells by how much a todo can be late before the plan is", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todo = (id: string, estimated_seconds: number, ...depends_on: string[]) =>
    echo(id, { estimated_seconds, depends_on });
  const { id } = await api.create({
    id: "boards-slack",
    title: "Dinner",
    plan_review: true,
    todos: [todo("Bread", 60), todo("Roast", 240, "Bread"), todo("Salad", 120)],
  });
  await api.untilHolds(id, 1);
  const page = await open(`${url}/plans/${id}?view=timeline`);
  const rows = page.getByRole("list", { name: "Timeline" });
  await rows
    .getByRole("link", { name: /Salad.*can be 3 min late without delaying the plan/ })
    .waitFor();
  const critical = rows.getByRole("link", { name: /delays the plan if it is late/ });
  expect(await critical.count()).toBe(2);
  const onPath = rows.getByRole("link", { name: /on the critical path/ });
  expect(await onPath.count()).toBe(2);
  expect((await onPath.allInnerTexts()).join(" ")).toMatch(/Bread.*Roast/s);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the list follows what the plan is at, once it is asked to", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const ask = (id: string, ...depends_on: string[]) => ({
    id,
    title: `Question ${id}`,
    input_request: { question: `${id}?` },
    depends_on,
  });
  const rest = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => ({
      id: `m${from + place}`,
      title: `Stone ${from + place}`,
      kind: "milestone" as const,
      depends_on: ["second"],
    }));
  const { id } = await api.create({
    id: "boards-follow",
    title: "Long way",
    todos: [...rest(0, 2), ask("second", "first"), ...rest(2, 40), ask("first")],
  });
  const [first] = await api.untilHolds(id, 1);
  const page = await open(`${url}/plans/${id}`, { height: 500 });
  const row = (name: string) => page.getByRole("row", { name });
  await row("Question second").waitFor();
  const isSeen = (name: string) => async (): Promise<boolean> => {
    const box = await row(name).boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 500;
  };
  expect(await isSeen("Question first")()).toBe(false);
  await page.getByRole("checkbox", { name: "Follow" }).check();
  await expect.poll(isSeen("Question first")).toBe(true);
  expect(await isSeen("Question second")()).toBe(false);
  await api.post(`/v1/holds/${first!.id}/decision`, { decision: "answer", value: "yes" });
  await expect.poll(isSeen("Question second")).toBe(true);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a todo is not skipped before the page has said what that does, also when it cannot be read", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-unsaid"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=kanban`);
  const asked: Route[] = [];
  await page.route("**/todos/print/choices", (route) => void asked.push(route));
  await button(page, "Move “Print the report”").click();
  const moves = page.getByRole("dialog", { name: "Move “Print the report”" });
  await moves.getByRole("button", { name: "Skip" }).click();
  const sure = page.getByRole("dialog", { name: "Skip this todo?" });
  const skip = sure.getByRole("button", { name: "Skip" });
  await expect.poll(() => asked.length).toBe(1);
  // The button has the focus from the start.
  await page.keyboard.press("Enter");
  await asked[0]!.fulfill(NOT_KNOWN_YET);
  await sure.getByRole("alert").getByText("Nobody runs it now.").waitFor();
  expect(await sure.getByText("no other todo changes").count()).toBe(0);
  expect(await skip.getAttribute("aria-disabled")).toBe("true");
  await page.unrouteAll();
  await sure.getByRole("button", { name: "Try again" }).click();
  await sure.getByText("no other todo changes").waitFor();
  expect((await api.get<Todo>(`/v1/plans/${id}/todos/print`)).status).toBe("blocked");
  await skip.click();
  await page.getByRole("region", { name: "Skipped: 1" }).getByText("Print the report").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
