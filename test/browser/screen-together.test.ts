import { expect, test } from "vitest";
import type { System } from "../../src/contract/service/system.ts";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const ask = (id: string, text: string) => ({
  id,
  title: `Send ${id}`,
  tool_name: "echo",
  tool_params: { text },
  requires_approval: true,
});

/** Two plans: three of their four requests would run exactly the same. */
async function openInbox(prefix: string, grace_seconds: number) {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = { namespace: "default", ui_url: null };
  const { url } = await serve({ system: { grace_seconds, temporal } });
  const [one, two] = [`${prefix}-1`, `${prefix}-2`];
  await api.create({
    id: one,
    title: "Monday",
    todos: [
      ask(`${prefix}a`, "Hello"),
      ask(`${prefix}b`, "Hello"),
      ask(`${prefix}c`, "Goodbye"),
      {
        id: "after",
        title: `After ${prefix}a`,
        tool_name: "echo",
        tool_params: { text: "x" },
        depends_on: [`${prefix}a`],
      },
    ],
  });
  await api.create({ id: two, title: "Tuesday", todos: [ask(`${prefix}d`, "Hello")] });
  await api.untilHolds(one, 3);
  await api.untilHolds(two);
  const page = await open(`${url}/inbox`);
  for (const letter of ["a", "b", "c", "d"]) {
    await page.getByRole("checkbox", { name: `Select “Send ${prefix}${letter}”` }).check();
  }
  await page.getByText("4 selected").waitFor();
  return { api, page, one, two };
}

test("requests that would run the same are approved in one act, and what became of each is shown", async () => {
  const { api, page, one, two } = await openInbox("tog", 0);
  const [, other] = await api.holds(one);
  await button(page, "Decide together").click();
  const group = page.getByRole("region", { name: "echo, 3 times" });
  await group.getByText("Send togd", { exact: true }).waitFor();
  await page.getByRole("region", { name: "echo, 1 time" }).getByText("Goodbye").waitFor();
  await group.getByText(/Approve: starts “Send toga”/).waitFor();
  await group.getByText(/Reject: stops “After toga”/).waitFor();
  // Somebody else decides one of them meanwhile, and the list has not heard of it yet.
  await page.route("**/v1/events", (route) => route.abort());
  await page.route(/\/v1\/holds\?/, () => undefined);
  const reject = { decision: "reject", then: "go_on" };
  expect((await api.post(`/v1/holds/${other!.id}/decision`, reject)).status).toBe(200);
  await button(page, "Approve 3").click();
  await expect.poll(() => group.getByRole("status").count()).toBe(2);
  expect(await group.getByRole("alert").innerText()).toMatch(/was decided before: reject/);
  expect((await api.untilEnded(two)).status).toBe("completed");
  // Each is a decision of its own, bound to the bytes that were shown.
  const [first, second] = await api.holds(one, "all");
  expect(first).toMatchObject({ status: "approved", decision: { decision: "approve" } });
  expect(second).toMatchObject({ status: "rejected" });
  await button(page, "Reject 1").click();
  await button(page, "Reject 1").click();
  await expect.poll(() => page.getByText("Rejected", { exact: true }).count()).toBe(1);
  expect((await api.untilEnded(one)).status).toBe("completed");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("several are selected by key, and what was decided together is taken back together", async () => {
  const { api, page, one, two } = await openInbox("tok", 60);
  await button(page, "Select none").click();
  await page.getByRole("link", { name: /Send toka/ }).click();
  await page.getByRole("heading", { name: "Send toka" }).waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Send tokb" }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await button(page, "Decide together").click();
  await button(page, "Approve 2").click();
  const done = page.getByRole("dialog").getByRole("status").getByText("Approved", { exact: true });
  await expect.poll(() => done.count()).toBe(2);
  const toast = page.getByRole("status").filter({ hasText: "Approved 2" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back: 2 of 2").waitFor();
  // They are as open as they were before.
  await button(page, "Approve 2").waitFor();
  expect(await done.count()).toBe(0);
  const holds = await api.holds(one);
  expect(holds.map(({ deciding }) => deciding)).toEqual([null, null, null]);
  for (const id of [one, two]) await api.post(`/v1/plans/${id}/cancel`, {});
});

test("what is decided elsewhere or out of time meanwhile says so, and is not decided any more", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "tom";
  const last = { approval: { timeout_seconds: 15, on_timeout: "skip" as const } };
  const todos = [ask("one", "Hello"), ask("two", "Hello"), { ...ask("three", "Hello"), ...last }];
  await api.create({ id, title: "Monday", todos });
  const holds = await api.untilHolds(id, 3);
  const page = await open(`${url}/inbox`);
  for (const name of ["one", "two", "three"]) {
    await page.getByRole("checkbox", { name: `Select “Send ${name}”` }).check();
  }
  await button(page, "Decide together").click();
  const group = page.getByRole("region", { name: "echo, 3 times" });
  const line = (name: string) => group.getByRole("listitem").filter({ hasText: `Send ${name}` });
  await line("three")
    .getByText(/:\d\d left$/)
    .waitFor();
  await button(page, "Approve 3").waitFor();
  const two = holds.find(({ todo_id }) => todo_id === "two")!;
  await api.post(`/v1/holds/${two.id}/decision`, { decision: "reject", then: "go_on" });
  await line("two").getByRole("status").getByText("Rejected", { exact: true }).waitFor();
  await line("three").getByRole("status").getByText("Out of time").waitFor();
  expect(
    await line("three")
      .getByText(/Approve:/)
      .count(),
  ).toBe(0);
  await button(page, "Approve 1").click();
  await line("one").getByText("Approved", { exact: true }).waitFor();
  expect((await api.untilEnded(id)).status).toBe("completed");
});

test("whoever selects more than are decided together is told how many may be", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  // Lists tell of no more than twenty holds of a plan.
  const plans = ["tov-1", "tov-2", "tov-3"];
  for (const [place, id] of plans.entries()) {
    const todos = Array.from({ length: 17 }, (_, at) => ask(`tov${17 * place + at + 1}`, "Hello"));
    await api.create({ id, title: "Wednesday", todos });
    await api.untilHolds(id, 17);
  }
  // So high that every row is on the page.
  const page = await open(`${url}/inbox`, { height: 6_000 });
  const box = (place: number) =>
    page.getByRole("checkbox", { name: `Select “Send tov${place}”`, exact: true });
  for (let place = 1; place <= 50; place += 1) await box(place).check();
  await page.getByText("50 selected").waitFor();
  await box(51).click();
  await page.getByText("No more than 50 are decided together.").waitFor();
  expect(await box(51).isChecked()).toBe(false);
  await box(1).uncheck();
  await box(51).check();
  await page.getByText("50 selected").waitFor();
  for (const id of plans) await api.post(`/v1/plans/${id}/cancel`, {});
});
