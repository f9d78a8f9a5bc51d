import { expect, test } from "vitest";
import type { AgentReport } from "../../src/contract/plan/agents/agent.ts";
import { effects } from "../../src/plan/effects.ts";
import { factsOf } from "../../src/plan/views/board/summary.ts";
import { drive, planOf } from "./support/drive.ts";

const about = { todo_id: "a", run: 1, attempt: 1 };
const steps = [
  { id: "look", content: "Look", status: "in_progress" as const },
  { id: "write", content: "Write", status: "pending" as const },
];
const turn = (number: number): Extract<AgentReport, { type: "agent_turn" }> => ({
  type: "agent_turn",
  ...about,
  turn: number,
  model: "m",
  usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 },
  goes_on: true,
  steps,
  calls: [],
  questions: [],
  cost_limit_usd: null,
});
const second = (seconds: number): Extract<AgentReport, { type: "agent_countdown" }> => ({
  type: "agent_countdown",
  ...about,
  seconds,
  left: 2,
});

/** An agent that has stopped with two steps left, and counts down. */
function counting() {
  const it = drive(planOf([{ id: "a", tool_name: null, agent_name: "ann" }, "b"]));
  it.report(turn(1));
  it.report(second(2));
  return it;
}
type It = ReturnType<typeof counting>;
const heard = (it: It) => it.runs.find(({ todo_id }) => todo_id === "a")?.agent;
const halt = { todo_id: "a", action: "halt" };

test("everybody sees an agent count down, and that it goes on when nobody cancels it", () => {
  const it = counting();
  expect(it.todo("a").agent?.countdown).toEqual({
    ends_at: "2026-02-05T10:00:02.000Z",
    seconds: 2,
    left: 2,
  });
  expect(heard(it)).toMatchObject({ continued_turn: 0 });
  it.report(second(1));
  it.report(second(0));
  expect(it.todo("a").agent?.countdown).toBeNull();
  expect(heard(it)).toMatchObject({ continued_turn: 1 });
  expect(it.refuse("control_todo", halt)).toMatchObject({
    code: "illegal_transition",
    detail: expect.stringContaining("No countdown runs"),
  });
});

test("who cancels the countdown is asked what the agent is to do, and it does not go on", () => {
  const it = counting();
  it.accept("control_todo", { ...halt, by: "kim" });
  expect(it.todo("a")).toMatchObject({
    status: "blocked",
    agent: { countdown: null },
    blocker: { kind: "input", hold_id: it.hold("a").id },
  });
  expect(it.hold("a")).toMatchObject({
    kind: "input",
    status: "open",
    deadline_at: null,
    message_said: { id: "agent_halted", values: { by: "kim", agent: "ann", left: 2 } },
    asked_by: { agent_name: "ann", call_id: "t1go" },
  });
  // What its workflow still tells is of a countdown that is over.
  expect(it.report(second(1))).toEqual([]);
  expect(it.report(second(0))).toEqual([]);
  expect(heard(it)).toMatchObject({ continued_turn: 0, replies: [] });
  it.pass(1_000_000);
  expect(it.status("a")).toBe("blocked");
});

test("who waits for a person's answer does not count down, whatever is told of another turn", () => {
  const it = drive(planOf([{ id: "a", tool_name: null, agent_name: "ann" }]));
  const question = { question: "Which?", context: null, suggested_answers: [] };
  it.report({ ...turn(1), questions: [{ call_id: "t1c1", ...question }] });
  const { request: _, ...key } = effects(it.plan).ask!;
  it.report({ type: "orchestrator_said", ...key, answer: null });
  it.report(turn(2));
  expect(it.report(second(2))).toEqual([]);
  expect(it.todo("a")).toMatchObject({ status: "blocked", agent: { countdown: null } });
});

test("lists say what a cancelled countdown asks as a sentence, so that everybody reads it in their language", () => {
  const it = counting();
  it.accept("control_todo", { ...halt, by: "kim" });
  const [hold] = factsOf(it.plan).holds;
  expect(hold).toMatchObject({
    message: expect.stringContaining("ann"),
    message_said: { id: "agent_halted", values: { by: "kim", agent: "ann", left: 2 } },
  });
});

