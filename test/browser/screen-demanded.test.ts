import { expect, test } from "vitest";
import { z } from "zod";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const letter = defineTool({
  name: "send_letter",
  description: "Sends a letter",
  requires_approval: true,
  input: z.strictObject({ text: z.string() }),
  output: z.null(),
  run: () => null,
});
const agent = { instructions: "Write.", tools: ["echo", "send_letter"] };
const screen = useScreen({
  tools: [letter],
  config: { agents: [AgentSettingsSchema.parse({ name: "clerk", ...agent })] },
});

const ASKS = "Ask for approval before it runs";
const WHY = "This tool always asks for approval: this installation requires it.";
const FIXED = "Its tool has to ask each time, so this cannot be turned off.";

test("who adds a todo or gives one another tool reads that the tool asks, and cannot turn it off", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const report = { tool_name: "echo", tool_params: { text: "Report" } };
  const { id } = await api.create({
    id: "demanded-form",
    title: "Survey",
    todos: [
      { id: "ask", title: "Which period?", input_request: { question: "Which period?" } },
      { id: "write", title: "Write the report", ...report, depends_on: ["ask"] },
    ],
  });
  const page = await open(`${url}/plans/${id}`);
  await button(page, "Add todo").click();
  const adding = page.getByRole("dialog", { name: "Add a todo" });
  const asks = adding.getByRole("checkbox", { name: ASKS });
  await adding.getByLabel("Title").fill("Write to the customers");
  await adding.getByLabel("Tool (optional)").fill("echo");
  expect([await asks.isChecked(), await asks.isEnabled()]).toEqual([false, true]);
  await adding.getByLabel("Tool (optional)").fill("send_letter");
  await adding.getByText(WHY).waitFor();
  await adding.getByText(FIXED).waitFor();
  expect([await asks.isChecked(), await asks.isEnabled()]).toEqual([true, false]);
  // Whose approval it takes is the plan's to say, as of any todo that asks.
  await adding.getByLabel("How many must approve").waitFor();
  // What somebody chose for another tool is theirs again with it.
  await adding.getByLabel("Tool (optional)").fill("echo");
  await adding.getByText(WHY).waitFor({ state: "detached" });
  expect([await asks.isChecked(), await asks.isEnabled()]).toEqual([false, true]);
  await adding.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${url}/plans/${id}/todos/write`);
  const drawer = page.getByRole("article");
  await button(page, "Edit").click();
  await drawer.getByLabel("Tool (optional)").fill("send_letter");
  await drawer.getByText(WHY).waitFor();
  expect(await drawer.getByRole("checkbox", { name: ASKS }).isEnabled()).toBe(false);

  const korean = await open(`${url}/plans/${id}/todos/write`, { language: "ko", width: 390 });
  await button(korean, "편집").click();
  await korean.getByRole("article").getByLabel("도구 (선택)").fill("send_letter");
  await korean.getByText("매번 승인받아야 하는 도구라서 끌 수 없습니다.").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("where a todo asks because of its tool, and where an agent's call will, its row says so", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const send = { tool_name: "send_letter", tool_params: { text: "Dear customers" } };
  const message = "Goes to 142 people.";
  const { id } = await api.create({
    id: "demanded-rows",
    title: "Letters",
    todos: [
      { id: "one", title: "Write to Kim", ...send },
      { id: "all", title: "Write to all", ...send, approval: { message } },
      {
        id: "gate",
        title: "Print",
        tool_name: "echo",
        tool_params: { text: "x" },
        requires_approval: true,
      },
    ],
  });
  await api.untilHolds(id, 3);
  const page = await open(`${url}/plans/${id}`);
  const row = (name: string) => page.getByRole("row", { name });
  await row("Write to Kim").getByText("Approval: its tool always asks", { exact: true }).waitFor();
  await row("Write to all").getByText(`${message} · Approval: its tool always asks`).waitFor();
  await row("Print").getByText("Approval", { exact: true }).waitFor();

  await page.goto(`${url}/agents`);
  const tool = (name: string) => page.getByText(name, { exact: true }).locator("..");
  await tool("send_letter")
    .getByText("each call is approved: this installation requires it")
    .waitFor();
  expect(await tool("echo").innerText()).toBe("echo");
  await api.post(`/v1/plans/${id}/cancel`);
});
