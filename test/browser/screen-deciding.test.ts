import { expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const echo = (id: string, text: string, more: Partial<NewTodoInput> = {}): NewTodoInput => ({
  id,
  title: `Echo ${id}`,
  tool_name: "echo",
  tool_params: { text },
  ...more,
});
const asked = { requires_approval: true } as const;

/** A plan that waits for a person, and the page of its first hold. */
async function openHold(plan: NewPlanInput, language: "en" | "ko" = "en") {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(plan);
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`, { language });
  return { api, url, id, hold: hold!, page, open };
}

const todoOf = (plan: PlanView, id: string) => plan.todos.find((todo) => todo.id === id);
const decidedHold = async (holds: Promise<Hold[]>): Promise<Hold> => (await holds)[0]!;

test("shows exactly what will run, and runs it once it is approved", async () => {
  const { api, id, hold, page } = await openHold({
    id: "screen-approve",
    title: "Newsletter",
    todos: [
      echo("draft", "Draft"),
      echo("send", "Dear all,\nwe have news.\nYours", {
        ...asked,
        approval: { message: "Goes to 142 people." },
        depends_on: ["draft"],
      }),
      echo("count", "Counted", { depends_on: ["send"] }),
    ],
  });
  await page.getByRole("heading", { name: "Echo send" }).waitFor();
  await page.getByText(`…${hold.digest.slice(-8)}`).click();
  const shown = await page.getByRole("article").innerText();
  expect(shown).toContain("Goes to 142 people.");
  expect(shown).toContain("Dear all,\nwe have news.\nYours");
  expect(shown).toContain(hold.digest);
  expect(shown).toMatch(/left\s+Decide by .*After that it fails\./);
  expect(shown).toContain("stops “Echo count”");
  await page.getByText("Echo draft").click();
  await page.getByText("Draft", { exact: true }).waitFor();
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  const ended = await api.untilEnded(id);
  expect(todoOf(ended, "send")?.result_data).toEqual({ text: "Dear all,\nwe have news.\nYours" });
  expect(ended.status).toBe("completed");
});

test("buttons say what the todo calls it, with the usual word beside", async () => {
  const labels = { approve: "Send it", reject: "Approve" };
  const { api, id, page } = await openHold({
    id: "screen-labels",
    title: "Newsletter",
    todos: [echo("send", "Dear all", { ...asked, approval: { labels } })],
  });
  await button(page, "Approve (Reject)").waitFor();
  await button(page, "Send it (Approve)").click();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("a todo runs with the arguments that the person wrote, and the others stay", async () => {
  const { api, id, page } = await openHold({
    id: "screen-edit",
    title: "Newsletter",
    todos: [echo("send", "Helo", { ...asked, tool_params: { text: "Helo", times: 2 } })],
  });
  await button(page, "Edit").click();
  const form = page.getByRole("form", { name: "Change the arguments" });
  await form.getByRole("button", { name: "Approve with these changes" }).click();
  await form.getByText("Nothing is changed yet.").waitFor();
  await form.getByLabel("times").fill("two");
  await form.getByText("This is not a number.").waitFor();
  await form.getByLabel("times").fill("2");
  await form.getByLabel("text").fill("Hello");
  // What was written survives a reload.
  await page.reload();
  await button(page, "Edit").click();
  await expect.poll(() => form.getByLabel("text").inputValue()).toBe("Hello");
  await form.getByLabel("text").press("Control+Enter");
  await page.getByText("local-operator approved this with other arguments").waitFor();
  const ended = await api.untilEnded(id);
  expect(todoOf(ended, "send")?.result_data).toEqual({ text: "HelloHello" });
});

test("what is being written about arguments goes on at the request that asks anew, when the plan is edited meanwhile", async () => {
  const { api, id, page } = await openHold({
    id: "screen-edit-carried",
    title: "Newsletter",
    todos: [echo("send", "Helo", { ...asked, tool_params: { text: "Helo", times: 1 } })],
  });
  await button(page, "Edit").click();
  const form = page.getByRole("form", { name: "Change the arguments" });
  await form.getByLabel("text").fill("Hello");
  const params = { changes: { tool_params: { text: "Helo", times: 2 } } };
  const ops = [{ edit_type: "modify_todo", target_id: "send", params }];
  expect((await api.post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
  await page.getByRole("link", { name: "Another hold asks instead" }).click();
  await button(page, "Edit").click();
  await form.getByText("This is what you wrote for the earlier request.").waitFor();
  expect(await form.getByLabel("text").inputValue()).toBe("Hello");
  expect(await form.getByLabel("times").inputValue()).toBe("2");
  await form.getByLabel("text").press("Control+Enter");
  const ended = await api.untilEnded(id);
  expect(todoOf(ended, "send")?.result_data).toEqual({ text: "HelloHello" });
});

test("what the server refuses of changed arguments is marked at its field, which takes the focus", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "screen-edit-refused";
  const params = { text: "Line\n".repeat(30), times: 2 };
  await api.create({
    id,
    title: "소식지",
    todos: [echo("send", "x", { ...asked, tool_params: params })],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`, { language: "ko", width: 390, height: 844 });
  await button(page, "고치기").click();
  const form = page.getByRole("form", { name: "인수 고치기" });
  const times = form.getByLabel(/^times/);
  await times.fill("{");
  await form.getByText("숫자가 아닙니다.", { exact: true }).waitFor();
  await times.fill("2.5");
  await form.getByRole("button", { name: "고친 내용으로 승인" }).click();
  await expect.poll(() => times.getAttribute("aria-invalid")).toBe("true");
  await times.and(page.locator(":focus")).waitFor();
  expect(await form.getByLabel(/^text/).getAttribute("aria-invalid")).toBe("false");
  // What is wrong with no field is told where it is seen.
  const problem = { type: "/problems/invalid_tool_input", title: "No", detail: "No", hint: "" };
  await page.route("**/decision", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      body: JSON.stringify({ ...problem, status: 422, code: "invalid_tool_input" }),
    }),
  );
  await times.fill("3");
  await form.getByRole("button", { name: "고친 내용으로 승인" }).click();
  await page.locator(":focus > [role=alert]").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a rejection says what each way of it stops, and does the chosen one with its reason", async () => {
  const { api, id, page } = await openHold(
    {
      id: "screen-reject",
      title: "배포",
      todos: [
        echo("release", "1.0", { ...asked, title: "최종본" }),
        echo("tell", "알림", { title: "배포 알리기", depends_on: ["release"] }),
        echo("other", "다른 일", { title: "다른 일" }),
      ],
    },
    "ko",
  );
  await button(page, "거절").click();
  const form = page.getByRole("form", { name: "거절" });
  const ways = await form.getByRole("radio").count();
  expect(ways).toBe(5);
  const skip = form.locator("label", { hasText: "그 뒤에만 실행할 수 있는" });
  expect(await skip.innerText()).toContain("실행되지 않음: ‘배포 알리기’");
  const goOn = form.locator("label", { hasText: "기다리던 할 일은 실행합니다" });
  expect(await goOn.innerText()).toContain("시작: ‘배포 알리기’");
  await form.getByLabel(/이유/).fill("오타가 있습니다");
  await skip.click();
  await form.getByRole("button", { name: "거절" }).click();
  await page
    .getByText("local-operator가 거절했습니다")
    .or(page.getByText("local-operator이 거절했습니다"))
    .waitFor();
  await page.getByText("“오타가 있습니다”").waitFor();
  const ended = await api.untilEnded(id);
  expect(todoOf(ended, "tell")?.status).toBe("skipped");
  const { decision } = await decidedHold(api.holds(id, "all"));
  expect(decision).toMatchObject({ decision: "reject", reason: "오타가 있습니다", then: "skip" });
});

