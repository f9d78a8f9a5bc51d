import { describe, expect, test } from "vitest";
import type { PlanList } from "../../src/contract/list.ts";
import type { Actions } from "../../src/contract/plan/actions.ts";
import type { Checkpoint, EditPreview, PlanVersion } from "../../src/contract/plan/edit.ts";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { problemOf, receiptOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
const gate = (id: string, name: string, depends_on: string[] = []) => ({
  ...echo(id, { depends_on }),
  tool_name: "gate",
  tool_params: { name },
});

const planOf = (id: string) => api().plan(id);
const statusesOf = ({ todos }: PlanView) =>
  Object.fromEntries(todos.map(({ id, status }) => [id, status]));
const checkpointsOf = async (id: string) =>
  (await api().get<{ checkpoints: Checkpoint[] }>(`/v1/plans/${id}/checkpoints`)).checkpoints;
const checkpointAfter = async (id: string, todo: string): Promise<string> =>
  (await checkpointsOf(id)).find(({ todo_id }) => todo_id === todo)!.checkpoint_id;
const rollBack = (id: string, target: object, query = "") =>
  api().post(`/v1/plans/${id}/rollback${query}`, target);

/** A plan that has ended. */
async function ended(id: string, todos: NewPlanInput["todos"], more: object = {}) {
  await api().create({ id, title: id, todos, ...more });
  return api().untilEnded(id);
}

/** A plan that was cancelled while its first todo ran. */
async function cancelled(id: string): Promise<void> {
  await api().create({
    id,
    title: id,
    todos: [gate("one", id), echo("two", { depends_on: ["one"] })],
  });
  await api().watch.until(id, async () => (await planOf(id)).todos[0]?.status === "in_progress");
  await receiptOf(api().post(`/v1/plans/${id}/cancel`, { reason: "by mistake" }));
  expect(await api().untilEnded(id)).toMatchObject({ status: "cancelled" });
}

describe("a plan that is completed", () => {
  test("goes on where a todo is run again with data as deep as any may be", async () => {
    const id = "again-deep";
    await ended(id, [echo("one")]);
    let deep: JsonObject = {};
    for (let level = 2; level < LIMITS.json_depth - 1; level += 1) deep = { deep };
    const rerun = { changes: { input_data: deep } };
    await receiptOf(api().post(`/v1/plans/${id}/todos/one/rerun`, rerun));
    const after = await api().untilEnded(id);
    expect(after.todos[0]).toMatchObject({ run: 2, status: "completed", input_data: deep });
  });

  test("goes on under the same id when a checkpoint is restored: only what came after it runs again", async () => {
    const id = "again-restored";
    const before = await ended(id, [
      echo("one"),
      echo("two", { depends_on: ["one"] }),
      echo("three", { depends_on: ["two"] }),
    ]);
    const known = await checkpointsOf(id);
    await receiptOf(rollBack(id, { checkpoint_id: await checkpointAfter(id, "one") }));
    const after = await api().untilEnded(id);
    expect(after).toMatchObject({ id, status: "completed", version: 2 });
    expect(after.todos.map(({ run }) => run)).toEqual([1, 2, 2]);

    const events = await api().events(id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    expect(events.slice(before.seq).map(({ type }) => type)).toEqual([
      "plan.reopened",
      "plan.edited",
      "todo.started",
      "todo.completed",
      "todo.started",
      "todo.completed",
      "plan.completed",
    ]);
    const ids = (await checkpointsOf(id)).map(({ checkpoint_id }) => checkpoint_id);
    expect(ids).toEqual(expect.arrayContaining(known.map(({ checkpoint_id }) => checkpoint_id)));
    const { versions } = await api().get<{ versions: PlanVersion[] }>(`/v1/plans/${id}/versions`);
    expect(versions).toMatchObject([{ version: 1 }, { version: 2, change_type: "restore" }]);
  });

  test("shows first what that starts, and is left as it is", async () => {
    const id = "again-shown";
    await ended(id, [echo("one"), echo("two", { depends_on: ["one"] })]);
    const target = { checkpoint_id: await checkpointAfter(id, "one") };
    const shown = await rollBack(id, target, "?validate_only=true");
    const { impact } = (await shown.json()) as EditPreview;
    expect(impact).toMatchObject({ runs_again: ["two"], starts: ["two"], ends_plan: false });
    expect(await planOf(id)).toMatchObject({ status: "completed", version: 1 });
  });

  test("is in lists once, as it is now", async () => {
    const id = "again-listed";
    await ended(
      id,
      [gate("one", "first-listed")].map((todo) => ({
        ...todo,
        tool_name: "echo",
        tool_params: { text: "x" },
      })),
    );
    await receiptOf(api().post(`/v1/plans/${id}/todos/one/rerun`, {}));
    await api().untilEnded(id);
    const rows = (await api().get<PlanList>(`/v1/plans?search=${id}`)).plans;
    expect(rows).toMatchObject([{ id, status: "completed" }]);
  });

  test("answers the repeat of the command that reopened it with the first receipt", async () => {
    const id = "again-repeated";
    await ended(id, [echo("one"), echo("two", { depends_on: ["one"] })]);
    const checkpoint_id = await checkpointAfter(id, "one");
    const command = { checkpoint_id, command_id: "back-to-one" };
    const first = await receiptOf(rollBack(id, command));
    const { seq } = await api().untilEnded(id);
    expect(await receiptOf(rollBack(id, command))).toEqual(first);
    expect((await planOf(id)).seq).toBe(seq);
    await problemOf(rollBack(id, { ...command, reason: "once more" }), "command_id_reused");
  });

  test("says what works now when it takes something no more", async () => {
    const id = "again-refused";
    await ended(id, [echo("one")]);
    const ops = [{ edit_type: "modify_plan", params: { changes: { title: "x" } } }];
    for (const [path, body] of [
      ["edits", { ops }],
      ["undo", {}],
      ["pause", {}],
      ["cancel", {}],
    ] as const) {
      const { hint } = await problemOf(
        api().post(`/v1/plans/${id}/${path}`, body),
        "plan_finished",
      );
      expect(hint).toContain("Roll it back to a version, restore a checkpoint");
    }
    const { plan } = await api().get<Actions>(`/v1/plans/${id}/actions`);
    expect(plan).toMatchObject({
      rollback: { possible: true },
      fork: { possible: true },
      archive: { possible: true },
      edit: { possible: false },
    });
  });
});

test("a cancelled plan goes on: what was cancelled waits again", async () => {
  const id = "again-cancelled";
  await cancelled(id);
  const { choices: none } = await api().get<Choices>(`/v1/plans/${id}/todos/two/choices`);
  expect(none).toEqual([]);
  await receiptOf(rollBack(id, { version: 1, reason: "it was wanted after all" }));
  expect(await planOf(id)).toMatchObject({ ended_because: null, completed_at: null });
  api().tools.open(id);
  const after = await api().untilEnded(id);
  expect(after).toMatchObject({ status: "completed" });
  expect(statusesOf(after)).toEqual({ one: "completed", two: "completed" });
});

test("a failed plan goes on when its failed todo is tried again, after showing what that starts", async () => {
  const id = "again-retried";
  const failing = { ...echo("one"), tool_name: "refuse", tool_params: { sentence: "not today" } };
  const failure = { validation_error: { action: "FAIL" } };
  expect(
    await ended(id, [failing, echo("two", { depends_on: ["one"] })], { failure }),
  ).toMatchObject({
    status: "failed",
  });
  const { choices } = await api().get<Choices>(`/v1/plans/${id}/todos/one/choices`);
  expect(choices.find(({ choice }) => choice === "retry")).toMatchObject({
    starts: [{ id: "one" }],
    plan_ends: null,
  });
  expect(choices.find(({ choice }) => choice === "skip")).toMatchObject({
    starts: [{ id: "two" }],
  });
  await receiptOf(api().post(`/v1/plans/${id}/todos/one/skip`, { reason: "without it" }));
  const after = await api().untilEnded(id);
  expect(after).toMatchObject({ status: "completed", ended_because: null });
  expect(statusesOf(after)).toEqual({ one: "skipped", two: "completed" });
});

describe("a plan that failed because a todo's arguments were wrong", () => {
  const stay = { failure: { validation_error: { action: "FAIL" } } };
  const refusing = { ...echo("one"), tool_name: "refuse", tool_params: { sentence: "no" } };
  const mended = { tool_name: "echo", tool_params: { text: "right" } };
  const retry = (id: string, body: object, query = "") =>
    api().post(`/v1/plans/${id}/todos/one/retry${query}`, body);

  test("goes on with others, after showing what they change and start", async () => {
    const id = "again-corrected";
    await ended(id, [refusing, echo("two", { depends_on: ["one"] })], stay);
    const shown = await retry(id, { changes: mended }, "?validate_only=true");
    expect(await shown.json()).toMatchObject({
      validate_only: true,
      base_version: 1,
      changes: { todos: [{ todo_id: "one", after: mended }] },
      impact: { starts: ["one"], ends_plan: false },
    });
    expect(await planOf(id)).toMatchObject({ status: "failed", version: 1 });

    const command = { changes: mended, reason: "another tool", command_id: "mend-it" };
    const receipt = await receiptOf(retry(id, command));
    expect(receipt).toMatchObject({ version: 2 });
    const after = await api().untilEnded(id);
    expect(after).toMatchObject({
      status: "completed",
      todos: [{ result_data: { text: "right" }, run: 2 }, { status: "completed" }],
    });
    expect(await receiptOf(retry(id, command))).toEqual(receipt);
    const { versions } = await api().get<{ versions: PlanVersion[] }>(`/v1/plans/${id}/versions`);
    expect(versions).toMatchObject([{ version: 1 }, { version: 2, reason: "another tool" }]);
  });

  test("stays as it is where the tool would not take the new ones either, and says which", async () => {
    const id = "again-wrong";
    await ended(id, [refusing], stay);
    const wrong = { tool_name: "echo", tool_params: { text: ["a", "list"] } };
    for (const query of ["", "?validate_only=true"]) {
      const { errors } = await problemOf(
        retry(id, { changes: wrong }, query),
        "invalid_tool_input",
      );
      expect(errors).toMatchObject([{ pointer: "/changes/tool_params/text" }]);
    }
    const circle = { changes: { depends_on: ["nobody"] } };
    const { errors } = await problemOf(retry(id, circle), "unknown_dependency");
    expect(errors).toMatchObject([{ pointer: "/changes/depends_on" }]);
    expect(await planOf(id)).toMatchObject({ status: "failed", version: 1 });
  });
});

describe("a todo of a completed plan runs again with other arguments", () => {
  const rerun = (id: string, body: object, query = "") =>
    api().post(`/v1/plans/${id}/todos/one/rerun${query}`, body);
  const other = { tool_params: { text: "other" } };

  test("after showing what they change, start and run again", async () => {
    const id = "again-otherwise";
    await ended(id, [echo("one"), echo("two", { depends_on: ["one"] })]);
    const shown = await rerun(id, { changes: other }, "?validate_only=true");
    expect(await shown.json()).toMatchObject({
      validate_only: true,
      base_version: 1,
      changes: { todos: [{ todo_id: "one", after: other }] },
      impact: { starts: ["one"], runs_again: ["one"], may_run_again: ["two"], ends_plan: false },
    });
    expect(await planOf(id)).toMatchObject({ status: "completed", version: 1 });

    const command = { changes: other, reason: "another text", command_id: "otherwise" };
    const receipt = await receiptOf(rerun(id, command));
    expect(receipt).toMatchObject({ version: 2 });
    const after = await api().untilEnded(id);
    expect(after).toMatchObject({
      status: "completed",
      todos: [{ result_data: { text: "other" }, run: 2 }, { status: "completed" }],
    });
    expect(await receiptOf(rerun(id, command))).toEqual(receipt);
  });

  test("but not with ones that its tool does not take, and it says which", async () => {
    const id = "again-otherwise-wrong";
    await ended(id, [echo("one")]);
    for (const query of ["", "?validate_only=true"]) {
      const changes = { tool_params: { text: ["a", "list"] } };
      const { errors } = await problemOf(rerun(id, { changes }, query), "invalid_tool_input");
      expect(errors).toMatchObject([{ pointer: "/changes/tool_params/text" }]);
    }
    expect(await planOf(id)).toMatchObject({ status: "completed", version: 1 });
  });
});

test("a plan that goes back to before its approval asks for the review again", async () => {
  const id = "again-reviewed";
  await api().create({ id, title: id, plan_review: true, todos: [echo("one")] });
  const [review] = await api().untilHolds(id);
  await receiptOf(api().post(`/v1/holds/${review!.id}/decision`, { decision: "approve" }));
  await api().untilEnded(id);
  const [created] = await checkpointsOf(id);
  await receiptOf(rollBack(id, { checkpoint_id: created!.checkpoint_id }));
  const [again] = await api().untilHolds(id);
  expect(again).toMatchObject({ kind: "plan_review", status: "open" });
  expect(await planOf(id)).toMatchObject({ status: "pending", todos: [{ status: "pending" }] });
  await receiptOf(api().post(`/v1/holds/${again!.id}/decision`, { decision: "approve" }));
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed", todos: [{ run: 2 }] });
});

test("of those who restore at once one reopens the plan, and the others are told that it runs", async () => {
  const id = "again-raced";
  await cancelled(id);
  const [created] = await checkpointsOf(id);
  const { checkpoint_id } = created!;
  // Its first todo runs until the test lets it end, so that the plan goes on while all of them ask.
  const answers = await Promise.all(
    ["ana", "bo", "kim", "lee"].map((who) =>
      rollBack(id, { checkpoint_id, command_id: `by-${who}` }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ]);
  for (const refused of answers.filter(({ status }) => status === 409)) {
    const problem = await problemOf(refused, "illegal_transition");
    expect(problem.detail).toBe('Todo "one" is running.');
  }
  api().tools.open(id);
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed", version: 2 });
  const events = await api().events(id);
  expect(events.filter(({ type }) => type === "plan.reopened")).toHaveLength(1);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
});

test("who listens hears that the plan goes on, and who comes later hears all of it", async () => {
  const id = "again-heard";
  const { seq } = await ended(id, [echo("one")]);
  const stream = () =>
    api().request("GET", `/v1/plans/${id}/events`, {
      headers: { accept: "text/event-stream", "last-event-id": "0" },
    });
  await (await stream()).text();
  await receiptOf(api().post(`/v1/plans/${id}/todos/one/rerun`, {}));
  const text = await (await stream()).text();
  // The last message is the stream's own end, under the number of the event before.
  const events = text.split("\n\n").filter((message) => !message.includes("event: end"));
  const heard = [...events.join("\n\n").matchAll(/^id: (\d+)$/gm)].map(([, told]) => Number(told));
  const after = await api().untilEnded(id);
  expect(heard).toEqual(Array.from({ length: after.seq }, (_, place) => place + 1));
  expect(after.seq).toBeGreaterThan(seq);
});

/** On a busy machine Temporal's lists follow by seconds. */
const LISTED = { timeout: 20_000 };

describe("an archived plan", () => {
  const listed = async (query: string): Promise<string[]> =>
    (await api().get<PlanList>(`/v1/plans?${query}`)).plans.map(({ id }) => id);

  test("is in the list of archived plans alone, can be read, and comes back", async () => {
    const id = "shelf-listed";
    const before = await ended(id, [echo("one")]);
    await receiptOf(api().post(`/v1/plans/${id}/archive`, { reason: "done with it" }));
    await expect.poll(() => listed(`search=${id}`), LISTED).toEqual([]);
    await expect.poll(() => listed(`search=${id}&archived=true`), LISTED).toEqual([id]);
    const [row] = (await api().get<PlanList>(`/v1/plans?archived=true&search=${id}`)).plans;
    expect(row).toMatchObject({
      archived: true,
      status: "completed",
      ended_at: before.completed_at,
    });
    expect(await planOf(id)).toMatchObject({
      status: "completed",
      archived_at: expect.any(String),
      completed_at: before.completed_at,
    });
    await problemOf(api().post(`/v1/plans/${id}/archive`, {}), "illegal_transition");
    await receiptOf(api().post(`/v1/plans/${id}/unarchive`, {}));
    await expect.poll(() => listed(`search=${id}`), LISTED).toEqual([id]);
    await expect.poll(() => listed(`search=${id}&archived=true`), LISTED).toEqual([]);
  });

  test("is none any more once it goes on", async () => {
    const id = "shelf-reopened";
    await ended(id, [echo("one")]);
    await receiptOf(api().post(`/v1/plans/${id}/archive`, {}));
    await receiptOf(api().post(`/v1/plans/${id}/todos/one/rerun`, {}));
    expect(await api().untilEnded(id)).toMatchObject({ archived_at: null });
    await expect.poll(() => listed(`search=${id}`), LISTED).toEqual([id]);
  });

  test("has ended: one that goes on is refused", async () => {
    const id = "shelf-running";
    await api().create({ id, title: id, todos: [gate("one", id)] });
    const { hint } = await problemOf(
      api().post(`/v1/plans/${id}/archive`, {}),
      "illegal_transition",
    );
    expect(hint).toBe("Cancel it, or wait until it has ended.");
    api().tools.open(id);
    await api().untilEnded(id);
  });
});
