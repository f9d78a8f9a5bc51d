import { expect, test } from "vitest";
import type { System } from "../../src/contract/service/system.ts";
import { button, officePlan } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();

test("a plan's head says what runs, what is next and why not yet, who is waited for until when, and what is left", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const { id } = await api.create({
    id: "glance-head",
    title: "Garden",
    max_parallel: 1,
    todos: [
      {
        id: "dig",
        title: "Dig the bed",
        tool_name: "gate",
        tool_params: { name: "glance-dig" },
        estimated_seconds: 120,
      },
      {
        id: "water",
        title: "Water it",
        tool_name: "echo",
        tool_params: { text: "wet" },
        estimated_seconds: 60,
      },
      {
        id: "buy",
        title: "Buy the seeds",
        tool_name: "echo",
        tool_params: { text: "bought" },
        requires_approval: true,
        assignee: "minji",
        approval: { timeout_seconds: 7_200 },
        estimated_seconds: 30,
      },
      { id: "plant", title: "Plant them", assignee: "kim", depends_on: [] },
    ],
  });
  await api.untilHolds(id);
  const page = await open(`${url}/plans/${id}`);
  const head = page.getByRole("banner").or(page.locator("header")).first();
  const item = (name: string) =>
    head.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  await item("Runs now").getByRole("link", { name: "Dig the bed" }).waitFor();
  const next = item("Next");
  await next.getByRole("link", { name: "Water it" }).waitFor();
  expect(await next.innerText()).toContain("1 of 1 places are taken");
  const waits = item("Waiting for people");
  await waits.getByRole("link", { name: "Buy the seeds" }).waitFor();
  expect(await waits.innerText()).toMatch(/minji\s+1 h 5\d min left/);
  expect(await waits.innerText()).toMatch(/Plant them\s*kim/);
  const left = item("Work left");
  expect(await left.innerText()).toMatch(
    /about 3 min based on the plan's estimates · plus the time of people, 2 times/,
  );
  api.tools.open("glance-dig");
  await page.getByText("None can start now").waitFor();
  await item("Runs now").getByText("Nothing").waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});

test("F goes to the next failure and round again, and todos are grouped by what they do", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const failing = (id: string, title: string) => ({
    id,
    title,
    tool_name: "refuse",
    tool_params: { sentence: `No ${title}.` },
    failure: { validation_error: { action: "FAIL" as const } },
  });
  const { id } = await api.create({
    id: "glance-failures",
    title: "Failures",
    todos: [
      { id: "ask", title: "Ask", input_request: { question: "Really?" } },
      failing("bread", "Bake bread"),
      { id: "tea", title: "Boil tea", tool_name: "echo", tool_params: { text: "100 °C" } },
      failing("cake", "Bake cake"),
    ],
  });
  const page = await open(`${url}/plans/${id}`);
  await page.getByRole("definition").getByRole("link", { name: "Bake cake" }).waitFor();
  const shown = (title: string) =>
    page.getByRole("article").getByRole("heading", { name: title }).waitFor();
  for (const title of ["Bake bread", "Bake cake", "Bake bread"]) {
    await page.keyboard.press("f");
    await shown(title);
  }
  await page.keyboard.press("Escape");
  await page.getByLabel("Order", { exact: true }).selectOption({ label: "By state" });
  const todos = page.getByRole("region", { name: "Todos" });
  await todos.getByText("Failed 2").waitFor();
  const text = await todos.innerText();
  const places = ["Failed 2", "Bake bread", "Bake cake", "Waiting for people 1", "Ask", "Done 1"];
  expect(places.map((one) => text.indexOf(one))).toEqual(
    places.map((one) => text.indexOf(one)).toSorted((a, b) => a - b),
  );
  expect(text).toContain("Boil tea");
  await api.post(`/v1/plans/${id}/cancel`);
});

test("where Temporal gets plans encrypted only, a plan has a lock, and the system says who may decode", async () => {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = { namespace: "default", ui_url: null, encrypted: true };
  const locked = await serve({ system: { grace_seconds: 0, temporal } });
  const plain = await serve();
  const { id } = await api.create(officePlan("glance-locked"));
  await api.untilHolds(id, 2);
  const page = await open(`${locked.url}/plans/${id}`);
  const lock = page.getByText("Encrypted", { exact: true });
  await lock.waitFor();
  await page.goto(`${locked.url}/system`);
  await page.getByText(/only admins can decode them/).waitFor();
  await page.goto(`${plain.url}/plans/${id}`);
  await button(page, "Pause").waitFor();
  expect(await lock.count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});

test("where Temporal's own pages are known, a plan, its todos and the system lead there, in a new tab", async () => {
  const { api, serve, open } = screen();
  const temporal: System["temporal"] = {
    namespace: "team a",
    ui_url: "http://temporal.example:8233/",
  };
  const known = await serve({ system: { grace_seconds: 0, temporal } });
  const unknown = await serve();
  const { id } = await api.create(officePlan("glance-temporal"));
  await api.untilHolds(id, 2);
  const page = await open(`${known.url}/plans/${id}`);
  const link = page.getByRole("link", { name: "Temporal UI opens in a new tab" });
  const workflows = "http://temporal.example:8233/namespaces/team%20a/workflows";
  expect(await link.getAttribute("href")).toBe(`${workflows}/plan-${id}`);
  expect(await link.getAttribute("target")).toBe("_blank");
  await page.goto(`${known.url}/plans/${id}/todos/collect`);
  const drawer = page.getByRole("article").first();
  const ofTodo = drawer.getByRole("link", { name: "Temporal UI opens in a new tab" });
  expect(await ofTodo.getAttribute("href")).toBe(`${workflows}/plan-${id}`);
  await page.goto(`${known.url}/system`);
  expect(await link.getAttribute("href")).toBe(workflows);
  await page.goto(`${unknown.url}/plans/${id}`);
  await button(page, "Pause").waitFor();
  expect(await link.count()).toBe(0);
  await api.post(`/v1/plans/${id}/cancel`);
});
