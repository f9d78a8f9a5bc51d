import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
test("a plan is written, reviewed, answered, edited, taken back a version and approved on the screen, up to its end", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/new?as=text`);
  const text = page.getByLabel("Plan in YAML or JSON");
  await text.fill(`id: screen-story
title: Tea party
todos:
  - id: bake
    title: Bake
    tool: echo
  - id: eat
    title: Eat
    depends_on: [bread]
`);
  await page.getByText("2 problems").or(page.getByText("1 problem")).waitFor();
  const problem = page.getByRole("button", { name: /^Line 6/ });
  expect(await problem.innerText()).toContain("Did you mean tool_name?");
  expect(await button(page, "Start plan").isDisabled()).toBe(true);
  await problem.click();
  expect(
    await page.evaluate("getSelection().toString() || document.activeElement.tagName"),
  ).toMatch(/t|TEXTAREA/);
  await text.fill(`id: screen-story
title: Tea party
todos:
  - { id: bake, title: Bake, tool_name: echo, tool_params: { text: bread } }
  - { id: ask, title: Guests, input_request: { question: How many guests?, input_type: number } }
  - { id: eat, title: Eat, tool_name: echo, tool_params: { text: done }, requires_approval: true, depends_on: [bake, ask] }
`);
  await page.getByText("3 todos, nothing wrong").waitFor();
  await button(page, "Start plan").click();
  await page.getByRole("heading", { name: "Tea party" }).waitFor();
  await page.getByRole("definition").getByRole("link", { name: "Tea party" }).click();
  await button(page, "Approve and start").click();
  await page.getByRole("link", { name: /Next: How many guests/ }).click();
  await page.getByLabel("Your answer").last().fill("12");
  await button(page, "Send answer").click();
  await page.getByRole("link", { name: /Next: Eat/ }).waitFor();
  await page.goto(`${url}/plans/screen-story/todos/eat`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Arguments (JSON)").fill('{"text": "cake"}');
  await button(page, "Save").click();
  // Other arguments are another thing to approve, and so are those from before.
  const asksAnew = async (title: string): Promise<void> => {
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByText("1 open hold closes").waitFor();
    await dialog.getByText("1 new hold asks").waitFor();
    await dialog.getByRole("button", { name: /^(Apply|Go back)$/ }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await asksAnew("Apply this change?");
  await page.getByText(/^Changed: /).waitFor();
  await page.getByRole("link", { name: "Versions" }).click();
  await button(page, "Go back to version 1").click();
  await page
    .getByRole("dialog")
    .getByText(/"cake".*→.*"done"/)
    .waitFor();
  const sent = page.waitForRequest(
    (request) => request.url().endsWith("/rollback") && request.headers()["if-match"] === '"v2"',
  );
  await asksAnew("Go back to version 1?");
  await sent;
  await page.getByText("Version 1 stands again.").waitFor();
  await page.getByText("went back to version 1").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Tea party" }).click();
  const [asking] = await api.holds("screen-story");
  await page.getByRole("definition").locator(`a[href="/inbox/${asking!.id}"]`).click();
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  await page.getByRole("article").getByRole("link", { name: "Tea party" }).click();
  await page.getByText("100%, 3 of 3 done").waitFor();
  expect((await api.untilEnded("screen-story")).status).toBe("completed");
  const eaten = await api.get<PlanView>("/v1/plans/screen-story");
  expect(eaten.todos.find(({ id }) => id === "eat")!.tool_params).toEqual({ text: "done" });
});

test("a file takes the place of the example at once, and of what somebody has written only when they say so", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/new?as=text`);
  const text = page.getByLabel("Plan in YAML or JSON");
  const choose = (title: string): Promise<void> =>
    page.getByLabel("Open a file").setInputFiles({
      name: "plan.yaml",
      mimeType: "text/yaml",
      buffer: Buffer.from(`title: ${title}\ntodos:\n  - title: a\n`),
    });
  const holds = (title: string): Promise<void> =>
    page.waitForFunction(
      `document.querySelector("textarea").value.startsWith("title: ${title}\\n")`,
    ) as unknown as Promise<void>;
  await choose("Dinner");
  await holds("Dinner");
  await text.fill("title: My own\n");
  const question = page.getByRole("dialog", { name: "Replace what you have written?" });
  await choose("Supper");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await text.inputValue()).toBe("title: My own\n");
  // The same file can be chosen once more.
  await choose("Supper");
  await question.getByRole("button", { name: "Replace it" }).click();
  await holds("Supper");
});

