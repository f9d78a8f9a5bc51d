import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import { AgentSettingsSchema, type KeptAgent } from "../../src/contract/agent.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({
  config: {
    agents: [AgentSettingsSchema.parse({ name: "fixed", instructions: "The configuration's." })],
  },
});
const kept = (name: string) => screen().api.get<KeptAgent>(`/v1/agents/${name}`);

test("an agent is made, corrected where the form says what is wrong, changed and deleted", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/agents`);
  await page.getByText("Set in holdpoint.config.ts, and changed only there.").waitFor();
  await button(page, "New agent").click();
  const form = page.getByRole("dialog", { name: "New agent" });
  await form.getByRole("button", { name: "Save agent" }).click();
  await expect.poll(() => form.getByText("A value is needed.").count()).toBe(2);
  await form.getByLabel("Name", { exact: true }).fill("no spaces");
  await form.getByLabel("Instructions").fill("Write plainly.");
  await form.getByLabel("Turns").fill("many");
  await form.getByText("Enter a number.").waitFor();
  await form.getByLabel("Turns").fill("0");
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByRole("alert").waitFor();
  await assertAccessible(page);
  await form.getByLabel("Name", { exact: true }).fill("fixed");
  await form.getByLabel("Turns").fill("12");
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByText("The configuration names this agent").waitFor();
  await form.getByLabel("Name", { exact: true }).fill("poet");
  await form.getByRole("group", { name: "Tools" }).getByLabel("echo", { exact: true }).check();
  await form
    .getByRole("group", { name: /before each call/ })
    .getByLabel("echo")
    .check();
  await form.getByRole("button", { name: "Save agent" }).click();
  await page.getByRole("heading", { name: "poet" }).waitFor();
  expect(await kept("poet")).toMatchObject({
    instructions: "Write plainly.",
    tools: ["echo"],
    approval_tools: ["echo"],
    limits: { turns: 12, tokens: 500_000 },
    version: 1,
  });

  await button(page, "Edit poet").click();
  const edit = page.getByRole("dialog", { name: "Edit poet" });
  await edit.getByText(/keep the version they started with/).waitFor();
  await assertAccessible(page);
  await edit.getByLabel("What it is for").fill("Writes poems");
  await edit.getByRole("button", { name: "Save agent" }).click();
  await page.getByText("Writes poems").waitFor();
  expect(await kept("poet")).toMatchObject({ version: 2, limits: { turns: 12 } });

  await button(page, "Delete poet").click();
  const sure = page.getByRole("dialog", { name: "Delete the agent poet?" });
  await sure.getByText(/Todos it is already working on go on/).waitFor();
  await sure.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "poet", exact: true }).waitFor({ state: "detached" });
  expect((await screen().api.request("GET", "/v1/agents/poet")).status).toBe(404);
});

test("what somebody else saved meanwhile is not overwritten by accident, and nothing that was written is lost", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const save = (body: object) =>
    api.request("PUT", "/v1/agents/shared", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await save({ instructions: "First." });
  // Lists of what is kept follow by up to a second.
  const listed = async () => JSON.stringify(await api.get("/v1/agents"));
  await expect.poll(listed).toContain('"shared"');
  const page = await open(`${url}/agents`);
  await button(page, "Edit shared").click();
  const form = page.getByRole("dialog", { name: "Edit shared" });
  const instructions = form.getByLabel("Instructions");
  await instructions.fill("Mine.");
  await save({ instructions: "Theirs." });
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByText("local-operator has saved version 2 since.").waitFor();
  expect(await instructions.inputValue()).toBe("Mine.");
  expect(await kept("shared")).toMatchObject({ instructions: "Theirs.", version: 2 });
  await form.getByRole("button", { name: "Save mine over it" }).click();
  await form.waitFor({ state: "detached" });
  expect(await kept("shared")).toMatchObject({ instructions: "Mine.", version: 3 });

  await button(page, "Edit shared").click();
  await instructions.waitFor();
  await save({ instructions: "Theirs again." });
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByRole("button", { name: "Start again from version 4" }).click();
  expect(await instructions.inputValue()).toBe("Theirs again.");
});

test("what was written is lost by no key, by no press beside the form, and by nobody who deletes the agent", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const agent = "/v1/agents/brief";
  await api.request("PUT", agent, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ instructions: "First." }),
  });
  const listed = async () => JSON.stringify(await api.get("/v1/agents"));
  await expect.poll(listed).toContain('"brief"');
  const page = await open(`${url}/agents`);
  await button(page, "Edit brief").click();
  const form = page.getByRole("dialog", { name: "Edit brief" });
  const instructions = form.getByLabel("Instructions");
  await instructions.fill("Mine.");
  await page.keyboard.press("Escape");
  await page.mouse.click(2, 2);
  expect(await instructions.inputValue()).toBe("Mine.");
  await api.request("DELETE", agent);
  await form.getByRole("button", { name: "Save agent" }).click();
  await form.getByText("Somebody has deleted brief since.").waitFor();
  expect(await instructions.inputValue()).toBe("Mine.");
  await form.getByRole("button", { name: "Save as a new agent" }).click();
  await form.waitFor({ state: "detached" });
  expect(await kept("brief")).toMatchObject({ instructions: "Mine.", version: 1 });

  await button(page, "New agent").click();
  const made = page.getByRole("dialog", { name: "New agent" });
  await made.getByLabel("Name", { exact: true }).fill("brief");
  await made.getByLabel("Instructions").fill("Another.");
  await made.getByRole("button", { name: "Save agent" }).click();
  await made.getByText("There is an agent of this name.").waitFor();
  expect(await kept("brief")).toMatchObject({ instructions: "Mine.", version: 1 });
});

test("who is no admin sees agents and cannot change them", async () => {
  const { api, serve, open } = screen();
  const keys = createKeyStore(`${api.folder}/agents-keys.json`);
  const created_at = api.deps.now();
  const made = await keys.add({ name: "kim", roles: ["operator"], created_at, expires_at: null });
  const { url } = await serve({ keys });
  const page = await open(`${url}/agents`);
  await page.getByRole("textbox", { name: "Key" }).fill(made.written);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "fixed" }).waitFor();
  expect(await page.getByRole("button", { name: /agent|Edit|Delete/ }).count()).toBe(0);
});
