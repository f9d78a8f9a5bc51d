import { expect, test } from "vitest";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const TODOS = 1_200;
const TO_ITS_END =
  "document.querySelector(`[aria-label='1200 todos']`).scrollIntoView({ block: 'end' })";

test("who reviews a plan of 1,200 todos gets to see the last of them, with few rows in the document", async () => {
  const { api, serve, open } = screen();
  const { id } = await api.create({
    id: "screen-large-review",
    title: "Large",
    plan_review: true,
    todos: Array.from({ length: TODOS }, (_, place) => ({
      id: `t${place}`,
      title: `Step ${place}`,
      requires_approval: place === TODOS - 1,
    })),
  });
  const [review] = await api.untilHolds(id);
  const { url } = await serve();
  const page = await open(`${url}/inbox/${review!.id}`);
  const list = page.getByRole("list", { name: "1200 todos" });
  const last = list.getByRole("link", { name: /Step 1199.*Approval/s });
  await list.getByRole("link", { name: /Step 0(?!\d)/ }).waitFor();
  const rows = (): Promise<number> =>
    page.evaluate<number>("document.querySelectorAll('li').length");
  await expect
    .poll(async () => {
      await page.evaluate(TO_ITS_END);
      return last.count();
    })
    .toBe(1);
  expect(await rows()).toBeLessThanOrEqual(200);
  await last.click();
  await page.getByRole("article").getByRole("heading", { name: "Step 1199" }).waitFor();
  await api.post(`/v1/plans/${id}/cancel`);
});
