import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test("two people at one hold see each other, and the second sees what the first decided", async () => {
  const { api, serve, open } = screen();
  const tool = { tool_name: "echo", tool_params: { text: "Hello" } };
  const todos = [{ id: "send", title: "Send it", requires_approval: true, ...tool }];
  await api.create({ id: "two-people", title: "Newsletter", todos });
  const [hold] = await api.untilHolds("two-people");
  const keys = createKeyStore(`${api.folder}/presence-keys.json`);
  const created_at = new Date().toISOString();
  const { url } = await serve({ keys });
  const openAs = async (name: string) => {
    const made = await keys.add({ name, roles: ["approver"], created_at, expires_at: null });
    const page = await open(`${url}/inbox/${hold!.id}`);
    const field = page.getByRole("textbox", { name: "Key" });
    await field.fill(made.written);
    await field.press("Enter");
    await button(page, "Approve").waitFor();
    return page;
  };
  const kim = await openAs("kim");
  const lee = await openAs("lee");
  await kim.getByText("lee is looking at this, too").waitFor();
  await lee.getByText("kim is looking at this, too").waitFor();
  await button(kim, "Reject").click();
  const form = kim.getByRole("form", { name: "Reject" });
  await form.getByLabel(/Reason/).fill("Wrong list");
  await form.getByRole("button", { name: "Reject" }).click();
  await lee.getByText("kim rejected this").waitFor();
  await lee.getByText("“Wrong list”").waitFor();
  expect(await lee.getByRole("alert").count()).toBe(0);
});
