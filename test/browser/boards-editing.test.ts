import { expect, test } from "vitest";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { echo } from "../support/echo-todo.ts";
import { button, officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

const orderOf = async (get: (path: string) => Promise<PlanView>, id: string): Promise<string> =>
  (await get(`/v1/plans/${id}`)).todos.map((todo) => todo.id).join(" ");

test("todos are dragged into another order by mouse and by keyboard, and it is undone", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-order"));
  await api.untilHolds(id, 2);
  const order = () => orderOf((path) => api.get(path), id);
  expect(await order()).toBe("collect send period market rates write print");
  const page = await open(`${url}/plans/${id}`);
  const list = page.getByRole("grid", { name: "Todos in plan order" });
  const row = (name: string) => list.getByRole("row", { name });
  await row("Print the report").waitFor();
  const from = (await row("Print the report").boundingBox())!;
  const to = (await row("Compare prices").boundingBox())!;
  await page.mouse.move(from.x + 200, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 200, to.y + 30, { steps: 8 });
  await page.mouse.move(to.x + 200, to.y + 3, { steps: 4 });
  await page.mouse.up();
  await expect.poll(order).toBe("collect send period print market rates write");
  const toast = page.getByRole("status").getByText(/^Changed: Move “Print the report”/);
  await toast.waitFor();
  // By keyboard: lift it, go up, drop it.
  await button(page, "Drag “Write the report”").focus();
  await page.keyboard.press("Enter");
  await page
    .getByText(/Started dragging/)
    .first()
    .waitFor({ state: "attached" });
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(order).not.toBe("collect send period print market rates write");
  const moved = await order();
  expect(moved.indexOf("write")).toBeLessThan(moved.indexOf("rates"));
  await page.getByText(/^Changed: Move “Write the report”/).waitFor();
  await page.keyboard.press("Control+z");
  await expect.poll(order).toBe("collect send period print market rates write");
  await page.getByText(/^Undone: /).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("while a todo is dragged, a place before what it waits for says so, by mouse and by keyboard", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-turns"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}`);
  const list = page.getByRole("grid", { name: "Todos in plan order" });
  const row = (name: string) => list.getByRole("row", { name });
  const noEarlier = (title: string) =>
    list.getByText(`It starts no earlier here: it waits for “${title}”.`);
  await row("Print the report").waitFor();
  const from = (await row("Print the report").boundingBox())!;
  const over = (await row("Choose the period").boundingBox())!;
  await page.mouse.move(from.x + 200, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(over.x + 200, over.y + 30, { steps: 8 });
  await page.mouse.move(over.x + 200, over.y + 3, { steps: 4 });
  await noEarlier("Write the report").waitFor();
  await row("Write the report").getByText("Comes first anyway").waitFor();
  expect(await row("Compare prices").getByText("Comes first anyway").count()).toBe(0);
  await page.mouse.up();
  // Any place can be taken: the plan's dependencies are as they were.
  await page.getByText(/^Changed: Move “Print the report”/).waitFor();
  // By keyboard it is read, too, also where it waits through another; a place that counts says nothing.
  await button(page, "Drag “Choose the period”").focus();
  await page.keyboard.press("Enter");
  await list.getByText("Comes later anyway").first().waitFor();
  const read = page.getByRole("status").getByText(/^It starts no later here/);
  const reach = async (key: string, isRead: boolean): Promise<void> => {
    for (let press = 0; press < 8 && (await read.count()) > 0 !== isRead; press += 1)
      await page.keyboard.press(key);
  };
  await reach("ArrowDown", true);
  expect(await read.innerText()).toBe("It starts no later here: “Print the report” waits for it.");
  await reach("ArrowUp", false);
  expect(await read.count()).toBe(0);
  await reach("ArrowDown", true);
  await page.keyboard.press("Escape");
  await read.waitFor({ state: "detached" });
  // And where a place is chosen without dragging.
  await page.goto(`${url}/plans/${id}/todos/write`);
  await button(page, "Move").click();
  await page.getByLabel("After", { exact: true }).selectOption({ label: "Collect the reviews" });
  await page
    .getByRole("status")
    .getByText("It starts no earlier here: it waits for “Choose the period”.")
    .waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("without dragging, a todo is moved, raised, connected, changed, added and removed, each with an undo", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-edit"));
  await api.untilHolds(id, 2);
  const todo = async (name: string) => (await api.plan(id)).todos.find((one) => one.id === name)!;
  const page = await open(`${url}/plans/${id}/todos/print`);
  const drawer = page.getByRole("article");
  await button(page, "Raise priority").click();
  await drawer.getByText("Priority 6 of 10").waitFor();
  await button(page, "Undo").click();
  await drawer.getByText("Priority 5 of 10").waitFor();
  // Faster than the plan answers: nobody else changes it meanwhile.
  await button(page, "Raise priority").focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Enter");
  await drawer.getByText("Priority 8 of 10").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await button(page, "Move").click();
  await drawer.getByRole("form").getByRole("combobox").press("Escape");
  await page.locator("button:focus", { hasText: "Move" }).waitFor();
  await button(page, "Move").click();
  // Beside an open form, too, one's own change is nobody else's.
  await button(page, "Raise priority").click();
  await drawer.getByText("Priority 9 of 10").waitFor();
  await button(page, "Undo").last().click();
  await drawer.getByText("Priority 8 of 10").waitFor();
  await button(page, "To the top").click();
  await expect.poll(() => orderOf((path) => api.get(path), id)).toMatch(/^print /);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await button(page, "Dependencies").click();
  await drawer.getByLabel("Wait for another todo, too").selectOption({ label: "Compare prices" });
  await button(page, "Make it wait").click();
  await expect.poll(async () => (await todo("print")).depends_on).toEqual(["write", "market"]);
  // A circle is refused with its path, and nothing is changed.
  await page.goto(`${url}/plans/${id}/todos/write`);
  await button(page, "Dependencies").click();
  await drawer.getByLabel("Wait for another todo, too").selectOption({ label: "Print the report" });
  await button(page, "Make it wait").click();
  const refused = page.getByRole("dialog", { name: "This cannot be changed" });
  await refused.getByText(/write → print → write|print → write → print/).waitFor();
  await refused.getByRole("button", { name: "Close" }).click();
  await button(page, "Edit").click();
  await drawer.getByLabel("Title").fill("");
  await button(page, "Save").click();
  await drawer.getByText("It needs a title.").waitFor();
  await drawer.getByLabel("Title").fill("Write a short report");
  await page.keyboard.press("Escape");
  expect(await drawer.getByLabel("Title").inputValue()).toBe("Write a short report");
  // What only the server knows to be wrong is told at its field, too.
  await drawer.getByLabel("Priority, 0 to 10").fill("99");
  await button(page, "Save").click();
  await drawer.locator("input[aria-invalid=true]:focus").waitFor();
  expect(await refused.count()).toBe(0);
  await drawer.getByLabel("Priority, 0 to 10").fill("5");
  await drawer.getByLabel("Arguments (JSON)").fill('{"text": "Short"}');
  await button(page, "Save").click();
  await drawer.getByRole("heading", { name: "Write a short report" }).waitFor();
  expect((await todo("write")).tool_params).toEqual({ text: "Short" });
  // What would start at once is told before.
  await button(page, "Add todo").click();
  const adding = page.getByRole("dialog", { name: "Add a todo" });
  await adding.getByLabel("Title").fill("Thank everybody");
  // Neither a key nor a press beside it loses what was written.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  expect(await adding.getByLabel("Title").inputValue()).toBe("Thank everybody");
  await adding.getByLabel("Tool").fill("echo");
  await adding.getByLabel("Arguments (JSON)").fill('{"text": "Thanks"}');
  await adding.getByRole("button", { name: "Add todo" }).click();
  const sure = page.getByRole("dialog", { name: "Apply this change?" });
  await sure.getByText("Starts at once: “Thank everybody”").waitFor();
  await sure.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("row", { name: "Thank everybody" }).waitFor();
  await button(page, "Remove").click();
  await sure.getByText("Removed").waitFor();
  await sure.getByRole("button", { name: "Cancel" }).click();
  expect((await todo("write")).title).toBe("Write a short report");
  // What is not there any more is not looked at any more.
  await button(page, "Remove").click();
  await sure.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Changed: Write a short report, removed").waitFor();
  await page.waitForURL(`${url}/plans/${id}`);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a todo whose tool somebody takes out of the form is a person's, whatever its arguments were", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-no-tool"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/write`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Arguments (JSON)").fill('{"text": ');
  await drawer.getByLabel("Tool").fill("");
  await button(page, "Save").click();
  await drawer.getByRole("heading", { name: "Write the report" }).waitFor();
  await expect
    .poll(async () => (await api.plan(id)).todos.find((todo) => todo.id === "write"))
    .toMatchObject({ kind: "manual", tool_params: {} });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a line drawn in the graph from one todo to another makes it wait", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-line"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}?view=graph`);
  const node = (name: string) => page.locator(".react-flow__node", { hasText: name });
  await node("Print the report").waitFor();
  const source = node("Compare prices").locator(".react-flow__handle.source");
  const target = node("Print the report").locator(".react-flow__handle.target");
  const [from, to] = [(await source.boundingBox())!, (await target.boundingBox())!];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x - 40, to.y, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.getByText(/^Changed: /).waitFor();
  const plan = await api.plan(id);
  expect(plan.todos.find((todo) => todo.id === "print")!.depends_on).toEqual(["write", "market"]);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("what somebody else changed meanwhile is shown beside one's own change, to be put on top or left", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-merge"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/print`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Title").fill("Print it twice");
  const changed = await api.post(`/v1/plans/${id}/edits`, {
    reason: "paper is short",
    ops: [
      {
        edit_type: "modify_todo",
        target_id: "print",
        params: { changes: { title: "Print once" } },
      },
    ],
  });
  expect(changed.status).toBe(200);
  await drawer.getByRole("heading", { name: "Print once" }).waitFor();
  await button(page, "Save").click();
  const merge = page.getByRole("dialog", { name: "The plan has changed meanwhile" });
  await merge.getByText("paper is short").waitFor();
  expect(await merge.innerText()).toMatch(
    /What others changed[^]*Print the report\s*→\s*Print once[^]*What you want to change[^]*Print once\s*→\s*Print it twice/,
  );
  await merge.getByRole("button", { name: "Leave it as it is" }).click();
  await button(page, "Save").click();
  await merge.getByRole("button", { name: "Apply mine on top" }).click();
  await drawer.getByRole("heading", { name: "Print it twice" }).waitFor();
  // What others did since is theirs: it is not undone from here.
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "change_priority", target_id: "print", params: { priority: 9 } }],
  });
  await button(page, "Undo").click();
  await page.getByText(/Others have edited the plan since then/).waitFor();
  const plan = await api.plan(id);
  expect(plan.todos.find((todo) => todo.id === "print")).toMatchObject({
    title: "Print it twice",
    priority: 9,
  });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a toast's undo that is refused says so also on another page, and the keys undo nothing of another plan", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const [here, there] = ["boards-undo-here", "boards-undo-there"] as const;
  await api.create({ ...officePlan(here), title: "Survey of this year" });
  await api.create({ ...officePlan(there), title: "Survey of last year" });
  for (const id of [here, there]) await api.untilHolds(id, 2);
  const priorityOf = async (id: string) =>
    (await api.plan(id)).todos.find((todo) => todo.id === "print")!.priority;
  const page = await open(`${url}/plans/${there}`);
  const goTo = async (title: string): Promise<void> => {
    await page.keyboard.press("Control+KeyK");
    const menu = page.getByRole("dialog", { name: "Command menu" });
    await menu.getByRole("combobox").fill(title);
    await menu.getByRole("option", { name: `Open ${title}` }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  };
  const raise = async (priority: number): Promise<void> => {
    await page
      .getByRole("link", { name: /Print the report/ })
      .first()
      .click();
    await button(page, "Raise priority").click();
    await page.getByRole("article").getByText(`Priority ${priority} of 10`).waitFor();
    await page.keyboard.press("Escape");
  };
  await page.getByRole("heading", { name: "Survey of last year", level: 1 }).waitFor();
  await goTo("Survey of this year");
  await raise(6);
  await goTo("Survey of last year");
  const failed = page.getByText(/^It could not be taken back\./);
  await page.keyboard.press("Control+z");
  await raise(6);
  await page.keyboard.press("Control+z");
  await page.getByText(/^Undone: /).waitFor();
  expect(await failed.count()).toBe(0);
  expect([await priorityOf(here), await priorityOf(there)]).toEqual([6, 5]);
  await goTo("Survey of this year");
  await raise(7);
  await api.post(`/v1/plans/${here}/edits`, {
    ops: [{ edit_type: "change_priority", target_id: "print", params: { priority: 9 } }],
  });
  await page.getByRole("navigation").getByRole("link", { name: "System" }).first().click();
  await page.getByRole("heading", { name: "System", level: 1 }).waitFor();
  await button(page, "Undo").last().click();
  await failed.getByText(/Others have edited the plan since then/).waitFor();
  expect(await priorityOf(here)).toBe(9);
  for (const id of [here, there]) await api.post(`/v1/plans/${id}/cancel`);
});

