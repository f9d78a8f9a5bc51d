import { EventEmitter, once } from "node:events";
import type { Locator } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { useScreen } from "./use-screen.ts";
import { readWeekLater } from "./week-later.ts";

const ESC = "\u001B";
const FIRST = 60;
/** What the tool that runs is told to do next. */
const told = new EventEmitter();

const writer = defineTool({
  name: "writer",
  description: "Writes lines to its log whenever it is told to, until it is told to end",
  input: z.strictObject({}),
  output: z.null(),
  async run(_, ctx) {
    for (let line = 1; line <= FIRST; line += 1) ctx.log.info(`Line ${line} of the first`);
    ctx.log.warn(`${ESC}[31mRed${ESC}[0m ${ESC}[2J<b>bold</b>`);
    for (let more = 1; (await once(told, "next"))[0] === "write"; more += 1) {
      for (let line = 1; line <= FIRST; line += 1) ctx.log.info(`More ${more}.${line}`);
    }
    return null;
  },
});
/** Whether a line of the log is in view. */
const isIn = (line: Locator) =>
  line.evaluate((element: Boxed) => {
    const frame = element.closest("[role=region]")!.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return top >= frame.top - 1 && bottom <= frame.bottom + 1;
  });
interface Boxed {
  closest(selector: string): Boxed | null;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}
const screen = useScreen({ tools: [writer] });

test("a log is followed to its newest line until it is paused, shows a terminal's colours, and its lines have addresses", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  onTestFinished(() => void told.emit("next", "end"));
  const { id } = await api.create({
    id: "log-live",
    title: "Log",
    todos: [{ id: "write", title: "Write", tool_name: "writer" }],
  });
  const page = await open(`${url}/plans/${id}/todos/write`);
  await page.getByRole("tab", { name: "Log" }).click();
  const log = page.getByRole("region", { name: "Log" });
  const follow = page.getByRole("tabpanel").getByRole("checkbox", { name: "Follow" });
  const lines = log.getByRole("listitem");
  const red = log.getByText("Red", { exact: true });
  await expect.poll(() => red.isVisible()).toBe(true);
  // Of what a tool wrote nothing becomes markup or a link.
  await lines.filter({ hasText: "Red <b>bold</b>" }).waitFor();
  expect(await red.getAttribute("class")).toBe("text-bad");
  expect(await log.locator("b").count()).toBe(0);
  expect(await log.locator("a:not([href*='#L'])").count()).toBe(0);
  told.emit("next", "write");
  const newest = log.getByText(`More 1.${FIRST}`);
  await newest.waitFor();
  await expect.poll(() => isIn(newest)).toBe(true);
  // Paused, the log stays where it is while it grows.
  await follow.uncheck();
  told.emit("next", "write");
  await page.getByText(`${3 * FIRST + 1} lines`).waitFor();
  expect(await isIn(newest)).toBe(true);
  expect(await log.getByText(`More 2.${FIRST}`).count()).toBe(0);
  await follow.check();
  await expect.poll(() => isIn(log.getByText(`More 2.${FIRST}`))).toBe(true);
  // A line's number is its address, which shows it to whoever opens it.
  const chosen = log.getByRole("link", { name: "Line 175" });
  await chosen.click();
  await page.waitForURL(/#L175$/);
  expect(await follow.isChecked()).toBe(false);
  await page.goto("about:blank");
  await page.goto(`${url}/plans/${id}/todos/write#L20`);
  const linked = log.locator("[data-chosen]");
  await linked.getByText("Line 20 of the first").waitFor();
  await expect.poll(() => isIn(linked)).toBe(true);
  told.emit("next", "end");
  await api.untilEnded(id);

  // A week later the log says its day once, where it begins.
  const later = await open("about:blank");
  await readWeekLater(later);
  const heard = later.waitForResponse(/\/v1\/holds(?:\?|$)/u);
  await later.goto(`${url}/plans/${id}/todos/write`);
  await heard;
  await later.getByRole("tab", { name: "Log" }).click();
  const read = later.getByRole("region", { name: "Log" }).getByRole("listitem");
  await read.filter({ hasText: /[A-Z][a-z]{2} \d+ {2}\d\d:\d\d:\d\d {2}Line 1 of/ }).waitFor();
  await read.filter({ hasText: /^2\d\d:\d\d:\d\d {2}Line 2 of/ }).waitFor();
});
