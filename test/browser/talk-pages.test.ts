import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const gated = (name: string) => ({ tool_name: "gate", tool_params: { name } });

test("versions are compared word by word, and each way back is shown before it is gone", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-versions",
    title: "Newsletter",
    todos: [
      { id: "draft", title: "Draft", tool_name: "echo", tool_params: { text: "x" } },
      { id: "wait", title: "Wait", ...gated("talk-versions"), depends_on: ["draft"] },
      {
        id: "send",
        title: "Send",
        description: "Send the letter to all customers in Korea on Monday morning.",
        depends_on: ["wait"],
      },
    ],
  });
  await api.watch.until(id, async () =>
    (await api.plan(id)).todos.some(({ status }) => status === "completed"),
  );
  const edit = (op: object, reason: string) =>
    api.post(`/v1/plans/${id}/edits`, { ops: [op], reason });
  await edit(
    {
      edit_type: "modify_todo",
      target_id: "send",
      params: {
        changes: { description: "Send the letter to all customers in Japan on Tuesday morning." },
      },
    },
    "Another country",
  );
  await edit(
    {
      edit_type: "modify_plan",
      params: { changes: { title: "Another letter" } },
    },
    "Another text",
  );
  const page = await open(`${url}/plans/${id}`);
  await page.getByRole("link", { name: "Versions" }).click();
  const list = page.getByRole("list", { name: "Versions" });
  await list.getByText("Version 3").waitFor();
  await list.getByText("Another country").click();
  const compared = page.getByRole("region", { name: "Version 1 to version 2" });
  await compared.getByText("Send", { exact: true }).waitFor();
  expect(await compared.locator("del").allInnerTexts()).toEqual(["Korea", "Monday"]);
  expect(await compared.locator("ins").allInnerTexts()).toEqual(["Japan", "Tuesday"]);
  await page.getByLabel("To", { exact: true }).selectOption("3");
  await page
    .getByRole("region", { name: "Version 1 to version 3" })
    .getByText("The plan")
    .waitFor();
  await page.reload();
  await page
    .getByRole("region", { name: "Version 1 to version 3" })
    .getByText("The plan")
    .waitFor();
  await button(page, "Undo the last change").click();
  const undoing = page.getByRole("dialog", { name: "Undo the last change?" });
  await undoing
    .getByText("Another", { exact: false })
    .or(undoing.getByText("title"))
    .first()
    .waitFor();
  await undoing.getByRole("button", { name: "Undo" }).click();
  await list.getByText("Version 4").waitFor();
  await button(page, "Go back to version 1").click();
  const back = page.getByRole("dialog", { name: "Go back to version 1?" });
  await back.getByText("What happens then").waitFor();
  expect(await back.locator("ins").allInnerTexts()).toEqual(["Korea", "Monday"]);
  await back.getByRole("button", { name: "Go back" }).click();
  await list.getByText("Version 5").waitFor();
  const plan = await api.plan(id);
  expect(plan.todos.find((todo) => todo.id === "send")?.description).toContain("Korea");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("an outline shows line by line how it is read, and starts once all of it is", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/new`, { language: "ko" });
  const words = page.getByLabel("말로 쓴 계획");
  await words.fill("차 마시기\n- 물 끓이기\n- 물 끓이기 다음에 찻잎 넣기");
  await page.getByText("할 일 2개").waitFor();
  const reading = page.getByRole("region", { name: "이렇게 이해했습니다" });
  expect(await reading.innerText()).toContain("찻잎 넣기");
  await button(page, "계획 시작").click();
  await page.getByRole("heading", { name: "차 마시기" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  expect(await api.untilHolds(id)).toMatchObject([{ kind: "plan_review" }]);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a template is started by its form, scheduled, started at once and paused", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const saved = await api.request("PUT", "/v1/templates/talk-tea", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      title: "Tea for several",
      description: "One pours, all drink.",
      parameters: [
        { name: "guest" },
        { name: "cups", type: "number", default: 2 },
        { name: "kind", type: "choice", options: ["green", "black"], required: false },
      ],
      plan: {
        title: "Tea for {{param.guest}}",
        description: "{{param.cups}} {{param.kind}}",
        todos: [{ title: "Pour", tool_name: "echo", tool_params: { text: "{{param.guest}}" } }],
      },
    }),
  });
  expect(saved.status, await saved.clone().text()).toBe(201);
  const page = await open(`${url}/templates`);
  await button(page, "Start: Tea for several").click();
  const form = page.getByRole("dialog", { name: "Tea for several" });
  await form.getByRole("button", { name: "Start plan" }).click();
  await form.getByText("A value is needed.").waitFor();
  expect(await form.getByLabel("cups").inputValue()).toBe("2");
  await form.getByLabel("cups").fill("many");
  await form.getByText("This is not a number.").waitFor();
  await form.getByLabel("cups").fill("3");
  await form.getByLabel("guest").fill("Kim");
  // What is written is not lost by a slip.
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await form.getByRole("button", { name: "Start plan" }).click();
  await page.getByRole("heading", { name: "Tea for Kim" }).waitFor();
  await page.goto(`${url}/templates`);
  await button(page, "Schedule: Tea for several").click();
  const planned = page.getByRole("dialog", { name: "Schedule Tea for several" });
  await planned.getByLabel("guest").fill("Lee");
  await planned.getByLabel("When").fill("every monday please");
  await planned.getByRole("button", { name: "Save the schedule" }).click();
  await planned.getByRole("alert").waitFor();
  // What is wrong is said at its field, which has the focus.
  const when = planned.getByRole("textbox", { name: "When" });
  const zone = planned.getByRole("textbox", { name: "Time zone" });
  await when.and(page.locator(":focus")).waitFor();
  expect(await when.getAttribute("aria-invalid")).toBe("true");
  expect(await zone.getAttribute("aria-invalid")).toBe("false");
  await when.fill("0 8 * * MON-FRI");
  await zone.fill("Asia/Seul");
  await page.keyboard.press("Escape");
  await planned.getByRole("button", { name: "Save the schedule" }).click();
  await zone.and(page.locator(":focus")).waitFor();
  expect(await zone.getAttribute("aria-invalid")).toBe("true");
  expect(await when.getAttribute("aria-invalid")).toBe("false");
  await zone.fill("Pacific/Kiritimati");
  await planned.getByRole("button", { name: "Save the schedule" }).click();
  await page.getByText("Scheduled: talk-tea").waitFor();
  // The rule is written by that clock, so what comes next is told by it, too.
  await page.getByText(/^Next .+, in Pacific\/Kiritimati .+, 8:00.AM$/).waitFor();
  await button(page, "Start now: talk-tea").click();
  await page.getByText("Started: talk-tea").waitFor();
  await expect
    .poll(async () => JSON.stringify(await api.get("/v1/plans?search=Tea%20for%20Lee")))
    .toContain("Tea for Lee");
  await button(page, "Pause: talk-tea").click();
  await page.getByText("Paused: talk-tea").waitFor();
  await button(page, "Resume: talk-tea").waitFor();

  await button(page, "Runs: talk-tea").click();
  const runs = page.getByRole("dialog", { name: "Runs of talk-tea" });
  await runs.getByRole("link", { name: /^talk-tea-/ }).waitFor();
  // A finger has no Escape, and on a phone nothing beside it to press.
  await runs.getByRole("button", { name: "Close" }).click();

  await button(page, "Start: Tea for several").click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Schedule: Tea for several").click();
  expect(await planned.getByLabel("Name of the schedule").inputValue()).toBe("talk-tea-2");
  await planned.getByLabel("Name of the schedule").fill("talk-tea");
  await planned.getByText("A schedule has this name").waitFor();
  await planned.getByRole("button", { name: "Cancel" }).click();

  await button(page, "Delete: Tea for several").click();
  const deleting = page.getByRole("dialog", { name: "Delete this template?" });
  await deleting.getByText("Delete its schedule first: talk-tea").waitFor();
  expect(await deleting.getByRole("button", { name: "Delete" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await button(page, "Delete: talk-tea").click();
  const ending = page.getByRole("dialog", { name: "Delete schedule talk-tea?" });
  await ending.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Nothing is scheduled").waitFor();
  await button(page, "Delete: Tea for several").click();
  await deleting.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted: Tea for several").waitFor();
});

test("a plan is saved as a template that asks for what was chosen, started anew, and deleted after a question", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-invite",
    title: "Invitation",
    todos: [
      {
        id: "write",
        title: "Write it",
        tool_name: "echo",
        tool_params: { text: "Dear Kim", times: 2 },
      },
    ],
  });
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/versions`);
  await button(page, "Save as a template").click();
  const saving = page.getByRole("dialog", { name: "Save as a template" });
  await saving.getByText("Everything else stays as it is in this plan.").waitFor();
  await saving.getByRole("checkbox", { name: /text = Dear Kim/ }).check();
  await saving.getByLabel("Name of the variable for text").fill("greeting");
  await saving.getByLabel("Title").fill("");
  await saving.getByRole("button", { name: "Save as a template" }).click();
  await saving.getByText("A value is needed.").waitFor();
  await saving.getByLabel("Title").fill("An invitation");
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await saving.getByRole("button", { name: "Save as a template" }).click();
  await page.getByText("Saved as the template talk-invite, version 1").waitFor();
  await button(page, "Save as a template").click();
  await saving.getByText("Saving makes version 2 of it.").waitFor();
  await page.keyboard.press("Escape");

  await page.goto(`${url}/templates`);
  await button(page, "Start: An invitation").click();
  const form = page.getByRole("dialog", { name: "An invitation" });
  expect(await form.getByLabel("greeting").inputValue()).toBe("Dear Kim");
  await form.getByLabel("greeting").fill("Dear Lee");
  await form.getByRole("button", { name: "Start plan" }).click();
  await page.getByRole("heading", { name: "Invitation", exact: true }).waitFor();
  const made = new URL(page.url()).pathname.split("/")[2]!;
  const { todos } = await api.untilEnded(made);
  expect(todos[0]!.tool_params).toEqual({ text: "Dear Lee", times: 2 });

  await page.goto(`${url}/templates`);
  await button(page, "Delete: An invitation").click();
  const sure = page.getByRole("dialog", { name: "Delete this template?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Delete: An invitation").click();
  await sure.getByText("Plans already made from it stay.").waitFor();
  await sure.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted: An invitation").waitFor();
  await expect.poll(() => button(page, "Start: An invitation").count()).toBe(0);
});

