import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MESSAGE_NAMES } from "../../src/contract/plan/commands.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { decide, nextDeadline, decideReport } from "../../src/plan/decide.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { toCommand, type Report } from "../../src/plan/model/commands.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import { progressOf } from "../../src/plan/model/progress.ts";
import { viewPlan } from "../../src/plan/views/view.ts";
import { scheduleOf } from "../../src/plan/views/why.ts";
import { deepFreeze } from "./support/deep-freeze.ts";
import { copyOf, drive, planOf, START } from "./support/drive.ts";
import { always } from "./support/properties.ts";
import { randomPlan } from "./support/random-plan.ts";
import { live, randomStory } from "./support/random-story.ts";

const cases = fc.record({
  input: randomPlan(),
  story: randomStory(30),
  later: fc.nat(100_000),
  place: fc.nat(39),
});

/** The plan's state in a form that throws at any change, with its indexes as a text. */
function frozen(plan: Plan): { plan: Plan; indexes: () => string } {
  const kept = loadPlan(deepFreeze(copyOf(plan.state)));
  const indexes = (): string =>
    JSON.stringify([
      kept.counts,
      [...kept.openDependencies],
      [...kept.running],
      [...kept.fresh],
      [...kept.work],
      [...kept.due],
      kept.queue.inOrder(),
      [...kept.openHolds.keys()],
      [...kept.seen.keys()],
      [...kept.runInputs],
    ]);
  return { plan: kept, indexes };
}

describe("asking a plan", () => {
  always("what a message would do changes nothing", cases, ({ input, story, later, place }) => {
    const { plan, indexes } = frozen(live(input, story).plan);
    const before = indexes();
    const at = new Date(Date.parse(START) + later).toISOString();
    const holds = plan.state.holds;
    const hold_id = holds.length === 0 ? "h1" : holds[place % holds.length]!.id;
    for (const name of MESSAGE_NAMES) {
      for (const decision of ["approve", "reject", "edit"]) {
        const body = {
          approval: { hold_id, decision, ...(decision === "edit" && { args: { a: 1 } }) },
          input: { hold_id, value: 1 },
          pause: {},
          resume: {},
          cancel: { reason: "r" },
          archive: {},
          unarchive: {},
          acknowledge: {},
          edit: { ops: [{ edit_type: "remove_todo", target_id: "t1" }] },
          replan: { feedback: "more" },
          undo: {},
          rollback: { version: 1 },
          claim: { todo_id: "t1" },
          release: { todo_id: "t1" },
          done: { todo_id: "t1", note: "n" },
          cannot: { todo_id: "t1", reason: "r" },
          control_todo: { todo_id: "t1", action: "skip" },
          control_hold: { hold_id, action: "extend", seconds: 60 },
          register_session: { session_id: "s1", assignee: "coder" },
          claim_next: { session_id: "s1" },
          heartbeat: { session_id: "s1" },
          session_event: { session_id: "s1", event: { type: "session.idle" } },
          ack_prompt: { session_id: "s1", prompt_id: "s1.p1" },
        }[name];
        const parsed = toCommand(name, body, { by: "kim", command_id: "new" });
        if ("command" in parsed) decide(plan, parsed.command, at);
      }
    }
    expect(indexes()).toBe(before);
  });

  always("what a report would do changes nothing", cases, ({ input, story, later }) => {
    const { plan, indexes } = frozen(live(input, story).plan);
    const before = indexes();
    const at = new Date(Date.parse(START) + later).toISOString();
    const reports: Report[] = plan.state.todos.flatMap(
      ({ id: todo_id, run, attempt = 1 }): Report[] => [
        { type: "todo_completed", todo_id, run, attempt, result: 1 },
        { type: "todo_cancelled", todo_id, run, attempt },
        { type: "todo_failed", todo_id, run, attempt, error_type: "critical_error", message: "m" },
      ],
    );
    for (const report of [...reports, { type: "time_passed" } as const])
      decideReport(plan, report, at);
    expect(indexes()).toBe(before);
  });

  always("what it looks like changes nothing", cases, ({ input, story }) => {
    const { plan, indexes } = frozen(live(input, story).plan);
    const before = indexes();
    viewPlan(plan, { offset: 0, limit: 100 });
    scheduleOf(plan);
    progressOf(plan);
    legalCommands(plan, START);
    for (const { id } of plan.state.todos) legalCommands(plan, START, id);
    nextDeadline(plan);
    expect(indexes()).toBe(before);
  });

  always("the same thing twice gets the same answer", cases, ({ input, story }) => {
    const one = live(input, story);
    const other = live(input, story);
    expect(other.plan.state).toEqual(one.plan.state);
    expect(other.runs).toEqual(one.runs);
    expect(scheduleOf(other.plan)).toEqual(scheduleOf(one.plan));
  });
});

describe("what goes into a plan", () => {
  always("is not changed by making one of it", randomPlan(), (input) => {
    const parsed = deepFreeze(NewPlanSchema.parse(input));
    expect(createPlan(parsed, { id: "p", owner: "ana", at: START })).toHaveProperty("state");
  });

  test("a fact stays as it was when the plan moves on", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }]));
    const asked = plan.events.find((event) => event.type === "hold.requested")!;
    const before = copyOf(asked);
    plan.accept("pause");
    plan.approve("a");
    expect(asked).toEqual(before);
  });
});
