import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test.each([
  { language: "en", width: 1280, review: "Plan review", to: "Look at the plan" },
  { language: "ko", width: 390, review: "계획 검토", to: "계획 보기" },
] as const)(
  "in the list of plans one that waits for its review has its title once, and says for what it waits, and so does the review ($language)",
  async ({ language, width, review, to }) => {
    const { api, serve, open } = screen();
    const { url } = await serve();
    const title = `Move the tables, ${language}`;
    const { id } = await api.create({
      id: `titles-review-${language}`,
      title,
      plan_review: true,
      todos: [{ id: "try", title: "Dry run" }],
    });
    const [hold] = await api.untilHolds(id);
    const page = await open(`${url}/plans`, { width, language });
    const row = page.getByRole("link", { name: new RegExp(title) });
    await row.getByText(review).waitFor();
    expect((await row.innerText()).split(title)).toHaveLength(2);
    await page.goto(`${url}/inbox/${hold!.id}`);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("article").getByRole("link", { name: to }).first().click();
    await page.waitForURL(`**/plans/${id}`);
    await api.post(`/v1/plans/${id}/cancel`);
  },
);

test("what is said of a decision leaves the backticks in a title as they were written", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "titles-backticks",
    title: "Prices",
    todos: [
      {
        id: "read",
        title: "Read `prices` first",
        tool_name: "echo",
        tool_params: { text: "Hi" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await button(page, "Approve").click();
  await page.getByText("Approved: Read `prices` first").waitFor();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("a card of the conversation has the title of its todo once, which leads there", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "titles-card",
    title: "Survey",
    todos: [
      {
        id: "send",
        title: "Send the survey",
        tool_name: "echo",
        tool_params: { text: "Hi" },
        requires_approval: true,
      },
    ],
  });
  await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}/chat`);
  const card = page.getByRole("region", { name: "Send the survey" });
  await card.getByRole("heading", { name: "Send the survey" }).waitFor();
  expect((await card.innerText()).split("Send the survey")).toHaveLength(2);
  await card.getByRole("link", { name: "Send the survey" }).click();
  await page.waitForURL(/todos\/send/);
  await api.post(`/v1/plans/${id}/cancel`);
});
