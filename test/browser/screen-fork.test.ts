import { expect, test } from "vitest";
import { echo } from "../support/echo-todo.ts";
import { assertAccessible } from "./assert-accessible.ts";
import { button } from "./boards-plan.ts";
import { sideways } from "./phone-checks.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen();
const todo = (id: string, more: object = {}) => echo(id, { title: `Todo ${id}`, ...more });

test("a new plan is started from one that has ended, after its page has shown what that starts", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "screen-fork-ended";
  const todos = [
    todo("bake"),
    todo("send", { requires_approval: true, depends_on: ["bake"] }),
    todo("thank", { depends_on: ["send"] }),
  ];
  await api.create({ id, title: "Tea", todos });
  await api.untilHolds(id);
  await api.post(`/v1/plans/${id}/cancel`, {});
  await api.untilEnded(id);

  const page = await open(`${url}/plans/${id}`);
  // By the word that the terminal and the API have for it.
  const { keyboard } = page;
  await button(page, "Start anew from here").waitFor();
  await keyboard.press("Control+KeyK");
  await page.getByRole("dialog").getByRole("combobox").fill("fork");
  await page.getByRole("option", { name: "Start anew from here" }).waitFor();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Start a new plan from this one?" });
  await dialog.getByText("Begins", { exact: true }).waitFor();
  expect((await dialog.locator("dl").innerText()).split("\n").filter(Boolean)).toEqual([
    "Begins",
    "Todo send · asks for approval",
    "Comes after that",
    "Todo thank",
    "Already done",
    "Todo bake",
  ]);
  await assertAccessible(page);
  // Nothing was made by looking.
  const before = await api.get<{ plans: { id: string }[] }>("/v1/plans?limit=200");
  expect(before.plans.map((plan) => plan.id)).toEqual([id]);

  await dialog.getByRole("checkbox").check();
  await dialog.getByText("Begins after the review").waitFor();
  await dialog.getByLabel("Title").fill("Tea again");
  await dialog.getByRole("button", { name: "Start the new plan" }).click();
  await page.getByRole("heading", { name: "Tea again" }).waitFor();
  const made = new URL(page.url()).pathname.split("/").at(-1)!;
  expect(made).not.toBe(id);
  const plan = await api.plan(made);
  expect(plan).toMatchObject({ plan_review: true, forked_from: { plan_id: id } });
  await api.post(`/v1/plans/${made}/cancel`, {});
  await api.untilEnded(made);
});

test("on a phone, a version is started anew, and it says so when nothing is left to do", async () => {
  const { api, serve, open } = screen();
  const { url } = await serve();
  const id = "screen-fork-version";
  await api.create({ id, title: "Tea", todos: [todo("bake")] });
  await api.untilEnded(id);
  const viewer = { language: "ko", width: 320, height: 700, touch: true } as const;
  const page = await open(`${url}/plans/${id}/versions`, viewer);
  await button(page, "여기서 새로 시작").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("그때는 모두 끝난 상태라 새 계획도 바로 끝납니다.").waitFor();
  expect(await sideways(page)).toEqual([]);
  await dialog.getByRole("button", { name: "취소" }).click();
  const after = await api.get<{ plans: { id: string }[] }>("/v1/plans?limit=200");
  expect(after.plans.filter((plan) => plan.id.startsWith("screen-fork-version"))).toHaveLength(1);
});
