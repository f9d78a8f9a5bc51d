import { describe, expect, test } from "vitest";
import type { ThoughtAnswer } from "../../src/plan/model/state/thought.ts";
import {
  add,
  answers,
  asked,
  failed,
  priority,
  proposal,
  proposes,
  thoughtful,
  types,
} from "./support/thoughtful.ts";

describe("what a model answers", () => {
  const wrong: [string, ThoughtAnswer["read"], string][] = [
    ["no JSON", { problem: "no_json" }, "JSON"],
    ["no list of edits", { data: { summary: "x" } }, "/edits"],
    ["an operation without a reason", { data: { edits: [{ ...priority("a", 1) }] } }, "reason"],
    [
      "an unknown operation",
      { data: { edits: [{ edit_type: "drop", reason: "r" }] } },
      "edit_type",
    ],
    [
      "an unknown tool",
      { data: { edits: [{ ...add("x", { tool_name: "bomb" }), reason: "r" }] } },
      "bomb",
    ],
    [
      "an unknown agent",
      { data: { edits: [{ ...add("x", { tool_name: null, agent_name: "bond" }), reason: "r" }] } },
      "bond",
    ],
    [
      "the plan's own settings",
      {
        data: {
          edits: [
            {
              edit_type: "modify_plan",
              params: { changes: { replan_policy: "apply" } },
              reason: "r",
            },
          ],
        },
      },
      "settings",
    ],
    [
      "who decides",
      { data: { edits: [{ ...add("x", { approval: { on_timeout: "approve" } }), reason: "r" }] } },
      "approval",
    ],
    [
      "a todo that there is not",
      { data: { edits: [{ ...priority("ghost", 1), reason: "r" }] } },
      "ghost",
    ],
    [
      "a circle",
      {
        data: {
          edits: [
            {
              edit_type: "add_dependency",
              target_id: "a",
              params: { depends_on: "b" },
              reason: "r",
            },
          ],
        },
      },
      "a → b → a",
    ],
    [
      "too much",
      { data: { edits: Array.from({ length: 51 }, (_, n) => ({ ...add(`x${n}`), reason: "r" })) } },
      "/edits",
    ],
  ];
  test.each(wrong)(
    "with %s is told what is wrong once, then a person goes on without",
    (_, read, told) => {
      const drive = thoughtful([
        { id: "a", requires_approval: true },
        { id: "b", depends_on: ["a"] },
      ]);
      drive.accept("replan", { feedback: "better" });
      answers(drive, read, "its answer");
      const { refused } = asked(drive).input;
      expect(refused?.draft).toBe("its answer");
      expect(refused?.mistakes.join("\n")).toContain(told);
      answers(drive, read, "the same");
      expect(types(drive)).toEqual([
        "plan.replan_requested",
        "plan.replan_refused",
        "plan.replan_failed",
      ]);
      expect(drive.plan.state.version).toBe(1);
      expect(drive.plan.proposals.size).toBe(0);
    },
  );

  test("with an operation that does not fit is told its place once", () => {
    const drive = thoughtful(["a"]);
    drive.accept("replan", { feedback: "better" });
    proposes(drive, [priority("a", 9), priority("ghost", 1)]);
    expect(asked(drive).input.refused?.mistakes).toEqual([
      '/lines/2/target_id There is no todo "ghost".',
    ]);
  });

  test("mended in its second turn is a proposal like any other", () => {
    const drive = thoughtful(["a"]);
    drive.accept("replan", { feedback: "better" });
    answers(drive, { problem: "no_json" });
    proposes(drive, [priority("a", 9)]);
    expect(proposal(drive).proposal.lines).toHaveLength(1);
    expect(drive.plan.state.replan?.calls).toHaveLength(2);
  });

  test("that it will not is told to a person", () => {
    const drive = failed();
    answers(drive, { problem: "refused" }, "I will not.");
    expect(drive.hold("a").message).toContain("I will not.");
  });
});
