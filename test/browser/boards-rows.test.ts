import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const QUESTION =
  "Which of the four colours that were shown on Monday should the front page of the survey have?";

test("a row of the list says what its todo asks and whom, cut where there is no room", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "rows-asks",
    title: "Survey",
    todos: [
      { id: "ask", title: "Choose a colour", input_request: { question: QUESTION } },
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Hello" },
        requires_approval: true,
        approval: { message: "Goes to 142 people." },
      },
    ],
  });
  const holds = await api.untilHolds(id, 2);
  const send = holds.find(({ todo_id }) => todo_id === "send")!;
  expect((await api.post(`/v1/holds/${send.id}/delegate`, { to: "lee" })).status).toBe(200);
  const page = await open(`${url}/plans/${id}`, { width: 1120 });
  const row = page.getByRole("link", { name: /Choose a colour/ });
  await row.getByText(QUESTION).waitFor();
  await page.getByRole("link", { name: /Send it.*lee · Goes to 142 people\./ }).waitFor();
  type Box = { readonly scrollWidth: number; readonly clientWidth: number };
  await expect
    .poll(() => row.getByText(QUESTION).evaluate((box: Box) => box.scrollWidth > box.clientWidth))
    .toBe(true);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("the row of a plan says when its work will be done, while it waits for nobody", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "rows-until",
    title: "Rates",
    todos: [
      {
        id: "read",
        title: "Read the rates",
        tool_name: "gate",
        tool_params: { name: "rows", percent: 10 },
        estimated_seconds: 7_200,
      },
    ],
  });
  const page = await open(`${url}/plans`, { width: 1120 });
  const row = page.getByRole("link", { name: /Rates/ });
  await row.getByText(/of work left/).waitFor();
  const until = row.getByText(/^done about .*\d{1,2}:\d\d [AP]M$/).and(page.locator(":visible"));
  await expect.poll(() => until.count()).toBe(1);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => until.count()).toBe(1);
  await api.post(`/v1/plans/${id}/cancel`);
});
