import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const wire = defineTool({
  name: "wire_money",
  description: "Pays, for good",
  input: z.strictObject({ to: z.string() }),
  output: z.object({ paid: z.string() }),
  irreversible: true,
  run: ({ to }) => ({ paid: to }),
});
const screen = useScreen({ tools: [wire] });

test.each([
  { language: "en", width: 1120, theme: "light" },
  { language: "ko", width: 320, theme: "dark" },
] as const)("what cannot be undone is approved by typing its title ($language)", async (viewer) => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: `screen-pay-${viewer.language}`,
    title: "Payday",
    todos: [
      {
        id: "pay",
        title: "월급 보내기",
        tool_name: "wire_money",
        tool_params: { to: "all" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  expect(hold?.irreversible).toBe(true);
  const says = {
    en: [
      "Approve",
      "This cannot be undone",
      "To approve, type the todo's title",
      "Approve and remember",
    ],
    ko: [
      "승인",
      "되돌릴 수 없습니다",
      "승인하려면 할 일 제목을 그대로 입력하세요",
      "승인하고 기억하기",
    ],
  }[viewer.language] as [string, string, string, string];
  const [approve, warning, label, remember] = says;
  const page = await open(`${url}/inbox/${hold!.id}`, viewer);
  await page.getByText(warning).waitFor();
  const panel = page.getByRole("article");
  await panel.getByRole("button", { name: approve, exact: true }).click();
  expect(await page.getByRole("button", { name: remember }).count()).toBe(0);
  const confirm = panel.getByRole("button", { name: approve, exact: true });
  const field = page.getByLabel(label);
  await field.fill("월급");
  expect(await confirm.isDisabled()).toBe(true);
  expect(await api.holds(id)).toHaveLength(1);
  await field.fill("월급  보내기");
  await confirm.click();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("what is approved for good is what the page shows: arguments are changed before it is asked, and not beside it", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen-pay-edited",
    title: "Payday",
    todos: [
      {
        id: "pay",
        title: "Pay them",
        tool_name: "wire_money",
        tool_params: { to: "all" },
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await button(page, "Edit").click();
  const edit = page.getByRole("form", { name: "Change the arguments" });
  await edit.getByLabel("to").fill("sales");
  await edit.getByRole("button", { name: "Approve with these changes" }).click();
  const confirm = page.getByRole("form", { name: "Approve what cannot be undone" });
  const shown = confirm.getByRole("group", { name: "What you changed, as it will run" });
  expect(await shown.innerText()).toContain('"to": "sales"');
  expect(await edit.count()).toBe(0);
  await confirm.getByRole("button", { name: "Cancel" }).click();
  expect(await edit.getByLabel("to").inputValue()).toBe("sales");
  await edit.getByLabel("to").fill("research");
  await edit.getByRole("button", { name: "Approve with these changes" }).click();
  expect(await shown.innerText()).toContain('"to": "research"');
  // It stands apart from the words around it: nobody types a colon or a mark with it.
  await confirm.getByText("Pay them", { exact: true }).waitFor();
  await confirm.getByLabel("To approve, type the todo's title: Pay them").fill("Pay them");
  await confirm.getByRole("button", { name: "Approve" }).click();
  const ended = await api.untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ status: "completed", result_data: { paid: "research" } });
});
