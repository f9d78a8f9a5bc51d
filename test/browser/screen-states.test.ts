import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { createKeyStore } from "../../src/api/auth/key-store.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { echo } from "../support/echo-todo.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

/* What every screen shows when there is nothing, not yet, not all, not for you, not now, or not any more. */
const screen = useScreen();
const asking = (id: string): NewPlanInput["todos"][number] =>
  echo(id, { title: `Send ${id}`, requires_approval: true });

test("empty: lists that have nothing say so, and what to do next", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`);
  await page.getByText("No plans yet").waitFor();
  await page.getByRole("main").getByRole("link", { name: "New plan" }).last().click();
  await page.getByRole("heading", { name: "New plan" }).waitFor();
  for (const [path, says] of [
    ["/inbox", "Nothing is waiting for you"],
    ["/templates", "No templates yet"],
    ["/webhooks", "Nobody outside is told anything yet"],
  ] as const) {
    await page.goto(url + path);
    await page.getByText(says).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
});

test("loading: grey lines stand where the list will be, and no page is blank", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-loading", title: "Slow", todos: [asking("a")] });
  const [hold] = await api.untilHolds(id);
  const page = await open("about:blank");
  for (const path of ["/plans", "/inbox", `/plans/${id}`, `/inbox/${hold!.id}`]) {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/v1/**", async (route) => {
      await mayAnswer;
      await route.continue().catch(() => undefined);
    });
    await page.goto(url + path);
    await page.getByRole("status", { name: "Loading" }).first().waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    answer();
    await page
      .getByText(path.startsWith("/plans") ? "Slow" : "Send a")
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
  }
  await api.post(`/v1/plans/${id}/cancel`);
});

test("loading: checkpoints that are not read are not said to be none", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-unread", title: "Slow", todos: [asking("a")] });
  await api.untilHolds(id);
  const page = await open("about:blank");
  const asked: Route[] = [];
  await page.route("**/checkpoints", (route) => void asked.push(route));
  await page.goto(`${url}/plans/${id}/versions`);
  await page.getByText(/There is one version so far/).waitFor();
  await expect.poll(() => asked.length).toBe(1);
  expect(await page.getByText("No checkpoint yet").count()).toBe(0);
  await asked[0]!.continue();
  await page.getByText("Plan created").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("partial: a list that cannot show everything says how much is missing, and where it is", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = Array.from({ length: 25 }, (_, place) => asking(`part${place}`));
  const { id } = await api.create({ id: "screen2-partial", title: "Much", todos });
  await api.untilHolds(id, 25);
  const page = await open(`${url}/inbox`);
  await page.getByRole("link", { name: `5 more in ${id}` }).click();
  await page.getByRole("link", { name: "All todos" }).waitFor();
  expect(await page.getByText("25 todos").count()).toBeGreaterThan(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("error: what does not work says what to do, tries again, and names its request", async () => {
  const { api, serve, open } = screen();
  const { lists } = api.deps;
  let isBroken = true;
  const { url } = await serve({
    lists: {
      ...lists,
      plans: (query) =>
        isBroken ? Promise.reject(new Error("The disk of the index is gone")) : lists.plans(query),
    },
  });
  const page = await open("about:blank");
  // News of other plans would have the list read again before anybody can ask for it.
  await page.route("**/v1/events**", () => undefined);
  await page.goto(`${url}/plans`);
  const alert = page.getByRole("alert");
  await alert.getByText(/^Request id: \S+$/).waitFor();
  // What broke inside is written to the log and shown to nobody.
  expect(await alert.innerText()).not.toContain("disk");
  expect(api.errors.splice(0).length).toBeGreaterThan(0);
  isBroken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("list", { name: "Plans" }).waitFor();
});

test("offline: what was read stays readable, and the page says for how long nobody has answered", async () => {
  const { api, serve, open } = screen();
  const first = await serve();
  const { id } = await api.create({ id: "screen2-offline", title: "Gone", todos: [asking("b")] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${first.url}/inbox/${hold!.id}`);
  await button(page, "Approve").waitFor();
  await first.stop();
  const seconds = page.getByText(/^No answer from the server for \d+ s/);
  await seconds.waitFor();
  // What is read out does not change every second: an alert would be read out as often.
  expect(await seconds.getAttribute("aria-hidden")).toBe("true");
  const alert = page.getByRole("alert").filter({ has: seconds });
  expect(await alert.ariaSnapshot()).toMatch(/No connection\. What you see may be out of date/);
  await page.getByRole("heading", { name: "Send b" }).waitFor();
  await serve({}, first.port);
  await page.getByText("Live", { exact: true }).waitFor();
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("offline: settings, keys and putting off open all the same, since they were read before", async () => {
  const { api, serve, open } = screen();
  const first = await serve();
  const { id } = await api.create({ id: "screen2-ahead", title: "Ahead", todos: [asking("h")] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${first.url}/inbox/${hold!.id}`);
  await button(page, "Approve").waitFor();
  const isRead = (file: string) =>
    page.evaluate<boolean>(
      `performance.getEntriesByType("resource").some((one) => one.name.includes("/${file}-") && one.responseEnd > 0)`,
    );
  for (const file of ["settings", "shortcuts-dialog", "put-off-question"]) {
    await expect.poll(() => isRead(file), { message: file }).toBe(true);
  }
  await first.stop();
  await page.getByText(/^No answer from the server/).waitFor();
  await button(page, "Settings").click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("h");
  await page.getByRole("dialog", { name: "Snooze" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("offline: nothing can be sent and the buttons say why, what was written is kept, and all of it comes back by itself", async () => {
  const { api, serve, open } = screen();
  const first = await serve();
  const { id } = await api.create({ id: "screen2-unsent", title: "Kept", todos: [asking("e")] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${first.url}/inbox/${hold!.id}`);
  await button(page, "Reject").click();
  const form = page.getByRole("form", { name: "Reject" });
  const send = form.getByRole("button", { name: "Reject" });
  const reason = form.getByRole("textbox", { name: /^Reason/ });
  await reason.fill("Not this week");
  await send.focus();
  await first.stop();
  await expect.poll(() => send.getAttribute("aria-disabled")).toBe("true");
  const why = page.locator(`[id="${await send.getAttribute("aria-describedby")}"][role=alert]`);
  expect(await why.innerText()).toContain("nothing can be sent until it answers");
  // It keeps the focus, takes no press, and the keys that send take none either.
  await page.keyboard.press("Enter");
  await reason.press("Control+Enter");
  await page.getByText("The server cannot be reached").waitFor();
  await serve({}, first.port);
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => send.getAttribute("aria-disabled")).toBe(null);
  expect(await reason.inputValue()).toBe("Not this week");
  expect(await api.holds(id)).toHaveLength(1);
  await send.click();
  await page.getByText("local-operator rejected this").waitFor();
  await page.getByText("Not this week").waitFor();
  await api.untilEnded(id);
});

