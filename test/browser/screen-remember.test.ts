import { expect, test } from "vitest";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const mail = (id: string, text: string, more: Partial<NewTodoInput> = {}): NewTodoInput => ({
  id,
  title: `Mail ${id}`,
  tool_name: "echo",
  tool_params: { text, times: 1 },
  requires_approval: true,
  ...more,
});

test("an approval is remembered as the words say, listed with the plan, and revoked there", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-remember",
    title: "Newsletter",
    todos: [
      mail("one", "Dear all"),
      mail("two", "Dear you", { depends_on: ["one"] }),
      mail("three", "Dear friends", {
        tool_params: { text: "Dear friends", times: 2 },
        depends_on: ["two"],
      }),
      mail("four", "Dear we", { depends_on: ["three"] }),
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByRole("button", { name: "Approve and remember" }).click();
  const form = page.getByRole("form", { name: "Approve and remember" });
  await form.getByText("todos of this plan that run echo with the same input").waitFor();
  await form.getByLabel("text").check();
  await form.getByText("text may differ.").waitFor();
  await form.getByRole("button", { name: "Approve and remember" }).click();
  await page.getByText(/^Remembered until .* text may differ\.$/).waitFor();

  // The second goes through, and the third is sent twice.
  const [asked] = await api.untilHolds(id);
  expect(asked?.todo_id).toBe("three");
  const { todos } = await api.plan(id);
  expect(todos.map(({ status }) => status)).toEqual([
    "completed",
    "completed",
    "needs_approval",
    "blocked",
  ]);
  await page.goto(`${url}/plans/${id}/todos/two`);
  await page
    .getByRole("link", { name: "Not asked: an approval by local-operator is remembered for it" })
    .waitFor();
  await page.goto(`${url}/plans/${id}`);
  await page.getByText("1 remembered approval").click();
  await page.getByRole("button", { name: "Stop remembering: Mail one" }).click();
  await page.getByText("1 remembered approval").waitFor({ state: "detached" });
  await api.post(`/v1/holds/${asked!.id}/decision`, { decision: "approve" });
  await page.goto(`${url}/inbox`);
  await page.getByRole("link", { name: /Mail four/ }).waitFor();
  await page.goto(`${url}/plans/${id}/activity?kind=decision`);
  await page.getByText("Not asked: an approval by local-operator is remembered for it").waitFor();
});