test("a form changes what was typed in it, and nothing that somebody else wrote meanwhile", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-typed"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/print`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Title").fill("Print it twice");
  const changes = { description: "On both sides", assignee: "minji" };
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "modify_todo", target_id: "print", params: { changes } }],
  });
  await drawer.getByText("On both sides").first().waitFor();
  await button(page, "Save").click();
  const merge = page.getByRole("dialog", { name: "The plan has changed meanwhile" });
  await merge.getByRole("button", { name: "Apply mine on top" }).click();
  await drawer.getByRole("heading", { name: "Print it twice" }).waitFor();
  const plan = await api.plan(id);
  expect(plan.todos.find((todo) => todo.id === "print")).toMatchObject({
    title: "Print it twice",
    ...changes,
  });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("whoever skips or removes a todo sees before what starts without the decision that it waits for", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todo = (id: string, title: string, ...depends_on: string[]) =>
    echo(id, { title, depends_on });
  const { id } = await api.create({
    id: "boards-unawaited",
    title: "Pay",
    todos: [
      { ...todo("ok", "Finance agrees"), requires_approval: true },
      todo("draft", "Draft the order", "ok"),
      todo("pay", "Pay the bill", "draft"),
    ],
  });
  await api.untilHolds(id, 1);
  const page = await open(`${url}/plans/${id}/todos/draft`);
  const drawer = page.getByRole("article");
  const warning = page
    .getByRole("dialog")
    .getByText("“Pay the bill” will start without waiting for the decision about “Finance agrees”");
  await drawer.getByRole("button", { name: "Skip", exact: true }).click();
  await warning.waitFor();
  await page.keyboard.press("Escape");
  await warning.waitFor({ state: "detached" });
  await drawer.getByRole("button", { name: "Remove", exact: true }).click();
  await warning.waitFor();
  expect((await api.plan(id)).todos.at(-1)!.status).toBe("blocked");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("what failed is corrected and tried again in one step, also after its plan has failed", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "boards-corrected";
  await api.create({
    id,
    title: "Exchange rates",
    todos: [
      {
        id: "rates",
        title: "Read the rates",
        tool_name: "refuse",
        tool_params: { sentence: "The bank does not answer." },
        failure: { validation_error: { action: "FAIL" } },
      },
      {
        id: "print",
        title: "Print them",
        tool_name: "echo",
        tool_params: { text: "printed" },
        depends_on: ["rates"],
      },
    ],
  });
  expect(await api.untilEnded(id)).toMatchObject({ status: "failed" });
  const page = await open(`${url}/plans/${id}/todos/rates`);
  const drawer = page.getByRole("article");
  await drawer.getByRole("button", { name: "Change and try again" }).click();
  // The plan has ended: nothing else of it is edited.
  expect(await drawer.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  const form = drawer.getByRole("form", { name: "Change “Read the rates” and try again" });
  const given = form.getByLabel("Arguments");
  await form.getByLabel(/^Tool/).fill("echo");
  await given.fill(`{"words":"1.08"}`);
  await form.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => given.getAttribute("aria-invalid")).toBe("true");
  expect((await api.plan(id)).version).toBe(1);
  await given.fill(`{"text":"1.08"}`);
  await form.getByRole("button", { name: "Try again" }).click();
  const sure = page.getByRole("dialog", { name: "Try this todo again?" });
  await sure.getByText("1.08").waitFor();
  await sure.getByText("Starts at once: “Read the rates”").waitFor();
  expect((await api.plan(id)).status).toBe("failed");
  await sure.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Trying again: Read the rates").waitFor();
  await form.waitFor({ state: "detached" });
  const { status, version, todos } = await api.untilEnded(id);
  expect({ status, version }).toEqual({ status: "completed", version: 2 });
  expect(todos.map((todo) => todo.status)).toEqual(["completed", "completed"]);
});

