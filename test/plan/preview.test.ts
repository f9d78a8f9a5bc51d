import { describe, expect, test } from "vitest";
import type { MessageName } from "../../src/contract/plan/commands.ts";
import type { Impact } from "../../src/contract/plan/edit.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { decide } from "../../src/plan/decide.ts";
import { checkpointsOf } from "../../src/plan/edits/checkpoints.ts";
import { toCommand } from "../../src/plan/model/commands.ts";
import { previewChange } from "../../src/plan/preview.ts";
import { copyOf, drive, planOf, type Drive } from "./support/drive.ts";

function impactOf({ plan, now }: Drive, name: MessageName, body: object): Impact {
  const parsed = toCommand(name, body, { by: "kim", command_id: "preview" });
  if ("problem" in parsed) throw new Error(english(parsed.problem.detail));
  const verdict = decide(plan, parsed.command, now);
  if (!("events" in verdict)) throw new Error(JSON.stringify(verdict));
  const before = copyOf(plan.state);
  const { impact } = previewChange(plan, verdict.events, now);
  expect(plan.state).toEqual(before);
  return impact;
}

const NOTHING: Impact = {
  runs_again: [],
  may_run_again: [],
  cannot_be_undone: [],
  stops: [],
  starts: [],
  unawaited: [],
  holds_closed: [],
  holds_opened: [],
  ends_plan: false,
};

/** Two todos done, one waits for its approval. */
function halfDone(): Drive {
  const plan = drive(
    planOf([
      { id: "a" },
      { id: "b", depends_on: ["a"] },
      { id: "send", depends_on: ["b"], requires_approval: true },
    ]),
  );
  plan.complete("a", 1);
  plan.complete("b", 2);
  return plan;
}

describe("before a change, a person sees", () => {
  test("what a restore runs again, and what of it cannot be undone", () => {
    const plan = halfDone();
    const afterA = checkpointsOf(plan.plan.state).find(({ todo_id }) => todo_id === "a")!;
    expect(impactOf(plan, "rollback", { checkpoint_id: afterA.checkpoint_id })).toEqual({
      ...NOTHING,
      runs_again: ["b"],
      cannot_be_undone: ["b"],
      starts: ["b"],
      holds_closed: ["p1.h1"],
    });
  });

  test("which questions an edit closes and opens", () => {
    const changes = { tool_params: { to: "all" } };
    const ops = [{ edit_type: "modify_todo", target_id: "send", params: { changes } }];
    expect(impactOf(halfDone(), "edit", { ops })).toEqual({
      ...NOTHING,
      holds_closed: ["p1.h1"],
      holds_opened: ["p1.h2"],
    });
  });

  test("that nothing would be left to do", () => {
    const ops = [{ edit_type: "remove_todo", target_id: "send" }];
    expect(impactOf(halfDone(), "edit", { ops })).toMatchObject({
      ends_plan: true,
      holds_closed: ["p1.h1"],
    });
  });

  test("what would start without the decision that it waits for", () => {
    const plan = drive(
      planOf([
        { id: "agree", requires_approval: true },
        { id: "file", depends_on: ["agree"] },
        { id: "draft", depends_on: ["file"] },
        { id: "pay", depends_on: ["draft"] },
        { id: "tell", depends_on: ["draft"] },
      ]),
    );
    const unawaited = [{ about: "agree", todos: ["pay", "tell"] }];
    const starts = ["pay", "tell"];
    const remove = { edit_type: "remove_todo", target_id: "draft" };
    expect(impactOf(plan, "edit", { ops: [remove] })).toEqual({ ...NOTHING, starts, unawaited });
    const skip = { todo_id: "draft", action: "skip" };
    expect(impactOf(plan, "control_todo", skip)).toMatchObject({ starts, unawaited });
    const params = { depends_on: "draft" };
    const unlink = { edit_type: "remove_dependency", target_id: "tell", params };
    expect(impactOf(plan, "edit", { ops: [unlink] })).toMatchObject({
      unawaited: [{ about: "agree", todos: ["tell"] }],
    });
    plan.send("approval", { hold_id: "p1.h1", decision: "approve" });
    expect(impactOf(plan, "control_todo", skip)).toMatchObject({ unawaited: [] });
  });

  test("what a rerun does again", () => {
    const body = { todo_id: "a", action: "rerun" };
    expect(impactOf(halfDone(), "control_todo", body)).toMatchObject({
      runs_again: ["a"],
      may_run_again: ["b"],
      cannot_be_undone: ["a", "b"],
      starts: ["a"],
    });
  });
});
