import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test("who is asked again, as the arguments have changed, sees what has changed", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const text = "Dear all, we meet on Monday in the large room.";
  const { id } = await api.create({
    id: "asked-again",
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send the letter",
        tool_name: "echo",
        tool_params: { text, times: 1 },
        requires_approval: true,
      },
    ],
  });
  const [first] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${first!.id}`);
  await button(page, "Approve").waitFor();
  const part = page.getByRole("region", { name: "Changed since it was asked before" });
  expect(await part.count()).toBe(0);
  const edit = await api.post(`/v1/plans/${id}/edits`, {
    ops: [
      {
        edit_type: "modify_todo",
        target_id: "send",
        params: {
          changes: { tool_params: { text: text.replace("Monday", "Tuesday"), times: 1 } },
        },
      },
    ],
  });
  expect(edit.status).toBe(200);
  await page.getByRole("link", { name: "Another hold asks instead" }).click();
  await part.waitFor();
  expect(await part.locator("del").innerText()).toBe("Monday");
  expect(await part.locator("ins").innerText()).toBe("Tuesday");
  expect(await part.innerText()).not.toContain("times");
  await button(page, "Approve").click();
  expect((await api.untilEnded(id)).status).toBe("completed");
});
