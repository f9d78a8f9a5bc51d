import { defineSearchAttributeKey } from "@temporalio/common";
import { describe, expect, test } from "vitest";
import { recentMoment } from "../../src/api/gateway/lists/recent-place.ts";
import { recentFrom } from "../../src/api/gateway/lists/visibility-filter.ts";
import type { PlanList, PlanRow } from "../../src/contract/list.ts";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { SEARCH_ATTRIBUTES, TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { planStartOptions } from "../../src/workflows/wire/plan-start.ts";
import { pointersOf, problemOf, useApi, type ApiHarness } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

type Todo = NewPlanInput["todos"][number];
const todo = (id: string, more: Partial<Todo> = {}) => echo(id, { title: `Todo ${id}`, ...more });
const asking = (id: string, more: Partial<Todo> = {}): Todo =>
  todo(id, { requires_approval: true, ...more });

const list = (api: ApiHarness, query: Record<string, string> = {}): Promise<PlanList> =>
  api.get<PlanList>(`/v1/plans?${new URLSearchParams(query).toString()}`);

/** Many questions, one after the other, on a busy machine. */
const LONG = { timeout: 180_000 };

/** Visibility follows a moment later: lists are asked until they show it. */
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- every caller awaits it
const soon = (look: () => Promise<unknown>) => expect.poll(look, { timeout: 20_000 });
const ids = async (api: ApiHarness, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(api, query)).plans.map(({ id }) => id);
const row = async (api: ApiHarness, id: string): Promise<PlanRow | undefined> =>
  (await list(api, { limit: "200" })).plans.find((plan) => plan.id === id);

/** Every page, by the cursors. */
async function pages(api: ApiHarness, query: Record<string, string>): Promise<string[][]> {
  const all: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const page = await list(api, { ...query, ...(cursor !== null && { cursor }) });
    all.push(page.plans.map(({ id }) => id));
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) return all;
    cursor = page.next_cursor;
  }
}

