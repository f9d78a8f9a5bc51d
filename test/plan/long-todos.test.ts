import { expect, test } from "vitest";
import { workflowIdOf } from "../../src/plan/model/long-todos.ts";

const todo = { id: "a", kind: "tool", timeout_seconds: 60, task_queue: null } as const;

test("a plan and its short todos have one history, long todos, agents and what other workers do their own", () => {
  expect(workflowIdOf("p1")).toBe("plan-p1");
  expect(workflowIdOf("p1", todo)).toBe("plan-p1");
  expect(workflowIdOf("p1", { ...todo, timeout_seconds: 301 })).toBe("plan-p1.a");
  expect(workflowIdOf("p1", { ...todo, kind: "agent" })).toBe("plan-p1.a");
  expect(workflowIdOf("p1", { ...todo, task_queue: "python" })).toBe("plan-p1.a");
});
