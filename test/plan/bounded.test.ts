import { describe, expect, test } from "vitest";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import { fillTemplate } from "../../src/plan/create/template.ts";
import { answerMistakes } from "../../src/plan/todos/answers/answer.ts";
import { checksOf, schemaMistake } from "../../src/plan/todos/answers/form-schema.ts";
import { inEnglish } from "../support/in-english.ts";
import { refusal, drive, planOf } from "./support/drive.ts";

const form = (schema: JsonObject, more: object = {}) => ({
  question: "How many?",
  input_type: "form" as const,
  schema,
  ...more,
});
const asking = (schema: JsonObject, more: object = {}) =>
  planOf([{ id: "ask", tool_name: null, input_request: form(schema, more) }]);
const listOf = (items: Json): JsonObject => ({
  type: "object",
  properties: { n: { type: "array", items } },
});

describe("a form that would cost the service seconds (reviews: an 8,000-fold allOf)", () => {
  const bomb = listOf({ allOf: Array<Json>(8_000).fill({ type: "number" }) });
  const numbers = Array<Json>(6_000).fill(1);

  test("is refused with the plan, at its schema, before anything is checked by it", () => {
    expect(refusal(asking(bomb, { default: { n: numbers } }))).toMatchObject({
      code: "validation_failed",
      detail: `A form's schema may have at most ${LIMITS.form_schema} characters.`,
      errors: [{ pointer: "/todos/0/input_request/schema" }],
    });
  });

  test("is refused by its parts where it is short enough", () => {
    const short = listOf({ allOf: Array<Json>(LIMITS.form_parts).fill({}) });
    expect(refusal(asking(short))).toMatchObject({
      detail: `A form's schema may have at most ${LIMITS.form_parts} subschemas, values and names.`,
      errors: [{ pointer: expect.stringContaining("/input_request/schema/properties/n/items") }],
    });
  });

  const largest = listOf({ allOf: Array<Json>(1_900).fill({ type: "number" }) });

  test("that may be asked takes no answer that takes too long, and waits for another one", () => {
    const plan = drive(asking(largest));
    expect(plan.refuse("input", { hold_id: "h1", value: { n: numbers } })).toMatchObject({
      code: "invalid_answer",
      errors: [{ pointer: "/value", detail: expect.stringContaining("would take too long") }],
    });
    plan.accept("input", { hold_id: "h1", value: { n: [1, 2, 3] } });
    expect(plan.status("ask")).toBe("completed");
  });

  test("may not have such an answer as its default either", () => {
    expect(refusal(asking(largest, { default: { n: numbers } })).errors).toMatchObject([
      { pointer: "/todos/0/input_request/default" },
    ]);
  });

  test("may not come in many small ones whose defaults take too long together", () => {
    const ask = form(listOf({ allOf: Array<Json>(100).fill({}) }), {
      default: { n: Array<Json>(100).fill(1) },
    });
    const todos = Array.from({ length: 100 }, (_, place) => ({
      id: `t${place}`,
      tool_name: null,
      input_request: ask,
    }));
    const { errors = [] } = refusal(planOf(todos));
    expect(errors[0]?.pointer).toMatch(/^\/todos\/\d+\/input_request\/default$/);
    expect(drive(planOf(todos.slice(0, 10))).plan.openHolds.size).toBe(10);
  });

  test("cannot be put in by an edit", () => {
    const plan = drive(planOf(["a"]));
    const todo = { id: "ask", title: "Ask", input_request: form(bomb) };
    const problem = plan.refuse("edit", { ops: [{ edit_type: "add_todo", params: { todo } }] });
    expect(problem.errors).toMatchObject([{ pointer: "/todos/ask/input_request/schema" }]);
  });
});

