import { describe, expect, test } from "vitest";
import { WRITE_OUTPUT } from "../../src/contract/tables/temporal-names.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { newestHoldOf } from "../../src/plan/holds/holds.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const work = { id: "a", output_path: "a.json" };
const after = { id: "b", depends_on: ["a"] };
const ask = { id: "a", tool_name: null, input_request: { question: "?" }, output_path: "a.txt" };
const toolsOf = ({ runs }: Drive) => runs.map(({ todo_id, tool_name }) => [todo_id, tool_name]);

/** A plan whose first todo has given its result, which is being written. */
function delivered(failure = {}): Drive {
  const plan = drive(planOf([{ ...work, failure }, after]));
  plan.complete("a", { n: 1 });
  return plan;
}

describe("a result that is being written", () => {
  test("is complete, and used, once it is written", () => {
    const plan = delivered();
    expect(plan.runs).toMatchObject([
      { tool_name: WRITE_OUTPUT, args: { path: "a.json", value: { n: 1 } }, task_queue: null },
    ]);
    expect(plan.todo("a")).toMatchObject({ status: "in_progress", result_data: null });
    plan.complete("a");
    expect(plan.todo("a")).toMatchObject({ status: "completed", result_data: { n: 1 }, run: 1 });
    expect(toolsOf(plan)).toEqual([["b", "work"]]);
  });

  test("is written again after a crash or at another worker, and its tool does not run again", () => {
    const plan = delivered();
    plan.reload();
    expect(toolsOf(plan)).toEqual([["a", WRITE_OUTPUT]]);
    plan.requeue("a");
    plan.pass(1);
    expect(toolsOf(plan)).toEqual([["a", WRITE_OUTPUT]]);
    plan.complete("a");
    expect(plan.todo("a")).toMatchObject({ result_data: { n: 1 }, run: 1 });
  });

  test("is tried again as the strategy says, and then fails the todo and says why", () => {
    const plan = delivered({ api_error: { action: "RETRY", max_retries: 1, fallback: "FAIL" } });
    plan.failAttempt("a");
    plan.pass(60);
    expect(toolsOf(plan)).toEqual([["a", WRITE_OUTPUT]]);
    plan.failAttempt("a");
    expect(plan.todo("a")).toMatchObject({
      status: "failed",
      error_message: 'Its result could not be written to "a.json": no answer',
    });
  });

  test("is not lost with the workflow of its long todo, which has ended", () => {
    const plan = delivered();
    const lost = { todo_id: "a", run: 1, attempt: 1, message: "It ended." };
    expect(plan.report({ type: "todo_lost", ...lost })).toEqual([]);
  });

  test("is kept by a pause that interrupts", () => {
    const plan = delivered();
    plan.accept("pause", { mode: "interrupt" });
    expect(toolsOf(plan)).toEqual([["a", WRITE_OUTPUT]]);
    plan.complete("a");
    expect(plan.status("a")).toBe("completed");
  });

  test("is written although a pause had told its tool to stop", () => {
    const plan = drive(planOf([work, after]));
    plan.accept("pause", { mode: "interrupt" });
    expect(plan.runs).toEqual([]);
    plan.complete("a", { n: 1 });
    expect(toolsOf(plan)).toEqual([["a", WRITE_OUTPUT]]);
    plan.complete("a");
    plan.accept("resume");
    expect(plan.statuses()).toEqual({ a: "completed", b: "in_progress" });
  });

  test("of a person's answer is theirs, and what an answer starts is told before", () => {
    const plan = drive(planOf([ask, after]));
    const hold = newestHoldOf(plan.plan, "a")!;
    const found = holdChoices(plan.plan, hold, plan.now);
    expect(found).toMatchObject({
      choices: expect.arrayContaining([
        expect.objectContaining({ choice: "answer", starts: [{ id: "b", title: "b" }] }),
      ]) as unknown,
    });
    plan.accept("input", { value: "yes", by: "bo" });
    plan.complete("a");
    expect(plan.todo("a")).toMatchObject({ result_data: "yes", completed_by: "bo", run: 1 });
  });
});
