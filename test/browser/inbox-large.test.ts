import { expect, test } from "vitest";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { loadPlan } from "../../src/plan/model/plan.ts";
import { settle } from "../../src/plan/settle.ts";
import { listAttributesOf } from "../../src/workflows/wire/list-attributes.ts";
import { planStartOptions } from "../../src/workflows/wire/plan-start.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({ worker: false });
const MANY = 1_000;
const REVIEWS = 250;
const AT_ONCE = 50;
const MOST_ROWS = 200;
const TO_THE_END = "document.querySelector('ul[aria-label=Inbox]').parentElement.scrollTo(0, 1e9)";

/** A plan that waits for a decision: for an approval, every fourth for its review. */
function waiting(place: number): NewPlanInput {
  const call = { title: `Call ${place}`, tool_name: "echo", tool_params: { text: "Hello" } };
  const title = `Plan number ${place}`;
  return place % (MANY / REVIEWS) === 0
    ? { title, plan_review: true, todos: [call] }
    : { title, todos: [{ ...call, requires_approval: true }] };
}

test("of very many requests the inbox counts all, is read to its last with few rows, and decides several of them", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  // Workflows of the plans' own type and with what plans tell lists; no worker makes anything of them.
  const start = async (place: number): Promise<void> => {
    const at = new Date().toISOString();
    const id = `inbox-${String(place).padStart(4, "0")}`;
    const made = createPlan(NewPlanSchema.parse(waiting(place)), { id, owner: "kim", at });
    if ("problem" in made) throw new Error("This plan cannot be refused.");
    const plan = loadPlan(made.state);
    settle(plan, at);
    const { typedSearchAttributes: _, ...options } = planStartOptions(plan.state);
    await api.client.workflow.start("planWorkflow", {
      ...options,
      typedSearchAttributes: listAttributesOf(plan, null).flatMap(({ key, value }) =>
        value === null ? [] : [{ key, value } as never],
      ),
      taskQueue: api.taskQueue,
    });
  };
  for (let place = 0; place < MANY; place += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, one) => start(place + one)));
  }
  await expect
    .poll(async () => (await api.get<{ total: number }>("/v1/holds?limit=1")).total)
    .toBe(MANY);
  const page = await open(`${url}/inbox`);
  const few = async () =>
    expect(await page.evaluate<number>("document.querySelectorAll('li').length")).toBeLessThan(
      MOST_ROWS,
    );
  const nav = page.getByRole("navigation", { name: "Main" });
  await page.getByText(`${MANY} wait`, { exact: true }).waitFor();
  await nav.getByRole("link", { name: `Inbox ${MANY}` }).waitFor();
  await few();
  const rowAt = (place: number) => page.locator(`li[aria-posinset="${place}"]`);
  const toTheLast = async (count: number): Promise<void> => {
    const last = rowAt(count);
    await expect
      .poll(async () => {
        await page.evaluate(TO_THE_END);
        return last.count();
      })
      .toBe(1);
    expect(await last.getAttribute("aria-setsize")).toBe(String(count));
    await few();
  };
  // Reviews, which have no deadline, come behind approvals, which have one.
  await toTheLast(MANY);
  expect(await rowAt(MANY).innerText()).toContain("Plan review");
  // Of one kind there are as many as there are, not as many as were read.
  await page.getByRole("link", { name: "Approval", exact: true }).click();
  await page.getByText(`${MANY - REVIEWS} wait`, { exact: true }).waitFor();
  await toTheLast(MANY - REVIEWS);
  // What is far down is chosen as anything else, and the keys go on from there.
  const title = async (place: number) => /Call \d+/.exec(await rowAt(place).innerText())![0];
  const [last, before] = [await title(MANY - REVIEWS), await title(MANY - REVIEWS - 1)];
  await rowAt(MANY - REVIEWS)
    .getByRole("checkbox")
    .check();
  await rowAt(MANY - REVIEWS)
    .getByRole("link")
    .click();
  await page.getByRole("heading", { name: last, exact: true }).waitFor();
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: before, exact: true }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await button(page, "Decide together").waitFor();
}, 180_000);
