import { beforeAll, describe, expect, test } from "vitest";
import { verifyLog } from "../../src/client/index.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { LogHead } from "../../src/contract/plan/log-file.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { eventsQuery } from "../../src/workflows/wire/messages.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";

const api = useApi();

interface Page {
  readonly events: LoggedEvent[];
  readonly seq: number;
}

describe("the events of a plan with an approval", () => {
  const id = "events";
  let all: LoggedEvent[] = [];
  const page = (query: string) => api().get<Page>(`/v1/plans/${id}/events?${query}`);

  beforeAll(async () => {
    await api().create({
      id,
      title: "사건",
      max_parallel: 1,
      todos: [
        {
          id: "a",
          title: "a",
          requires_approval: true,
          tool_name: "echo",
          tool_params: { text: "a" },
        },
        { id: "b", title: "b", depends_on: ["a"], tool_name: "echo", tool_params: { text: "b" } },
      ],
    });
    const [hold] = await api().untilHolds(id);
    const body = { decision: "approve", comment: "좋아요", command_id: "first" };
    expect((await api().post(`/v1/holds/${hold!.id}/decision`, body)).status).toBe(200);
    await api().untilEnded(id);
    all = (await page("")).events;
  });

  test("tell its story in order, without gaps", () => {
    expect(all.map(({ type, todo_id = "" }) => `${type} ${todo_id}`.trim())).toEqual([
      "plan.created",
      "plan.started",
      "hold.requested a",
      "hold.decided a",
      "todo.started a",
      "todo.completed a",
      "todo.started b",
      "todo.completed b",
      "plan.completed",
    ]);
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const times = all.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("say who decided what", () => {
    expect(all[3]).toMatchObject({
      type: "hold.decided",
      by: "local-operator",
      hold_id: `${id}.h1`,
      data: { decision: "approve", comment: "좋아요", command_id: "first", edited: false },
    });
  });

  test("are given after a sequence number, so many at a time", async () => {
    expect(await page("after=3")).toEqual({ events: all.slice(3), seq: 9 });
    expect(await page("after=3&limit=2")).toEqual({ events: all.slice(3, 5), seq: 9 });
    expect(await page("after=9")).toEqual({ events: [], seq: 9 });
    expect(await page("after=1000000")).toEqual({ events: [], seq: 9 });
  });

  test.each(["after=-1", "after=x", "after=0.5", "limit=0", "limit=1001", "limit=-1"])(
    "are not given for ?%s",
    async (query) => {
      const path = `/v1/plans/${id}/events?${query}`;
      const problem = await problemOf(api().request("GET", path), "validation_failed");
      expect(pointersOf(problem)[0]).toBe(`/query/${query.split("=")[0]}`);
    },
  );
});

test("events that moved to the archive are read as if they were still in the plan", async () => {
  const id = "archived";
  const count = 1_500;
  const plan = NewPlanSchema.parse({
    id,
    title: "기록",
    todos: [
      ...Array.from({ length: count }, (_, position) => ({
        id: `t${position}`,
        title: `${position}`,
        ...(position % 300 === 0
          ? { tool_name: "echo", tool_params: { text: "x" } }
          : { kind: "milestone" as const }),
        depends_on: position === 0 ? [] : [`t${position - 1}`],
      })),
      {
        id: "last",
        title: "끝",
        kind: "milestone" as const,
        requires_approval: true,
        depends_on: [`t${count - 1}`],
      },
    ],
  });
  const made = createPlan(plan, { id, owner: "tester", at: new Date().toISOString() });
  if ("problem" in made) throw new Error(english(made.problem.detail));
  await api().client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
    workflowId: TEMPORAL_NAMES.plan_prefix + id,
    taskQueue: api().taskQueue,
    args: [{ state: made.state, history_events: 12 }],
  });

  const [hold] = await api().untilHolds(id);
  const open = await api().events(id);
  expect(open.length).toBe(2 * count + 3);
  expect(open.map(({ seq }) => seq)).toEqual(open.map((_, position) => position + 1));
  for (const after of [0, 1, 499, 500, 999, 1_000, 2_500, 2_999]) {
    const path = `/v1/plans/${id}/events?after=${after}&limit=20`;
    expect((await api().get<Page>(path)).events).toEqual(open.slice(after, after + 20));
  }

  const noted = await api().get<LogHead>(`/v1/plans/${id}/log/head`);
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
  await api().untilEnded(id);
  const closed = await api().events(id);
  expect(closed.slice(0, open.length)).toEqual(open);
  expect(closed.at(-1)!.type).toBe("plan.completed");
  const log = await (await api().request("GET", `/v1/plans/${id}/log`)).text();
  const head = await api().get<LogHead>(`/v1/plans/${id}/log/head`);
  expect(verifyLog(log, { heads: [noted, head] })).toMatchObject({ log: { seq: closed.length } });
  const workflow = api().client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + id);
  const { archive } = await workflow.query(eventsQuery, { after: 0 });
  expect(archive[0]).toMatchObject({ from: 1 });
});
