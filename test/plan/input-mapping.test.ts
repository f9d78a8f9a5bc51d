import { describe, expect, test } from "vitest";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, START, type Drive } from "./support/drive.ts";

const GIVEN = { id: "p1", owner: "ana", at: START };

/** A todo `use` with these parameters, after `source` completed with this result. */
function use(
  tool_params: JsonObject,
  result: Json,
  input_data?: JsonObject | null,
  kept = false,
): Drive {
  const user = {
    id: "use",
    tool_params,
    ...(input_data && { input_data }),
    depends_on: ["source"],
  };
  const plan = drive(planOf(["source", user]));
  plan.complete("source", result, kept);
  return plan;
}

const REVIEWS = {
  reviews: [
    { text: "좋아요", stars: 5 },
    { text: "so-so", stars: 3 },
  ],
  "a/b~c": 7,
};

describe('a value {"$from": …}', () => {
  test.each<[string, JsonObject, Json]>([
    ["the whole result without a path", { $from: "source" }, REVIEWS],
    ["the whole result with an empty path", { $from: "source", path: "" }, REVIEWS],
    ["a member", { $from: "source", path: "/reviews/1/stars" }, 3],
    ["an object, as an object", { $from: "source", path: "/reviews/0" }, REVIEWS.reviews[0]!],
    ["a key with / and ~, escaped as JSON Pointer says", { $from: "source", path: "/a~1b~0c" }, 7],
    [
      "the value rather than the default",
      { $from: "source", path: "/reviews/1/stars", default: 0 },
      3,
    ],
    ["the default when nothing is there", { $from: "source", path: "/none", default: [1] }, [1]],
    ["null as a default", { $from: "source", path: "/none", default: null }, null],
  ])("stands for %s", (_, reference, value) => {
    expect(use({ x: reference }, REVIEWS).argsOf("use")).toEqual({ x: value });
  });

  test("stands anywhere in the parameters, in lists too", () => {
    const plan = use(
      { deep: [{ list: [{ $from: "source", path: "/reviews/0/text" }, "b"] }] },
      REVIEWS,
    );
    expect(plan.argsOf("use")).toEqual({ deep: [{ list: ["좋아요", "b"] }] });
  });

  test("may give null, when the result is null", () => {
    expect(use({ x: { $from: "source" } }, null).argsOf("use")).toEqual({ x: null });
  });

  test("does not resolve what is inside a result or a default", () => {
    const result = { x: { $from: "source" }, y: "{{todo.source.result}}" };
    const plan = use(
      { all: { $from: "source" }, d: { $from: "source", path: "/no", default: result } },
      result,
    );
    expect(plan.argsOf("use")).toEqual({ all: result, d: result });
  });

  test.each([
    "/reviews/2",
    "/reviews/-",
    "/reviews/01",
    "/reviews/length",
    "/reviews/0/text/0",
    "/A~1B",
  ])("without default fails the todo clearly when %s is not there", (path) => {
    const plan = use({ deep: { x: { $from: "source", path } } }, REVIEWS);
    expect(plan.todo("use")).toMatchObject({
      status: "failed",
      run: 0,
      error_type: "validation_error",
      error_message: `Its input is not there: /deep/x: there is no "${path}" in the result of todo "source".`,
    });
    expect(plan.plan.state).toMatchObject({ status: "failed" });
    expect(plan.status("source")).toBe("completed");
  });

  test("finds nothing in a todo that was skipped, and takes the default", () => {
    const skipped = (reference: JsonObject): Drive => {
      const source = { id: "source", requires_approval: true };
      const plan = drive(planOf([source, { id: "use", tool_params: { x: reference } }]));
      plan.reject("source", { then: "go_on" });
      return plan;
    };
    const missing = skipped({ $from: "source" });
    expect(missing.todo("use").error_message).toBe(
      'Its input is not there: /x: there is no result of todo "source".',
    );
    expect(skipped({ $from: "source", default: "none" }).argsOf("use")).toEqual({ x: "none" });
  });

  test("finds nothing in a todo that ran again and was given up: its old result is not used", () => {
    const use = { id: "use", tool_params: { x: { $from: "source", default: "none" } } };
    const plan = drive(planOf([{ id: "source", optional: true }, use, "open"]));
    plan.complete("source", "old");
    plan.complete("use");
    plan.accept("control_todo", { todo_id: "source", action: "rerun" });
    plan.fail("source");
    expect(plan.status("source")).toBe("skipped");
    expect(plan.argsOf("use")).toEqual({ x: "none" });
  });
});

