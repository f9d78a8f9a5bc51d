import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

/** The streams that a tab holds, by their addresses. */
function streamsOf(page: Page): () => readonly string[] {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/events")) open.add(request);
  });
  const end = (request: Request): void => void open.delete(request);
  page.on("requestfailed", end);
  page.on("requestfinished", end);
  return () => [...open].map((request) => new URL(request.url()).pathname).toSorted();
}

async function openAsking(id: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const send = (todo: string) => ({
    id: todo,
    title: `Send ${todo}`,
    tool_name: "echo",
    tool_params: { text: todo },
    requires_approval: true,
  });
  await api.create({ id, title: "Letters", todos: [send("one"), send("two")] });
  const [first] = await api.untilHolds(id, 2);
  const blank = await open("about:blank");
  const another = async (path: string) => {
    const page = await blank.context().newPage();
    page.setDefaultTimeout(20_000);
    const streams = streamsOf(page);
    await page.goto(url + path);
    return { page, streams };
  };
  return { api, first: first!, another };
}

/** What a browser says of a tab when another one covers it, or no longer does. */
const becomes = (page: Page, state: "hidden" | "visible") =>
  page.evaluate(`
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "${state}" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  `);

test("of ten tabs of a plan in one browser the first still decides, and all see it and count what waits", async () => {
  const { api, first, another } = await openAsking("tabs-many");
  const one = await another(`/inbox/${first.id}`);
  await one.page.getByRole("heading", { name: "Send one" }).waitFor();
  const others = [];
  for (let count = 1; count < 10; count += 1) {
    const tab = await another("/plans/tabs-many");
    await tab.page.getByRole("heading", { name: "Letters" }).waitFor();
    others.push(tab);
  }
  const tabs = [one, ...others];
  for (const { page } of tabs) await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  const streams = tabs.flatMap((tab) => tab.streams());
  expect(streams.filter((path) => path === "/v1/events")).toHaveLength(1);
  expect(streams.length).toBeLessThanOrEqual(4);
  await button(one.page, "Approve").click();
  await one.page.getByText("local-operator approved this").waitFor();
  for (const { page } of others) {
    await page
      .getByRole("link", { name: /Send one/ })
      .filter({ hasText: "Done" })
      .waitFor();
  }
  for (const { page } of tabs) await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  // One that listened for all of them is closed, and another one does.
  const listens = tabs.find((tab) => tab.streams().includes("/v1/events"))!;
  await listens.page.close();
  const [, second] = await api.holds("tabs-many", "all");
  expect((await api.post(`/v1/holds/${second!.id}/decision`, { decision: "approve" })).status).toBe(
    200,
  );
  for (const { page } of tabs.filter((tab) => tab !== listens)) {
    await expect.poll(() => page.title(), { timeout: 10_000 }).not.toMatch(/^\(/);
  }
});

test("a tab that nobody sees holds no line for its plan, and shows what has changed once it is seen", async () => {
  const { api, first, another } = await openAsking("tabs-unseen");
  const { page, streams } = await another("/plans/tabs-unseen");
  const board = "/v1/plans/tabs-unseen/events";
  await expect.poll(streams).toEqual(["/v1/events", board]);
  await becomes(page, "hidden");
  await expect.poll(streams, { timeout: 20_000 }).toEqual(["/v1/events"]);
  await api.post(`/v1/holds/${first.id}/decision`, { decision: "approve" });
  // What waits is counted in its name all the same.
  await expect.poll(() => page.title(), { timeout: 10_000 }).toMatch(/^\(1\) /);
  await becomes(page, "visible");
  await page
    .getByRole("link", { name: /Send one/ })
    .filter({ hasText: "Done" })
    .waitFor();
  await expect.poll(streams).toEqual(["/v1/events", board]);
  await api.post("/v1/plans/tabs-unseen/cancel", {});
});
