import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** A plan that asks, and somebody else who answers it. */
async function asking(id: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const answered = { question: "Which colour?", input_type: "text" as const };
  const todos = [{ id: "colour", title: "Choose", input_request: answered }];
  await api.create({ id, title: "Paint", todos });
  const [hold] = await api.untilHolds(id);
  const { id: holdId, digest } = hold!;
  const answers = async (value: string): Promise<void> => {
    await api.post(`/v1/holds/${holdId}/decision`, { decision: "answer", value, digest });
  };
  return { api, url: `${url}/plans/${id}`, open, answers };
}

test("whose answer is second is told so, and who was first; the own words stay in the chat", async () => {
  const { api, url, open, answers } = await asking("late-sent");
  const page = await open(`${url}/chat`, { language: "ko" });
  const card = page.getByRole("log").getByRole("region", { name: "Which colour?" });
  await card.getByRole("textbox").fill("연한 초록");
  await page.route("**/decision", async (route) => {
    await answers("blue");
    await route.continue();
  });
  await card.getByRole("button", { name: "답 보내기" }).click();
  const said = "늦어서 보내지 못했습니다. local-operator가 답했습니다.";
  const toast = page.getByRole("status").filter({ hasText: said });
  await toast.getByText("연한 초록").waitFor();
  expect(await toast.getByRole("button", { name: "복사" }).count()).toBe(1);
  const log = page.getByRole("log");
  await log.getByText(said).waitFor();
  await log.getByText("연한 초록", { exact: true }).waitFor();
  await card.waitFor({ state: "detached" });
  expect((await api.untilEnded("late-sent")).todos[0]).toMatchObject({ result_data: "blue" });
});

test("who is writing when somebody else answers is told so, and can copy what was written", async () => {
  const { url, open, answers } = await asking("late-written");
  const page = await open(`${url}/todos/colour`);
  await page.getByRole("tab", { name: "Input and output" }).click();
  const card = page.getByRole("region", { name: "Which colour?" });
  await card.getByRole("textbox").fill("a light green, or");
  await answers("blue");
  const said = "Too late, so not sent: local-operator answered this.";
  const toast = page.getByRole("status").filter({ hasText: said });
  await toast.getByText("a light green, or").waitFor();
  await toast.getByRole("button", { name: "Copy" }).click();
  const copied = page.getByRole("status").getByText(/^Copied\.|does not let this page copy/);
  await expect.poll(() => copied.count()).toBe(1);
});

test("whose own answer was taken hears nothing of that", async () => {
  const { api, url, open } = await asking("late-own");
  const page = await open(`${url}/chat`);
  const log = page.getByRole("log");
  const card = log.getByRole("region", { name: "Which colour?" });
  await card.getByRole("textbox").fill("green");
  await card.getByRole("button", { name: "Send answer" }).click();
  await log.getByText("green", { exact: true }).waitFor();
  await api.untilEnded("late-own");
  await page.getByText("The plan has ended").first().waitFor();
  expect(await page.getByText("Too late").count()).toBe(0);
});