test("a tool that nobody has is named at its line when the plan is sent", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/new?as=text`);
  await page
    .getByLabel("Plan in YAML or JSON")
    .fill("title: x\ntodos:\n  - title: a\n    tool_name: nobody_has_it\n");
  await page.getByText("1 todo, nothing wrong").waitFor();
  await button(page, "Start plan").click();
  const problem = page.getByRole("button", { name: /^Line 4 / });
  await problem.waitFor();
  expect(await problem.innerText()).toContain("nobody_has_it");
});

test("the board follows its plan, says why todos wait, and pauses, resumes and cancels it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-board",
    title: "Long work",
    todos: [
      {
        id: "dig",
        title: "Dig",
        tool_name: "gate",
        tool_params: { name: "screen-dig", percent: 40 },
      },
      { id: "fill", title: "Fill", depends_on: ["dig"] },
    ],
  });
  const page = await open(`${url}/plans/${id}`);
  const todos = page.getByRole("region", { name: "Todos" });
  await todos.getByText("Waits for “Dig”.").waitFor();
  await todos.getByText("40%").waitFor();
  api.tools.progress("screen-dig", 70, "The third of four holes");
  await todos.getByText("70%").waitFor();
  await todos.getByText("The third of four holes").waitFor();
  await todos.getByRole("link", { name: /Dig/ }).first().click();
  await page.getByRole("article").getByText("The third of four holes").waitFor();
  await page.getByRole("article").getByRole("button", { name: "Close" }).click();
  await page.getByText("35%, 0 of 2 done").waitFor();
  await button(page, "Pause").click();
  const question = page.getByRole("dialog", { name: "Pause this plan?" });
  await question.getByLabel(/Reason/).fill("Lunch");
  await question.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^local-operator paused it at \d.*: Lunch$/).waitFor();
  await button(page, "Resume").click();
  await button(page, "Pause").waitFor();
  // Why it was paused is no reason to cancel it.
  await button(page, "Cancel plan").click();
  const ending = page.getByRole("dialog", { name: "Cancel this plan?" });
  expect(await ending.getByLabel(/Reason/).inputValue()).toBe("");
  await ending.getByRole("button", { name: "Keep it" }).click();
  await todos.getByRole("link", { name: /Fill/ }).click();
  const drawer = page.getByRole("article");
  await drawer.getByText("Waits for “Dig”.").waitFor();
  api.tools.open("screen-dig");
  await drawer.getByRole("link", { name: "To the work" }).waitFor();
  await drawer.getByRole("tab", { name: "History" }).click();
  await drawer.getByText("Waiting for someone to claim it").waitFor();
  await button(page, "Skip").click();
  await page.getByRole("dialog").getByText("ends the plan: Done").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await button(page, "Cancel plan").click();
  await ending.getByText("1 todo does not run any more").waitFor();
  await ending.getByRole("button", { name: "Cancel plan" }).click();
  await page
    .getByRole("banner")
    .or(page.locator("header"))
    .getByText("Cancelled")
    .first()
    .waitFor();
  expect((await api.plan(id)).status).toBe("cancelled");
});

test("everything goes by keyboard alone, with the Hangul layout, too", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const asked = { tool_name: "echo", requires_approval: true } as const;
  const { id } = await api.create({
    id: "screen-keys",
    title: "Keys",
    todos: [
      {
        id: "one",
        title: "First",
        tool_params: { text: "1" },
        ...asked,
        approval: { timeout_seconds: 600 },
      },
      {
        id: "two",
        title: "Second",
        tool_params: { text: "2" },
        ...asked,
        approval: { timeout_seconds: 900 },
      },
    ],
  });
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans`);
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("g", "i");
  await page.getByRole("list", { name: "Inbox" }).waitFor();
  await press("j");
  await page.getByRole("heading", { name: "First" }).waitFor();
  await button(page, "Approve").waitFor();
  // A key by itself decides nothing.
  await press("a");
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("Approve");
  expect(await api.holds(id)).toHaveLength(2);
  await press("Enter");
  await page.getByText("local-operator approved this").waitFor();
  // With the Hangul layout on, the key J says ㅓ, and R says ㄱ.
  const hangul = (code: string, key: string) =>
    page.evaluate(
      `document.body.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify({ code, key, bubbles: true })}))`,
    );
  await hangul("KeyJ", "ㅓ");
  await page.getByRole("heading", { name: "Second" }).waitFor();
  await button(page, "Reject").waitFor();
  await hangul("KeyR", "ㄱ");
  await page.keyboard.type("no j or k");
  expect(await page.getByLabel(/Reason/).inputValue()).toBe("no j or k");
  await press("Control+Enter");
  await page.getByText("local-operator rejected this").waitFor();
  await press("Shift+Slash");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await press("Escape");
  await api.untilEnded(id);
});

