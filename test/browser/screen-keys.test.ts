import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { ApiHarness } from "../support/api-harness.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const PLAN = `id: keys-story
title: Tea party
plan_review: true
todos:
  - { id: bake, title: Bake, tool_name: echo, tool_params: { text: bread }, requires_approval: true }
  - { id: ask, title: Guests, input_request: { question: How many guests?, input_type: number }, depends_on: [bake] }
  - { id: last, title: Clean, tool_name: echo, tool_params: { text: broom }, depends_on: [ask] }
`;

/** What has the focus, as a screen reader would call it. */
const FOCUSED =
  "(() => { const one = document.activeElement; if (one === document.body) return ''; return (one?.ariaLabel ?? (one?.labels?.[0]?.innerText || one?.innerText) ?? '').trim(); })()";

/** Goes on with Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const said = await page.evaluate<string>(FOCUSED);
    return typeof name === "string" ? said === name : name.test(said);
  };
  const seen: string[] = [];
  for (let press = 0; press < 100 && !(await isThere()); press += 1) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate<string>(FOCUSED));
  }
  expect(await isThere(), seen.join(" | ")).toBe(true);
}

test("a plan is created, reviewed, approved, answered, edited and finished without a mouse", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`);
  // No pointer moves in this test: whatever needs one fails it.
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  const { keyboard } = page;
  await keyboard.press("n");
  await page.waitForURL(/plans\/new/);
  const focusedRole = () => page.evaluate<string>("document.activeElement?.role ?? ''");
  while ((await focusedRole()) !== "tab") await keyboard.press("Tab");
  await keyboard.press("End");
  await tabTo(page, "Plan in YAML or JSON");
  await keyboard.press("Control+A");
  await keyboard.insertText(PLAN);
  await page.getByText("3 todos, nothing wrong").waitFor();
  await keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Tea party" }).waitFor();
  await api.untilHolds("keys-story", 1);
  await decide(page, "Tea party", /^Approve and start/);
  await untilMode(api, "approval_wait");
  await decide(page, "Bake", /^Approve(?! and)/);
  await page.getByText("local-operator approved this").waitFor();
  await untilMode(api, "input_request");
  await toFirstRequest(page, "Guests");
  // An edit before the answer: the last todo gets another name.
  await page.goto(`${url}/plans/keys-story`);
  await page.getByRole("row", { name: "Clean" }).waitFor();
  await tabTo(page, /Clean/);
  await keyboard.press("Enter");
  await page.getByRole("article").getByRole("heading", { name: "Clean" }).waitFor();
  await tabTo(page, "Edit");
  await keyboard.press("Enter");
  await tabTo(page, /^Title/);
  await keyboard.press("Control+A");
  await keyboard.insertText("Clean up");
  await keyboard.press("Control+Enter");
  await page.getByRole("article").getByRole("heading", { name: "Clean up" }).waitFor();
  await toFirstRequest(page, "Guests");
  await tabTo(page, "Your answer");
  await keyboard.insertText("12");
  await keyboard.press("Control+Enter");
  const ended = await api.untilEnded("keys-story");
  expect(ended).toMatchObject({ status: "completed" });
  expect(
    ended.todos.map(({ title, result_data }: PlanView["todos"][number]) => [title, result_data]),
  ).toEqual([
    ["Bake", { text: "bread" }],
    ["Guests", 12],
    ["Clean up", { text: "broom" }],
  ]);
}, 180_000);

const untilMode = (api: ApiHarness, wanted: string) =>
  api.watch.until("keys-story", async () => {
    const { mode } = await api.get<PlanView>("/v1/plans/keys-story");
    return mode === wanted ? true : undefined;
  });

/** From anywhere to the inbox, and there to its only request, once the list has it. */
async function toFirstRequest(page: Page, title: string): Promise<void> {
  const { keyboard } = page;
  await keyboard.press("g");
  await keyboard.press("i");
  const list = page.getByRole("list", { name: "Inbox" });
  await list.getByRole("link", { name: title }).waitFor();
  await keyboard.press("j");
  await page.getByRole("article").getByRole("heading", { name: title }).first().waitFor();
}

