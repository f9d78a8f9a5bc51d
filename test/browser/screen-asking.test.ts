import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { useScreen, type Viewer } from "./use-screen.ts";

const screen = useScreen();

/** A plan with one question that has a deadline, and where it is decided. */
async function openQuestion(
  todo: Omit<NewPlanInput["todos"][number], "id" | "title">,
  viewer: Viewer = {},
  settings: Partial<Pick<NewPlanInput, "approval">> = {},
) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    title: "Trip",
    ...settings,
    todos: [{ id: "go", title: "Go", ...todo }],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`, viewer);
  return { api, id, hold: hold!, page, article: page.getByRole("article") };
}

const SEND = { tool_name: "echo", tool_params: { text: "Hi" }, requires_approval: true } as const;
const SOON = { timeout_seconds: 900, on_timeout: "approve" } as const;

test("who is asked reads which answer is taken when nobody gives one", async () => {
  const question = { question: "How many seats?", input_type: "number", default: 4 } as const;
  const { api, id, article } = await openQuestion({ input_request: question, approval: SOON });
  await article.getByText("After that the answer “4” is taken.").waitFor();
  const table = article.getByRole("region", { name: "What each choice does" });
  expect(await table.innerText()).toContain("the answer “4” is taken");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("and reads in Korean that a question without a default fails, whatever its plan wished for", async () => {
  const { api, id, article } = await openQuestion(
    { input_request: { question: "How many seats?" }, approval: SOON },
    { language: "ko" },
  );
  await article.getByText("지나면 실패합니다.").waitFor();
  expect(await article.innerText()).not.toContain("승인한 것으로 봅니다");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("an optional todo is said to be skipped after its deadline, above the choices and among them", async () => {
  const { api, id, article } = await openQuestion({
    ...SEND,
    optional: true,
    approval: { ...SOON, on_timeout: "fail" },
  });
  await article.getByText("After that it is skipped.").waitFor();
  const table = article.getByRole("region", { name: "What each choice does" });
  expect(await table.innerText()).toMatch(/Nobody decides\s.*it is skipped/);
  await api.post(`/v1/plans/${id}/cancel`);
});

test.each([
  ["en", "After that lee is asked, for 15 min more.", "Nobody decides", "no other todo changes"],
  [
    "ko",
    "지나면 lee에게 묻고 15분 더 기다립니다.",
    "아무도 결정하지 않으면",
    "다른 할 일은 그대로",
  ],
] as const)("who is asked reads who is asked next, in %s", async (language, next, nobody, rest) => {
  const approval = { ...SOON, escalate_to: ["lee", "park"] };
  const { api, id, article } = await openQuestion({ ...SEND, approval }, { language });
  await article.getByText(next).waitFor();
  const text = await article.innerText();
  expect(text).toContain(nobody);
  expect(text).toContain(rest);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("who is asked reads which rule asks, and that anybody may decide where nobody is named", async () => {
  const { api, id, article } = await openQuestion(SEND);
  await article.getByText("“Go” is marked: a person approves it before it runs.").waitFor();
  await article.getByText("Anyone with the role approver may decide.").waitFor();
  expect(await article.innerText()).not.toContain("Waits for");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("and reads in Korean that the whole plan asks before each todo, and whom it waits for", async () => {
  const { api, id, article } = await openQuestion(
    { ...SEND, requires_approval: false, assignee: "minji" },
    { language: "ko", width: 320 },
    { approval: "every_todo" },
  );
  await article.getByText("계획 ‘Trip’은 할 일마다 승인을 받습니다.").waitFor();
  await article.getByText("minji를 기다림").waitFor();
  expect(await article.innerText()).not.toContain("approver");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("what can be done besides deciding has its place before it is known: nothing on the page moves", async () => {
  const { api, id, hold, page, article } = await openQuestion({
    ...SEND,
    approval: { ...SOON, on_timeout: "fail" },
  });
  const place = (): Promise<unknown> =>
    article.getByRole("heading", { name: "What will happen" }).boundingBox();
  for (const width of [1_120, 320]) {
    await page.setViewportSize({ width, height: 900 });
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/actions**", async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.goto(new URL(`/inbox/${hold.id}`, page.url()).href);
    await article.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await article.getByText("After that it fails.").waitFor();
    await expect.poll(() => article.getByText("Trip").count()).toBe(1);
    const before = await place();
    expect(await article.getByRole("button", { name: "More time" }).count()).toBe(0);
    answer();
    await article.getByRole("button", { name: "More time" }).waitFor();
    await article.getByRole("button", { name: "Ask somebody else" }).waitFor();
    expect(await place()).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a field that was answered wrongly is called by its label, above the form and in it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "asking-label";
  const limit = { type: "integer", title: "Monthly budget", maximum: 10 };
  const schema = { type: "object", properties: { limit }, required: ["limit"] };
  const input_request = { question: "How much?", input_type: "form" as const, schema };
  await api.create({ id, title: "Tea", todos: [{ id: "ask", title: "Budget", input_request }] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByLabel("Monthly budget").fill("11");
  await page.getByRole("button", { name: "Send answer" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("Monthly budget: ").waitFor();
  expect(await alert.innerText()).not.toContain("limit:");
  await api.post(`/v1/plans/${id}/cancel`, {});
  await api.untilEnded(id);
});
