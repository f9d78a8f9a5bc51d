import { describe, expect, test } from "vitest";
import { drive, planOf, type Drive } from "./support/drive.ts";

function asking(): Drive {
  return drive(planOf([{ id: "a", requires_approval: true }, "b"]));
}
const APPROVAL = { todo_id: "a", decision: "approve", by: "bo", command_id: "mine" };

describe("a command sent again with the same id", () => {
  test("gets the first answer and has no second effect", () => {
    const plan = asking();
    const first = plan.accept("approval", APPROVAL);
    expect(first).toMatchObject({ command_id: "mine", hold_id: "p1.h1" });
    const before = JSON.stringify(plan.plan.state);
    plan.passUnnoticed(10_000);
    expect(plan.send("approval", APPROVAL)).toEqual({ accepted: first, events: [] });
    expect(JSON.stringify(plan.plan.state)).toBe(before);
  });

  test("gets it after the plan went on, after a reload and after the plan ended", () => {
    const plan = asking();
    const pause = plan.accept("pause", { command_id: "p", reason: "Lunch." });
    plan.accept("resume");
    const approval = plan.accept("approval", APPROVAL);
    plan.reload();
    plan.complete("a");
    plan.complete("b");
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.accept("pause", { command_id: "p", reason: "Lunch." })).toEqual(pause);
    expect(plan.accept("approval", APPROVAL)).toEqual(approval);
  });

  test("is the same command when its fields come in another order", () => {
    const plan = asking();
    const first = plan.accept("approval", { ...APPROVAL, comment: "Good." });
    const { todo_id, decision, by, command_id } = APPROVAL;
    const again = { command_id, comment: "Good.", by, decision, todo_id };
    expect(plan.accept("approval", again)).toEqual(first);
  });

  test("is the same command when it names what the hold asks and the first did not", () => {
    const plan = asking();
    const { digest } = plan.hold("a");
    const first = plan.accept("approval", APPROVAL);
    expect(plan.accept("approval", { ...APPROVAL, digest })).toEqual(first);
  });

  test("was not used up by a command that was refused", () => {
    const plan = asking();
    plan.refuse("resume", { command_id: "r" });
    plan.accept("pause");
    expect(plan.accept("resume", { command_id: "r" }).command_id).toBe("r");
  });

  test.each([
    ["another person", "approval", { ...APPROVAL, by: "chi" }],
    ["another decision", "approval", { ...APPROVAL, decision: "reject" }],
    ["a comment more", "approval", { ...APPROVAL, comment: "!" }],
    ["another command", "pause", { by: "bo", command_id: "mine" }],
  ] as const)("and %s is refused: an id stands for one command", (_, name, body) => {
    const plan = asking();
    const { seq } = plan.accept("approval", APPROVAL);
    const before = JSON.stringify(plan.plan.state);
    expect(plan.refuse(name, body)).toMatchObject({
      code: "command_id_reused",
      detail: `Command id "mine" was used for another command (event ${seq}).`,
    });
    expect(JSON.stringify(plan.plan.state)).toBe(before);
  });

  test("is remembered for the newest 2,000 commands", () => {
    const plan = drive(planOf(["a"]));
    const answers = Array.from({ length: 2_001 }, (_, place) =>
      plan.accept(place % 2 === 0 ? "pause" : "resume", { command_id: `x${place}` }),
    );
    expect(plan.plan.state.seen).toHaveLength(2_000);
    expect(plan.accept("resume", { command_id: "x1" })).toEqual(answers[1]);
    // The very first is forgotten, so it is judged anew: the plan is paused already.
    expect(plan.refuse("pause", { command_id: "x0" }).code).toBe("illegal_transition");
  });
});