test("who may only look is told so where others decide, and is offered no choice", async () => {
  const { api, serve, open } = screen();
  const echo = { tool_name: "echo", tool_params: { text: "Hi" } };
  const { id } = await api.create({
    id: "screen-only-look",
    title: "Only look",
    todos: [{ id: "send", title: "Send it", ...echo, requires_approval: true }],
  });
  const [hold] = await api.untilHolds(id);
  const keys = createKeyStore(`${api.folder}/looking-keys.json`);
  const created_at = new Date().toISOString();
  const made = await keys.add({ name: "kim", roles: ["viewer"], created_at, expires_at: null });
  const { url } = await serve({ keys });
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByRole("textbox", { name: "Key" }).fill(made.written);
  await page.keyboard.press("Enter");
  await page.getByText("To decide, your key needs the role approver.").waitFor();
  expect(await page.getByRole("button", { name: /^(Approve|Reject|Edit)/ }).count()).toBe(0);
  // Nor anything else that would only be refused.
  const role = page.getByText("To start or change anything, your key needs the role operator.");
  // Who somebody is, a page learns after it has begun.
  const untilNone = async (offers: Locator): Promise<void> => {
    await expect.poll(() => offers.count()).toBe(0);
  };
  await page.goto(`${url}/plans/${id}/chat`);
  await role.waitFor();
  await page.getByText("Send it").first().waitFor();
  await untilNone(page.getByRole("button", { name: /^(Drag|Send$)/ }));
  await page.goto(`${url}/plans/${id}?view=kanban`);
  await page.getByText("Send it").first().waitFor();
  await untilNone(page.getByRole("button", { name: /^(Drag|Move)/ }));
  await page.goto(`${url}/plans/${id}/todos/send`);
  await page.getByRole("article").getByRole("link", { name: "Decide" }).waitFor();
  await untilNone(page.getByRole("button", { name: "Skip" }));
  for (const path of ["/templates", "/plans/new"]) {
    await page.goto(url + path);
    await role.waitFor();
  }
  await page.goto(`${url}/plans/${id}/versions`);
  await page.getByRole("heading", { name: "Checkpoints" }).waitFor();
  await untilNone(page.getByRole("button", { name: "Save as a template" }));
});