/** The same, and its main choice by its key. */
async function decide(page: Page, title: string, choice: RegExp): Promise<void> {
  const { keyboard } = page;
  await toFirstRequest(page, title);
  await page.getByRole("button", { name: choice }).waitFor();
  await keyboard.press("a");
  await expect.poll(() => page.evaluate<string>(FOCUSED)).toMatch(choice);
  await keyboard.press("Enter");
}

test("while a Hangul syllable is composed, Enter sends no form and no key is a shortcut", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-hangul",
    title: "한글",
    todos: [
      {
        id: "q",
        title: "물어보기",
        input_request: { question: "어느 기간인가요?", input_type: "text" },
      },
      { id: "w", title: "쓰기", tool_name: "echo", tool_params: { text: "x" }, depends_on: ["q"] },
    ],
  });
  const [hold] = await api.untilHolds(id, 1);
  const page = await open(`${url}/inbox/${hold!.id}`, { language: "ko" });
  const own = page.getByLabel("답", { exact: true }).last();
  await own.focus();
  const keys = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keys.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const whileComposing = (key: string, code: string, more: object = {}) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ key, code, isComposing: true, keyCode: 229, bubbles: true, cancelable: true, ...more })}))`,
    );
  for (const text of ["ㅅ", "사", "상"]) await compose(text);
  await whileComposing("Enter", "Enter");
  await whileComposing("Enter", "Enter", { ctrlKey: true });
  // Each of these is a shortcut of this page, or of every page.
  for (const [key, code] of [
    ["ㅓ", "KeyJ"],
    ["ㅁ", "KeyA"],
    ["ㄱ", "KeyR"],
    ["ㅜ", "KeyN"],
    ["?", "Slash"],
  ] as const)
    await whileComposing(key, code);
  await whileComposing("k", "KeyK", { ctrlKey: true });
  await whileComposing("Escape", "Escape");
  expect(page.url()).toContain(`/inbox/${hold!.id}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await api.holds(id)).toMatchObject([{ status: "open" }]);
  expect(await own.inputValue()).toBe("상");
  await keys.send("Input.insertText", { text: "상" });
  await keys.send("Input.insertText", { text: "반기" });
  await page.keyboard.press("Control+Enter");
  const ended = await api.untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ id: "q", result_data: "상반기" });
});

test("keys that come faster than pages count each", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Array.from({ length: 8 }, (_, place) => ({
    id: `fast${place}`,
    title: `Ask ${place}`,
    input_request: { question: `Question ${place}?` },
  }));
  const { id } = await api.create({ id: "screen2-fast", title: "Fast", todos });
  await api.untilHolds(id, todos.length);
  const page = await open(`${url}/plans/${id}`);
  await page.getByRole("link", { name: /Ask 7/ }).first().waitFor();
  const press = (code: string, times: number) =>
    page.evaluate(
      `for (let left = ${times}; left > 0; left -= 1) document.body.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ code, key: code.slice(3).toLowerCase(), bubbles: true })}))`,
    );
  await press("KeyJ", 6);
  await page.getByRole("article").getByRole("heading", { name: "Ask 5" }).waitFor();
  await press("KeyK", 3);
  await page.getByRole("article").getByRole("heading", { name: "Ask 2" }).waitFor();
  await page.goto(`${url}/inbox`);
  const rows = page.getByRole("list", { name: "Inbox" }).getByRole("link");
  await expect.poll(() => rows.count()).toBe(todos.length);
  const fourth = (await rows.nth(3).innerText()).split("\n")[0]!;
  await press("KeyJ", 4);
  await page.getByRole("heading", { name: fourth, exact: true }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a key is put on another one, which changes places with it, and stays there until all are as they were", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`);
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  const { keyboard } = page;
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const change = (says: string) =>
    shortcuts.getByRole("button", { name: `Change the key for “${says}”` });
  await keyboard.press("Shift+Slash");
  await change("New plan").click();
  await keyboard.press("F2");
  await shortcuts.getByText("Only letters and digits can be chosen.").waitFor();
  // What was on J is on N from now on.
  await keyboard.press("j");
  await expect.poll(() => shortcuts.innerText()).toMatch(/\bN\s+Next in[^]*\bJ\s+New plan/);
  await change("New plan").click();
  await keyboard.press("Escape");
  await shortcuts.getByText(/Press the letter or digit/).waitFor({ state: "detached" });
  await keyboard.press("Escape");
  await shortcuts.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  await keyboard.press("n");
  await keyboard.press("j");
  await page.waitForURL(/plans\/new/);
  await keyboard.press("Shift+Slash");
  await shortcuts.getByRole("button", { name: "All keys as they were" }).click();
  await expect.poll(() => shortcuts.innerText()).toMatch(/\bN\s+New plan/);
});

