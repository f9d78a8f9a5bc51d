import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";

export const echo = { tool_name: "echo", tool_params: { text: "x" } };

/** A plan in which an agent writes and a person is asked. */
export const reportPlan = (id: string): NewPlanInput => ({
  id,
  title: "보고서",
  todos: [
    { id: "write", title: "쓰기", assignee: "coder" },
    { id: "publish", title: "발행", ...echo, requires_approval: true },
  ],
});
