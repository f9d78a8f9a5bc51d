import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";
import { readWeekLater } from "./week-later.ts";

const screen = useScreen();

test("the timeline tells what happened to the plan as a whole in a row of its own, above its todos", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "moments",
    title: "Survey",
    plan_review: true,
    todos: [{ id: "call", title: "Call", assignee: "kim" }],
  });
  const [review] = await api.untilHolds(id, 1);
  await api.post(`/v1/plans/${id}/edits`, {
    ops: [{ edit_type: "change_priority", target_id: "call", params: { priority: 9 } }],
  });
  await api.post(`/v1/plans/${id}/rollback`, { version: 1 });
  await api.post(`/v1/plans/${id}/pause`, {});
  await api.post(`/v1/plans/${id}/resume`, {});
  const page = await open(`${url}/plans/${id}?view=timeline`, { width: 1120 });
  const rows = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  const plan = rows.first().getByRole("link", { name: /^Plan/ });
  for (const told of [
    "Waiting for a decision",
    "local-operator edited the plan",
    "local-operator rolled back to version 1",
    "local-operator paused the plan",
    "local-operator resumed the plan",
  ]) {
    await plan.getByText(new RegExp(`: ${told}`)).waitFor();
  }
  expect(review!.kind).toBe("plan_review");
  await plan.focus();
  await page
    .getByRole("tooltip")
    .getByText(/rolled back to version 1/)
    .waitFor();
  await plan.click();
  await page.waitForURL(`${url}/plans/${id}/versions`);
  await api.post(`/v1/plans/${id}/cancel`);
});

/** How far each mark of the timeline stands out of its row, in whole pixels, at whichever end it does. */
const OVERHANGS = `[
  ...document.querySelectorAll("[aria-label='Timeline'] a [aria-hidden]:has(> span > svg)"),
].map((mark) => {
  const [own, row] = [mark, mark.offsetParent].map((one) => one.getBoundingClientRect());
  return Math.round(Math.max(row.left - own.left, own.right - row.right));
})`;

test("in a narrow window no mark of the timeline is cut by an end of its row", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "moments-narrow",
    title: "Survey",
    todos: [{ id: "call", title: "Call", assignee: "kim" }],
  });
  for (const way of ["pause", "resume", "pause", "resume"]) {
    await api.post(`/v1/plans/${id}/${way}`, {});
  }
  for (const width of [768, 390]) {
    const page = await open(`${url}/plans/${id}?view=timeline`, { width });
    const overhangs = () => page.evaluate<number[]>(OVERHANGS);
    await expect.poll(async () => (await overhangs()).length).toBeGreaterThan(0);
    await expect.poll(async () => Math.max(...(await overhangs()))).toBeLessThanOrEqual(0);
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("a todo that ran before has a bar for each run, and tells which attempt of which run it is at", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "moments-runs",
    title: "Twice",
    todos: [
      { id: "send", title: "Send", tool_name: "echo", tool_params: { text: "hi" } },
      { id: "ask", title: "Ask", input_request: { question: "Green tea?" } },
    ],
  });
  await api.untilHolds(id, 1);
  const page = await open(`${url}/plans/${id}?view=timeline`, { width: 1120, language: "ko" });
  const send = page.getByRole("list", { name: "타임라인" }).getByRole("link", { name: /Send/ });
  await send.waitFor();
  expect(await send.getByText(/이전에/).count()).toBe(0);
  const again = await api.post(`/v1/plans/${id}/todos/send/rerun`, {});
  expect(again.status).toBe(200);
  await send.getByText(/이전에 .* 실행/).waitFor();
  await page.getByText("이전 실행", { exact: true }).waitFor();
  // Beside it, what stands is this run's.
  await send.click();
  await page.getByRole("tabpanel").getByText("2차 실행의 1번째 시도").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test.each([
  { language: "en", list: "Timeline" },
  { language: "ko", list: "타임라인" },
] as const)(
  "who reads the timeline a week later is told the day, in $language",
  async ({ language, list }) => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const { id } = await api.create({
      id: `moments-week-${language}`,
      title: "Tea",
      todos: [{ id: "ask", title: "Ask", input_request: { question: "Green tea?" } }],
    });
    const [hold] = await api.untilHolds(id, 1);
    await api.post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "yes" });
    const { completed_at } = await api.untilEnded(id);
    const page = await open("about:blank", { width: 1120, language });
    await readWeekLater(page);
    await page.goto(`${url}/plans/${id}?view=timeline`);
    const day = new Date(completed_at!).toLocaleDateString(language, {
      month: "short",
      day: "numeric",
      timeZone: "Asia/Seoul",
    });
    // Once on the scale, and with each moment that is told beside a row.
    const onScale = page.getByText(day, { exact: true });
    await onScale.waitFor();
    expect(await onScale.count()).toBe(1);
    const row = page.getByRole("list", { name: list }).getByRole("link", { name: /Ask/ });
    await row.getByText(new RegExp(`${day}.* local-operator`)).waitFor();
  },
);