describe("a form's schema", () => {
  test.each<[string, Json]>([
    ["pattern", "^(a+)+$"],
    ["patternProperties", { "^(a+)+$": {} }],
    ["format", "email"],
    ["$ref", "#"],
    ["$dynamicRef", "#"],
    ["$defs", {}],
    ["$id", "x"],
    ["unevaluatedProperties", false],
    ["maxlength", 3],
  ])("may not use %s, wherever it stands", (keyword, value) => {
    const schema = { type: "object", properties: { a: { anyOf: [{ [keyword]: value }] } } };
    expect(inEnglish(problemOf(schema))).toMatchObject({
      pointer: `/properties/a/anyOf/0/${keyword}`,
      detail: `A form's schema may not use "${keyword}".`,
    });
  });

  test.each<[string, Json]>([
    ["type", "text"],
    ["type", []],
    ["allOf", []],
    ["allOf", { 0: {} }],
    ["items", [{}]],
    ["properties", { a: 1 }],
    ["required", "name"],
    ["dependentRequired", { a: [1] }],
    ["maxItems", -1],
    ["multipleOf", 0],
    ["minimum", "0"],
  ])("with a %s that is none is refused before anybody is asked", (keyword, value) => {
    expect(problemOf({ [keyword]: value })).toMatchObject({
      pointer: `/${keyword}`,
      detail: `This is no value of "${keyword}" in a JSON Schema.`,
    });
  });

  test("may have fields, options and texts that are called like keywords", () => {
    const schema = {
      type: "object",
      properties: { pattern: { enum: ["$ref", { format: "x" }] }, $ref: { const: "pattern" } },
      default: { pattern: "format" },
      required: ["pattern"],
    };
    expect(schemaMistake(schema)).toBeNull();
    expect(answerMistakes(form(schema) as never, { pattern: "$ref", $ref: "pattern" })).toEqual([]);
  });

  function problemOf(schema: JsonObject) {
    const mistake = schemaMistake(schema);
    if (mistake === null) throw new Error("The schema is taken.");
    return inEnglish({ code: "validation_failed" as const, ...mistake });
  }
});

describe("what an answer costs", () => {
  const costs = (schema: Json, value: Json) => checksOf(schema, value, 1_000_000);

  test("is each part of the schema for each part of the answer that it looks at", () => {
    expect(costs({}, 1)).toBe(1);
    expect(costs({ items: { allOf: Array<Json>(9).fill({}) } }, Array<Json>(100).fill(1))).toBe(
      1_001,
    );
    expect(costs({ propertyNames: {}, additionalProperties: {} }, { a: 1, b: 2 })).toBe(6);
    expect(costs({ properties: { a: {}, b: {} } }, { a: 1 })).toBe(3);
  });

  test("grows with lists whose entries must differ, with long texts and with options", () => {
    const entries = (count: number) => Array.from({ length: count }, (_, place) => place + 1_000);
    const once = costs({ uniqueItems: true }, entries(100));
    expect(costs({ uniqueItems: true }, entries(1_000))).toBeGreaterThan(90 * once);
    expect(costs({ maxLength: 1 }, "x".repeat(10_000))).toBeGreaterThan(100);
    expect(costs({ enum: ["x".repeat(10_000)] }, 1)).toBeGreaterThan(100);
  });

  test("is counted no further than asked", () => {
    const nested = { items: { items: { items: {} } } };
    const cube = Array<Json>(100).fill(Array<Json>(100).fill(Array<Json>(100).fill(1)));
    expect(checksOf(nested, cube, 500)).toBe(500);
  });

  test("lets through tables and long forms that people fill in", () => {
    const names = Array.from({ length: 200 }, (_, place) => `field_${place}`);
    const fields = { type: "string", enum: ["low", "medium", "high"], maxLength: 20 };
    const long = {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, fields])),
    };
    const filled = Object.fromEntries(names.map((name) => [name, "high"]));
    expect(answerMistakes(form(long) as never, filled)).toEqual([]);
    const row = { type: "object", properties: { item: fields, count: { type: "integer" } } };
    const rows = Array<Json>(500).fill({ item: "low", count: 3 });
    expect(answerMistakes(form(listOf(row)) as never, { n: rows })).toEqual([]);
    const picked = { type: "array", uniqueItems: true, items: { type: "string" } };
    const choice = Array.from({ length: 200 }, (_, place) => `option ${place}`);
    expect(answerMistakes(form({ properties: { picked } }) as never, { picked: choice })).toEqual(
      [],
    );
  });
});

