import { expect, test } from "vitest";
import { viewHold } from "../../src/plan/todos/flat-fields.ts";
import { changedAsk, previousAsk } from "../../src/plan/views/board/previous-ask.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** A todo that asks, with what it would run; another one asks, too. */
function asking(): Drive {
  const ask = (id: string) => ({ id, requires_approval: true, tool_params: { n: 1, to: "kim" } });
  return drive(planOf([ask("other"), ask("ask")]));
}
const change = (plan: Drive, fields: object) =>
  plan.accept("edit", {
    ops: [{ edit_type: "modify_todo", target_id: "ask", params: { changes: fields } }],
  });
const holdsOf = (plan: Drive) =>
  plan.plan.state.holds.map(viewHold).filter(({ todo_id }) => todo_id === "ask");
const newest = (plan: Drive) => holdsOf(plan).at(-1)!;

test("a todo that asks for the first time was not asked about before", () => {
  const plan = asking();
  expect(previousAsk(holdsOf(plan), newest(plan))).toBeNull();
});

test("when what a todo would run has changed, the new request says what against the void one", () => {
  const plan = asking();
  change(plan, { tool_params: { n: 2, to: "kim", copy: true } });
  const before = previousAsk(holdsOf(plan), newest(plan));
  expect(before).toMatchObject({ status: "stale", args: { n: 1, to: "kim" } });
  expect(changedAsk(before!, newest(plan))).toEqual([
    { field: "/args/n", before: 1, after: 2 },
    { field: "/args/copy", before: null, after: true },
  ]);
});

test("what is asked a third time is compared with the second, not with the first", () => {
  const plan = asking();
  change(plan, { tool_params: { n: 2, to: "kim" } });
  change(plan, { tool_params: { n: 3, to: "kim" } });
  const before = previousAsk(holdsOf(plan), newest(plan));
  expect(changedAsk(before!, newest(plan))).toEqual([{ field: "/args/n", before: 2, after: 3 }]);
});

test("a request that was decided, and stands, is no void one", () => {
  const plan = asking();
  plan.reject("ask", { by: "bo", then: "fail" });
  plan.accept("control_todo", { todo_id: "ask", action: "retry" });
  expect(holdsOf(plan).map(({ status }) => status)).toContain("rejected");
  expect(previousAsk(holdsOf(plan), newest(plan))).toBeNull();
});
