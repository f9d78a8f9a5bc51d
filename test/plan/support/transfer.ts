import type { ApprovalSettings, NewTodoInput } from "../../../src/contract/plan/todo.ts";
import { drive, newState, planOf, type Drive } from "./drive.ts";

/** What else a test's todo says. */
export type More = Omit<Partial<NewTodoInput>, "id">;

/** Ana's plan with one transfer of money, and whose approval it needs. */
export const transfer = (approval: ApprovalSettings, more: More = {}): Drive =>
  drive(
    planOf([
      {
        id: "pay",
        tool_name: "transfer",
        tool_params: { to: "supplier", amount: 90_000 },
        requires_approval: true,
        approval,
        ...more,
      },
      { id: "tell", tool_name: "send_mail", depends_on: ["pay"] },
    ]),
  );

/** Why such a transfer is refused; nothing where it is not. */
export const mistakesOf = (approval: ApprovalSettings, more: More = {}) => {
  const todo = { id: "pay", tool_name: "transfer", requires_approval: true, approval, ...more };
  try {
    newState(planOf([todo]));
    return [];
  } catch (error) {
    return String(error);
  }
};

/** A decision about the transfer. */
export const says = (by: string, decision: string, more: object = {}) => ({
  todo_id: "pay",
  decision,
  by,
  ...more,
});

/** An edit of the transfer. */
export const change = (plan: Drive, changes: object, by = "ana") =>
  plan.accept("edit", {
    ops: [{ edit_type: "modify_todo", target_id: "pay", params: { changes } }],
    by,
  });