test("every kind of question is answered, and what is wrong is said at its field", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const question = (
    id: string,
    request: NonNullable<NewTodoInput["input_request"]>,
  ): NewTodoInput => ({
    id,
    title: `Ask ${id}`,
    input_request: request,
  });
  const properties = {
    place: { type: "string", title: "Place" },
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 500 },
    rooms: { type: "integer", title: "Rooms", minimum: 2 },
    seats: { type: "integer", title: "Seats", maximum: 40 },
    online: { type: "boolean", title: "Online" },
    topics: { type: "array", title: "Topics", items: { type: "string" } },
    level: { enum: ["low", "high"], title: "Level" },
  };
  const { id } = await api.create({
    id: "screen-answers",
    title: "Questions",
    todos: [
      question("text", { question: "What is the goal?" }),
      question("number", { question: "How many?", input_type: "number" }),
      question("choice", {
        question: "Which period?",
        input_type: "choice",
        options: ["Q3", "H1"],
      }),
      question("form", {
        question: "Where and when?",
        input_type: "form",
        schema: { type: "object", required: ["place", "guests"], properties },
      }),
      question("file", { question: "Which figures?", input_type: "file", accept: ["text/plain"] }),
    ],
  });
  await api.untilHolds(id, 5);
  const page = await open(`${url}/inbox`);
  const openRow = (name: string) =>
    page.getByRole("list", { name: "Inbox" }).getByRole("link", { name }).click();
  const send = () => button(page, "Send answer").click();
  const answered = () => page.getByText("local-operator answered this").waitFor();

  await openRow("What is the goal?");
  await send();
  await page.getByText("An answer is needed.").waitFor();
  await page.locator("textarea:focus").waitFor();
  await page.getByLabel("Your answer").last().fill("More tea");
  await send();
  await answered();

  await openRow("How many?");
  await page.getByLabel("Your answer").last().fill("many");
  await send();
  await page.getByText("This is not a number.").waitFor();
  await page.getByLabel("Your answer").last().fill("1.5");
  await send();
  await answered();

  await openRow("Which period?");
  await send();
  await page.locator("input[type=radio]:focus").waitFor();
  await page.getByRole("radio", { name: "H1" }).check();
  await send();
  await answered();

  await openRow("Where and when?");
  await page.getByText("1 – 500").waitFor();
  await page.getByText("at least 2", { exact: true }).waitFor();
  await page.getByText("at most 40", { exact: true }).waitFor();
  await page.getByLabel("Place").fill("Busan");
  await page.getByLabel("Guests").fill("900");
  await send();
  const guests = page.getByLabel("Guests");
  await expect.poll(() => guests.getAttribute("aria-invalid")).toBe("true");
  await guests.fill("90");
  await page.getByRole("group", { name: "Online" }).getByRole("radio", { name: "Yes" }).check();
  await page.getByLabel("Topics").fill("tea\nbread");
  await page.getByRole("radio", { name: "high" }).check();
  await send();
  await answered();

  await openRow("Which figures?");
  const file = page.getByLabel("Choose a file");
  await file.setInputFiles({
    name: "figures.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("1,2,3"),
  });
  await page.getByText("figures.txt 5 bytes, text/plain").waitFor();
  await send();
  await answered();

  const ended = await api.untilEnded(id);
  const results = Object.fromEntries(ended.todos.map((todo) => [todo.id, todo.result_data]));
  expect(results).toMatchObject({
    text: "More tea",
    number: 1.5,
    choice: "H1",
    form: { place: "Busan", guests: 90, online: true, topics: ["tea", "bread"], level: "high" },
    file: { name: "figures.txt", bytes: 5 },
  });
  await page.getByText("Nothing is waiting for you").waitFor();
});

