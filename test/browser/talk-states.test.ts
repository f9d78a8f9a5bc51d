import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { PICTURED } from "./pictured-plans.ts";
import { NOT_KNOWN_YET, useScreen } from "./use-screen.ts";

const screen = useScreen(PICTURED);
const asks = (id: string) => ({
  id,
  title: "Talk",
  todos: [{ id: "q", title: "Ask", input_request: { question: "Which tea?" } }],
});

test("a chat in which nothing was said yet says so, and one that cannot be read says why and is read again", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id: quiet } = await api.create({
    id: "talk-quiet",
    title: "Quiet",
    todos: [{ id: "wash", title: "Wash up" }],
  });
  const page = await open(`${url}/plans/${quiet}/chat`);
  await page.getByRole("log").getByText("Nothing is waiting for you here").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  const { id } = await api.create(asks("talk-unread"));
  const [hold] = await api.untilHolds(id);
  const card = page.getByRole("region", { name: "Which tea?" });
  await page.route(`**/v1/holds/${hold!.id}`, (route) => route.fulfill(NOT_KNOWN_YET));
  await page.goto(`${url}/plans/${id}/chat`);
  await card.getByRole("alert").getByText("Nobody runs it now.").waitFor();
  await page.unrouteAll();
  await card.getByRole("button", { name: "Try again" }).click();
  await card.getByRole("textbox", { name: "Your answer" }).waitFor();
  for (const plan of [quiet, id]) await api.post(`/v1/plans/${plan}/cancel`);
});

test("an answer on a chat's card that was not taken says why, keeps what was written, and can be sent again", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(asks("talk-failed"));
  await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}/chat`);
  const card = page.getByRole("region", { name: "Which tea?" });
  await card.getByRole("textbox", { name: "Your answer" }).fill("Oolong");
  await page.route("**/decision", (route) => route.fulfill(NOT_KNOWN_YET));
  await card.getByRole("button", { name: "Send answer" }).click();
  await card.getByRole("alert").getByText("Nobody runs it now.").waitFor();
  expect(await card.getByRole("textbox", { name: "Your answer" }).inputValue()).toBe("Oolong");
  expect(await api.holds(id)).toHaveLength(1);
  await page.unrouteAll();
  await card.getByRole("button", { name: "Send answer" }).click();
  await card.waitFor({ state: "detached" });
  expect((await api.untilEnded(id)).todos[0]).toMatchObject({ result_data: "Oolong" });
});

test("a conversation that has not begun says so, and one that cannot be read says why and is read again", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-silent",
    title: "Notes",
    todos: [
      { id: "first", title: "Wash up" },
      { id: "draft", title: "Draft", agent_name: "writer", depends_on: ["first"] },
    ],
  });
  const page = await open(`${url}/plans/${id}/todos/draft`);
  const tab = page.getByRole("tab", { name: "Conversation" });
  await tab.click();
  const panel = page.getByRole("tabpanel");
  await panel.getByText("Nothing has been said yet").waitFor();
  await page.route("**/transcript**", (route) => route.fulfill(NOT_KNOWN_YET));
  await page.reload();
  await tab.click();
  await panel.getByRole("alert").getByText("Nobody runs it now.").waitFor();
  await page.unrouteAll();
  await panel.getByRole("button", { name: "Try again" }).click();
  await panel.getByText("Nothing has been said yet").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a request to start an agent names it, alone and among those that would run the same", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const draft = (id: string) => ({
    id,
    title: `Draft ${id}`,
    description: "Draft the notes.",
    agent_name: "writer",
    requires_approval: true,
  });
  const { id } = await api.create({
    id: "talk-starts",
    title: "Drafts",
    todos: [draft("one"), draft("two")],
  });
  const [hold] = await api.untilHolds(id, 2);
  const page = await open(`${url}/inbox/${hold!.id}`);
  const article = page.getByRole("article");
  await article.getByText("Digest", { exact: true }).waitFor();
  const shown = await article.innerText();
  expect(shown).toMatch(/\bAgent\s+writer\b/);
  expect(shown).not.toContain("only your word is needed");
  await page.goto(`${url}/inbox`);
  for (const each of ["one", "two"]) {
    await page.getByRole("checkbox", { name: `Select “Draft ${each}”` }).check();
  }
  await button(page, "Decide together").click();
  await page.getByRole("region", { name: "writer, 2 times" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("words are only used for what the page said that they would be: a question that came or went meanwhile takes none", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-late",
    title: "Talk",
    todos: [
      { id: "brew", title: "Brew", tool_name: "gate", tool_params: { name: "talk-late" } },
      {
        id: "first",
        title: "First",
        depends_on: ["brew"],
        input_request: { question: "Which tea?" },
      },
      {
        id: "then",
        title: "Then",
        depends_on: ["first"],
        input_request: { question: "How much?" },
      },
    ],
  });
  // From its beginning on, this page hears of nothing by itself.
  const page = await open("about:blank");
  await page.route(/\/events(\?|$)/u, (route) => route.abort());
  await page.goto(`${url}/plans/${id}/chat`);
  const own = page.getByLabel("Your words");
  const log = page.getByRole("log");
  const unused = log.getByText("The questions here have changed meanwhile");
  await page.getByText("A change in words.").waitFor();
  api.tools.open("talk-late");
  await api.untilHolds(id);
  await own.fill("remove Then");
  await own.press("Enter");
  await unused.waitFor();
  expect(await api.holds(id)).toMatchObject([{ todo_id: "first", status: "open" }]);
  // The first of two messages closes the question that both would answer, and the next one opens.
  await page.getByText("Answers “Which tea?”").waitFor();
  const held: Route[] = [];
  await page.route("**/decision", (route) => void held.push(route));
  for (const words of ["Oolong", "No, green tea"]) {
    await own.fill(words);
    await own.press("Enter");
  }
  await expect.poll(() => held.length).toBe(1);
  await held[0]!.continue();
  await log.getByText("Answered “Which tea?”.").waitFor();
  await expect.poll(() => unused.count()).toBe(2);
  const [then] = await api.untilHolds(id);
  expect(then).toMatchObject({ todo_id: "then", status: "open" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("while nobody answers, words stay where they are written, and what a card would say is not lost without a word", async () => {
  const { api, serve, open } = screen();
  const first = await serve();
  const { id } = await api.create({
    id: "talk-offline",
    title: "Talk",
    todos: [{ id: "wash", title: "Wash up" }],
  });
  const page = await open(`${first.url}/plans/${id}/chat`);
  const own = page.getByLabel("Your words");
  const log = page.getByRole("log");
  await own.fill("hum a tune");
  await own.press("Enter");
  await log.getByText("That was not understood").waitFor();
  await own.fill("remove Wash up");
  await first.stop();
  await expect
    .poll(() => page.getByRole("button", { name: "Send" }).getAttribute("aria-disabled"))
    .toBe("true");
  await own.press("Enter");
  await log.getByRole("button", { name: "raise the priority of all todos" }).click();
  await log.getByRole("alert").getByText("The server cannot be reached").waitFor();
  expect(await own.inputValue()).toBe("remove Wash up");
  await serve({}, first.port);
  await page.getByText("Live", { exact: true }).waitFor();
  await own.press("Enter");
  await log.getByRole("region", { name: "Proposed change" }).waitFor();
  expect(await own.inputValue()).toBe("");
  // It would begin to load what is done with ended plans, and be cut off.
  await page.close();
  await api.post(`/v1/plans/${id}/cancel`);
});
