import fc from "fast-check";
import { expect, test } from "vitest";
import { NewGoalSchema } from "../../src/contract/plan/plan.ts";
import type { Json } from "../../src/contract/text.ts";
import { effects } from "../../src/plan/effects.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import type { GoalNews, ThoughtAnswer } from "../../src/plan/model/state/thought.ts";
import { createGoal } from "../../src/plan/thinking/decide-goal.ts";
import { Drive, START } from "./support/drive.ts";
import { GOAL_EVENTS } from "./support/goal-events.ts";

const intent = { type: "work", confidence: 0.9 };
const todos: Json = [
  { id: "a", title: "A", tool_name: "fetch" },
  { id: "b", title: "B", tool_name: "fetch", depends_on: ["a"] },
];
const call: ThoughtAnswer["call"] = {
  role: "planner",
  prompt: { name: "p", version: "1" },
  model: "m",
  usage: { input_tokens: 1, output_tokens: 1, cost_usd: null },
};
const data = (value: Json): ThoughtAnswer => ({ call, text: "…", read: { data: value } });
const problem = (word: "refused" | "empty" | "cut" | "no_json"): ThoughtAnswer => ({
  call,
  text: "",
  read: { problem: word },
});

/** What a planner may say, and a reporter: right, wrong, and anything at all. */
const answers = fc.oneof(
  fc.constantFrom(
    data({ intent, question: null, todos }),
    data({ intent, question: null, todos: [{ id: "a", title: "A", tool_name: "nope" }] }),
    data({ intent: { ...intent, confidence: 0.1 }, todos }),
    data({ intent, question: "Which?", todos: [] }),
    data({ answer: "Done [a].", cites: ["a"] }),
    data({ answer: "Done.", cites: ["z"] }),
    problem("refused"),
    problem("empty"),
    problem("cut"),
    problem("no_json"),
  ),
  fc.jsonValue().map((value) => data(value as Json)),
);

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: answers.map((answer) => ({ word: "thought", answer }) as const) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom("decide", "reject", "complete", "fail", "silent", "pause", "resume", "edit")
        .map((word) => ({ word }) as const),
    },
    { weight: 1, arbitrary: fc.constant({ word: "cancel" } as const) },
  ),
  { maxLength: 25 },
);
type Step = (
  typeof steps extends fc.Arbitrary<infer All> ? All : never
) extends readonly (infer One)[]
  ? One
  : never;

function take(drive: Drive, step: Step): void {
  const { thinking } = effects(drive.plan);
  const [hold] = [...drive.plan.openHolds.values()];
  const [running] = [...drive.plan.running];
  switch (step.word) {
    case "thought":
      if (thinking !== null && thinking.about !== "replan")
        drive.report(newsOf(thinking.about, thinking.turn, step.answer));
      return;
    case "silent":
      if (thinking !== null) {
        drive.report({ type: "goal_failed", turn: thinking.turn, message: "no answer" });
      }
      return;
    case "decide":
      if (hold?.kind === "goal") drive.send("input", { hold_id: hold.id, value: "so" });
      else if (hold) drive.send("approval", { hold_id: hold.id, decision: "approve" });
      return;
    case "reject":
      if (hold) drive.send("approval", { hold_id: hold.id, decision: "reject" });
      return;
    case "complete":
      if (running !== undefined) drive.complete(running, "done");
      return;
    case "fail":
      if (running !== undefined) drive.fail(running, "validation_error");
      return;
    case "edit": {
      const todo = { title: "More", tool_name: "fetch" };
      drive.send("edit", { ops: [{ edit_type: "add_todo", params: { todo } }] });
      return;
    }
    default:
      drive.send(step.word, {});
  }
}

function newsOf(about: "plan" | "report", turn: number, answer: ThoughtAnswer): GoalNews {
  const offer = { tools: ["fetch"], agents: [], teams: [] };
  return about === "report"
    ? { type: "goal_reported", turn, answer }
    : { type: "goal_planned", turn, answer, offer, mistakes: [], min_confidence: 0.7 };
}

/** Whether somebody or something can move the plan. */
function canMove(plan: Plan): boolean {
  const { thinking, runs, wake } = effects(plan);
  if (plan.state.completed_at !== null || plan.state.paused !== null) return true;
  return thinking !== null || runs.length > 0 || wake !== null || plan.openHolds.size > 0;
}

const good = data({ intent, question: null, todos });
/** How far a story is before anything happens by chance. */
const BEFORE: readonly (readonly Step[])[] = [
  [],
  [{ word: "thought", answer: good }],
  [{ word: "thought", answer: good }, { word: "complete" }, { word: "complete" }],
];
const stories = fc.record({ review: fc.boolean(), before: fc.constantFrom(...BEFORE), steps });

type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never;

function live({ review, before, steps: taken }: Story): Drive {
  const input = NewGoalSchema.parse({ goal: "Do it", plan_review: review });
  const drive = new Drive(createGoal(input, { id: "p1", owner: "ana", at: START }));
  for (const step of [...before, ...taken]) {
    take(drive, step);
    expect(canMove(drive.plan), `after ${step.word}`).toBe(true);
  }
  return drive;
}

test("whatever models and people say, a goal's plan never gets stuck, and is the same when it is loaded again", () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { plan } = live(story);
      const again = loadPlan(JSON.parse(JSON.stringify(plan.state)) as Plan["state"]);
      expect(effects(again).thinking).toEqual(effects(plan).thinking);
      const { goal, completed_at, todos: planned } = plan.state;
      // Who has todos ends in an answer; who has none was never planned.
      const isRight = completed_at === null || (goal?.report === null) === (planned.length === 0);
      expect(isRight).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("such stories reach every event that a goal has", () => {
  const missing = new Set<string>(GOAL_EVENTS);
  for (const story of fc.sample(stories, { numRuns: 2_000, seed: 7 })) {
    if (missing.size === 0) break;
    for (const { type } of live(story).plan.state.events) missing.delete(type);
  }
  expect([...missing]).toEqual([]);
});
