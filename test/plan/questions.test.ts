import { describe, expect, test } from "vitest";
import type { InputRequest } from "../../src/contract/plan/todo.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const asking = (
  input_request: Partial<InputRequest> = {},
  approval: object = {},
  more: object = {},
): Drive =>
  drive(
    planOf([
      {
        id: "ask",
        tool_name: null,
        approval,
        ...more,
        input_request: { question: "Which colour?", ...input_request },
      },
      { id: "use", depends_on: ["ask"], tool_params: { colour: { $from: "ask" } } },
    ]),
  );
const answer = (value: unknown) => ({ hold_id: "h1", value });

describe("a todo that a person does", () => {
  test("asks its question, and the answer is its result", () => {
    const plan = asking();
    expect(plan.hold("ask")).toMatchObject({ kind: "input", message: "Which colour?", args: null });
    plan.accept("input", { ...answer("red"), by: "bo" });
    expect(plan.todo("ask")).toMatchObject({
      result_data: "red",
      completed_by: "bo",
      completed_at: plan.now,
      run: 1,
    });
    expect(plan.argsOf("use")).toEqual({ colour: "red" });
  });

  test.each<[string, Partial<InputRequest>, unknown, unknown]>([
    ["text", {}, "red", 7],
    ["number", { input_type: "number" }, 7, "7"],
    ["choice", { input_type: "choice", options: ["red", "blue"] }, "blue", "green"],
    [
      "form",
      {
        input_type: "form",
        schema: { type: "object", required: ["n"], properties: { n: { type: "integer" } } },
      },
      { n: 1 },
      { n: "1" },
    ],
  ])("takes a %s, and asks on after an answer that is none", (_, request, good, bad) => {
    const plan = asking(request);
    expect(plan.refuse("input", answer(bad)).code).toBe("invalid_answer");
    expect(plan.hold("ask").status).toBe("open");
    plan.accept("input", answer(good));
    expect(plan.status("ask")).toBe("completed");
  });

  test("names the field of a form that is wrong", () => {
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    const problem = asking({ input_type: "form", schema }).refuse("input", answer({ n: "x" }));
    expect(problem.errors?.map(({ pointer }) => pointer)).toContain("/value/n");
  });

  test("takes no answer only when none is required", () => {
    expect(asking().refuse("input", answer("")).code).toBe("invalid_answer");
    const plan = asking({ required: false });
    plan.accept("input", answer(null));
    expect(plan.status("ask")).toBe("completed");
  });

  test.each(["   ", "  \n ", "\u3000"])("is not answered by spaces alone: %j", (blank) => {
    const plan = asking();
    expect(plan.refuse("input", answer(blank))).toMatchObject({
      code: "invalid_answer",
      detail: "The question needs an answer.",
    });
    plan.accept("input", answer(" red "));
    expect(plan.todo("ask").result_data).toBe(" red ");
  });

  test("takes one answer; the second is told of the first", () => {
    const plan = asking();
    plan.accept("input", { ...answer("red"), by: "bo" });
    expect(plan.refuse("input", answer("blue"))).toMatchObject({
      code: "hold_already_decided",
      decided: { decision: "answer", by: "bo" },
    });
  });

  test("waits for its person as long as it takes, where nobody wrote what time does", () => {
    for (const optional of [false, true]) {
      const plan = asking({}, {}, { optional });
      expect(plan.hold("ask")).toMatchObject({ deadline_at: null, on_timeout: "wait" });
      plan.pass(40 * 24 * 3_600);
      expect(plan.status("ask")).toBe("needs_approval");
      plan.accept("input", answer("red"));
      expect(plan.status("use")).toBe("in_progress");
    }
  });

  test.each<[string, object, string]>([
    ["a time limit of its own", { timeout_seconds: 60 }, "failed"],
    ["what follows", { on_timeout: "skip" }, "skipped"],
    ["that it fails", { on_timeout: "fail" }, "failed"],
  ])("does what was written for it: %s", (_, approval, status) => {
    const plan = asking({}, approval);
    const { deadline_at } = plan.hold("ask");
    const seconds = "timeout_seconds" in approval ? 60 : 3_600;
    expect(Date.parse(deadline_at!) - Date.parse(plan.now)).toBe(seconds * 1_000);
    plan.pass(seconds);
    expect(plan.status("ask")).toBe(status);
  });

  test("is not approved but answered, or declined", () => {
    const plan = asking();
    const approve = { hold_id: "h1", decision: "approve" };
    expect(plan.refuse("approval", approve).code).toBe("invalid_command");
    plan.reject("ask");
    expect(plan.status("ask")).toBe("skipped");
  });

  test("takes its default when the time is over, and fails without one", () => {
    const limit = { timeout_seconds: 60, on_timeout: "approve" };
    const plan = asking({ default: "grey" }, limit);
    plan.pass(60);
    expect(plan.argsOf("use")).toEqual({ colour: "grey" });
    const other = asking({}, limit);
    // What is shown is what will happen.
    expect(other.hold("ask").on_timeout).toBe("fail");
    other.pass(60);
    expect(other.status("ask")).toBe("failed");
  });

  test("has no error any more once it was asked again and answered", () => {
    const plan = asking({}, { timeout_seconds: 60, on_timeout: "fail" });
    plan.pass(60);
    expect(plan.todo("ask").error_message).toBe("Nobody answered in time");
    plan.accept("control_todo", { todo_id: "ask", action: "retry" });
    plan.accept("input", { todo_id: "ask", value: "red" });
    expect(plan.todo("ask")).toMatchObject({
      status: "completed",
      error_message: null,
      error_type: null,
    });
  });

  test("is looked at before what waits for it runs, where its result is to be reviewed", () => {
    const plan = asking({}, {}, { review_result: true });
    plan.hasModel = true;
    plan.accept("input", answer("red"));
    expect(plan.todo("ask")).toMatchObject({ status: "completed", in_review: true });
    expect(plan.status("use")).toBe("blocked");
  });

  test("asks anew when its question is edited", () => {
    const plan = asking();
    const changes = { input_request: { question: "Which size?" } };
    plan.accept("edit", {
      ops: [{ edit_type: "modify_todo", target_id: "ask", params: { changes } }],
    });
    expect(plan.refuse("input", answer("red"))).toMatchObject({ code: "hold_stale" });
    plan.accept("input", { hold_id: "h2", value: "XL" });
    expect(plan.argsOf("use")).toEqual({ colour: "XL" });
  });

  test("is answered without its hold's name while no other question is open", () => {
    const plan = asking();
    plan.accept("input", { value: "red" });
    expect(plan.argsOf("use")).toEqual({ colour: "red" });
    expect(plan.refuse("input", { value: "blue" }).code).toBe("hold_not_found");
  });

  test("has to be named while several are open", () => {
    const question = (id: string) => ({ id, tool_name: null, input_request: { question: id } });
    const plan = drive(planOf([question("one"), question("two")]));
    expect(plan.refuse("input", { value: "red" })).toMatchObject({
      code: "invalid_command",
      detail: expect.stringContaining("2 questions are open"),
      errors: [{ pointer: "/hold_id" }],
    });
    plan.accept("input", { hold_id: "h1", value: "red" });
    plan.accept("input", { value: "blue" });
    expect(plan.status("two")).toBe("completed");
  });
});
