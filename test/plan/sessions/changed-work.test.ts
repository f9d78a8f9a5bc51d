import { describe, expect, test } from "vitest";
import { look, session, workingSession } from "./support.ts";

const S1 = { session_id: "s1" };
type Changes = Record<string, unknown>;

/** A session at work on "first", which then says something else. */
function changedMeanwhile(...all: Changes[]) {
  const plan = workingSession();
  plan.accept("claim_next", S1);
  for (const changes of all) change(plan, changes);
  return plan;
}

function change(plan: ReturnType<typeof workingSession>, changes: Changes): void {
  plan.accept("edit", {
    by: "kim",
    ops: [{ edit_type: "modify_todo", target_id: "first", params: { changes } }],
  });
}

describe("a session whose claimed todo was changed", () => {
  test("is told by its next heartbeat what it says now, and by whom", () => {
    const plan = changedMeanwhile({ title: "Fix all three" }, { description: "The logo, too." });
    // The heartbeat itself is too soon after the claim to be written down.
    expect(plan.refuse("heartbeat", S1).code).toBe("nothing_new");
    expect(session(plan).lease).toMatchObject({
      todo_id: "first",
      version: 1,
      changed: {
        version: 3,
        by: "kim",
        fields: [
          { field: "description", before: null, after: "The logo, too." },
          { field: "title", before: "first", after: "Fix all three" },
        ],
      },
    });
  });

  test.each([
    ["done", { note: "merged" }],
    ["cannot", { reason: "tests are red" }],
  ] as const)(
    "says %s of what it knew: refused with what changed, and nothing is lost",
    (word, body) => {
      const plan = changedMeanwhile({ title: "Fix all three" });
      const said = { ...S1, todo_id: "first", ...body };
      expect(plan.refuse(word, said)).toMatchObject({
        code: "stale_plan_version",
        detail: 'kim changed "Fix all three" after it was claimed: title.',
        hint: expect.stringContaining("`base_version`: 2"),
        errors: [{ pointer: "/todos/first/title", detail: "is now: Fix all three" }],
        current_version: 2,
        changes_since: [{ version: 2, by: "kim" }],
      });
      expect(look(plan).session.lease).toMatchObject({ todo_id: "first" });
      expect(plan.todo("first").status).toBe("in_progress");
      plan.accept(word, { ...said, base_version: 2 });
      expect(plan.todo("first").status).toBe(word === "done" ? "completed" : "failed");
    },
  );

  test("is told again when it changes once more", () => {
    const plan = changedMeanwhile({ title: "Fix two" });
    const done = { ...S1, todo_id: "first", note: "merged", base_version: 2 };
    change(plan, { title: "Fix all three" });
    expect(plan.refuse("done", done)).toMatchObject({
      code: "stale_plan_version",
      errors: [{ detail: "is now: Fix all three" }],
    });
    plan.accept("done", { ...done, base_version: 3 });
  });

  test.each([
    ["was taken back", [{ title: "Fix all three" }, { title: "first" }]],
    ["says nothing about the work", [{ priority: 1 }]],
  ])("hears nothing of a change that %s", (_what, changes) => {
    const plan = changedMeanwhile(...changes);
    expect(session(plan).lease).not.toHaveProperty("changed");
    plan.accept("done", { ...S1, todo_id: "first", note: "merged" });
  });

  test("may give it back all the same, and is told the whole todo when it claims it anew", () => {
    const plan = changedMeanwhile({ title: "Fix all three" });
    plan.accept("release", { ...S1, todo_id: "first" });
    plan.accept("claim_next", S1);
    expect(session(plan).lease).toMatchObject({ todo_id: "first", version: 2 });
    plan.accept("done", { ...S1, todo_id: "first" });
  });
});
