import { describe, expect, test } from "vitest";
import { toCommands, type Asked } from "../../src/compat/hitl-commands.ts";
import { toRequest } from "../../src/compat/hitl-messages.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { Refusal } from "../../src/contract/problem-error.ts";

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
};
const answer = (value: string) =>
  toCommands({ type: "hitl_input_response", session_id: "tea", request_id: hold.id, value }, asked);

describe("a model's proposal over S0's socket", () => {
  test("is asked as a choice, with its lines as the question", () => {
    expect(toRequest(hold, [], "en")).toEqual({
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