test("a server that is gone is said, and the page goes on by itself when it is back", async () => {
  const { api, serve, open } = screen();
  const first = await serve();
  const page = await open(`${first.url}/inbox`);
  await page.getByText("Live", { exact: true }).waitFor();
  await first.stop();
  await page.getByText(/No answer from the server for/).waitFor();
  await serve({}, first.port);
  await page.getByText("Live", { exact: true }).waitFor();
  const { id } = await api.create({
    id: "screen-back",
    title: "Back",
    todos: [{ id: "q", title: "Q", input_request: { question: "Still there?" } }],
  });
  await page.getByRole("link", { name: "Still there?" }).waitFor();
  expect(await page.getByText(/No answer from the server/).count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("every page is named in its tab, in the chosen language, with how many requests wait", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-titles",
    title: "Survey",
    todos: [
      { id: "send", title: "Send it", requires_approval: true, kind: "milestone" },
      { id: "print", title: "Print it" },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox`);
  await page.getByRole("list", { name: "Inbox" }).getByText("Send it").first().waitFor();
  const named = [
    ["/inbox", "Inbox", "받은 요청"],
    [`/inbox/${hold!.id}`, "Send it", "Send it"],
    [`/inbox/work/${id}/print`, "Print it", "Print it"],
    [`/inbox/failed/${id}`, "Nothing is left to read here", "확인할 내용이 없습니다"],
    ["/plans", "Plans", "계획"],
    ["/plans/new", "New plan", "새 계획"],
    [`/plans/${id}`, "Survey", "Survey"],
    [`/plans/${id}/todos/send`, "Send it · Survey", "Send it · Survey"],
    [`/plans/${id}/chat`, "Chat with this plan · Survey", "계획과 대화하기 · Survey"],
    [`/plans/${id}/versions`, "Versions · Survey", "버전 · Survey"],
    ["/templates", "Templates", "템플릿"],
    ["/agents", "Agents", "에이전트"],
    ["/system", "System", "시스템"],
    ["/webhooks", "Webhooks", "웹훅"],
    [`/plans/${id}/nowhere`, "There is no such page", "없는 페이지입니다"],
  ] as const;
  const tab = (name: string): RegExp => new RegExp(`^\\(\\d+\\) ${name} · Holdpoint$`);
  for (const [path, name] of named) {
    await page.goto(url + path);
    await expect.poll(() => page.title(), { message: path }).toMatch(tab(name));
  }
  // From page to page without loading anew, too.
  await page.goto(`${url}/plans/${id}/todos/send`);
  await expect.poll(() => page.title()).toMatch(tab("Send it · Survey"));
  await button(page, "Close").click();
  await expect.poll(() => page.title()).toMatch(tab("Survey"));
  const korean = await open(`${url}/plans`, { language: "ko" });
  for (const [path, , name] of named.filter(([, english, own]) => english !== own)) {
    await korean.goto(url + path);
    await expect.poll(() => korean.title(), { message: path }).toMatch(tab(name));
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("language and appearance change at once, on every page", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`);
  await button(page, "Settings").click();
  await page.getByRole("radio", { name: "한국어" }).check();
  await page.getByRole("heading", { name: "설정" }).waitFor();
  await page.getByRole("radio", { name: "어둡게" }).check();
  await button(page, "닫기").click();
  expect(await page.evaluate("document.documentElement.lang")).toBe("ko");
  const dark = await page.evaluate("getComputedStyle(document.documentElement).colorScheme");
  expect(dark).toBe("dark");
  await page.reload();
  await page.getByRole("heading", { name: "계획" }).waitFor();
});

test("the field that searches the plans says what they are searched for, also after leaving by a link", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans?search=abc`);
  const field = page.getByRole("searchbox", { name: "Search by title or id" });
  await page.getByRole("heading", { name: "Plans", level: 1 }).waitFor();
  expect(await field.inputValue()).toBe("abc");
  await page.getByRole("navigation").getByRole("link", { name: "Plans" }).first().click();
  await page.waitForURL(/\/plans$/);
  await expect.poll(() => field.inputValue()).toBe("");
  await field.pressSequentially("tea party");
  await page.waitForURL(/search=tea(\+|%20)party/);
  expect(await field.inputValue()).toBe("tea party");
});
