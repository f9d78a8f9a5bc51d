import { expect, test } from "vitest";
import { echo } from "../support/echo-todo.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const todo = (id: string, estimated_seconds: number, ...depends_on: string[]) =>
  echo(id, { estimated_seconds, depends_on });

/** A dinner, of which the roast takes longest, that waits to be reviewed. */
async function openDinner(id: string, view: string) {
  const { api, serve, open } = screen();
  const { url } = await serve();
  await api.create({
    id,
    title: "Dinner",
    plan_review: true,
    todos: [
      todo("Bread", 60),
      todo("Roast", 240, "Bread"),
      todo("Sauce", 60, "Roast"),
      todo("Table", 30, "Sauce"),
      todo("Candles", 10, "Table"),
      todo("Salad", 120),
    ],
  });
  await api.untilHolds(id, 1);
  const page = await open(`${url}/plans/${id}?view=${view}`);
  return { api, page };
}

test("the graph draws the critical path when it is asked to, and the address says so", async () => {
  const { api, page } = await openDinner("path-graph", "graph");
  const edges = page.locator(".react-flow__edge");
  await expect.poll(() => edges.count()).toBe(4);
  const onPath = page.locator(".react-flow__edge.edge-critical");
  const named = page.getByRole("link", { name: /Critical path/ });
  expect(await onPath.count()).toBe(0);
  await page.getByRole("checkbox", { name: "Critical path" }).check();
  await expect.poll(() => onPath.count()).toBe(4);
  expect(await named.count()).toBe(5);
  expect((await named.allInnerTexts()).join(" ")).not.toContain("Salad");
  expect(new URL(page.url()).searchParams.get("path")).toBe("on");
  await page.reload();
  await expect.poll(() => onPath.count()).toBe(4);
  // It stays chosen where one looks otherwise.
  await page.getByRole("link", { name: "Timeline" }).click();
  expect(await page.getByRole("checkbox", { name: "Critical path" }).isChecked()).toBe(true);
  await api.post("/v1/plans/path-graph/cancel");
});

test("the timeline draws the critical path, and beside the others by how much they can be late", async () => {
  const { api, page } = await openDinner("path-timeline", "timeline");
  const rows = page.getByRole("list", { name: "Timeline" });
  const salad = rows.getByRole("link", { name: /Salad/ });
  await salad.waitFor();
  expect(await rows.locator("[data-critical]").count()).toBe(0);
  expect(await salad.getByText("+4 min").count()).toBe(0);
  await page.getByRole("checkbox", { name: "Critical path" }).check();
  await expect.poll(() => rows.locator("[data-critical]").count()).toBe(5);
  await salad.getByText(/^\+4 min/).waitFor();
  await api.post("/v1/plans/path-timeline/cancel");
});

test("the whole critical path is read as text", async () => {
  const { api, page } = await openDinner("path-text", "list");
  const rest = page.getByRole("list", { name: "The rest of the critical path" });
  await page.getByText("and 2 more").click();
  expect(await rest.getByRole("listitem").allInnerTexts()).toEqual(["Table", "Candles"]);
  await rest.getByRole("link", { name: "Candles" }).click();
  await page.getByRole("heading", { name: "Candles" }).waitFor();
  await api.post("/v1/plans/path-text/cancel");
});