test("a file that is too large or of another type is refused when it is chosen", async () => {
  const request = { input_type: "file" as const, accept: ["image/png"], max_bytes: 8 };
  const { api, id, page } = await openHold({
    id: "screen-file-misfit",
    title: "Figures",
    todos: [
      {
        id: "ask",
        title: "Ask",
        input_request: { ...request, question: "Which?", required: false },
      },
    ],
  });
  const sent: string[] = [];
  page.on("request", (one) => void (one.method() === "POST" && sent.push(one.url())));
  const field = page.getByLabel("Choose a file");
  const choose = (name: string, mimeType: string, text: string) =>
    field.setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await choose("large.png", "image/png", "123456789");
  await page.getByText("The file has 9 bytes; at most 8 are allowed.").waitFor();
  await button(page, "Send answer").click();
  await field.and(page.locator(":focus")).waitFor();
  expect(sent.filter((url) => url.includes("/files") || url.includes("/decision"))).toEqual([]);
  await choose("figures.txt", "text/plain", "1,2");
  await page.getByText("The file is text/plain; allowed are image/png.").waitFor();
  await button(page, "Send answer").click();
  expect(sent.filter((url) => url.includes("/decision"))).toEqual([]);
  await field.setInputFiles([]);
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("false");
  await button(page, "Send answer").click();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("who leaves a form by Escape is at the button that opened it", async () => {
  const { api, id, page } = await openHold({
    id: "screen-escape",
    title: "Newsletter",
    todos: [echo("send", "Dear all", asked)],
  });
  for (const name of ["Edit", "Reject"]) {
    await button(page, name).click();
    const form = page.getByRole("article").getByRole("form");
    await form.getByRole("button", { name: "Cancel" }).press("Escape");
    await expect.poll(() => page.locator("button:focus").innerText()).toContain(name);
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("work is taken, given back, done with a result, or said to be impossible", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-work",
    title: "House",
    todos: [
      { id: "paint", title: "Paint the door", assignee: "minji", due_in: "3d" },
      { id: "roof", title: "Mend the roof", failure: { api_error: { action: "FAIL" } } },
    ],
  });
  const page = await open(`${url}/inbox`);
  await page.getByRole("link", { name: "Paint the door" }).click();
  await page.getByText("Waits for minji").waitFor();
  await button(page, "Take it").click();
  await page.getByText("local-operator does it").waitFor();
  await button(page, "Give it back").click();
  await page.getByText("Waits for minji").waitFor();
  await button(page, "Done").click();
  const done = page.getByRole("form", { name: "What came of it" });
  await done.getByLabel(/Result/).fill("Green");
  await done.getByLabel(/Note/).fill("Two coats");
  await done.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /Next: Mend the roof/ }).click();
  await button(page, "Cannot be done").click();
  const cannot = page.getByRole("form", { name: "Why it cannot be done" });
  await cannot.getByRole("button", { name: "Cannot be done" }).click();
  await cannot.getByText("Say why.").waitFor();
  await cannot.getByLabel("Why it cannot be done").fill("It rains");
  await cannot.getByRole("button", { name: "Cannot be done" }).click();
  await page.getByRole("status").getByText("Noted that it cannot be done: Mend the roof").waitFor();
  const plan = await api.plan(id);
  expect(todoOf(plan, "paint")).toMatchObject({
    status: "completed",
    result_data: "Green",
    note: "Two coats",
  });
  expect(todoOf(plan, "roof")).toMatchObject({
    status: "failed",
    error_message: "local-operator cannot do it: It rains",
  });
});

