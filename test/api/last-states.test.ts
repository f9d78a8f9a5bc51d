import { describe, expect, onTestFinished, test } from "vitest";
import type { Board } from "../../src/contract/plan/board.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import { useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
const gate = (id: string, name: string) => ({
  ...echo(id),
  tool_name: "gate",
  tool_params: { name },
});
/** So many that the plan's end does not tell its state itself. */
const MANY = Array.from({ length: 120 }, (_, place) => echo(`t${place}`));

const planOf = (id: string) => api().plan(id);
const boardOf = (id: string) => api().get<Board>(`/v1/plans/${id}/board`);
/** The types of the events that a follower gets who has seen none of them, up to the end of the stream. */
async function followed(id: string): Promise<string[]> {
  const headers = { accept: "text/event-stream", "last-event-id": "0" };
  const stream = await api().request("GET", `/v1/plans/${id}/events?board=true`, { headers });
  const told = [...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type!);
  expect(told.at(-1)).toBe("end");
  return told.slice(0, -1);
}
const logOf = async (id: string) => (await api().events(id)).map(({ type }) => type);

async function ended(
  id: string,
  todos: NewPlanInput["todos"],
  more: Partial<NewPlanInput> = {},
): Promise<PlanView> {
  await api().create({ id, title: id, todos, ...more });
  return api().untilEnded(id);
}

/** Nobody could replay a history. */
async function withoutWorker(): Promise<void> {
  await api().stopWorker();
  onTestFinished(() => api().startWorker());
}

describe("while no worker runs", () => {
  test.each([
    { size: "few", todos: [echo("one"), echo("two", { depends_on: ["one"] })] },
    { size: "many", todos: MANY },
  ])("a completed plan of $size todos is read as it ended", async ({ size, todos }) => {
    const id = `last-${size}`;
    await ended(id, todos);
    const before = [await planOf(id), await boardOf(id), await api().events(id)];
    await withoutWorker();
    expect([await planOf(id), await boardOf(id), await api().events(id)]).toEqual(before);
    expect(await logOf(id)).toContain("plan.completed");
    expect((await planOf(id)).todos).toHaveLength(todos.length);
    const found = await api().get<object>(`/v1/plans/${id}/todos?status=completed`);
    expect(found).toMatchObject({ total: todos.length });
    expect(await followed(id)).toEqual(await logOf(id));
  });

  test("so is one that has failed, with what failed", async () => {
    const refused = { ...echo("one"), tool_name: "refuse", tool_params: { sentence: "No." } };
    const failure = { validation_error: { action: "FAIL" as const } };
    await ended("last-failed", [refused], { failure });
    await withoutWorker();
    const plan = await planOf("last-failed");
    expect(plan).toMatchObject({ status: "failed", todos: [{ id: "one", status: "failed" }] });
    expect(await logOf("last-failed")).toContain("plan.failed");
    expect(await followed("last-failed")).toEqual(await logOf("last-failed"));
  });
});

test("who follows a plan as it ends reads its log to the end, also where it fails", async () => {
  const failure = { validation_error: { action: "FAIL" as const } };
  const refused = {
    ...echo("two", { depends_on: ["one"] }),
    tool_name: "refuse",
    tool_params: { sentence: "No." },
  };
  for (const [id, last] of [
    ["last-followed", echo("two", { depends_on: ["one"] })],
    ["last-failing", refused],
  ] as const) {
    await api().create({ id, title: id, todos: [gate("one", id), last], failure });
    await api().watch.until(id, async () => (await planOf(id)).todos[0]?.status === "in_progress");
    const following = followed(id);
    api().tools.open(id);
    expect(await following).toEqual(await logOf(id));
  }
});

test("a plan that went on after its end is read as it is now, and not as it had ended", async () => {
  const id = "last-again";
  await ended(id, [echo("one"), echo("two", { depends_on: ["one"] })]);
  expect((await planOf(id)).todos).toHaveLength(2);
  const added = await api().post(`/v1/plans/${id}/todos/two/rerun`);
  expect(added.status).toBe(200);
  await api().untilEnded(id);
  await withoutWorker();
  const [, two] = (await planOf(id)).todos;
  expect(two).toMatchObject({ status: "completed", run: 2 });
});

test("what one reader does with an answer changes nothing for the next", async () => {
  const id = "last-same";
  await ended(id, MANY);
  const first = await planOf(id);
  expect(await planOf(id)).toEqual(first);
  expect((await boardOf(id)).plan.status).toBe("completed");
  expect(await planOf(id)).toEqual(first);
});

test.each(["terminate", "cancel"] as const)(
  "a plan that somebody told Temporal to %s is still read, by a worker",
  async (how) => {
    const id = `last-${how}`;
    await api().create({ id, title: id, todos: [gate("one", id)] });
    await api().watch.until(id, async () => (await planOf(id)).todos[0]?.status === "in_progress");
    const run = api().client.workflow.getHandle(`plan-${id}`);
    await run[how]();
    await expect(run.result()).rejects.toThrow(/terminated|cancelled/i);
    expect((await planOf(id)).todos).toMatchObject([{ id: "one" }]);
    api().tools.open(id);
  },
);
