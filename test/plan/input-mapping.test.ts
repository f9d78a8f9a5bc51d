import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** A todo `use` with these parameters, after `source` completed with this result. */
function use(tool_params: JsonObject, result: Json, input_data?: JsonObject): Drive {
  const user = {
    id: "use",
    tool_params,
    ...(input_data && { input_data }),
    depends_on: ["source"],
  };
  const plan = drive(planOf(["source", user]));
  plan.complete("source", result);
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
      plan.reject("source");
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
      "{{source}} {{ 1 + 1 }} {todo.source.result} {{todo.source.results}}",
      "{{source}} {{ 1 + 1 }} {todo.source.result} {{todo.source.results}}",
    ],
  ])("%s becomes %s", (text, filled) => {
    expect(use({ text }, REVIEWS).argsOf("use")).toEqual({ text: filled });
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
  test("is laid over the tool's parameters", () => {
    const plan = use({ a: 1, b: 1 }, { n: 2 }, { b: { $from: "source", path: "/n" }, c: 3 });
    expect(plan.argsOf("use")).toEqual({ a: 1, b: 2, c: 3 });
  });

  test("makes its todo wait like a dependency", () => {
    const input_data = { b: { $from: "source", path: "/n" } };
    const plan = drive(planOf([{ id: "use", input_data }, "source"]));
    expect(plan.todo("use").depends_on).toEqual(["source"]);
  });
});

describe("a result that is kept as an artifact", () => {
  const artifact = { $artifact: "sha256-abc" };

  test("is handed on as its reference", () => {
    expect(use({ x: { $from: "source" } }, artifact).argsOf("use")).toEqual({ x: artifact });
  });

  test("is handed on with the wanted part, for the worker to look up", () => {
    const plan = use({ x: { $from: "source", path: "/rows/0", default: 1 } }, artifact);
    expect(plan.argsOf("use")).toEqual({ x: { ...artifact, path: "/rows/0" } });
  });

  test("cannot be put into a text, which the todo's failure says", () => {
    const plan = use({ x: "{{todo.source.result/rows/0}}" }, artifact);
    expect(plan.todo("use").error_message).toBe(
      'Its input is not there: /x: the result of "source" is too large for a text; refer to a part of it with {"$from": "source"}.',
    );
  });
});
