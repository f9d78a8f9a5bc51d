import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { Inbox } from "../../src/contract/list.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { pointersOf, problemOf, useApi, type ApiHarness } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

type Todo = NewPlanInput["todos"][number];
const asking = (id: string, more: Partial<Todo> = {}): Todo =>
  echo(id, { title: `Todo ${id}`, requires_approval: true, ...more });
const within = (timeout_seconds: number): Partial<Todo> => ({ approval: { timeout_seconds } });
const forever: Partial<Todo> = { approval: { on_timeout: "wait" } };
const question: Todo = {
  id: "ask",
  title: "Choose",
  input_request: { question: "Which?", input_type: "choice", options: ["a", "b"] },
};
const failing: Todo = {
  id: "fails",
  title: "Fails",
  tool_name: "refuse",
  tool_params: { sentence: "No." },
};

const inbox = (api: ApiHarness, query: Record<string, string> = {}): Promise<Inbox> =>
  api.get<Inbox>(`/v1/holds?${new URLSearchParams(query).toString()}`);
const holds = async (api: ApiHarness, query: Record<string, string> = {}): Promise<string[]> =>
  (await inbox(api, query)).holds.map(({ id }) => id);
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- every caller awaits it
const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 20_000 });

describe("the inbox", () => {
  const api = useApi();

  test("has every open hold of every plan, by deadline, and says what it is", async () => {
    const create = async (id: string, todos: Todo[], more: Partial<NewPlanInput> = {}) =>
      void (await api().create({ id, title: `Plan ${id}`, tags: [`of-${id}`], todos, ...more }));
    await create("one", [asking("a", within(3_000)), asking("b", within(1_000))]);
    await create("two", [asking("a", within(2_000)), asking("b", forever)]);
    await create("asks", [{ ...question, approval: within(4_000).approval! }]);
    await create("review", [asking("a")], { plan_review: true });
    await create("broken", [failing]);
    await api().untilHolds("one", 2);
    await api().untilHolds("two", 2);
    for (const id of ["asks", "review", "broken"]) await api().untilHolds(id);
    await soon(async () => (await inbox(api())).total).toBe(7);

    const [b, a] = await api()
      .holds("one")
      .then((open) => open.toReversed());
    const all = await inbox(api());
    expect(all.holds.map(({ id }) => id).slice(0, 4)).toEqual([
      "one.h2",
      "two.h1",
      "one.h1",
      "asks.h1",
    ]);
    // Those that wait without a deadline come last.
    expect(all.holds.map(({ deadline_at }) => deadline_at === null)).toEqual([
      ...Array<boolean>(4).fill(false),
      ...all.holds.slice(4).map(() => true),
    ]);
    expect(all).toMatchObject({ complete: true, partly_listed: [], has_more: false });
    expect(all.holds[0]).toEqual({
      id: b!.id,
      kind: "approval",
      agent: null,
      todo_id: "b",
      title: "Todo b",
      message: null,
      deciding: null,
      opened_at: b!.opened_at,
      deadline_at: b!.deadline_at,
      on_timeout: "fail",
      assignee: null,
      plan_id: "one",
      plan_title: "Plan one",
      plan_owner: "local-operator",
      plan_tags: ["of-one"],
      overdue: false,
      as_of: expect.any(String) as string,
    });
    expect(all.read_at >= all.holds[0]!.as_of!).toBe(true);

    const find = async (query: Record<string, string>) => (await holds(api(), query)).toSorted();
    expect(await find({ kind: "input" })).toEqual(["asks.h1"]);
    expect(await find({ kind: "plan_review" })).toEqual(["review.h1"]);
    expect(await find({ kind: "recovery" })).toEqual(["broken.h1"]);
    expect(await find({ plan_id: "two" })).toEqual(["two.h1", "two.h2"]);
    expect(await find({ plan_id: "never" })).toEqual([]);
    expect(await find({ tag: "of-asks" })).toEqual(["asks.h1"]);
    expect(await find({ owner: "local-operator" })).toHaveLength(7);
    expect(await find({ owner: "kim" })).toEqual([]);
    // The hold's own deadline counts, not its plan's earliest.
    expect(await find({ deadline_before: a!.deadline_at! })).toEqual(["one.h2", "two.h1"]);
    expect(await find({ state: "open", kind: "approval", plan_id: "one" })).toHaveLength(2);
    const opened = (await inbox(api(), { sort: "opened" })).holds.map(({ opened_at }) => opened_at);
    expect(opened).toEqual(opened.toSorted());

    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: Record<string, string> = cursor === "" ? {} : { cursor };
      const page: Inbox = await inbox(api(), { limit: "2", ...more });
      expect(page.total).toBe(7);
      expect(page.has_more).toBe(page.next_cursor !== null);
      pages.push(...page.holds.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(all.holds.map(({ id }) => id));
  });

  test("loses a hold that was decided and follows one whose deadline moves", async () => {
    const { id } = await api().create({
      title: "Moves",
      tags: ["moves"],
      todos: [asking("a", within(100)), asking("b", within(200))],
    });
    await api().untilHolds(id, 2);
    await soon(() => holds(api(), { tag: "moves" })).toEqual([`${id}.h1`, `${id}.h2`]);
    const extended = await api().post(`/v1/holds/${id}.h1/extend`, { seconds: 1_000 });
    expect(extended.status, await extended.clone().text()).toBe(200);
    await soon(() => holds(api(), { tag: "moves" })).toEqual([`${id}.h2`, `${id}.h1`]);
    await api().post(`/v1/plans/${id}/pause`);
    await soon(async () =>
      (await inbox(api(), { tag: "moves" })).holds.map(({ deadline_at }) => deadline_at),
    ).toEqual([null, null]);
    await api().post(`/v1/plans/${id}/resume`);
    await api().post(`/v1/holds/${id}.h2/decision`, { decision: "reject" });
    await soon(() => holds(api(), { tag: "moves" })).toEqual([`${id}.h1`]);
    await api().post(`/v1/plans/${id}/cancel`);
    await soon(() => holds(api(), { tag: "moves" })).toEqual([]);
  });

  test("shows each person what was delegated to them", async () => {
    const { id } = await api().create({ title: "Shared", todos: [asking("a"), asking("b")] });
    await api().untilHolds(id, 2);
    const delegated = await api().post(`/v1/holds/${id}.h2/delegate`, { to: "kim" });
    expect(delegated.status, await delegated.clone().text()).toBe(200);
    await soon(() => holds(api(), { assignee: "kim" })).toEqual([`${id}.h2`]);
    expect(await holds(api(), { assignee: "me" })).toEqual([]);
    const kims = createApp({ ...api().deps, operator: "kim" });
    const mine = (await (await kims.request("/v1/holds?assignee=me")).json()) as Inbox;
    expect(mine.holds.map((hold) => hold.id)).toEqual([`${id}.h2`]);
  });

  test("names the plans with more open holds than lists keep, and stays small", async () => {
    const title = "설문 발송 ".repeat(33).trim();
    const todos = Array.from({ length: 60 }, (_, place) =>
      asking(`t${place}`, { title, ...within(10_000 - place) }),
    );
    const { id } = await api().create({ title, max_parallel: 60, tags: ["많음"], todos });
    const open = await api().untilHolds(id, 60);
    await soon(async () => (await inbox(api(), { tag: "많음" })).partly_listed).toMatchObject([
      { plan_id: id, open_holds: 60 },
    ]);
    const found = await inbox(api(), { tag: "많음", limit: "200" });
    const [partly] = found.partly_listed;
    expect(found.complete).toBe(false);
    expect(found.total).toBe(partly!.listed);
    expect(partly!.listed).toBeGreaterThanOrEqual(10);
    const earliest = open.toSorted(byDeadline).slice(0, partly!.listed);
    expect(found.holds.map((hold) => hold.id)).toEqual(earliest.map((hold) => hold.id));
    expect([...found.holds[0]!.title]).toHaveLength(120);
    const { raw } = await api().client.workflow.getHandle(`plan-${id}`).describe();
    const memo = Object.values(raw.workflowExecutionInfo?.memo?.fields ?? {});
    const bytes = memo.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(16 * 1024);
  });

  test.each([
    ["status=open", "/query/status"],
    ["state=closed", "/query/state"],
    ["kind=question", "/query/kind"],
    ["kind=input&kind=approval", "/query/kind"],
    ["plan_id=a'b", "/query/plan_id"],
    ["plan_id=plan%20x", "/query/plan_id"],
    ["assignee=", "/query/assignee"],
    ["limit=-1", "/query/limit"],
    ["sort=created", "/query/sort"],
    ["cursor=xyz", "/query/cursor"],
    ["deadline_before=%27", "/query/deadline_before"],
  ])("refuses ?%s and names the place", async (query, pointer) => {
    const answer = await problemOf(api().request("GET", `/v1/holds?${query}`), "validation_failed");
    expect([...new Set(pointersOf(answer))]).toEqual([pointer]);
  });
});

function byDeadline(a: Hold, b: Hold): number {
  return Date.parse(a.deadline_at!) - Date.parse(b.deadline_at!);
}
