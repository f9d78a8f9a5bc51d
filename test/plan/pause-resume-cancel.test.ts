import { describe, expect, test } from "vitest";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { modeOf } from "../../src/plan/views/board/mode.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const COMMANDS = ["pause", "resume", "cancel"] as const;

/** A plan in each of its situations, with what it accepts there. */
const SITUATIONS: Readonly<Record<string, { plan: () => Drive; legal: string[] }>> = {
  running: { plan: () => drive(planOf(["a"])), legal: ["pause", "cancel"] },
  "running with an open hold": {
    plan: () => drive(planOf([{ id: "a", requires_approval: true }])),
    legal: ["pause", "cancel", "approval"],
  },
  "waiting for its review": {
    plan: () => drive(planOf(["a"], { plan_review: true })),
    legal: ["pause", "cancel", "approval"],
  },
  paused: { plan: () => after("pause"), legal: ["resume", "cancel"] },
  ending: { plan: () => after("cancel"), legal: [] },
  cancelled: { plan: () => after("cancel", (plan) => plan.stopped("a")), legal: [] },
  completed: { plan: () => after(null, (plan) => plan.complete("a")), legal: [] },
  failed: { plan: () => after(null, (plan) => plan.fail("a")), legal: [] },
};

function after(command: "pause" | "cancel" | null, then?: (plan: Drive) => void): Drive {
  const plan = drive(planOf(["a"]));
  if (command !== null) plan.accept(command);
  then?.(plan);
  return plan;
}

describe.each(Object.entries(SITUATIONS))("a plan that is %s", (_, { plan: make, legal }) => {
  test(`accepts ${legal.join(", ") || "nothing"}`, () => {
    const { plan, now } = make();
    const { plan: commands, holds } = legalCommands(plan, now);
    const words = COMMANDS.filter((word) => commands?.[word].possible);
    const decided = holds.some(({ actions }) => actions.approve.possible) ? ["approval"] : [];
    expect([...words, ...decided]).toEqual(legal);
  });

  test.each(COMMANDS)("answers %s as that list says, and a refusal changes nothing", (command) => {
    const plan = make();
    const before = plan.plan.state.seq;
    const answer = plan.send(command, { reason: "Because." });
    const taken = "accepted" in answer;
    expect(taken).toBe(legal.includes(command));
    expect(plan.plan.state.seq > before).toBe(taken);
    expect("problem" in answer ? answer.problem.legal : legal).toEqual(legal);
  });
});

describe("a plan that was only kept from starting more", () => {
  test("can be told to stop what still runs, too, once", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("pause", { reason: "Lunch." });
    expect(plan.runs.map(({ todo_id }) => todo_id)).toEqual(["a"]);
    plan.accept("pause", { mode: "interrupt" });
    expect(plan.runs).toEqual([]);
    // It is still the same pause.
    expect(plan.plan.state.paused).toMatchObject({ reason: "Lunch." });
    expect(plan.refuse("pause", { mode: "interrupt" }).legal).toEqual(["resume", "cancel"]);
    plan.stopped("a");
    expect(plan.refuse("pause", { mode: "interrupt" }).legal).toEqual(["resume", "cancel"]);
    plan.accept("resume");
    expect(plan.running).toEqual(["a"]);
  });
});

test("a pause becomes an edit by the word of who edits, and stays the same pause", () => {
  const plan = drive(planOf(["a"]));
  plan.accept("pause", { reason: "Lunch." });
  for (const reason of ["Mine.", "Theirs."]) {
    plan.accept("pause", { purpose: "edit", reason });
    expect(modeOf(plan.plan)).toBe("plan_edit");
    expect(plan.plan.state.paused).toMatchObject({ reason: "Lunch." });
  }
  plan.refuse("pause");
  plan.accept("resume");
  expect(modeOf(plan.plan)).toBe("running");
  plan.accept("cancel");
  plan.refuse("pause", { purpose: "edit" });
});

describe("whoever ends the editing", () => {
  const edit = { purpose: "edit" } as const;
  const modeAfter = (...commands: (["pause" | "resume"] | ["pause" | "resume", object])[]) => {
    const plan = drive(planOf(["a"]));
    for (const [command, body] of commands) plan.accept(command, body);
    return modeOf(plan.plan);
  };

  test("lets a plan go on that only the editing had paused", () => {
    expect(modeAfter(["pause", edit], ["resume", edit])).toBe("running");
    expect(modeAfter(["pause", edit], ["pause", edit], ["resume", edit])).toBe("running");
  });

  test("leaves it paused that somebody had paused before, or meanwhile", () => {
    expect(modeAfter(["pause"], ["pause", edit], ["resume", edit])).toBe("paused");
    expect(modeAfter(["pause", edit], ["pause"], ["resume", edit])).toBe("paused");
    expect(modeAfter(["pause"], ["pause", edit], ["resume", edit], ["resume"])).toBe("running");
    expect(modeAfter(["pause"], ["pause", edit], ["resume"])).toBe("running");
    // The pause that stayed is no part of the next editing.
    expect(modeAfter(["pause"], ["pause", edit], ["resume", edit], ["pause", edit])).toBe(
      "plan_edit",
    );
  });

  test("ends nothing else", () => {
    const plan = drive(planOf(["a"]));
    const { detail, legal } = plan.refuse("resume", edit);
    expect(inEnglish(detail)).toBe("Nobody is editing the plan.");
    expect(legal).toEqual(["pause", "cancel"]);
    plan.accept("pause");
    plan.refuse("resume", edit);
    expect(modeOf(plan.plan)).toBe("paused");
  });
});