describe("a text with {{…}}", () => {
  test.each<[string, string]>([
    ["{{todo.source.result/reviews/0/text}}!", "좋아요!"],
    ["{{ todo.source.result/reviews/1/stars }} of 5", "3 of 5"],
    ["{{todo.source.result/reviews/0/stars}}/{{todo.source.result/reviews/1/stars}}", "5/3"],
    ["as JSON: {{todo.source.result/reviews/1}}", 'as JSON: {"text":"so-so","stars":3}'],
    ["{{todo.source.result/a~1b~0c}}", "7"],
    [
      "{{source}} {{ 1 + 1 }} {todo.source.result} {{todo.nobody.results}} {{todo.}}",
      "{{source}} {{ 1 + 1 }} {todo.source.result} {{todo.nobody.results}} {{todo.}}",
    ],
  ])("%s becomes %s", (text, filled) => {
    expect(use({ text }, REVIEWS).argsOf("use")).toEqual({ text: filled });
  });

  test.each([
    ["{{todo.source.results}}", "{{todo.source.result}}"],
    ["{{ todo.source.resuIt/a/0 }}", "{{todo.source.result/a/0}}"],
    ["{{todo.source.result.a.b}}", "{{todo.source.result/a/b}}"],
    ["{{todo.source}}", "{{todo.source.result}}"],
    ["{{todo.source.title}}", "{{todo.source.result}}"],
  ])("that means a todo and says %s is refused where it is written", (text, meant) => {
    const detail = `"${text}" refers to nothing; did you mean "${meant}"?`;
    const user = { id: "use", tool_params: { list: [`<${text}>`] } };
    const made = createPlan(NewPlanSchema.parse(planOf(["source", user])), GIVEN);
    expect(inEnglish(made)).toMatchObject({
      problem: { errors: [{ pointer: "/todos/1/tool_params/list/0", detail }] },
    });
    const plan = drive(planOf(["source", "use"], { max_parallel: 1 }));
    const params = { changes: { input_data: { x: text } } };
    const ops = [{ edit_type: "modify_todo", target_id: "use", params }];
    expect(plan.refuse("edit", { ops })).toMatchObject({ code: "invalid_edit", detail });
  });

  test("is filled once: a result cannot bring further references along", () => {
    const plan = use({ text: "{{todo.source.result}}" }, "{{todo.source.result}} $& $1 $'");
    expect(plan.argsOf("use")).toEqual({ text: "{{todo.source.result}} $& $1 $'" });
  });

  test("fails the todo clearly when the value is not there", () => {
    const plan = use({ list: ["a", "{{todo.source.result/none}}"] }, REVIEWS);
    expect(plan.todo("use").error_message).toBe(
      'Its input is not there: /list/1: there is no "/none" in the result of todo "source".',
    );
  });
});

describe("input_data", () => {
  test("reaches the tool beside its parameters, under any names, with what it refers to", () => {
    const input_data = { b: { $from: "source", path: "/n" }, c: "{{todo.source.result/n}}!" };
    const plan = use({ a: 1, b: 1 }, { n: 2 }, input_data);
    expect(plan.argsOf("use")).toEqual({ a: 1, b: 1 });
    expect(plan.runs).toMatchObject([{ todo_id: "use", input_data: { b: 2, c: "2!" } }]);
  });

  test("makes its todo wait like a dependency", () => {
    const input_data = { b: { $from: "source", path: "/n" } };
    const plan = drive(planOf([{ id: "use", input_data }, "source"]));
    expect(plan.todo("use").depends_on).toEqual(["source"]);
  });
});

