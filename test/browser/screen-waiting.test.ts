import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test("that time runs out is said to those who do not see it, at 10 minutes, 1 minute and 20 seconds", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "waiting-time",
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Hello" },
        requires_approval: true,
        approval: { timeout_seconds: 3_600 },
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open("about:blank");
  await page.clock.install();
  await page.goto(`${url}/inbox/${hold!.id}`);
  await button(page, "Approve").waitFor();
  // The server's clock goes on as ever; the page hears no more of it.
  await page.route("**/v1/**", () => undefined);
  const said = page.getByRole("status").getByText(/left to decide on Send it$/);
  const untilLeft = async (seconds: number): Promise<void> => {
    const now = await page.evaluate<number>("Date.now()");
    await page.clock.fastForward(Date.parse(hold!.deadline_at!) - seconds * 1_000 - now);
  };
  await untilLeft(605);
  expect(await said.count()).toBe(0);
  for (const [seconds, span] of [
    [600, /^(10|9) min left/],
    [55, /^(1 min|\d\d s) left/],
    [15, /^\d\d s left/],
  ] as const) {
    await untilLeft(seconds);
    await said.filter({ hasText: span }).waitFor();
  }
  await page.unrouteAll();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("an answer that is half written is still there after a reload, and is the one that is sent", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const asked = (id: string) => ({ id, title: `Ask ${id}`, input_request: { question: `${id}?` } });
  const { id } = await api.create({
    id: "waiting-draft",
    title: "Drafts",
    todos: [asked("Tea"), asked("Cake")],
  });
  const holds = await api.untilHolds(id, 2);
  const of = (todo: string) => `${url}/inbox/${holds.find(({ todo_id }) => todo_id === todo)!.id}`;
  const page = await open(of("Tea"));
  const answer = (shown: Page) => shown.getByRole("article").getByRole("textbox").first();
  await answer(page).fill("Oolong, if there");
  await page.reload();
  await expect.poll(() => answer(page).inputValue()).toBe("Oolong, if there");
  await page.goto(of("Cake"));
  await expect.poll(() => answer(page).inputValue()).toBe("");
  await page.goto(of("Tea"));
  await answer(page).fill("Oolong, if there is any");
  await button(page, "Send answer").click();
  await page.getByText("local-operator answered this").waitFor();
  const plan = await api.get<{ todos: { id: string; result_data: unknown }[] }>(`/v1/plans/${id}`);
  expect(plan.todos.find((todo) => todo.id === "Tea")!.result_data).toBe("Oolong, if there is any");
  await api.post(`/v1/plans/${id}/cancel`);
});