test("a todo that is done is changed and runs again from its page, after saying what runs again", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "boards-again";
  const echo = { tool_name: "echo", tool_params: { text: "in dollars" } };
  await api.create({
    id,
    title: "Exchange rates",
    todos: [
      { id: "rates", title: "Read the rates", ...echo },
      { id: "print", title: "Print them", ...echo, depends_on: ["rates"] },
    ],
  });
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/todos/rates`);
  const drawer = page.getByRole("article");
  await drawer.getByRole("button", { name: "Change and run again" }).click();
  const form = drawer.getByRole("form", { name: "Change “Read the rates” and run it again" });
  await form.getByLabel("Arguments").fill(`{"text":"in euros"}`);
  await form.getByRole("button", { name: "Run again" }).click();
  const sure = page.getByRole("dialog", { name: "Run this todo again?" });
  await sure.getByText("in euros").waitFor();
  await sure.getByText("Starts at once: “Read the rates”").waitFor();
  await sure.getByText("Runs again: “Read the rates”", { exact: true }).waitFor();
  await sure.getByText("Runs again if what it is given changes: “Print them”").waitFor();
  expect((await api.plan(id)).status).toBe("completed");
  await sure.getByRole("button", { name: "Run again" }).click();
  await page.getByText("Running again: Read the rates").waitFor();
  await form.waitFor({ state: "detached" });
  await expect
    .poll(async () => {
      const { status, version, todos } = await api.plan(id);
      return [status, version, todos[0]?.run];
    })
    .toEqual(["completed", 2, 2]);
});

test("what somebody writes in the form of a todo is there again after they left the page, until they send or cancel it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("boards-left"));
  await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}/todos/print`);
  const drawer = page.getByRole("article");
  const title = drawer.getByLabel("Title");
  await button(page, "Edit").click();
  await title.fill("Print it twice");
  await drawer.getByLabel("Arguments (JSON)").fill('{"text": "On both sides"}');
  await page.getByRole("navigation").getByRole("link", { name: "System" }).first().click();
  await page.getByRole("heading", { name: "System", level: 1 }).waitFor();
  // Others go on meanwhile, and what they change is told as it would be beside an open form.
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [
      { edit_type: "modify_todo", target_id: "print", params: { changes: { title: "Print" } } },
    ],
  });
  await page.goto(`${url}/plans/${id}/todos/print`);
  await drawer.getByRole("heading", { name: "Print", exact: true }).waitFor();
  await button(page, "Edit").click();
  expect(await title.inputValue()).toBe("Print it twice");
  expect(await drawer.getByLabel("Arguments (JSON)").inputValue()).toBe(
    '{"text": "On both sides"}',
  );
  await button(page, "Save").click();
  const merge = page.getByRole("dialog", { name: "The plan has changed meanwhile" });
  await merge.getByRole("button", { name: "Apply mine on top" }).click();
  await drawer.getByRole("heading", { name: "Print it twice" }).waitFor();
  // What was sent, and what was cancelled, is not offered again.
  await button(page, "Edit").click();
  expect(await title.inputValue()).toBe("Print it twice");
  await title.fill("Print it thrice");
  await drawer.getByRole("form").getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await button(page, "Edit").click();
  expect(await title.inputValue()).toBe("Print it twice");
  // A new todo that is being written stays, too.
  await button(page, "Add todo").click();
  const adding = page.getByRole("dialog", { name: "Add a todo" });
  await adding.getByLabel("Title").fill("Thank everybody");
  await page.reload();
  await button(page, "Add todo").click();
  expect(await adding.getByLabel("Title").inputValue()).toBe("Thank everybody");
  await adding.getByRole("button", { name: "Add todo" }).click();
  await page.getByRole("row", { name: "Thank everybody" }).waitFor();
  await expect
    .poll(() => page.evaluate<string>("JSON.stringify({ ...sessionStorage })"))
    .not.toContain("Thank everybody");
  await api.post(`/v1/plans/${id}/cancel`);
});
