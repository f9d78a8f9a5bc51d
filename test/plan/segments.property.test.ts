import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import type { RunTodo } from "../../src/plan/effects.ts";
import type { EndReport } from "../../src/plan/model/commands.ts";
import { isAskedFirst, todoOf } from "../../src/plan/model/plan.ts";
import { cutSegments, isQuick, SEGMENT_TODOS } from "../../src/plan/segments/cut-segments.ts";
import { runSegment, type SegmentAnswer } from "../../src/plan/segments/run-segment.ts";
import { takeSegment } from "../../src/plan/segments/take-segment.ts";
import { resolveInput } from "../../src/plan/todos/arguments.ts";
import { copyOf, Drive, newState } from "./support/drive.ts";
import { randomPlan } from "./support/random-plan.ts";
import { finish, happen, randomStory } from "./support/random-story.ts";

const CASES = Number(process.env["CASES"] ?? 300);

/** What becomes of the calls of a segment, one after another, and after how many it has to stop. */
const fate = fc.record({
  ends: fc.array(fc.constantFrom("good", "good", "good", "bad", "critical", "slow"), {
    minLength: 1,
    maxLength: 12,
  }),
  most: fc.integer({ min: 1, max: 30 }),
});
const cases = fc.record({
  input: randomPlan({ maxTodos: 25, references: true }),
  story: randomStory(15),
  fates: fc.array(fate, { minLength: 1, maxLength: 10 }),
});

/** Runs what is quick in segments, as the workflow does, and checks what they did against the plan. */
async function runQuick(
  drive: Drive,
  { ends, most }: typeof fate extends fc.Arbitrary<infer F> ? F : never,
) {
  const { plan } = drive;
  const quick = drive.runs.filter(({ todo_id }) => isQuick(plan, todoOf(plan, todo_id)));
  const answers: SegmentAnswer[] = [];
  const runs: RunTodo[] = [];
  for (const segment of cutSegments(plan, quick)) {
    expect(segment.members.length).toBeLessThanOrEqual(SEGMENT_TODOS);
    let calls = 0;
    const call = (run: RunTodo): Promise<EndReport | null> => {
      const about = { todo_id: run.todo_id, run: run.run, attempt: run.attempt };
      const end = ends[calls % ends.length];
      calls += 1;
      if (end === "slow") return Promise.resolve(null);
      runs.push(run);
      const result: Json = { n: calls, of: run.todo_id };
      if (end === "good") return Promise.resolve({ type: "todo_completed", ...about, result });
      const error_type = end === "critical" ? "critical_error" : "api_error";
      return Promise.resolve({ type: "todo_failed", ...about, error_type, message: "no" });
    };
    const deps = { call, now: () => drive.now, mayGoOn: () => calls < most };
    answers.push(copyOf(await runSegment(copyOf(segment), deps)));
  }
  const roots = new Set(quick.map(({ todo_id }) => todo_id));
  const followers = runs.filter(({ todo_id }) => !roots.has(todo_id));
  // Nobody was asked meanwhile, and in a pause nothing begins.
  expect(followers.filter(({ todo_id }) => isAskedFirst(plan, todoOf(plan, todo_id)))).toEqual([]);
  expect(plan.state.paused === null ? [] : followers).toEqual([]);
  for (const { reports } of answers) {
    takeSegment(plan, reports, drive.now);
    for (const { report } of reports) {
      const todo = todoOf(plan, report.todo_id);
      const isGood = report.type === "todo_completed";
      expect([todo.run, todo.status === "completed"]).toEqual([report.run, isGood]);
      expect(isGood ? todo.result_data : null).toEqual(isGood ? report.result : null);
      // Failed for good, or between two attempts.
      expect(plan.running.has(todo.id)).toBe(todo.next_attempt !== undefined);
      const run = runs.find(({ todo_id }) => todo_id === todo.id)!;
      expect(resolveInput(plan, todo)).toMatchObject({ input: { args: run.args } });
    }
  }
  drive.settle();
  return runs.length;
}

test(
  "what a segment did is what the plan has, whatever happened before and after it",
  { timeout: 120_000 * Math.max(1, CASES / 1_000) },
  async () => {
    let ran = 0;
    const property = fc.asyncProperty(cases, async ({ input, story, fates }) => {
      const drive = new Drive({ ...newState(input), quick_tools: ["work"] });
      let turn = 0;
      const next = () => fates[(turn += 1) % fates.length]!;
      for (const one of story) {
        ran += await runQuick(drive, next());
        happen(drive, one);
      }
      ran += await runQuick(drive, next());
      finish(drive);
      expect(drive.finished).toBe(true);
    });
    await fc.assert(property, { seed: 20_260_205, numRuns: CASES });
    expect(ran).toBeGreaterThan(CASES);
  },
);
