import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { button, officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
/** What runs the whole page. */
const MAIN = /\/assets\/index-[^/]*\.js$/;

const background = (page: Page): Promise<string> =>
  page.evaluate("getComputedStyle(document.documentElement).backgroundColor");

test("dark is dark from the first moment, also where the system is light, and so is the language", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  const page = await open(`${url}/plans`, { theme: "light" });
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  const light = await background(page);
  await button(page, "Settings").click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("radio", { name: "한국어" }).check();
  await button(page, "닫기").click();
  const dark = await background(page);
  expect(dark).not.toBe(light);
  const held: Route[] = [];
  await page.route(MAIN, (route) => void held.push(route));
  await page.goto(`${url}/plans`, { waitUntil: "commit" });
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => page.evaluate("document.styleSheets.length")).toBeGreaterThan(0);
  expect(await page.locator("#screen").innerHTML()).toBe("");
  expect(await background(page)).toBe(dark);
  expect(await page.evaluate("document.documentElement.lang")).toBe("ko");
  await Promise.all(held.map((route) => route.continue()));
  await page.getByRole("heading", { name: "계획" }).waitFor();
  expect(await background(page)).toBe(dark);
});

test("what draws graphs is loaded once somebody opens one, and not before", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create(officePlan("screen-graph-chunk"));
  await api.untilHolds(id, 2);
  const page = await open("about:blank");
  const graph = new Set<string>();
  page.on("request", (request) => {
    const name = /\/assets\/((?:graph|layout)-[^/]*)-[^/]*\.\w+$/.exec(request.url())?.[1];
    if (name !== undefined) graph.add(name);
  });
  for (const path of ["/", "/inbox", "/plans", `/plans/${id}`, `/plans/${id}/todos/write`]) {
    await page.goto(url + path, { waitUntil: "load" });
    await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  }
  await page.getByRole("row", { name: "Write the report" }).waitFor();
  expect([...graph]).toEqual([]);
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: "Graph" })
    .click();
  await page.locator(".react-flow__node", { hasText: "Write the report" }).waitFor();
  expect([...graph]).toContain("graph-canvas");
  await api.post(`/v1/plans/${id}/cancel`);
});