describe("a refused command", () => {
  test("names what the plan is and what it accepts", () => {
    expect(drive(planOf(["a"])).refuse("resume")).toEqual({
      code: "illegal_transition",
      detail: "The plan is running and cannot resume.",
      hint: "It accepts: pause, cancel.",
      legal: ["pause", "cancel"],
    });
    expect(after("cancel").refuse("cancel")).toMatchObject({
      detail: "The plan is ending and cannot cancel.",
      hint: "Wait until it has ended.",
    });
  });

  test("to a plan that has ended says how it ended", () => {
    expect(after("cancel", (plan) => plan.stopped("a")).refuse("pause")).toMatchObject({
      code: "plan_finished",
      detail: 'The plan is cancelled and no longer takes "pause".',
    });
  });
});

describe("pause", () => {
  test("lets running todos finish and starts no other until the resume", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("pause", { by: "bo", reason: "Lunch." });
    expect(plan.plan.state.paused).toEqual({ by: "bo", at: plan.now, reason: "Lunch." });
    expect(modeOf(plan.plan)).toBe("paused");
    expect(plan.running).toEqual(["a"]);
    plan.complete("a", { n: 1 });
    expect(plan.status("a")).toBe("completed");
    expect(plan.running).toEqual([]);
    plan.accept("resume");
    expect(plan.plan.state.paused).toBe(null);
    expect(plan.running).toEqual(["b"]);
  });

  test("opens no approval, either", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"], requires_approval: true }]));
    plan.accept("pause");
    plan.complete("a");
    expect(plan.status("b")).toBe("pending");
    plan.accept("resume");
    expect(plan.status("b")).toBe("needs_approval");
  });

  test("keeps a plan whose todos are done open until the resume", () => {
    const plan = drive(planOf(["a"]));
    plan.accept("pause");
    plan.complete("a");
    expect(plan.finished).toBe(false);
    plan.accept("resume");
    expect(plan.plan.state.status).toBe("completed");
  });

  test("does not stand in the way of a cancel", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }]));
    plan.accept("pause");
    plan.accept("cancel");
    expect(inEnglish(plan.plan.state)).toMatchObject({ status: "cancelled", paused: null });
  });

  test("that interrupts stops what runs, and after the resume its run goes on", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("pause", { mode: "interrupt" });
    expect(plan.running).toEqual([]);
    expect([...plan.stopping]).toEqual(["a"]);
    plan.stopped("a");
    expect(plan.statuses()).toEqual({ a: "pending", b: "pending" });
    plan.accept("resume");
    expect(plan.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: 2 }]);
  });

  test("that drains stops nothing: who stops then stops by itself", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.accept("pause", { mode: "drain" });
    expect(plan.running).toEqual(["a", "b"]);
    plan.complete("a");
    plan.stopped("b");
    expect(plan.statuses()).toEqual({ a: "completed", b: "cancelled" });
  });
});

describe("cancel", () => {
  test("ends what waits at once, withdraws holds, and tells running todos to stop", () => {
    const todos = [
      "runs",
      { id: "asks", requires_approval: true },
      { id: "waits", depends_on: ["runs"] },
    ];
    const plan = drive(planOf(todos));
    plan.accept("cancel", { by: "bo", reason: "Wrong data." });
    expect(plan.statuses()).toEqual({ runs: "in_progress", asks: "cancelled", waits: "cancelled" });
    expect(plan.hold("asks")).toMatchObject({ status: "withdrawn", closed_reason: "Wrong data." });
    expect(plan.todo("waits").error_message).toBe("Wrong data.");
    expect([...plan.stopping]).toEqual(["runs"]);
    expect(plan.finished).toBe(false);
    plan.stopped("runs");
    expect(plan.status("runs")).toBe("cancelled");
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "cancelled",
      ended_because: "Wrong data.",
      completed_at: plan.now,
    });
  });

  test("gives running todos 30 seconds, and ends without those that do not stop", () => {
    const plan = drive(planOf(["slow", "quick"]));
    plan.accept("cancel", { by: "bo" });
    expect(plan.wakeAt).toBe("2026-02-05T10:00:30.000Z");
    plan.stopped("quick");
    plan.pass(29.999);
    expect(plan.finished).toBe(false);
    plan.pass(0.001);
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "cancelled",
      ended_because: "Cancelled by bo.",
    });
    expect(plan.todo("slow")).toMatchObject({
      status: "cancelled",
      error_message: "Cancelled by bo. It did not stop in time.",
    });
    expect(plan.complete("slow", "late")).toEqual([]);
  });

  test("keeps the result of a todo that was done before it could be stopped", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
    plan.accept("cancel");
    plan.complete("a", "done");
    expect(plan.todo("a")).toMatchObject({ status: "completed", result_data: "done" });
    expect(plan.status("b")).toBe("cancelled");
    expect(plan.plan.state.status).toBe("cancelled");
  });

  test("waits for a todo that fails while it stops, and is still a cancel", () => {
    const plan = drive(planOf(["a"]));
    plan.accept("cancel");
    plan.fail("a", "critical_error");
    expect(plan.status("a")).toBe("failed");
    expect(plan.plan.state.status).toBe("cancelled");
  });

  test("takes effect before the review and before anything started", () => {
    const plan = drive(planOf(["a"], { plan_review: true }));
    plan.accept("cancel");
    expect(inEnglish(plan.plan.state)).toMatchObject({ status: "cancelled", started_at: null });
    expect(plan.hold().status).toBe("withdrawn");
  });
});
