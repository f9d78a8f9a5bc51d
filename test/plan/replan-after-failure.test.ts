import { describe, expect, test } from "vitest";
import { english } from "../../src/contract/sentences/sentence.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import {
  add,
  asked,
  decide,
  failed,
  priority,
  proposal,
  proposes,
  thoughtful,
  types,
} from "./support/thoughtful.ts";

describe("a failure that is to be replanned (S0 §7)", () => {
  test("asks the model first, and neither loses what waits nor asks a person meanwhile", () => {
    const drive = failed();
    expect(asked(drive).input).toMatchObject({
      cause: { kind: "failure", todo_id: "a" },
      plan: {
        todos: [{ id: "a", status: "failed", why: expect.stringContaining("no such page") }, {}],
      },
    });
    expect(drive.plan.openHolds.size).toBe(0);
    expect(drive.status("b")).toBe("blocked");
    expect(drive.finished).toBe(false);
  });

  test("tries the todo again when the accepted lines change it", () => {
    const drive = failed();
    const changes = { tool_params: { url: "other" } };
    proposes(drive, [{ edit_type: "modify_todo", target_id: "a", params: { changes } }]);
    expect(english(proposal(drive).message ?? "")).toContain("no such page");
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["a"]);
    drive.complete("a");
    drive.complete("b");
    expect(drive.plan.state.status).toBe("completed");
  });

  test("goes another way: exclude_failed frees what waited for it", () => {
    const drive = failed();
    const remove = { edit_type: "remove_todo", target_id: "a" };
    proposes(drive, [add("a2", { blocks: ["b"] }), remove]);
    decide(drive, { decision: "approve" });
    drive.complete("a2");
    drive.complete("b");
    expect(drive.plan.state.status).toBe("completed");
  });

  test("of something that it waited for: an accepted line lets it run without (dependency_failed)", () => {
    const failure = {
      validation_error: { action: "FAIL" },
      dependency_failed: { action: "REPLAN", exclude_failed: true },
    } as const;
    const drive = thoughtful(["a", { id: "b", depends_on: ["a"] }], { failure });
    drive.fail("a", "validation_error");
    expect(asked(drive).input.cause).toMatchObject({
      kind: "failure",
      todo_id: "b",
      exclude_failed: true,
    });
    const params = { depends_on: "a" };
    proposes(drive, [{ edit_type: "remove_dependency", target_id: "b", params }]);
    decide(drive, { decision: "approve" });
    expect(drive.running).toEqual(["b"]);
  });

  test.each([
    ["rejected", { decision: "reject", reason: "no" }, "kim rejected the proposal: no"],
    ["withdrawn", null, "The proposal was closed"],
  ])("whose proposal is %s asks a person, and says so", (_, body, told) => {
    const drive = failed();
    proposes(drive, [priority("b", 1)]);
    if (body !== null) decide(drive, body);
    else drive.accept("control_hold", { hold_id: proposal(drive).id, action: "withdraw" });
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain(told);
    drive.reload();
    expect(drive.plan.openHolds.size).toBe(1);
    drive.approve("a");
    expect(drive.running).toEqual(["a"]);
  });

  test("is over when a person rejects the todo before it runs again: the model is asked about that", () => {
    const drive = thoughtful([{ id: "a", requires_approval: true }, "other"], {
      failure: { validation_error: { action: "MANUAL" } },
    });
    drive.approve("a");
    drive.fail("a", "validation_error", "no such page");
    drive.reject("a", { then: "fail" });
    drive.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(drive.hold("a")).toMatchObject({ kind: "approval", status: "open" });
    drive.reject("a", { then: "replan", reason: "Another page" });
    expect(asked(drive).input.cause).toMatchObject({ kind: "rejection", todo_id: "a" });
    expect(drive.todo("a").error_type).toBeNull();
  });

  test("without a model asks a person as ever, and says why", () => {
    const drive = failed();
    const { turn } = asked(drive);
    drive.report({ type: "replan_failed", turn, message: "No model is configured." });
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain("No model is configured.");
  });

  test("is over when an operator tries the todo again: an answer that comes later is nothing", () => {
    const drive = failed();
    const { turn } = asked(drive);
    drive.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(types(drive).at(-1)).toBe("plan.replan_dropped");
    drive.report({ type: "replan_failed", turn, message: "late" });
    expect(drive.running).toEqual(["a"]);
    expect(drive.plan.openHolds.size).toBe(0);
  });

  test("closes its proposal when the todo is tried again before anybody decided", () => {
    const drive = failed();
    proposes(drive, [priority("b", 1)]);
    drive.accept("control_todo", { todo_id: "a", action: "retry" });
    expect(drive.plan.holds.get("p1.h1")).toMatchObject({ status: "stale" });
    expect(drive.running).toEqual(["a"]);
  });

  test("is not asked of a model for ever: after three times a person is asked", () => {
    const drive = failed({ replan_policy: "apply" });
    for (let round = 1; round <= LIMITS.replans_per_todo; round++) {
      const changes = { tool_params: { round } };
      proposes(drive, [{ edit_type: "modify_todo", target_id: "a", params: { changes } }]);
      drive.fail("a", "validation_error", "still not");
    }
    expect(drive.hold("a")).toMatchObject({ kind: "recovery", status: "open" });
    expect(drive.hold("a").message).toContain("asked 3 times");
  });

  test("goes on the same from its state alone, while the model thinks and while a person does", () => {
    const drive = failed();
    drive.reload();
    expect(drive.plan.openHolds.size).toBe(0);
    expect(asked(drive).turn).toBe(1);
    proposes(drive, [priority("b", 1)]);
    drive.reload();
    expect([...drive.plan.openHolds.values()].map(({ kind }) => kind)).toEqual(["proposal"]);
  });
});
