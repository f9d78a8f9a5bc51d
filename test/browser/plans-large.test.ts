import { expect, test } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { planStartOptions } from "../../src/workflows/wire/plan-start.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ worker: false });
/** Starting so many takes a second for each 80 or so: `PLANS=5000` measures the most that is promised. */
const MANY = Number(process.env["PLANS"] ?? 1_000);
const AT_ONCE = 50;
/** The last ones to start, in any order. */
const NEWEST = `Plan number ${String(MANY - 1).slice(0, -2)}\\d\\d(?!\\d)`;
const MOST_ROWS = 200;
const TO_THE_END =
  "[...document.querySelectorAll('*')].find((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 50).scrollTo(0, 1e9)";

test("of very many plans the list shows the first at once, finds any, and goes to the last with few rows", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { workflow } = api.client;
  // Workflows of the plans' own type and with what plans tell lists; no worker makes anything of them.
  const start = async (place: number): Promise<void> => {
    const title = `Plan number ${place}`;
    const input = NewPlanSchema.parse({ title, todos: [{ title: "Call", assignee: "kim" }] });
    const at = new Date().toISOString();
    const made = createPlan(input, { id: `plans-large-${place}`, owner: "kim", at });
    if ("problem" in made) throw new Error("This plan cannot be refused.");
    const options = planStartOptions(made.state);
    const next = { id: "call", title: `Call ${place} people` };
    const left = { kind: "range", least_seconds: 60, most_seconds: 300 };
    const memo = { ...options.memo, running: null, next, left };
    await workflow.start("planWorkflow", { ...options, memo, taskQueue: api.taskQueue });
  };
  const from = performance.now();
  for (let place = 0; place < MANY; place += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => start(place + one)));
  }
  console.info(`${MANY} plans: started in ${Math.round((performance.now() - from) / 1_000)} s`);
  const page = await open("about:blank");
  const rows = () => page.evaluate<number>("document.querySelectorAll('li, [role=row]').length");
  const took = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await run();
    const ms = Math.round(performance.now() - from);
    console.info(`${MANY} plans: ${what} ${ms} ms, ${await rows()} rows`);
    expect(await rows()).toBeLessThanOrEqual(MOST_ROWS);
  };
  const plan = (place: number) =>
    page.getByRole("link", { name: new RegExp(`Plan number ${place}(?!\\d)`) });
  const newest = page.getByRole("link", { name: new RegExp(NEWEST) }).first();
  await expect
    .poll(async () => (await api.get<{ total: number }>("/v1/plans?limit=1")).total)
    .toBe(MANY);
  await took("list opened", async () => {
    await page.goto(`${url}/plans`);
    await newest.waitFor();
  });
  expect(await newest.innerText()).toMatch(/Next: Call \d+ people/);
  expect(await newest.innerText()).toContain("1 min to 5 min of work left");
  await page.getByText(`${MANY} plans`).waitFor();
  const last = page.locator(`li[aria-posinset="${MANY}"]`);
  await took("scrolled to the last", async () => {
    await expect
      .poll(
        async () => {
          await page.evaluate(TO_THE_END);
          return last.count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  });
  expect(await last.getAttribute("aria-setsize")).toBe(String(MANY));
  expect(await last.innerText()).toMatch(/Plan number \d{1,2}\n/);
  await took("found one by its title", async () => {
    await page.getByRole("searchbox", { name: "Search by title or id" }).fill("number 789");
    await plan(789).waitFor();
  });
}, 180_000);