describe("the list of plans", () => {
  const api = useApi();

  test("shows a plan that was reset in Temporal as it goes on, not as it ended", async () => {
    const { id } = await api().create({ title: "되감기", todos: [asking("a")] });
    const [hold] = await api().untilHolds(id);
    await soon(async () => (await row(api(), id))?.open_holds).toBe(1);
    const { client } = api();
    const { runId } = await client.workflow.getHandle(`plan-${id}`).describe();
    const { events = [] } = await client.workflow.getHandle(`plan-${id}`).fetchHistory();
    const completed = events!.find((event) => event.workflowTaskCompletedEventAttributes != null);
    await client.workflowService.resetWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: `plan-${id}`, runId },
      workflowTaskFinishEventId: completed!.eventId!,
      requestId: id,
      reason: "by hand",
    });
    await soon(async () => {
      const filter = `WorkflowId = 'plan-${id}'`;
      const runs = [];
      for await (const run of client.workflow.list({ query: filter })) runs.push(run.status.name);
      return runs.toSorted();
    }).toEqual(["RUNNING", "TERMINATED"]);
    await soon(async () => (await row(api(), id))?.open_holds).toBe(1);
    expect(await row(api(), id)).toMatchObject({ status: "running", ended_at: null });
    expect((await api().untilHolds(id))[0]!.id).toBe(hold!.id);
    // The run before was terminated, and is found by its status.
    expect(await ids(api(), { status: "cancelled" })).not.toContain(id);
    expect(await ids(api(), { status: "cancelled", search: "되감기" })).toEqual([]);
    expect(await ids(api(), { has_holds: "false" })).not.toContain(id);
    expect(await ids(api(), { status: "running" })).toContain(id);
  });

  test("shows a plan from the moment it is created until it has ended", async () => {
    const todos = [todo("a"), todo("b"), asking("c", { depends_on: ["a", "b"] }), todo("d")];
    const { id, created_at } = await api().create({ title: "3분기 보고서", tags: ["q3"], todos });
    const [hold] = await api().untilHolds(id);
    const expected = {
      id,
      title: "3분기 보고서",
      status: "running",
      mode: "approval_wait",
      owner: "local-operator",
      tags: ["q3"],
      version: 1,
      todo_count: 4,
      open_holds: 1,
      next_deadline: hold!.deadline_at,
      created_at,
      ended_at: null,
    };
    await soon(() => row(api(), id)).toMatchObject(expected);
    expect((await row(api(), id))!.progress!.percentage).toBeGreaterThanOrEqual(50);
    await soon(async () => (await list(api())).workers.state).toBe("up");

    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    const ended = await api().untilEnded(id);
    await soon(() => row(api(), id)).toMatchObject({
      status: "completed",
      open_holds: 0,
      next_deadline: null,
      ended_at: expect.any(String) as string,
      progress: ended.progress,
      as_of: ended.completed_at,
    });
  });

  test("says what a plan is at: what it runs, what is next, and for whom it waits", async () => {
    const gate = { tool_name: "gate", tool_params: { name: "lists-step" } };
    const { id } = await api().create({
      title: "Steps",
      max_parallel: 1,
      todos: [
        todo("dig", { ...gate, estimated_seconds: 60 }),
        todo("fill", { estimated_seconds: 30, depends_on: ["dig"] }),
        { id: "look", title: "Look at it", assignee: "minji", depends_on: ["fill"] },
        asking("send", { depends_on: ["look"] }),
      ],
    });
    const step = async () => (await row(api(), id))?.step;
    await soon(step).toEqual({ kind: "runs", todo_id: "dig", title: "Todo dig", person: null });
    // The last todo has no estimate, and none of its tool has run.
    expect((await row(api(), id))!.left).toMatchObject({ kind: "unknown", least_seconds: null });
    api().tools.open("lists-step");
    const waits = { kind: "waits", todo_id: "look", title: "Look at it", person: "minji" };
    await soon(step).toEqual(waits);
    // By now one has: `fill` took a moment.
    expect((await row(api(), id))!.left).toMatchObject({ kind: "range" });
    expect((await row(api(), id))!.cost_usd).toBe(0);
    await api().post(`/v1/plans/${id}/cancel`);
    await soon(async () => (await row(api(), id))?.status).toBe("cancelled");
    expect(await row(api(), id)).toMatchObject({ step: null, left: null });
  });

  test("knows a plan's new title and tags", async () => {
    const { id } = await api().create({ title: "Draft", tags: ["old"], todos: [asking("a")] });
    await api().untilHolds(id);
    const changes = { title: "Final", tags: ["new"] };
    const ops = [{ edit_type: "modify_plan", params: { changes } }];
    const edit = await api().post(`/v1/plans/${id}/edits`, { base_version: 1, ops });
    expect(edit.status).toBe(200);
    await soon(() => row(api(), id)).toMatchObject({ ...changes, version: 2 });
    await soon(() => ids(api(), { tag: "new" })).toEqual([id]);
    expect(await ids(api(), { tag: "old" })).toEqual([]);
  });

  test("shows a plan once, with its own age, when its workflow has continued as new", async () => {
    const chain = Array.from({ length: 30 }, (_, place) =>
      todo(`t${place}`, { depends_on: place === 0 ? [] : [`t${place - 1}`] }),
    );
    const plan = { title: "Long", todos: [...chain, asking("end", { depends_on: ["t29"] })] };
    const created = createPlan(NewPlanSchema.parse(plan), {
      id: "many-runs",
      owner: "kim",
      at: "2026-01-02T03:04:05.000Z",
    });
    if ("problem" in created) throw new Error(english(created.problem.detail));
    const { state } = created;
    await api().client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
      ...planStartOptions(state),
      taskQueue: api().taskQueue,
      args: [{ state, history_events: 60 }],
    });
    await api().untilHolds("many-runs");
    await soon(() => row(api(), "many-runs")).toMatchObject({
      title: "Long",
      owner: "kim",
      created_at: "2026-01-02T03:04:05.000Z",
      mode: "approval_wait",
      progress: { percentage: 96.8 },
    });
    // As the first run, the later ones do not wait long for a worker that was killed.
    const { raw } = await api().client.workflow.getHandle("plan-many-runs").describe();
    expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(
      raw.workflowExecutionInfo?.execution?.runId,
    );
    expect(Number(raw.executionConfig?.defaultWorkflowTaskTimeout?.seconds)).toBe(5);
    const shown = (await ids(api(), { limit: "200" })).filter((id) => id === "many-runs");
    expect(shown).toEqual(["many-runs"]);
  });

  test("tells what became of a plan that somebody terminated in Temporal", async () => {
    const { id } = await api().create({ title: "Ended", tags: ["shot"], todos: [asking("a")] });
    await api().untilHolds(id);
    await soon(() => ids(api(), { tag: "shot", has_holds: "true" })).toEqual([id]);
    await api().client.workflow.getHandle(`plan-${id}`).terminate();
    await soon(() => row(api(), id)).toMatchObject({ status: "cancelled", open_holds: 0 });
    expect(await ids(api(), { tag: "shot", status: "cancelled" })).toEqual([id]);
    expect(await ids(api(), { tag: "shot", status: "running" })).toEqual([]);
    expect(await ids(api(), { tag: "shot", has_holds: "true" })).toEqual([]);
    expect(await ids(api(), { tag: "shot", has_holds: "false" })).toEqual([id]);
  });
});

