import { expect, test } from "vitest";
import { button } from "./boards-plan.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const DEEP = 40;
const WIDE = 20;
const ASKS = 8;

/** A plan with a long chain, of which one todo asks, and many todos beside it. */
async function startDeep(id: string, asks: number) {
  const deep = Array.from({ length: DEEP }, (_, place) => ({
    id: `d${place}`,
    title: `Deep ${place}`,
    tool_name: "echo",
    tool_params: { text: "Done" },
    requires_approval: place === asks,
    ...(place > 0 && { depends_on: [`d${place - 1}`] }),
  }));
  const wide = Array.from({ length: WIDE }, (_, place) => ({
    id: `w${place}`,
    title: `Wide ${place}`,
    assignee: "kim",
  }));
  await screen().api.create({ id, title: "Deep", todos: [...deep, ...wide] });
  await screen().api.untilHolds(id);
  return id;
}

test("of a deep plan the graph shows what waits, large enough to read, and all of it to who asks for all", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = await startDeep("boards-deep", ASKS);
  const page = await open(`${url}/plans/${id}?view=graph`, { width: 1440, height: 900 });
  const graph = page.getByRole("group", { name: "Graph of the todos" });
  const asking = graph.getByRole("link", { name: new RegExp(`Deep ${ASKS}(?!\\d)`) });
  await asking.waitFor();
  const frame = (await graph.boundingBox())!;
  const isInside = (box: { x: number; y: number; width: number; height: number }): boolean =>
    box.x >= frame.x - 1 &&
    box.y >= frame.y - 1 &&
    box.x + box.width <= frame.x + frame.width + 1 &&
    box.y + box.height <= frame.y + frame.height + 1;
  const box = (await asking.boundingBox())!;
  expect(box.width).toBeGreaterThan(100);
  expect(isInside(box)).toBe(true);
  await page.getByRole("img", { name: "Overview map" }).waitFor();
  await button(page, "Fit all").click();
  const links = graph.getByRole("link", { name: /Deep|Wide/ });
  await expect
    .poll(async () => {
      const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
      return boxes.filter((one) => one !== null && isInside(one)).length;
    })
    .toBe(DEEP + WIDE);
  await api.post(`/v1/plans/${id}/cancel`, {});
});

test("where the first todo of a deep plan waits, the graph begins at its edge, between its buttons and its keys", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = await startDeep("boards-deep-first", 0);
  const page = await open(`${url}/plans/${id}?view=graph`, { width: 1440, height: 900 });
  const graph = page.getByRole("group", { name: "Graph of the todos" });
  const asking = graph.getByRole("link", { name: /Deep 0(?!\d)/ });
  await asking.waitFor();
  const [frame, box, fit] = await Promise.all(
    [graph, asking, button(page, "Fit all")].map(async (one) => (await one.boundingBox())!),
  );
  expect(box!.x - frame!.x).toBeLessThan(box!.width);
  expect(box!.y).toBeGreaterThan(fit!.y + fit!.height);
  // Wherever one looks in the picture, its buttons and what is said of its keys lie on no todo.
  const picture = (await page.locator(".react-flow").boundingBox())!;
  const keys = (await graph.getByText(/^Arrow keys go along/).boundingBox())!;
  expect(picture.y).toBeGreaterThanOrEqual(fit!.y + fit!.height);
  expect(keys.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  await api.post(`/v1/plans/${id}/cancel`, {});
});