test("a key leads to the field of an answer, and is not written into it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-answer",
    title: "Tea",
    todos: [{ id: "ask", title: "Ask", input_request: { question: "Which tea?" } }],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  const answer = page.getByRole("article").getByRole("textbox").first();
  await answer.waitFor();
  await page.keyboard.press("i");
  await page.keyboard.type("Oolong");
  expect(await answer.inputValue()).toBe("Oolong");
  await page.keyboard.press("Control+Enter");
  await api.untilEnded(id);
});

test("where single keys are turned off, none does anything, and those with Ctrl still do", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-off",
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Hello" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const address = `${url}/inbox/${hold!.id}`;
  const page = await open(address);
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await approve.waitFor();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await approve.waitFor();
  for (const key of ["a", "r", "n", "g", "i", "j", "Shift+Slash"]) await page.keyboard.press(key);
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
  await page.keyboard.press("Control+KeyK");
  await page.getByRole("dialog").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  expect(page.url()).toBe(address);
  expect(await page.getByRole("form", { includeHidden: true }).count()).toBe(0);
  expect(await api.holds(id)).toMatchObject([{ status: "open" }]);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the keys that send a form send it once, however often they are pressed while it is under way", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-keys-once",
    title: "Once",
    todos: [{ id: "wash", title: "Wash up" }],
  });
  const page = await open(`${url}/plans/${id}`);
  const sent: Route[] = [];
  await page.route("**/pause", (route) => void sent.push(route));
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Pause this plan?" });
  await question.getByLabel(/^Reason/).fill("Lunch");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => question.getByRole("button", { name: "Pause" }).isDisabled()).toBe(true);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Control+Enter");
  for (const route of sent) await route.continue();
  await question.waitFor({ state: "detached" });
  expect(sent).toHaveLength(1);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the Enter that ends a syllable, as Safari tells it, runs no command and sends no form", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-safari",
    title: "한글",
    todos: [{ id: "wash", title: "설거지" }],
  });
  const page = await open(`${url}/plans/${id}`, { language: "ko" });
  await page.getByRole("row", { name: /설거지/ }).waitFor();
  // The composition is over by then: only the code is left of it.
  const endSyllable = (more: object = {}) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ key: "Enter", code: "Enter", keyCode: 229, bubbles: true, cancelable: true, ...more })}))`,
    );
  await page.keyboard.press("Control+KeyK");
  const menu = page.getByRole("dialog");
  await menu.getByRole("combobox").fill("설정");
  await endSyllable();
  expect(await menu.getByRole("combobox").inputValue()).toBe("설정");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await menu.getByRole("textbox").fill("점심");
  await endSyllable({ ctrlKey: true });
  await menu.waitFor();
  await menu.getByRole("textbox").press("Control+Enter");
  await menu.waitFor({ state: "detached" });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("keys do what they do also from what stands in a row", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "keys-rows",
    title: "Rows",
    todos: [
      { id: "wash", title: "Wash up" },
      { id: "dry", title: "Dry up", depends_on: ["wash"] },
    ],
  });
  const page = await open(`${url}/plans/${id}?view=kanban`);
  const drag = page.getByRole("button", { name: "Drag “Dry up”" });
  await drag.focus();
  await page.keyboard.press("Control+KeyK");
  await page.getByRole("dialog", { name: "Command menu" }).waitFor();
  await page.keyboard.press("Escape");
  await drag.focus();
  await page.keyboard.press("1");
  await page.waitForURL(/view=list/);
  await drag.waitFor();
  const first = page.getByRole("row", { name: /^Wash up/ }).getByRole("link");
  await first.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Wash up", level: 2 }).waitFor();
  await first.focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/plans/${id}`);
  await api.post(`/v1/plans/${id}/cancel`);
});