describe("a result that is kept as an artifact", () => {
  const $artifact = `sha256:${"0".repeat(64)}`;
  const artifact = { $artifact, bytes: 70_000, preview: "…" };
  const useKept = (params: JsonObject) => use(params, artifact, null, true);

  test("is handed on as its reference, and nothing is said of what is in it", () => {
    const plan = useKept({ x: { $from: "source" } });
    expect(plan.argsOf("use")).toEqual({ x: { $artifact, path: "" } });
    expect(plan.runs[0]!.references).toEqual(["/args/x"]);
  });

  test("is handed on with the wanted part, for the worker to look up", () => {
    const plan = useKept({ a: [{ x: { $from: "source", path: "/rows/0", default: 1 } }] });
    expect(plan.argsOf("use")).toEqual({ a: [{ x: { $artifact, path: "/rows/0" } }] });
    expect(plan.runs[0]!.references).toEqual(["/args/a/0/x"]);
  });

  test("cannot be put into a text, not even a small part, which the todo's failure says", () => {
    expect(useKept({ x: "{{todo.source.result/rows/0}}" }).todo("use").error_message).toBe(
      'Its input is not there: /x: the result of "source" is kept outside the plan, and no part of it can be inserted into text; make it an argument of its own: {"$from": "source", "path": "/rows/0"}.',
    );
  });

  test("is one only when a worker of ours says so: a result that looks like it is data", () => {
    const plan = use({ x: { $from: "source" }, y: "{{todo.source.result/bytes}}" }, artifact);
    expect(plan.argsOf("use")).toEqual({ x: artifact, y: "70000" });
    expect(plan.runs[0]!.references).toEqual([]);
  });

  test("is none when a worker of another queue says so, or when it has not the form of one", () => {
    const source = { id: "source", tool_name: "t", task_queue: "elsewhere" };
    const plan = drive(planOf([source]));
    plan.complete("source", artifact, true);
    expect(plan.todo("source")).toMatchObject({ result_data: artifact, result_references: [] });
    const odd = use({ x: { $from: "source" } }, { ...artifact, more: 1 }, null, true);
    expect(odd.runs[0]!.references).toEqual([]);
  });
});

describe("what comes later is data", () => {
  const hostile = { $from: "source", path: "/a" };
  const text = "{{todo.source.result}} and {{todo.nobody.result/x}}";

  test("in a result: nothing in it is looked up", () => {
    const result = { a: hostile, b: [text], $from: "source" };
    const plan = use({ x: { $from: "source" }, y: "{{todo.source.result/b/0}}" }, result);
    expect(plan.argsOf("use")).toEqual({ x: result, y: text });
  });

  test("in an answer, also one that looks like a file", () => {
    const request = { question: "?", input_type: "form", schema: {} } as const;
    const user = { id: "use", tool_params: { x: { $from: "ask" } } };
    const plan = drive(planOf([{ id: "ask", tool_name: null, input_request: request }, user]));
    const value = { $file: `sha256:${"0".repeat(64)}`, name: "a", a: hostile, b: text };
    plan.accept("input", { value });
    expect(plan.argsOf("use")).toEqual({ x: value });
    expect(plan.runs[0]!.references).toEqual([]);
  });

  test("in what a person did, unless it is given as files", () => {
    const file = {
      $file: `sha256:${"0".repeat(64)}`,
      name: "a.pdf",
      media_type: "application/pdf",
      bytes: 1,
    };
    const given = (said: object) => {
      const user = { id: "use", tool_params: { x: { $from: "ask" } } };
      const plan = drive(planOf([{ id: "ask", kind: "manual", tool_name: null }, user]));
      plan.accept("done", { todo_id: "ask", ...said });
      return plan.runs[0]!;
    };
    expect(given({ result: file })).toMatchObject({ args: { x: file }, references: [] });
    expect(given({ files: [file] })).toMatchObject({ args: { x: file }, references: ["/args/x"] });
    const both = given({ files: [file, file] });
    expect(both.references).toEqual(["/args/x/0", "/args/x/1"]);
  });

  test("in the arguments that a person wrote when approving", () => {
    const user = { id: "use", requires_approval: true, tool_params: {}, depends_on: ["source"] };
    const plan = drive(planOf(["source", user]));
    plan.complete("source", { secret: 1 });
    const args = { x: hostile, y: text, z: { $artifact: `sha256:${"0".repeat(64)}`, path: "" } };
    plan.accept("approval", { todo_id: "use", decision: "edit", args });
    expect(plan.argsOf("use")).toEqual(args);
    expect(plan.runs[0]!.references).toEqual([]);
  });

  test("in what its definition only spells out", () => {
    const fake = { $artifact: `sha256:${"0".repeat(64)}`, path: "", preview: "x" };
    const plan = use({ x: fake, y: '{{"{{"}}todo.source.result}}' }, "secret", { z: fake });
    expect(plan.argsOf("use")).toEqual({ x: fake, y: "{{todo.source.result}}" });
    expect(plan.runs[0]).toMatchObject({ input_data: { z: fake }, references: [] });
  });
});
