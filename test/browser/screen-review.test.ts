import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const pay = defineTool({
  name: "pay",
  description: "Pays, for good",
  input: z.strictObject({ to: z.string(), note: z.string() }),
  output: z.object({}),
  irreversible: true,
  run: () => ({}),
});
const screen = useScreen({ tools: [pay] });
const TODOS = 1_200;
const TO_ITS_END =
  "document.querySelector(`[aria-label='1200 todos']`).scrollIntoView({ block: 'end' })";

test("who reviews a plan of 1,200 todos gets to see the last of them, with few rows in the document", async () => {
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "screen-large-review",
    title: "Large",
    plan_review: true,
    todos: Array.from({ length: TODOS }, (_, place) => ({
      id: `t${place}`,
      title: `Step ${place}`,
      tool_name: "echo",
      tool_params: { text: `for ${place}` },
      requires_approval: place === TODOS - 1,
    })),
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  const list = page.getByRole("list", { name: "1200 todos" });
  const last = list.getByRole("link", { name: /Step 1199.*Approval.*for 1199/s });
  await list.getByRole("link", { name: /Step 0(?!\d)/ }).waitFor();
  const rows = (): Promise<number> =>
    page.evaluate<number>("document.querySelectorAll('li').length");
  await expect
    .poll(async () => {
      await page.evaluate(TO_ITS_END);
      return last.count();
    })
    .toBe(1);
  expect(await rows()).toBeLessThanOrEqual(200);
  await last.click();
  await page.getByRole("article").getByRole("heading", { name: "Step 1199" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

/** A plan in review, and its page on which a todo is being commented on. */
async function commentOn(id: string) {
  const { api, serve, open } = screen();
  await api.create({
    id,
    title: "Party",
    plan_review: true,
    todos: [
      { id: "cake", title: "Bake a cake", kind: "milestone" },
      { id: "music", title: "Choose the music", kind: "milestone" },
    ],
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  const comment = page.getByRole("textbox", { name: "Comment on “Choose the music”" });
  await page.getByRole("button", { name: "Comment on “Choose the music”" }).click();
  await comment.fill("Nothing too loud");
  return { api, id, url, review: review!, page, comment };
}

test("comments on single todos are kept while they are written, and go with the decision into the history", async () => {
  const { api, id, page, comment } = await commentOn("screen-commented");
  await page.getByText("Your comments go with your decision.").waitFor();
  // No model is configured: nobody can be asked for changes.
  expect(await page.getByRole("button", { name: "Ask for these changes instead" }).count()).toBe(0);
  await page.reload();
  expect(await comment.inputValue()).toBe("Nothing too loud");
  await button(page, "Approve and start").click();
  await api.untilEnded(id);
  const decided = (await api.events(id)).find(({ type }) => type === "hold.decided");
  expect(decided?.data).toMatchObject({
    decision: "approve",
    comment: "Choose the music: Nothing too loud",
  });
  await page.getByText("Choose the music: Nothing too loud").waitFor();
});

test("a review that an edit has renewed leads to the new one, and what was being said about its todos comes along", async () => {
  const { api, id, url, review, page, comment } = await commentOn("screen-renewed");
  await page.getByRole("link", { name: "Change it in words" }).click();
  await page.getByLabel("Your words").fill("remove Bake a cake");
  await page.getByLabel("Your words").press("Enter");
  await button(page, "Apply").click();
  await page.getByRole("log").getByText("Applied as version", { exact: false }).waitFor();
  await page.goto(`${url}/inbox/${review.id}`);
  await page.getByText("Its content has changed").waitFor();
  await page.getByRole("link", { name: "Another hold asks instead" }).click();
  await button(page, "Approve and start").waitFor();
  expect(new URL(page.url()).pathname).not.toBe(`/inbox/${review.id}`);
  expect(await comment.inputValue()).toBe("Nothing too loud");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a plan is made to ask before each todo, and no longer, while it runs; the page says which", async () => {
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "screen-steps",
    title: "Step by step",
    todos: [
      { id: "ask", title: "Ask", input_request: { question: "Shall we?" } },
      {
        id: "go",
        title: "Go",
        tool_name: "echo",
        tool_params: { text: "go" },
        depends_on: ["ask"],
      },
    ],
  });
  const [question] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/plans/${id}`);
  const steps = page.getByRole("checkbox", { name: "Ask before each todo" });
  await steps.click();
  await page.getByText("Changed: Ask before each todo").waitFor();
  await expect.poll(() => steps.isChecked()).toBe(true);
  await api.post(`/v1/holds/${question!.id}/decision`, { decision: "answer", value: "yes" });
  await page
    .getByRole("row", { name: "Go" })
    .getByText("Waiting", { exact: true })
    .last()
    .waitFor();
  expect((await api.holds(id)).map(({ todo_id, kind }) => [todo_id, kind])).toEqual([
    ["go", "approval"],
  ]);
  await steps.click();
  await expect.poll(() => steps.isChecked()).toBe(false);
  await button(page, "Undo").last().waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a plan is approved so that it asks before each todo: the choice says what it asks first", async () => {
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "screen-each",
    title: "Step by step from the start",
    plan_review: true,
    todos: ["first", "second"].map((todo) => ({
      id: todo,
      title: `The ${todo}`,
      tool_name: "echo",
      tool_params: { text: todo },
    })),
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  const choice = page.getByRole("definition").filter({ hasText: "then asks about" });
  await choice.waitFor();
  expect(await choice.textContent()).toContain("“The first”");
  await button(page, "Approve, ask before each todo").click();
  await page.getByText("It asks before each todo.").waitFor();
  expect((await api.holds(id)).map(({ todo_id, kind }) => [todo_id, kind])).toEqual([
    ["first", "approval"],
  ]);
  await page.goto(`${url}/plans/${id}`);
  expect(await page.getByRole("checkbox", { name: "Ask before each todo" }).isChecked()).toBe(true);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a reviewer changes the plan by hand and comes back to the review of what it is by then", async () => {
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "screen-by-hand",
    title: "Tea party",
    plan_review: true,
    todos: [{ id: "cake", title: "Bake a cake", kind: "milestone" }],
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  await page.getByRole("button", { name: "Comment on “Bake a cake”" }).click();
  const comment = page.getByRole("textbox", { name: "Comment on “Bake a cake”" });
  await comment.fill("With lemons");
  await page.getByRole("link", { name: "Change it by hand" }).click();
  await page.getByText("This plan waits for its review").waitFor();
  await button(page, "Add todo").click();
  const adding = page.getByRole("dialog", { name: "Add a todo" });
  await adding.getByLabel("Title").fill("Choose the music");
  await adding.getByRole("button", { name: "Add todo" }).click();
  // The review of the plan as it was asks no more: that is shown before.
  await page
    .getByRole("dialog", { name: "Apply this change?" })
    .getByRole("button", { name: "Apply" })
    .click();
  await page.getByRole("row", { name: "Choose the music" }).waitFor();
  await expect.poll(async () => (await api.holds(id)).map((hold) => hold.id)).toEqual([`${id}.h2`]);
  await page.getByRole("link", { name: "To the review" }).click();
  await page.getByRole("heading", { name: "2 todos" }).waitFor();
  expect(page.url()).toContain(`${id}.h2`);
  expect(await comment.inputValue()).toBe("With lemons");
  await button(page, "Approve and start").click();
  await page.getByText("local-operator approved this").waitFor();
  await page.goto(`${url}/plans/${id}`);
  await page.getByRole("row", { name: "Choose the music" }).waitFor();
  expect(await page.getByText("This plan waits for its review").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("who reviews a plan sees what each tool is given, what cannot be undone, and what runs unasked", async () => {
  const { api, serve, open } = screen();
  const note = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n");
  const { id } = await api.create({
    id: "screen-given",
    title: "Errands",
    plan_review: true,
    todos: [
      {
        id: "evil",
        title: "Harmless look up",
        tool_name: "pay",
        tool_params: { to: "Mallory", note },
      },
      {
        id: "read",
        title: "Read it",
        tool_name: "echo",
        tool_params: { text: "b" },
        requires_approval: true,
        approval: { on_timeout: "approve" },
      },
      { id: "month", title: "Month", input_request: { question: "Which month?" } },
    ],
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await row("Harmless look up").getByText("Mallory").waitFor();
  const evil = await row("Harmless look up").textContent();
  expect(evil).toContain("This cannot be undone");
  expect(evil).toContain("runs without asking");
  expect(evil).not.toContain("Line 39");
  await row("Harmless look up").getByRole("button", { name: /all/i }).click();
  await row("Harmless look up").getByText("Line 39").waitFor();
  const read = await row("Read it").textContent();
  expect(read).toContain("Approval");
  expect(read).toContain("on_timeout");
  expect(read).not.toContain("cannot be undone");
  await row("Month").getByText("Which month?").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