test("a board that was read before its line told more does not go back to it when the answer comes late", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const todos = [asking("one"), asking("two")];
  const { id } = await api.create({ id: "states-late", title: "Letters", todos });
  const [one] = await api.untilHolds(id, 2);
  const page = await open(`${url}/plans/${id}`);
  const row = page.locator(`a[href="/plans/${id}/todos/one"]`);
  await row.filter({ hasText: "Approval" }).waitFor();
  // What is asked for once it is paused is answered as it was then, and late.
  const answered: (() => Promise<void>)[] = [];
  await page.route(`**/v1/plans/${id}/board`, async (route) => {
    const response = await route.fetch();
    answered.push(() => route.fulfill({ response }));
  });
  await button(page, "Pause").click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => answered.length).toBeGreaterThan(0);
  await api.post(`/v1/holds/${one!.id}/decision`, { decision: "reject", then: "go_on" });
  const gone = row.filter({ hasText: "Skipped" });
  await gone.waitFor();
  const came = page.waitForResponse((response) => response.url().endsWith(`/${id}/board`));
  for (const answer of answered) await answer();
  await (await came).finished();
  // What was read is shown in the page's next frames.
  for (let frame = 0; frame < 20; frame += 1) {
    await page.evaluate("new Promise((go) => requestAnimationFrame(() => go()))");
    expect(await gone.count()).toBe(1);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await api.post(`/v1/plans/${id}/cancel`);
});

test("offline: when only the stream comes through, the page says that nothing else does, asks ever more seldom, and what was not sent is sent later", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-half", title: "Half", todos: [asking("g")] });
  const [hold] = await api.untilHolds(id);
  const page = await open(`${url}/inbox/${hold!.id}`);
  await button(page, "Approve").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const asked: number[] = [];
  await page.route(/\/v1\/|\/healthz/, async (route) => {
    if (new URL(route.request().url()).pathname === "/v1/holds") asked.push(performance.now());
    await route.abort();
  });
  await button(page, "Approve").click();
  await page.getByText("It was probably not sent").waitFor();
  await page.getByText(/^No answer from the server for/).waitFor();
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(6);
  const pauses = asked.slice(1).map((at, place) => at - asked[place]!);
  expect(pauses[5]!).toBeGreaterThan(3 * pauses[0]!);
  await page.unrouteAll();
  await page.getByText("Live", { exact: true }).waitFor();
  await expect.poll(() => button(page, "Approve").getAttribute("aria-disabled")).toBe(null);
  await button(page, "Approve").click();
  await page.getByText("local-operator approved this").waitFor();
  await api.untilEnded(id);
});

