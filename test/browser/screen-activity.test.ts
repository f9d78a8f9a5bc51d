import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { verifyLog } from "../../src/client/index.ts";
import type { LogHead } from "../../src/contract/plan/log-file.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const model = scriptModel({
  write: [
    {
      calls: [
        ["ask_orchestrator", { question: "Which year?", context: "", suggested_answers: [] }],
      ],
    },
    { say: "The report of that year." },
  ],
  orchestrator: [{ say: "[NEED_HUMAN: Which year is it?]" }],
});
const screen = useScreen(withAgents(model, configuredAgent([])));
const TO_ITS_END =
  "document.querySelector(`[aria-label='Activity']`).scrollIntoView({ block: 'end' })";
const MILESTONES = 1_000;

test("a plan's activity tells who did what and why while it happens, by kind, with the ways to what it is about, in both languages", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-activity",
    title: "Sales report",
    plan_review: true,
    todos: [{ id: "write", title: "Write it", agent_name: "writer" }],
  });
  const [review] = await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}`);
  await page.getByRole("link", { name: "Activity" }).click();
  const rows = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await rows.filter({ hasText: "Waiting for a decision" }).waitFor();
  const reason = "We look at the numbers first";
  await api.post(`/v1/plans/${id}/pause`, { mode: "drain", reason });
  await rows.filter({ hasText: `local-operator paused the plan: “${reason}”` }).waitFor();
  await api.post(`/v1/plans/${id}/resume`);
  await api.client.workflow.getHandle(`plan-${id}`).signal("approval", "approve");
  await rows.filter({ hasText: /Refused: .*temporal/s }).waitFor();
  const comment = "Go on with it";
  await api.post(`/v1/holds/${review!.id}/decision`, { decision: "approve", comment });
  await rows.filter({ hasText: `local-operator approved: “${comment}”` }).waitFor();
  const asked = rows.filter({ hasText: "Asked: Which year is it?" });
  await asked.waitFor();
  const question = (await api.untilHolds(id))[0]!;
  await api.post(`/v1/holds/${question.id}/decision`, { decision: "answer", value: "2025" });
  await rows.filter({ hasText: "Continuing with the answer" }).waitFor();
  await api.untilEnded(id);
  await rows.first().getByText("The plan is done").waitFor();
  await rows.last().getByText("local-operator created the plan").waitFor();

  const kinds = page.getByRole("navigation", { name: "Show" });
  const told = async (kind: string, count: number): Promise<void> => {
    await kinds.getByRole("link", { name: kind }).click();
    await expect.poll(() => rows.count()).toBe(count);
  };
  await told("Control", 2);
  await told("Refusals", 1);
  await told("Versions", 1);
  await told("Decisions", 2);
  expect((await rows.allInnerTexts()).join("\n")).toMatch(/answered[^]*approved/);
  await rows.last().getByRole("link", { name: "Hold h1" }).click();
  await page.getByText("local-operator approved this").waitFor();
  await page.goBack();
  await kinds.getByRole("link", { name: "Everything" }).click();
  await asked.getByRole("link", { name: "Write it" }).click();
  await page.getByRole("article").getByRole("heading", { name: "Write it" }).waitFor();

  const korean = await open(`${url}/plans/${id}/activity?kind=control`, { language: "ko" });
  const lines = korean.getByRole("list", { name: "활동" }).getByRole("listitem");
  await lines.last().getByText(`local-operator가 계획을 일시정지함: “${reason}”`).waitFor();
});

test.each([
  { language: "en", list: "Activity", whole: "Read in full", close: "Close" },
  { language: "ko", list: "활동", whole: "전체 보기", close: "닫기" },
] as const)(
  "what a row of the activity has no room for is read in full on a phone, by keyboard too ($language)",
  async ({ language, list, whole, close }) => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const { id } = await api.create({
      id: `screen-activity-phone-${language}`,
      title: "Sales report",
      todos: [{ id: "call", title: "Call", assignee: "kim" }],
    });
    const reason = `We look at the numbers first. ${"Those of May are not in yet. ".repeat(12)}So wait.`;
    await api.post(`/v1/plans/${id}/pause`, { mode: "drain", reason });
    const page = await open(`${url}/plans/${id}/activity`, { width: 390, height: 844, language });
    const rows = page.getByRole("list", { name: list }).getByRole("listitem");
    const opener = rows.filter({ hasText: "So wait." }).getByRole("button", { name: whole });
    await opener.waitFor();
    // What fits has nothing to open.
    expect(await rows.getByRole("button").count()).toBe(1);
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(reason).waitFor();
    await dialog.getByRole("button", { name: close }).click();
    await dialog.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();
    await api.post(`/v1/plans/${id}/cancel`);
  },
);

test("the activity of a plan with 2,000 events is read from its end, with few rows in the document, and saved whole", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-activity-long",
    title: "Long",
    todos: Array.from({ length: MILESTONES }, (_, place) => ({
      id: `m${place}`,
      title: `Step ${place}`,
      kind: "milestone" as const,
    })),
  });
  await api.untilEnded(id);
  const events = await api.events(id);
  expect(events.length).toBeGreaterThan(2_000);
  const page = await open(`${url}/plans/${id}/activity`);
  const rows = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await rows.first().getByText("The plan is done").waitFor();
  const first = rows.filter({ hasText: "created the plan" });
  await expect
    .poll(async () => {
      await page.evaluate(TO_ITS_END);
      return first.count();
    })
    .toBe(1);
  expect(await first.getAttribute("aria-posinset")).toBe(String(events.length));
  expect(await page.locator("li").count()).toBeLessThanOrEqual(200);
  const saved = page.waitForEvent("download");
  await button(page, "Save the signed log").click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${id}.log.jsonl`);
  const { seq, digest } = await api.get<LogHead>(`/v1/plans/${id}/log/head`);
  const log = await readFile((await file.path())!, "utf8");
  expect(verifyLog(log, { heads: [{ seq, digest }] })).toMatchObject({
    log: { seq: events.length },
  });
});
