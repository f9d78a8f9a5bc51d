import { expect, test } from "vitest";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { FailureStrategies } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/echo-todo.ts";

const api = useApi();
type Action = NonNullable<FailureStrategies["dependency_failed"]>["action"];

/** `a` fails for good; `b` and then `c` come after it, `d` has nothing to do with it. */
function create(action: Action): Promise<PlanView> {
  const after = (before: string) => ({ depends_on: [before] });
  const refused = { tool_name: "refuse", tool_params: { sentence: "아니요" } };
  return api().create({
    title: "앞의 할 일이 실패할 때",
    failure: { validation_error: { action: "FAIL" }, dependency_failed: { action } },
    todos: [
      { id: "a", title: "수집", ...refused },
      echo("b", after("a")),
      echo("c", after("b")),
      echo("d"),
    ],
  });
}
const statusesOf = ({ todos }: PlanView) => todos.map(({ status }) => status);

test("SKIP skips what waits for a todo that failed, and says why", async () => {
  const { id } = await create("SKIP");
  const ended = await api().untilEnded(id);
  expect(statusesOf(ended)).toEqual(["failed", "skipped", "skipped", "completed"]);
  expect(ended.todos[2]).toMatchObject({
    error_message: expect.stringContaining('"수집" failed') as string,
    skipped: { cause: "failed", todo_id: "a" },
  });
});

test("ABORT ends the plan, and names what cannot run", async () => {
  const { id } = await create("ABORT");
  const ended = await api().untilEnded(id);
  expect(ended.status).toBe("failed");
  expect(ended.ended_because).toContain('"b" cannot run: "수집" failed');
  expect(statusesOf(ended).slice(0, 3)).toEqual(["failed", "cancelled", "cancelled"]);
});

test("MANUAL asks a person, who lets the rest go on", async () => {
  const { id } = await create("MANUAL");
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "recovery", todo_id: "b", deadline_at: null });
  expect(hold!.message).toContain('"수집" failed');
  const { choices } = await api().get<Choices>(`/v1/holds/${hold!.id}/choices`);
  expect(choices.map(({ choice, then }) => [choice, then])).toEqual([
    ...["skip", "go_on", "fail", "abort"].map((then) => ["reject", then]),
    ["withdraw", null],
  ]);
  const decide = (body: object) => api().post(`/v1/holds/${hold!.id}/decision`, body);
  const problem = await problemOf(decide({ decision: "approve" }), "illegal_transition");
  expect(problem.hint).toContain('Retry todo "a"');
  expect((await decide({ decision: "reject", then: "go_on" })).status).toBe(200);
  const ended = await api().untilEnded(id);
  expect(statusesOf(ended)).toEqual(["failed", "skipped", "completed", "completed"]);
});

test("MANUAL asks a person, who takes the dependency away", async () => {
  const { id } = await create("MANUAL");
  const [hold] = await api().untilHolds(id);
  const op = { edit_type: "remove_dependency", target_id: "b", params: { depends_on: "a" } };
  expect((await api().post(`/v1/plans/${id}/edits`, { ops: [op] })).status).toBe(200);
  const ended = await api().untilEnded(id);
  expect(statusesOf(ended)).toEqual(["failed", "completed", "completed", "completed"]);
  expect((await api().holds(id, "all")).map((one) => [one.id, one.status])).toEqual([
    [hold!.id, "withdrawn"],
  ]);
});