test.each([
  ["words", "Write first.", "Write first."],
  ["nothing", null, ""],
])("the agent goes on with %s that a person says", (_what, value, text) => {
  const it = counting();
  it.accept("control_todo", halt);
  it.accept("input", { todo_id: "a", value, by: "ana" });
  expect(it.todo("a")).toMatchObject({ status: "in_progress", blocker: null });
  expect(heard(it)?.replies).toEqual([{ call_id: "t1go", kind: "answer", by: "ana", text }]);
  // A second that was on its way takes nothing back.
  expect(it.report(second(0))).toEqual([]);
  it.report(turn(2));
  expect(heard(it)).toMatchObject({ replies: [] });
  it.report(second(2));
  expect(it.todo("a").agent?.countdown).not.toBeNull();
});

test("what a person said instead of the countdown is said to the agent's next attempt, too", () => {
  const it = counting();
  it.accept("control_todo", halt);
  it.accept("input", { todo_id: "a", value: "Write first.", by: "ana" });
  it.failAttempt("a");
  it.pass(60);
  const again = { attempt: 2 };
  it.reload();
  it.report({ ...turn(1), ...again });
  const told = { call_id: "t1go", kind: "answer", by: "ana", text: "Write first." };
  expect(heard(it)?.replies).toEqual([told]);
  // It has its answer: there is nothing to count down.
  expect(it.report({ ...second(2), ...again })).toEqual([]);
  it.report({ ...turn(2), ...again });
  expect(heard(it)?.replies).toEqual([]);
});

test("an attempt that stops with other steps left is not told what was said about the one before", () => {
  const it = counting();
  it.accept("control_todo", halt);
  it.accept("input", { todo_id: "a", value: "Write first.", by: "ana" });
  it.failAttempt("a");
  it.pass(60);
  it.report({ ...turn(1), attempt: 2, steps: steps.slice(0, 1) });
  expect(heard(it)?.replies).toEqual([]);
  it.report({ ...second(2), attempt: 2 });
  expect(it.todo("a").agent?.countdown).not.toBeNull();
});

test("the question how it goes on cannot be rejected, and its todo can be skipped", () => {
  const it = counting();
  it.accept("control_todo", halt);
  expect(it.refuse("approval", { hold_id: it.hold("a").id, decision: "reject" })).toMatchObject({
    code: "illegal_transition",
    legal: ["answer"],
  });
  it.accept("control_todo", { todo_id: "a", action: "skip" });
  expect(it.hold("a").status).toBe("withdrawn");
  it.stopped("a");
  expect(it.status("a")).toBe("skipped");
});

test("a pause ends a countdown, and the agent counts anew once the plan goes on", () => {
  const it = counting();
  expect(heard(it)).not.toHaveProperty("pauses");
  it.accept("pause");
  expect(it.todo("a").agent?.countdown).toBeNull();
  expect(heard(it)).toMatchObject({ may_go_on: false, pauses: 1 });
  // What its workflow still tells is of a countdown that is over.
  expect(it.report(second(1))).toEqual([]);
  expect(it.report(second(0))).toEqual([]);
  expect(heard(it)).toMatchObject({ continued_turn: 0 });
  expect(it.refuse("control_todo", halt).code).toBe("illegal_transition");
  it.accept("resume");
  expect(heard(it)).toMatchObject({ may_go_on: true, pauses: 1, continued_turn: 0 });
  for (const seconds of [2, 1, 0]) it.report(second(seconds));
  expect(heard(it)).toMatchObject({ continued_turn: 1 });
  const told: unknown[] = it.events.map((event) =>
    event.type === "agent.countdown" ? event.data.seconds : event.type,
  );
  expect(told.slice(told.indexOf(2))).toEqual([2, "plan.paused", "plan.resumed", 2, 1, 0]);
});

test.each<[string, (it: It) => unknown]>([
  ["that is skipped", (it) => it.accept("control_todo", { todo_id: "a", action: "skip" })],
  ["whose plan is cancelled", (it) => it.accept("cancel")],
  ["whose attempt is over", (it) => it.failAttempt("a")],
])("an agent %s counts nothing down, and cannot be halted", (_what, stop) => {
  const it = counting();
  stop(it);
  expect(it.status("a")).toBe("in_progress");
  expect(it.todo("a").agent?.countdown).toBeNull();
  expect(["illegal_transition", "plan_finished"]).toContain(it.refuse("control_todo", halt).code);
  // What its workflow still tells is of a countdown that is over.
  expect(it.report(second(1))).toEqual([]);
  expect(it.todo("a").agent?.countdown).toBeNull();
});
