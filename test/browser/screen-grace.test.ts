import { expect, test } from "vitest";
import type { System } from "../../src/contract/service/system.ts";
import { button } from "./boards-plan.ts";
import { useScreen, type TestScreen } from "./use-screen.ts";

const screen = useScreen();

/** A plan that asks, and its hold on a screen whose decisions can be taken back for so long. */
async function openAsked(id: string, grace_seconds: number, language: "en" | "ko" = "en") {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = { namespace: "default", ui_url: null };
  const { url } = await serve({ system: { grace_seconds, temporal } });
  await api.create({
    id,
    title: "Newsletter",
    todos: [
      {
        id: "send",
        title: "Send it",
        tool_name: "echo",
        tool_params: { text: "Hello" },
        requires_approval: true,
      },
      {
        id: "count",
        title: "Count them",
        tool_name: "echo",
        tool_params: { text: "2" },
        depends_on: ["send"],
      },
    ],
  });
  const [hold] = await api.untilHolds(id);
  const address = `${url}/inbox/${hold!.id}`;
  return { api, address, hold: hold!, url, open, page: await open(address, { language }) };
}

test("a wrong click is taken back, and the hold asks again", async () => {
  const { api, page, address, open } = await openAsked("screen-grace-undo", 60);
  const other = await open(address);
  await button(page, "Approve").click();
  const toast = page.getByRole("status").filter({ hasText: "Approved: Send it" });
  await toast.getByRole("button", { name: "Undo" }).waitFor();
  expect(await toast.innerText()).toMatch(/Undo\s*\d+ s/);
  // Another page of the same plan sees the decision, and until when it can be taken back.
  await other.getByText("local-operator approved this").waitFor();
  await other.getByText(/Takes effect in \d+ s/).waitFor();
  expect(await statusOf(api, "screen-grace-undo", "send")).toBe("needs_approval");
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: Send it").waitFor();
  await button(page, "Approve").waitFor();
  await button(other, "Approve").waitFor();
  // The list shows it again at once.
  await page.goto(new URL("/inbox", address).href);
  await page.getByRole("list", { name: "Inbox" }).getByText("Send it").waitFor();
  const [hold] = await api.holds("screen-grace-undo");
  expect(hold).toMatchObject({ status: "open", deciding: null, decisions: [] });
  expect((await api.post("/v1/plans/screen-grace-undo/cancel", {})).status).toBe(200);
});

test("what was taken back on its page is not offered to be taken back once more", async () => {
  const { api, page, hold } = await openAsked("screen-grace-offer", 60);
  await button(page, "Approve").click();
  const toast = page.getByRole("status").filter({ hasText: "Approved: Send it" });
  await toast.getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("article").getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: Send it").waitFor();
  await button(page, "Approve").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await api.post(`/v1/plans/${hold.plan_id}/cancel`, {});
});

test("what somebody else takes back elsewhere asks again at once, and is not offered to be taken back", async () => {
  const { page, address, open, hold, api } = await openAsked("screen-grace-elsewhere", 60);
  const other = await open(address);
  const toast = page.getByRole("status").filter({ hasText: "Approved: Send it" });
  const listed = page.getByRole("list", { name: "Inbox" }).getByText("Send it", { exact: true });
  await listed.waitFor();
  await button(page, "Approve").click();
  await toast.getByRole("button", { name: "Undo" }).waitFor();
  await listed.waitFor({ state: "detached" });
  await other.getByRole("article").getByRole("button", { name: "Undo" }).click();
  await button(page, "Approve").waitFor();
  await toast.waitFor({ state: "detached" });
  await listed.waitFor();
  // It can be decided again, and is offered to be taken back like the first time.
  await button(page, "Approve").click();
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: Send it").waitFor();
  // Where only the list is seen, it comes back there.
  await button(page, "Approve").click();
  await toast.getByRole("button", { name: "Undo" }).waitFor();
  await page.getByRole("link", { name: /^Plans/ }).click();
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  await other.getByRole("article").getByRole("button", { name: "Undo" }).click();
  await toast.waitFor({ state: "detached" });
  expect((await api.holds(hold.plan_id))[0]).toMatchObject({ status: "open", deciding: null });
  await api.post(`/v1/plans/${hold.plan_id}/cancel`, {});
});

test("a decision takes effect by itself, also when the page was closed", async () => {
  const { api, page } = await openAsked("screen-grace-closed", 3);
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  await page.close();
  const ended = await api.untilEnded("screen-grace-closed");
  expect(ended.status).toBe("completed");
  const [hold] = await api.holds("screen-grace-closed", "all");
  expect(hold).toMatchObject({ status: "approved", decision: { by: "local-operator" } });
});

test("of a rejection in Korean nothing follows before it takes effect, and then the page says so", async () => {
  const { api, page } = await openAsked("screen-grace-ko", 3, "ko");
  await button(page, "거절").click();
  const form = page.getByRole("form", { name: "거절" });
  await form.getByLabel(/이유/).fill("오타");
  await form.getByRole("button", { name: "거절" }).click();
  await page.getByText(/\d초 뒤 적용/).waitFor();
  await page.getByText("“오타”").waitFor();
  await api.untilEnded("screen-grace-ko");
  expect(await statusOf(api, "screen-grace-ko", "count")).toBe("skipped");
});

async function statusOf(api: TestScreen["api"], plan: string, todo: string): Promise<unknown> {
  const { todos } = await api.plan(plan);
  return todos.find(({ id }) => id === todo)?.status;
}

test("nobody is said to have been first where nobody else decided", async () => {
  const { api, page, hold } = await openAsked("screen-grace-own", 6);
  await api.create({
    id: "screen-grace-beside",
    title: "Beside",
    todos: [{ id: "ask", title: "Ask", input_request: { question: "Shall we?" } }],
  });
  const list = page.getByRole("list", { name: "Inbox" });
  const other = list.getByRole("link", { name: /Shall we\?/ });
  const first = page.getByText("Somebody else was first");
  await button(page, "Approve").click();
  await page.getByText(/Takes effect in \d+ s/).waitFor();
  // Away and back before it takes effect.
  await other.click();
  await page.getByRole("heading", { name: "Shall we?" }).waitFor();
  await page.goBack();
  await page.getByText(/Takes effect in \d+ s/).waitFor();
  await page.getByText("local-operator approved this").waitFor();
  await page.getByText(/Takes effect in \d+ s/).waitFor({ state: "detached" });
  expect(await first.count()).toBe(0);
  expect((await api.holds(hold.plan_id, "all"))[0]).toMatchObject({ status: "approved" });
  // A request whose plan ends was decided by nobody.
  await other.click();
  await button(page, "Send answer").waitFor();
  await api.post("/v1/plans/screen-grace-beside/cancel", {});
  await page.getByRole("article").getByRole("status").getByText("Withdrawn").waitFor();
  expect(await first.count()).toBe(0);
});

test("what was undone by its keys is not offered to be undone once more", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "grace-offers",
    title: "Offers",
    todos: [{ id: "wash", title: "Wash up" }],
  });
  const page = await open(`${url}/plans/${id}/todos/wash`);
  await button(page, "Raise priority").click();
  await page.getByText("Priority 6").first().waitFor();
  await button(page, "Undo").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText(/^Undone/).waitFor();
  expect(await button(page, "Undo").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});