test("the system's page says what is ready, and what is not", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/system`);
  await page.getByText("All parts are ready").waitFor();
  await page.getByText(/free$/).waitFor();
  await page.getByRole("list", { name: "Checks" }).getByText("Temporal").first().waitFor();
  await page.getByText(/^There are no keys yet/).waitFor();
  await api.stopWorker();
  await page.getByText("Something is not ready").waitFor({ timeout: 60_000 });
  const parts = page.getByRole("main").getByRole("listitem");
  expect(await parts.filter({ hasText: "Workers" }).first().innerText()).toContain("Not ready");
  await api.startWorker();
});

test("the command menu finds pages, plans and what can be done here, by keyboard alone", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-menu",
    title: "아침 회의 준비",
    todos: [{ id: "a", title: "A", ...gated("talk-menu") }],
  });
  const page = await open(`${url}/plans`, { language: "ko" });
  await page.getByText("아침 회의 준비").waitFor();
  await page.keyboard.press("Control+KeyK");
  const menu = page.getByRole("dialog", { name: "명령 메뉴" });
  const field = menu.getByRole("combobox");
  await field.fill("템플릿");
  await menu.getByRole("option", { name: "템플릿" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "템플릿", level: 1 }).waitFor();
  await page.keyboard.press("Control+KeyK");
  await field.fill("아침 회의");
  await menu.getByRole("option", { name: "아침 회의 준비 열기" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "아침 회의 준비" }).waitFor();
  await page.keyboard.press("Control+KeyK");
  await field.fill("없는 명령");
  await menu.getByText("찾은 것이 없습니다").first().waitFor();
  await field.fill("단축키");
  await menu.getByRole("option", { name: "단축키 보기" }).waitFor();
  await page.keyboard.press("Enter");
  const keys = page.getByRole("dialog", { name: "단축키" });
  await keys.getByText("명령 메뉴").waitFor();
  expect(await keys.innerText()).toContain("템플릿으로");
  await page.keyboard.press("Escape");
  await api.post(`/v1/plans/${id}/cancel`);
});

/** The buttons of the page's heads and of what decides, by their names. */
const BUTTONS = `[...document.querySelectorAll("main header button, main .sticky.bottom-0 button, main section button[aria-label='Add todo']")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const copy = one.cloneNode(true);
    for (const hidden of copy.querySelectorAll("[aria-hidden]")) hidden.remove();
    return one.ariaLabel ?? copy.textContent;
  })`;

test("whatever a page's buttons do stands in the command menu under the same name, and does the same there", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "talk-actions",
    title: "Actions",
    todos: [{ id: "a", title: "A", ...gated("talk-actions"), requires_approval: true }],
  });
  const [hold] = await api.untilHolds(id);
  const changes = { title: "Actions of a page" };
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "modify_plan", params: { changes } }],
  });
  const page = await open(`${url}/plans/${id}`);
  const menu = page.getByRole("dialog", { name: "Command menu" });
  const offers = async (least: readonly string[]): Promise<void> => {
    for (const name of least) await button(page, name).first().waitFor();
    const names = await page.evaluate<string[]>(BUTTONS);
    expect(names).toEqual(expect.arrayContaining([...least]));
    await page.keyboard.press("Control+KeyK");
    for (const name of names) {
      await menu.getByRole("option", { name, exact: true }).first().waitFor();
    }
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
  };
  const choose = async (name: string): Promise<void> => {
    await page.keyboard.press("Control+KeyK");
    await menu.getByRole("combobox").fill(name);
    await menu.getByRole("option", { name, exact: true }).first().click();
    await menu.waitFor({ state: "detached" });
  };
  await offers(["Pause", "Cancel plan", "Add todo"]);
  await choose("Add todo");
  await page.getByRole("dialog", { name: "Add a todo" }).waitFor();
  await page.keyboard.press("Escape");
  await choose("Pause");
  const pausing = page.getByRole("dialog", { name: "Pause this plan?" });
  await pausing.getByRole("button", { name: "Pause" }).click();
  await offers(["Resume", "Cancel plan", "Add todo"]);
  await choose("Resume");
  // It is the button that resumed the plan, and takes nothing until the whole of that answer is on the screen.
  await button(page, "Pause").and(page.locator(":enabled")).waitFor();
  await page.keyboard.press("p");
  await pausing.waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  const focused = page.locator("input:focus");
  await expect.poll(() => focused.getAttribute("aria-label")).toBe("Search todos");

  await page.goto(`${url}/plans/${id}/versions`);
  await offers(["Undo the last change", "Save as a template", "Save the signed log"]);
  await choose("Undo the last change");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  await page.goto(`${url}/inbox/${hold!.id}`);
  await offers(["Approve", "Edit", "Reject", "Withdraw", "More time", "Ask somebody else"]);
  await choose("Ask somebody else");
  await page.getByRole("form", { name: "Ask somebody else" }).waitFor();
  await page.keyboard.press("Escape");
  await choose("Withdraw");
  await page.getByRole("form", { name: "Withdraw" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect.poll(() => focused.getAttribute("aria-label")).toBe("Search the inbox");
  await page.keyboard.type("nothing of it");
  await page.getByText("Nothing fits").waitFor();
  await focused.fill("a");
  await page.getByRole("checkbox", { name: /^Select/ }).check();
  await choose("Decide together");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await choose("Language: 한국어");
  await page.getByRole("heading", { name: "받은 요청" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