describe("what results and values put into a plan", () => {
  test("stands in at most so many places of one todo", () => {
    const places = (count: number) =>
      planOf(["a", { id: "b", tool_params: { text: "{{todo.a.result}}".repeat(count) } }]);
    expect(refusal(places(LIMITS.references + 1))).toMatchObject({
      detail: `Results of other todos may stand in at most ${LIMITS.references} places.`,
      errors: [{ pointer: "/todos/1/tool_params" }],
    });
    expect(drive(places(LIMITS.references)).status("b")).toBe("blocked");
  });

  test("ends a todo whose arguments would outgrow the service, and says so", () => {
    const plan = drive(
      planOf(["a", { id: "b", tool_params: { all: "{{todo.a.result}}".repeat(100) } }]),
    );
    plan.complete("a", "x".repeat(20_000));
    expect(plan.todo("b")).toMatchObject({
      status: "failed",
      error_type: "validation_error",
      error_message: expect.stringContaining(`more than ${LIMITS.resolved} characters`),
    });
  });

  test("makes no plan of a template that its values would blow up", () => {
    const parameters = [{ name: "a", type: "text" as const, required: true }];
    const plan = { title: "x", todos: [{ title: "{{param.a}}".repeat(1_000) }] };
    const filled = fillTemplate({ parameters, plan } as never, { a: "x".repeat(20_000) });
    if (!("problem" in filled)) throw new Error("The template was filled.");
    expect(inEnglish(filled.problem).detail).toContain(`more than ${LIMITS.body_bytes} characters`);
  });

  test("is not repeated in each mistake: a pointer ends before a key that is too long", () => {
    const params = { short: { ["k".repeat(100_000)]: "{{todo.a.resul}}" } };
    expect(refusal(planOf(["a", { id: "b", tool_params: params }])).errors).toMatchObject([
      { pointer: "/todos/1/tool_params/short" },
    ]);
  });
});

describe("what a todo waits for", () => {
  const many = Array.from({ length: LIMITS.dependencies_per_todo + 1 }, (_, place) => `t${place}`);

  test("is bounded whichever way it is written", () => {
    const blocking = many.map((id) => ({ id, blocks: ["last"] }));
    expect(refusal(planOf([...blocking, "last"]))).toMatchObject({
      detail: expect.stringContaining(`at most ${LIMITS.dependencies_per_todo} others`),
      errors: [{ pointer: `/todos/${many.length}/depends_on` }],
    });
  });

  test("is bounded however often it is edited", () => {
    const plan = drive(planOf([...many, { id: "last", depends_on: many.slice(2) }]));
    const add = (depends_on: string) => ({
      ops: [{ edit_type: "add_dependency", target_id: "last", params: { depends_on } }],
    });
    plan.accept("edit", add("t0"));
    expect(plan.refuse("edit", add("t1")).errors).toMatchObject([
      { pointer: "/todos/last/depends_on" },
    ]);
  });
});

describe("a thousand mistakes", () => {
  test("are counted, and fifty named", () => {
    const todos = Array.from({ length: 1_000 }, (_, place) => ({
      id: `t${place}`,
      depends_on: [`t${place + 1}x`],
    }));
    const problem = refusal(planOf(todos));
    expect(problem.detail).toBe("1000 values are not valid.");
    expect(problem.errors).toHaveLength(50);
    expect(problem.errors?.[0]?.detail).toContain("Did you mean");
  });

  test("of an edit end it at fifty", () => {
    const plan = drive(planOf(["a"]));
    const ops = Array.from({ length: 1_000 }, (_, place) => ({
      edit_type: "remove_todo",
      target_id: `t${place}`,
    }));
    expect(plan.refuse("edit", { ops }).errors).toHaveLength(50);
  });
});
