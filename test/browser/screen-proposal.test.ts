import { expect, test } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { echo } from "../support/echo-todo.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const todo = (id: string, more: object = {}) => echo(id, { title: `Echo ${id}`, ...more });
const add = (id: string, reason: string) => ({
  reason,
  edit_type: "add_todo",
  params: { todo: todo(id) },
});
const proposed = {
  summary: "Two more checks.",
  edits: [add("spelling", "Typos cost readers."), add("links", "Links may be dead.")],
};
const turns = Array.from({ length: 5 }, () => ({ json: proposed as unknown as Json }));
const script = createScriptedModel(turns);
const screen = useScreen({
  config: { models: ModelSettingsSchema.parse({ model: "gpt-4o" }) },
  model: { turn: (request, options) => script.turn(request, options) },
});

/** A plan for which a model proposes two lines, and the page of its proposal. */
async function openProposal(id: string, language: "en" | "ko" = "en") {
  const { api, serve, open } = screen();
  const { url } = await serve();
  await api.create({ id, title: "Newsletter", todos: [todo("gate", { requires_approval: true })] });
  await api.untilHolds(id);
  await api.post(`/v1/plans/${id}/replan`, { feedback: "Check it first" });
  const holds = await api.untilHolds(id, 2);
  const hold = holds.find(({ kind }) => kind === "proposal")!;
  const page = await open(`${url}/inbox/${hold.id}`, { language });
  return { api, page, hold };
}

const todosOf = async (api: ReturnType<typeof screen>["api"], id: string): Promise<string[]> =>
  (await api.plan(id)).todos.map((todo) => todo.id).toSorted();

test("some lines of a proposal are applied, after it is shown what they would change", async () => {
  const { api, page } = await openProposal("lines-some");
  await page.getByText("Typos cost readers.").waitFor();
  await button(page, "Apply all").waitFor();
  const changes = page.getByRole("article");
  await changes.getByText("Echo links").first().waitFor();
  const added = changes.getByRole("listitem").filter({ hasText: "Added" });
  const given = await added.filter({ hasText: "Echo links" }).textContent();
  expect(given).toMatch(/tool.*echo.*text.*links.*approval.*no/s);
  const links = page.getByRole("checkbox", { name: /Links may be dead/ });
  await links.uncheck();
  await button(page, "Apply 1 of 2").waitFor();
  await page.getByRole("checkbox", { name: /Typos/ }).uncheck();
  await page.getByText("Nothing is chosen.").waitFor();
  expect(await button(page, "Apply 0 of 2").isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: /Typos/ }).check();
  await button(page, "Apply 1 of 2").click();
  await page.getByText("local-operator approved this").waitFor();
  expect(await todosOf(api, "lines-some")).toEqual(["gate", "spelling"]);
  await changes.getByRole("listitem").filter({ hasText: "Typos" }).getByText("Applied").waitFor();
  const left = changes.getByRole("listitem").filter({ hasText: "Links may be dead" });
  await left.getByText("Not applied").waitFor();
});

test("a line that no longer fits is left out, and the page says why", async () => {
  const { api, page } = await openProposal("lines-unfit");
  await button(page, "Apply all").waitFor();
  const op = { edit_type: "add_todo", params: { todo: todo("links") } };
  expect((await api.post("/v1/plans/lines-unfit/edits", { ops: [op] })).status).toBe(200);
  await page.getByText(/Cannot be applied any more: /).waitFor();
  expect(await page.getByRole("checkbox", { name: /Links may be dead/ }).isDisabled()).toBe(true);
  await button(page, "Apply 1 of 2").click();
  await page.getByText("local-operator approved this").waitFor();
  expect(await todosOf(api, "lines-unfit")).toEqual(["gate", "links", "spelling"]);
});

test("a line that was chosen and no longer fits can be left out by hand", async () => {
  const { api, page } = await openProposal("lines-chosen");
  const typos = page.getByRole("checkbox", { name: /Typos/ });
  const links = page.getByRole("checkbox", { name: /Links may be dead/ });
  await typos.uncheck();
  await typos.check();
  await button(page, "Apply all").waitFor();
  const op = { edit_type: "add_todo", params: { todo: todo("links") } };
  expect((await api.post("/v1/plans/lines-chosen/edits", { ops: [op] })).status).toBe(200);
  await page.getByText(/Cannot be applied any more: /).waitFor();
  await links.uncheck();
  expect(await links.isDisabled()).toBe(true);
  await button(page, "Apply 1 of 2").click();
  await page.getByText("local-operator approved this").waitFor();
  expect(await todosOf(api, "lines-chosen")).toEqual(["gate", "links", "spelling"]);
});

test("none of it is applied when it is rejected", async () => {
  const { api, page } = await openProposal("lines-none", "ko");
  await button(page, "모두 적용").waitFor();
  await button(page, "거절").click();
  await page.getByRole("form", { name: "거절" }).getByRole("button", { name: "거절" }).click();
  await page
    .getByText(/거절했습니다/)
    .first()
    .waitFor();
  expect(await todosOf(api, "lines-none")).toEqual(["gate"]);
});

test("comments on a reviewed plan's todos are sent to the planner, and what it proposes waits to be looked at", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "lines-commented",
    title: "Newsletter",
    plan_review: true,
    todos: [todo("write"), todo("send")],
  });
  const [review] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${review!.id}`);
  await button(page, "Comment on “Echo send”").click();
  await page.getByLabel("Comment on “Echo send”").fill("Check spelling and links before");
  await button(page, "Ask for these changes instead").click();
  await page.getByText("The planner was asked.").waitFor();
  const holds = await api.untilHolds(id, 2);
  expect(holds.map(({ kind }) => kind).toSorted()).toEqual(["plan_review", "proposal"]);
  const asked = (await api.events(id)).find(({ type }) => type === "plan.replan_requested");
  expect(asked?.data).toMatchObject({ feedback: "Echo send: Check spelling and links before" });
  await page.goto(`${url}/inbox/${holds.find(({ kind }) => kind === "proposal")!.id}`);
  await page.getByText("Typos cost readers.").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