test("who is second sees at once what the first has decided, and no error", async () => {
  const { api, url, id, hold, page, open } = await openHold({
    id: "screen-two",
    title: "Race",
    todos: [echo("go", "x", asked), echo("after", "y", { depends_on: ["go"] })],
  });
  const other = await open(`${url}/inbox/${hold.id}`);
  await button(other, "Reject").click();
  const form = other.getByRole("form", { name: "Reject" });
  await form.getByLabel(/Reason/).fill("Not today");
  await button(page, "Approve").waitFor();
  await form.getByRole("button", { name: "Reject" }).click();
  await page.getByText("local-operator rejected this").waitFor();
  await page.getByText("“Not today”").waitFor();
  expect(await button(page, "Approve").count()).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(0);
  await api.untilEnded(id);
});

test("a decision that comes too late shows the one that stands", async () => {
  const { api, hold, page } = await openHold({
    id: "screen-late",
    title: "Race",
    todos: [echo("go", "x", asked)],
  });
  // From its beginning on, this page hears of nothing until it has sent its own decision. A stream that was
  // open already would go on telling.
  await page.route(/\/events(\?|$)/u, (route) => route.abort());
  await page.reload();
  await button(page, "Approve").waitFor();
  const decided = await api.post(`/v1/holds/${hold.id}/decision`, {
    decision: "reject",
    reason: "No",
  });
  expect(decided.status).toBe(200);
  await button(page, "Approve").click();
  await page.getByText("Somebody else was first").waitFor();
  await page.getByText("local-operator rejected this").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("more time is given in one act, and the countdown follows", async () => {
  const { api, hold, page } = await openHold({
    id: "screen-extend",
    title: "Time",
    todos: [echo("go", "x", { ...asked, approval: { timeout_seconds: 900 } })],
  });
  await page
    .getByRole("article")
    .getByText(/^14:\d\d left$/)
    .waitFor();
  await page.getByRole("article").locator("svg circle").last().waitFor();
  // Who looks at other spans can leave them.
  await button(page, "More time").click();
  await button(page, "1 d more").waitFor();
  await button(page, "Cancel").click();
  await button(page, "1 d more").waitFor({ state: "detached" });
  await button(page, "1 h more").click();
  await page
    .getByRole("article")
    .getByText(/^1 h 14 min left$/)
    .waitFor();
  const later = await decidedHold(api.holds("screen-extend"));
  expect(Date.parse(later.deadline_at!) - Date.parse(hold.deadline_at!)).toBe(3_600_000);
  expect((await api.post(`/v1/holds/${hold.id}/decision`, { decision: "approve" })).status).toBe(
    200,
  );
});

test("somebody else is asked to decide, which the page, the inbox and the history then say", async () => {
  const { api, hold, page } = await openHold({
    id: "screen-delegate",
    title: "Vacation",
    todos: [echo("go", "x", asked)],
  });
  await button(page, "Ask somebody else").click();
  const form = page.getByRole("form", { name: "Ask somebody else" });
  expect(await form.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
  await form.getByLabel("Who should decide?").fill("minji");
  await page.keyboard.press("Enter");
  await page.getByRole("article").getByText("Waits for minji").waitFor();
  await page.getByRole("status").getByText("minji is asked now.").waitFor();
  const [open] = await api.holds("screen-delegate");
  expect(open).toMatchObject({ id: hold.id, assignee: "minji", status: "open" });
  // Whoever may decide still can.
  await button(page, "Approve").click();
  expect((await api.untilEnded("screen-delegate")).status).toBe("completed");
  await page.goto(new URL("/plans/screen-delegate/todos/go", page.url()).href);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("local-operator delegated it to minji").waitFor();
});

test("a plan is reviewed as a whole before anything starts", async () => {
  const { api, id, page } = await openHold({
    id: "screen-review",
    title: "Move house",
    plan_review: true,
    todos: [echo("pack", "x"), echo("drive", "y", { depends_on: ["pack"] })],
  });
  await page.getByRole("article").getByText("After: Echo pack").waitFor();
  await button(page, "Approve and start").click();
  await page.getByText("local-operator approved this").waitFor();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("finds a text in what is too large to be shown", async () => {
  const { page } = await openHold({
    id: "screen-find",
    title: "Newsletter",
    todos: [
      { id: "big", title: "Big", tool_name: "big_text", tool_params: { length: 40_000 } },
      {
        ...echo("send", "", asked),
        tool_params: { text: { $from: "big" } },
      },
    ],
  });
  const form = page.getByRole("form", { name: "Find a text in /args/text" });
  await form.getByLabel("Text to find").fill("short");
  await form.getByRole("button", { name: "Find", exact: true }).click();
  await form.getByText("Places found: 1; the first 1:").waitFor();
  expect(await form.locator("mark").innerText()).toBe("short");
  await form.getByLabel("Text to find").fill("nowhere");
  await form.getByRole("button", { name: "Find", exact: true }).click();
  await form.getByText("“nowhere” is not in it.").waitFor();
});
