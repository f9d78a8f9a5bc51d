import { afterAll, expect, test } from "vitest";
import { HitlServerMessageSchema } from "../../src/compat/hitl-contract.ts";
import type { PlanList } from "../../src/contract/list.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import type { Progress, TodoDetail } from "../../src/contract/plan/plan.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool, defer } from "../support/plan-tools.ts";
import { joinSession } from "./stream/support/join-session.ts";

const half = defer<void>();
const end = defer<void>();
/** Tells how far it is when the test wants to. */
const telling = anyTool("telling", async (_, ctx) => {
  ctx.progress(20, "Reading");
  await half.promise;
  ctx.progress(60);
  await end.promise;
  return "done";
});
const api = useApi({ tools: [telling] });
afterAll(() => {
  half.resolve();
  end.resolve();
});

/** The progress of a plan on every surface that has one, in percent. */
async function surfaces(id: string): Promise<Record<string, number | undefined>> {
  const [plan, board, progress, list, steps, s1] = await Promise.all([
    api().plan(id),
    api().get<Board>(`/v1/plans/${id}/board`),
    api().get<Progress>(`/v1/plans/${id}/progress`),
    api().get<PlanList>("/v1/plans"),
    api().get<{ overall_progress: number }>(`/api/todos/${id}`),
    api().get<{ overall_progress: number }>(`/api/todos/${id}/progress`),
  ]);
  return {
    plan: plan.progress.percentage,
    board: board.plan.progress.percentage,
    progress: progress.percentage,
    list: list.plans.find((row) => row.id === id)?.progress?.percentage,
    steps: steps.overall_progress,
    s1: s1.overall_progress,
  };
}
/** What the first todo's tool says that it does, wherever a todo is shown. */
async function said(id: string): Promise<(string | undefined)[]> {
  const plan = await api().plan(id);
  const board = await api().get<Board>(`/v1/plans/${id}/board`);
  const todo = await api().get<TodoDetail>(`/v1/plans/${id}/todos/a`);
  return [...[plan, board].map(({ todos }) => todos[0]!), todo].map(
    ({ progress_message }) => progress_message,
  );
}
const everywhere = (percentage: number) => ({
  plan: percentage,
  board: percentage,
  progress: percentage,
  list: percentage,
  steps: Math.floor(percentage),
  s1: Math.floor(percentage),
});
const eventually = { timeout: 30_000, interval: 100 };

test("what a running tool tells is the same on every surface, and nothing goes backwards", async () => {
  const session = await joinSession(api(), {
    title: "Told on the way",
    todos: [
      { id: "a", title: "A", tool_name: "telling" },
      { id: "b", title: "B", tool_name: "telling", depends_on: ["a"] },
      {
        id: "asked",
        title: "Asked",
        tool_name: "echo",
        tool_params: { text: "x" },
        requires_approval: true,
      },
      {
        id: "last",
        title: "Last",
        tool_name: "echo",
        tool_params: { text: "x" },
        depends_on: ["b"],
      },
    ],
  });
  const { id } = session;
  const seen: number[] = [];
  let over = false;
  const polling = (async () => {
    while (!over) seen.push((await api().get<Progress>(`/v1/plans/${id}/progress`)).percentage);
  })();
  await expect.poll(() => surfaces(id), eventually).toEqual(everywhere(5));
  expect(await said(id)).toEqual(Array(3).fill("Reading"));
  half.resolve();
  await expect.poll(() => surfaces(id), eventually).toEqual(everywhere(15));
  expect(await said(id)).toEqual(Array(3).fill(undefined));
  await session.until("hitl_status_update", ({ data }) => data?.progress?.percentage === 15);
  const [hold] = await api().untilHolds(id);
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "reject", reason: "No" });
  expect(await surfaces(id)).toEqual(everywhere(15));
  end.resolve();
  await api().untilEnded(id);
  over = true;
  await polling;
  expect(await surfaces(id)).toEqual(everywhere(75));
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  const told = session.raw.messages
    .map((message) => HitlServerMessageSchema.parse(message))
    .flatMap((message) => (message.type === "hitl_status_update" ? [message.data?.progress] : []))
    .flatMap((progress) => (progress === undefined ? [] : [progress.percentage]));
  expect(told).toContain(15);
  expect(told.toSorted((a, b) => a - b)).toEqual(told);
});