test("forbidden: a key that may not do something is told which role it needs", async () => {
  const { api, serve, open } = screen();
  const keys = createKeyStore(`${api.folder}/screen2-keys.json`);
  const created_at = new Date().toISOString();
  const made = await keys.add({ name: "kim", roles: ["viewer"], created_at, expires_at: null });
  const { url } = await serve({ keys });
  const page = await open(`${url}/webhooks`);
  await page.getByRole("textbox", { name: "Key" }).fill(made.written);
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/role/);
});

test("worker-down: a request stays readable while no worker runs, and can be decided once one does", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-down", title: "Standing", todos: [asking("c")] });
  const [hold] = await api.untilHolds(id);
  await api.stopWorker();
  const page = await open(`${url}/inbox/${hold!.id}`);
  await page.getByText("No worker runs, and only the plan itself can tell").waitFor();
  await page.getByRole("heading", { name: "Send c" }).waitFor();
  await page.getByText("No worker is running, so plans stand still").waitFor();
  expect(await page.getByRole("status", { name: "Loading" }).count()).toBe(0);
  expect(await button(page, "Approve").count()).toBe(0);
  await page.goto(`${url}/plans`);
  await page.getByRole("link", { name: /Standing/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Send c" }).waitFor();
  await api.startWorker();
  await button(page, "Approve").click({ timeout: 60_000 });
  await page.getByText("local-operator approved this").waitFor();
  await api.untilEnded(id);
});

test("ended: a plan that is over offers nothing that would move it, and keeps what happened", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "screen2-ended",
    title: "Over",
    todos: [{ id: "d", title: "Brew", tool_name: "echo", tool_params: { text: "tea" } }],
  });
  await api.untilEnded(id);
  const page = await open(`${url}/plans/${id}/todos/d`);
  await page.getByText("100%, 1 of 1 done").waitFor();
  const drawer = page.getByRole("article");
  await drawer.getByRole("tab", { name: "History" }).click();
  await drawer.getByRole("tabpanel").getByText("Done").waitFor();
  for (const name of ["Pause", "Cancel plan", "Add todo"]) {
    expect(await button(page, name).count(), name).toBe(0);
  }
});

test("a plan that is not there is said plainly, with the way to those that are", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans/screen2-never`);
  await page.getByRole("heading", { name: "There is no such plan" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Plans" }).click();
  await page.getByRole("heading", { name: "Plans" }).waitFor();
});

test("links to what a plan has not, or nothing can have, say so without the API's words, and lead on", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-here", title: "Here", todos: [asking("f")] });
  await api.untilHolds(id);
  const page = await open("about:blank");
  const alert = page.getByRole("main").getByRole("alert");
  for (const path of [`/h/${id}.h99`, `/inbox/${id}.h99`, `/plans/${id}/todos/nope`]) {
    await page.goto(url + path);
    await alert.getByText(/ not found$/).waitFor();
    expect(await alert.innerText(), path).not.toMatch(/\/v1\/|\/param|Try again/);
    await alert.getByRole("link", { name: "Look at the plan" }).click();
    await page.getByRole("heading", { name: "Here" }).waitFor();
    await page.waitForURL(`**/plans/${id}`);
  }
  for (const path of ["/h/never.h1", "/h/nothing", "/plans/No%20Id!/versions"]) {
    await page.goto(url + path);
    await alert.getByText(/not found$|There is no such page/).waitFor();
    expect(await alert.innerText(), path).not.toMatch(/\/v1\/|\/param|Try again/);
    await alert.getByRole("link", { name: "Inbox" }).click();
    await page.waitForURL("**/inbox");
  }
  await page.goto(`${url}/xyz`);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("editing: a plan that somebody edits offers to resume, and not to pause it besides", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-edited", title: "Edited", todos: [asking("w")] });
  await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}`);
  await button(page, "Pause").waitFor();
  await api.post(`/v1/plans/${id}/pause`, { purpose: "edit" });
  await button(page, "Resume").waitFor();
  expect(await button(page, "Pause").count()).toBe(0);
  await button(page, "Resume").click();
  await button(page, "Pause").waitFor();
  expect(await button(page, "Resume").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("missing: a part of the screen that cannot be loaded leaves the rest of it, and says how it comes back", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({ id: "screen2-part", title: "Parts", todos: [asking("p")] });
  await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}`, { language: "ko" });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await link("타임라인").waitFor();
  // As after a server with another build has taken this one's place.
  await page.route(/\/assets\/(?:timeline|versions-page)-/, (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  for (const part of ["타임라인", "버전"]) {
    await link(part).first().click();
    await page.getByRole("alert").getByText("화면의 이 부분을 불러오지 못했습니다").waitFor();
    await page.getByRole("navigation").first().getByRole("link", { name: "계획" }).waitFor();
  }
  await page.unrouteAll();
  // Where nobody answers, the browser's own page would take the place of this one.
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "새로고침" }).click();
  await page.getByText("서버에 연결할 수 없습니다").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "새로고침" }).click();
  await page.getByRole("list", { name: "버전" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});
