import { afterAll, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool, defer } from "../support/plan-tools.ts";

/** Every attempt that was made, by plan. */
const made: { readonly plan_id: string; readonly attempt: string }[] = [];
const attemptsOf = (id: string): readonly string[] =>
  made.filter(({ plan_id }) => plan_id === id).map(({ attempt }) => attempt);
const busy = defer<void>();
const counted = (name: string, run: Parameters<typeof anyTool>[1]) =>
  anyTool(name, (args, ctx) => {
    made.push({ plan_id: ctx.plan_id, attempt: `${ctx.run}.${ctx.attempt}` });
    return run(args, ctx);
  });
/** What a library does that cannot be stopped: it goes on long after the todo's time is over. */
const over = defer<void>();
const tools = [
  counted("slow", () => over.promise),
  counted("twice_slow", (_, { attempt }) => (attempt > 2 ? "done" : over.promise)),
  counted("busy", () => {
    busy.resolve();
    throw new ToolError("api_error", "The line is busy.");
  }),
];
const api = useApi({ tools });
// Before the worker is told to stop, which waits for its tools.
afterAll(() => over.resolve());

const planOf = (tool: string, failure: NewPlanInput["failure"]): NewPlanInput => ({
  title: "Runs over its time",
  failure: failure!,
  todos: [{ id: "a", title: "A", tool_name: tool, timeout_seconds: 1 }],
});

test("a tool that runs over its time is started once when its strategy allows no retry", async () => {
  const { id } = await api().create(planOf("slow", { timeout: { action: "FAIL" } }));
  const ended = await api().untilEnded(id);
  expect(ended.todos[0]).toMatchObject({
    status: "failed",
    error_type: "timeout",
    retry_count: 0,
    max_retries: 3,
  });
  expect(attemptsOf(id)).toEqual(["1.1"]);
});

test("a tool that runs over its time is started as often as its strategy says", async () => {
  const failure = {
    timeout: { action: "RETRY", max_retries: 1, retry_delay: 0, fallback: "FAIL" },
  };
  const { id } = await api().create(planOf("slow", failure as NewPlanInput["failure"]));
  const ended = await api().untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ status: "failed", error_type: "timeout", retry_count: 1 });
  expect(attemptsOf(id)).toEqual(["1.1", "1.2"]);
});

test("a todo that succeeded after two retries says so after its end", async () => {
  const failure = { timeout: { action: "RETRY", retry_delay: 0 } } as const;
  const { id } = await api().create(planOf("twice_slow", failure));
  const ended = await api().untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ status: "completed", retry_count: 2, error_type: null });
  expect(attemptsOf(id)).toEqual(["1.1", "1.2", "1.3"]);
});

test("a todo that waits for its next attempt does not run again while its plan is paused", async () => {
  const failure = { api_error: { action: "RETRY", max_retries: 1, retry_delay: 3 } } as const;
  const { id } = await api().create({ ...planOf("busy", failure), title: "Paused" });
  await busy.promise;
  await api().watch.until(id, async () => {
    const { error_type } = await api().get<Todo>(`/v1/plans/${id}/todos/a`);
    return error_type === "api_error";
  });
  await api().post(`/v1/plans/${id}/pause`);
  // Neither a timer nor an activity is left that could begin one.
  const { raw } = await api().client.workflow.getHandle(`plan-${id}`).describe();
  expect(raw.pendingActivities).toEqual([]);
  const history = await api().client.workflow.getHandle(`plan-${id}`).fetchHistory();
  const timers = history.events!.filter((event) => event.timerStartedEventAttributes != null);
  const cancelled = history.events!.filter((event) => event.timerCanceledEventAttributes != null);
  expect([timers.length, cancelled.length]).toEqual([1, 1]);
  await api().post(`/v1/plans/${id}/resume`);
  await api().untilHolds(id);
  expect(attemptsOf(id)).toEqual(["1.1", "1.2"]);
});
