import { describe, expect, test } from "vitest";
import { toCommands, type Asked } from "../../src/compat/hitl-commands.ts";
import { toRequest } from "../../src/compat/hitl-messages.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { Refusal } from "../../src/contract/problems/problem-error.ts";

const hold = {
  id: "tea.h2",
  plan_id: "tea",
  kind: "proposal",
  digest: "sha256:2f",
  todo_id: null,
  title: "Tea",
  message: "A model proposes 1 change",
  input_request: null,
  deadline_at: null,
} as unknown as Hold;

const asked: Asked = {
  holdOf: () => Promise.reject(new Error("Nobody means a hold by its todo here.")),
  request: () => Promise.resolve(hold),
  isEdited: () => Promise.resolve(false),
  hasReview: () => Promise.resolve(false),
  isPending: () => Promise.resolve(false),
};
const answer = (value: string) =>
  toCommands({ type: "hitl_input_response", session_id: "tea", request_id: hold.id, value }, asked);

describe("a model's proposal over S0's socket", () => {
  test("is asked as a choice, with its lines as the question", () => {
    expect(toRequest(hold, { todos: [] }, "en")).toEqual({
      type: "hitl_input_request",
      session_id: "tea",
      request_id: "tea.h2",
      digest: "sha256:2f",
      question: "A model proposes 1 change",
      input_type: "choice",
      options: ["approve", "reject"],
      required: true,
      timeout_at: null,
    });
  });

  test.each(["approve", "reject"])("is decided by the answer %s", async (value) => {
    const body = { decision: value, digest: "sha256:2f" };
    expect(await answer(value)).toEqual([["/v1/holds/tea.h2/decision", body]]);
  });

  test("is not decided by any other word", async () => {
    await expect(answer("yes, all of it")).rejects.toThrow(Refusal);
  });
});

describe("the time that a review over S0's socket estimates", () => {
  const todo = (id: string, more: Partial<Todo> = {}) =>
    ({ id, title: id, kind: "tool", depends_on: [], context: {}, ...more }) as unknown as Todo;
  const seconds = (estimated_seconds: number, ...depends_on: string[]) => ({
    estimated_seconds,
    depends_on,
  });
  const tens = ["a", "b", "c"].map((id) => todo(id, seconds(10)));

  test.each<[string, readonly Todo[], number, number]>([
    ["all todos after each other where one runs at a time", tens, 1, 30],
    ["the longest one where all run at once", tens, 3, 10],
    ["the longest chain", [...tens, todo("d", seconds(25, "c"))], 2, 35],
    [
      "no turns of people, who keep nobody waiting",
      [...tens, todo("p", { kind: "manual", ...seconds(20) })],
      1,
      30,
    ],
  ])("is that of %s", (_, todos, max_parallel, estimated_time) => {
    const review = { ...hold, kind: "plan_review" } as unknown as Hold;
    expect(toRequest(review, { todos, max_parallel }, "en")).toMatchObject({
      plan: { estimated_time },
    });
  });

  test("is that of all todos after each other where a person goes through them one by one", () => {
    const review = { ...hold, kind: "plan_review" } as unknown as Hold;
    const shown = { todos: tens, max_parallel: 3, approval: "every_todo" } as const;
    expect(toRequest(review, shown, "en")).toMatchObject({ plan: { estimated_time: 30 } });
  });
});
