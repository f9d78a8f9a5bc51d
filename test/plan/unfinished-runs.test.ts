import { describe, expect, test } from "vitest";
import type { ErrorType } from "../../src/contract/tables/vocabulary.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** A plan whose `pay` asks a person after its first failure. */
const payment = (): Drive =>
  drive(
    planOf(["sum", { id: "pay", tool_params: { eur: { $from: "sum" } } }], {
      failure: Object.fromEntries(
        (["timeout", "api_error", "validation_error"] as const).map((type) => [
          type,
          { action: "MANUAL" },
        ]),
      ),
    }),
  );

/** The same, after `pay` failed. */
function failedPayment(type: ErrorType): Drive {
  const plan = payment();
  plan.complete("sum", 9);
  plan.failAttempt("pay", type);
  return plan;
}

describe("a todo whose work may be half done, for all that anybody knows", () => {
  test.each(["timeout", "api_error"] as const)(
    "goes on with its run, and so with its idempotency key, when a person tries it again after a %s",
    (type) => {
      const retried = failedPayment(type);
      retried.accept("control_todo", { todo_id: "pay", action: "retry" });
      expect(retried.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 2 }]);

      const approved = failedPayment(type);
      approved.reload();
      approved.approve("pay");
      expect(approved.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 2 }]);
      approved.failAttempt("pay", type);
      approved.approve("pay");
      expect(approved.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 3 }]);
    },
  );

  test("begins another run when its tool has said no: nothing was done", () => {
    const plan = failedPayment("validation_error");
    plan.approve("pay");
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1 }]);
  });

  test("begins another run with other arguments: they are another payment", () => {
    const plan = failedPayment("timeout");
    plan.approve("pay", { decision: "edit", args: { eur: 8 } });
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1, args: { eur: 8 } }]);

    const changed = failedPayment("timeout");
    changed.accept("edit", {
      ops: [
        {
          edit_type: "modify_todo",
          target_id: "pay",
          params: { changes: { tool_params: { eur: 7 } } },
        },
      ],
    });
    changed.accept("control_todo", { todo_id: "pay", action: "retry" });
    expect(changed.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1, args: { eur: 7 } }]);
  });

  test("begins another run when what it refers to has become something else", () => {
    const plan = failedPayment("timeout");
    plan.accept("control_todo", { todo_id: "sum", action: "rerun" });
    plan.complete("sum", 10);
    plan.approve("pay");
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1, args: { eur: 10 } }]);
  });

  test("begins another run when it is skipped and then wanted again", () => {
    const plan = failedPayment("timeout");
    plan.accept("control_todo", { todo_id: "pay", action: "skip" });
    plan.accept("control_todo", { todo_id: "pay", action: "rerun" });
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1 }]);
  });

  test("goes on with its run after a pause that stopped it", () => {
    const plan = payment();
    plan.complete("sum", 9);
    plan.accept("pause", { mode: "interrupt" });
    plan.stopped("pay");
    plan.reload();
    plan.accept("resume");
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 1, attempt: 2 }]);
    expect(plan.complete("pay")).toHaveLength(1);
    plan.accept("control_todo", { todo_id: "pay", action: "rerun" });
    expect(plan.runs).toMatchObject([{ todo_id: "pay", run: 2, attempt: 1 }]);
  });
});
