import { expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();
const todos = [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }];

async function list(query: Record<string, string>): Promise<PlanList> {
  return api().get<PlanList>(`/v1/plans?${new URLSearchParams(query).toString()}`);
}
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).plans.map(({ title }) => title);

test("plans are found by words of their title, counted, and read on by cursors of one line", async () => {
  const names = [
    "신제품 출시 1차",
    "신제품 출시 2차",
    "Launch Party",
    "Weekly report",
    "출시 회고",
  ];
  for (const title of names) {
    const { id } = await api().create({ title, todos, tags: title.includes("1차") ? ["one"] : [] });
    await api().untilEnded(id);
  }
  // Visibility follows a moment later.
  await expect.poll(async () => (await list({})).total, { timeout: 20_000 }).toBe(5);
  await expect
    .poll(async () => (await list({ status: "completed" })).total, { timeout: 20_000 })
    .toBe(5);

  expect(await titles({ search: "출시" })).toEqual([
    "출시 회고",
    "신제품 출시 2차",
    "신제품 출시 1차",
  ]);
  expect(await titles({ search: "2차 신제품" })).toEqual(["신제품 출시 2차"]);
  expect(await titles({ search: "launch" })).toEqual(["Launch Party"]);
  expect(await titles({ search: "출시", tag: "one" })).toEqual(["신제품 출시 1차"]);
  // An id stands in logs, links and webhooks: it finds its plan, and a part of one nothing.
  const [party] = (await list({ search: "launch" })).plans;
  expect(await titles({ search: ` ${party!.id} ` })).toEqual(["Launch Party"]);
  expect(await titles({ search: party!.id.slice(0, -1) })).toEqual([]);
  expect(await list({ search: "없는 제목" })).toMatchObject({
    plans: [],
    total: 0,
    next_cursor: null,
  });

  for (const query of [{}, { search: "i" }, { search: "출시" }] as Record<string, string>[]) {
    const all = await list(query);
    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await list({ ...query, limit: "1", ...(cursor !== "" && { cursor }) });
      expect(page.total).toBe(all.total);
      expect((page.next_cursor ?? "").length).toBeLessThan(80);
      paged.push(...page.plans.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.plans.map(({ id }) => id));
  }
});