describe("the list of plans finds plans", () => {
  const api = useApi();

  test("by status, mode, holds, owner, tag and deadline", async () => {
    const quick = { approval: { timeout_seconds: 600 } };
    const create = async (id: string, todos: Todo[]): Promise<void> =>
      void (await api().create({ id, title: id, tags: [`t-${id}`, "all"], todos }));
    await create("done", [todo("a")]);
    await create("waits", [asking("a", quick)]);
    await create("waits-long", [asking("a")]);
    await create("paused", [asking("a", quick)]);
    await create("stopped", [asking("a")]);
    for (const id of ["waits", "waits-long", "paused", "stopped"]) await api().untilHolds(id);
    await api().post("/v1/plans/paused/pause");
    await api().post("/v1/plans/stopped/cancel");
    await api().untilEnded("done");
    await api().untilEnded("stopped");
    const [hold] = await api().holds("waits-long");

    const find = async (query: Record<string, string>): Promise<string[]> =>
      (await ids(api(), query)).toSorted();
    await soon(() => find({ status: "completed" })).toEqual(["done"]);
    await soon(() => find({ status: "cancelled" })).toEqual(["stopped"]);
    await soon(() => find({ mode: "paused" })).toEqual(["paused"]);
    expect(await find({ status: "running" })).toEqual(["paused", "waits", "waits-long"]);
    expect(await find({ status: "completed,cancelled" })).toEqual(["done", "stopped"]);
    expect(await find({ status: "failed" })).toEqual([]);
    expect(await find({ mode: "approval_wait" })).toEqual(["waits", "waits-long"]);
    expect(await find({ has_holds: "true" })).toEqual(["paused", "waits", "waits-long"]);
    expect(await find({ has_holds: "false" })).toEqual(["done", "stopped"]);
    expect(await find({ tag: "t-waits" })).toEqual(["waits"]);
    expect(await find({ tag: "t" })).toEqual([]);
    expect(await find({ owner: "local-operator", tag: "all" })).toHaveLength(5);
    expect(await find({ owner: "somebody" })).toEqual([]);
    expect(await find({ owner: "'local-operator'" })).toEqual([]);
    expect(await find({ deadline_before: hold!.deadline_at! })).toEqual(["waits"]);
    const seoul = new Date(Date.parse(hold!.deadline_at!) + 9 * 3_600_000 + 1).toISOString();
    const inSeoul = seoul.replace("Z", "+09:00");
    expect(await find({ deadline_before: inSeoul })).toEqual(["waits", "waits-long"]);
    // A paused plan has no deadline.
    expect(await ids(api(), { sort: "deadline" })).toEqual(["waits", "waits-long"]);
    expect(await pages(api(), { sort: "deadline", limit: "1" })).toEqual([
      ["waits"],
      ["waits-long"],
    ]);
    for (const far of ["0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]) {
      expect((await list(api(), { deadline_before: far })).has_more).toBe(false);
    }
  });

  test("by tags with every sign that could mean something to a query", LONG, async () => {
    const tags = [
      "it's",
      "it''s",
      'say "hi"',
      "back\\slash",
      "\\",
      "\\'",
      "' OR PlanStatus = 'running",
      "'; DROP TABLE executions_visibility; --",
      "100%",
      "a_b",
      "*",
      "a,b",
      "♡",
      "한글 태그",
      "👩‍👩‍👧",
      "\u202eright to left",
      "null",
      "(",
      "NEAR",
      "Case",
      "case",
      "%22",
      '"',
    ];
    for (const [place, tag] of tags.entries()) {
      await api().create({ id: `sign-${place}`, title: tag, tags: [tag], todos: [todo("a")] });
    }
    for (const [place, tag] of tags.entries()) {
      await soon(() => ids(api(), { tag })).toEqual([`sign-${place}`]);
      expect((await row(api(), `sign-${place}`))!.tags).toEqual([tag]);
      expect(await ids(api(), { owner: tag })).toEqual([]);
    }
  });
});

describe("the list of plans while no worker runs", () => {
  const api = useApi({ worker: false });
  const names = Array.from({ length: 7 }, (_, place) => `p${place}`);

  test("shows new plans, newest first, page by page, each once", async () => {
    for (const id of names) await api().create({ id, title: `Plan ${id}`, todos: [todo("a")] });
    await soon(() => ids(api())).toEqual(names.toReversed());
    // A busy Temporal may not say who works for it within the time that a list has for that.
    await soon(async () => (await list(api())).workers).toEqual({
      state: "down",
      last_seen_at: null,
    });
    const { plans, complete } = await list(api());
    expect(complete).toBe(true);
    expect(plans[0]).toMatchObject({
      title: "Plan p6",
      status: "pending",
      mode: null,
      progress: { percentage: 0, total: 1 },
    });
    expect(await pages(api(), { limit: "3" })).toEqual([
      ["p6", "p5", "p4"],
      ["p3", "p2", "p1"],
      ["p0"],
    ]);
    // A full last page does not promise another.
    expect((await pages(api(), { limit: "7" })).length).toBe(1);
  });

  test("refuses cursors that are not its own", async () => {
    const { next_cursor } = await list(api(), { limit: "3" });
    const cursor = next_cursor!;
    const refused = async (query: Record<string, string>): Promise<void> => {
      const path = `/v1/plans?${new URLSearchParams(query).toString()}`;
      const problem = await problemOf(api().request("GET", path), "validation_failed");
      expect([...new Set(pointersOf(problem))]).toEqual(["/query/cursor"]);
    };
    await refused({ cursor, status: "running" });
    await refused({ cursor, sort: "deadline" });
    await refused({ cursor: cursor.slice(0, -1) });
    await refused({ cursor: `${cursor}AAAA` });
    await refused({ cursor: "garbage" });
    await refused({ cursor: "" });
    await refused({ cursor: "'); --\u0000" });
    await refused({ cursor: Buffer.from('["x", null]').toString("base64url") });
    await refused({ cursor: "A".repeat(10_000) });
    await problemOf(api().request("GET", `/v1/holds?cursor=${cursor}`), "validation_failed");
    expect((await list(api(), { cursor, limit: "200" })).plans).toHaveLength(4);
  });

  test("has a moment for every place that a cursor may name", () => {
    for (const key of ["0-zzzzzzzzzzzz", "1zzzzzzzzzzzz", "0", "", "2-1"]) {
      expect(recentFrom(recentMoment([key, "x"]))).toMatch(/Time <= '[0-9]{4}-/);
    }
  });

  test.each([
    ["state=open", "/query/state"],
    ["q=x", "/query/q"],
    ["limit=0", "/query/limit"],
    ["limit=201", "/query/limit"],
    ["limit=1.5", "/query/limit"],
    ["limit=many", "/query/limit"],
    ["status=", "/query/status"],
    ["status=done", "/query/status"],
    ["status=running,", "/query/status"],
    ["status=running&status=failed", "/query/status"],
    ["mode=fast", "/query/mode"],
    ["has_holds=yes", "/query/has_holds"],
    ["owner=", "/query/owner"],
    [`owner=${"x".repeat(10_000)}`, "/query/owner"],
    ["tag=a%0Ab", "/query/tag"],
    ["tag=a%00b", "/query/tag"],
    [`tag=${encodeURIComponent("가".repeat(65))}`, "/query/tag"],
    ["deadline_before=tomorrow", "/query/deadline_before"],
    ["deadline_before=2026-11-20T00:00:00", "/query/deadline_before"],
    ["sort=title", "/query/sort"],
    ["__proto__=x", "/query/__proto__"],
  ])("refuses ?%s and names the place", async (query, pointer) => {
    const answer = await problemOf(api().request("GET", `/v1/plans?${query}`), "validation_failed");
    expect([...new Set(pointersOf(answer))]).toEqual([pointer]);
  });

  test("hides no plan because of a memo that nobody can read", async () => {
    await api().client.workflow.start("planWorkflow", {
      workflowId: "plan-odd",
      taskQueue: api().taskQueue,
      memo: {
        title: 5,
        progress: "half",
        holds: [{ id: 1 }],
        created_at: "yesterday",
        running: "dig",
        next: { id: 1 },
        left: { kind: "soon" },
        cost_usd: "free",
      },
      typedSearchAttributes: [
        {
          key: defineSearchAttributeKey("PlanStatus", SEARCH_ATTRIBUTES.PlanStatus),
          value: "odd",
        },
        { key: defineSearchAttributeKey("OpenHolds", SEARCH_ATTRIBUTES.OpenHolds), value: 3 },
      ],
    });
    await soon(() => row(api(), "odd")).toMatchObject({
      title: "odd",
      status: "pending",
      mode: null,
      owner: null,
      tags: [],
      progress: null,
      step: null,
      left: null,
      cost_usd: null,
      open_holds: 3,
      as_of: null,
    });
    const inbox = await api().get("/v1/holds?plan_id=odd");
    expect(inbox).toMatchObject({
      holds: [],
      complete: false,
      partly_listed: [{ plan_id: "odd", open_holds: 3, listed: 0 }],
    });
  });
});
