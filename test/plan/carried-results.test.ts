import { expect, test } from "vitest";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { todoOf } from "../../src/plan/model/plan.ts";
import { isQuick } from "../../src/plan/segments/cut-segments.ts";
import { mostInline } from "../../src/plan/todos/carried-results.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const BEYOND = LIMITS.inline_result_bytes_beyond;
/** Results of which a plan carries two, and no third. */
const HALF = "x".repeat(LIMITS.carried_results / 2);

/** `next` runs after as many results. */
function after(results: number, more: Parameters<typeof planOf>[0] = []): Drive {
  const before = Array.from({ length: results }, (_, place) => `r${place}`);
  const plan = drive(planOf([...before, { id: "next", depends_on: before }, ...more]));
  // What is asked before there is anything to count is counted on.
  mostInline(plan.plan, "next");
  for (const id of before) plan.complete(id, HALF);
  return plan;
}

test("a plan carries results itself until they are large together", () => {
  expect(mostInline(after(1).plan, "next")).toBeUndefined();
  expect(mostInline(after(2).plan, "next")).toBe(BEYOND);
});

test("a plan that is loaded again carries as much as before", () => {
  const plan = after(2);
  plan.reload();
  expect(mostInline(plan.plan, "next")).toBe(BEYOND);
});

test("a result that another todo takes whole is kept, one that stands in a text or has a default is carried", () => {
  const user = (id: string, tool_params: JsonObject) => ({
    id,
    tool_params,
    depends_on: ["next"],
  });
  const whole = user("whole", { text: { $from: "next", path: "/text" } });
  expect(mostInline(after(2, [whole]).plan, "next")).toBe(BEYOND);

  const inText = user("text", { text: "Read: {{todo.next.result/text}}" });
  expect(mostInline(after(2, [whole, inText]).plan, "next")).toBeUndefined();

  const withDefault = user("default", { text: { $from: "next", path: "/text", default: "" } });
  expect(mostInline(after(2, [withDefault]).plan, "next")).toBeUndefined();
  const inData = { id: "data", input_data: { of: withDefault.tool_params["text"]! } };
  expect(mostInline(after(2, [{ ...inData, depends_on: ["next"] }]).plan, "next")).toBeUndefined();
});

test("a result at which a model looks is carried, so that the model sees it", () => {
  const before = ["r0", "r1"];
  const next = { id: "next", depends_on: before, review_result: true };
  const plan = drive(planOf([...before, next]));
  for (const id of before) plan.complete(id, HALF);
  expect(mostInline(plan.plan, "next")).toBeUndefined();
});

test("an edit that puts a result into a text has it carried", () => {
  const plan = after(2, [{ id: "user", depends_on: ["next"] }]);
  expect(mostInline(plan.plan, "next")).toBe(BEYOND);
  plan.accept("edit", {
    ops: [
      {
        edit_type: "modify_todo",
        target_id: "user",
        params: { changes: { tool_params: { a: "{{todo.next.result}}" } } },
      },
    ],
  });
  expect(mostInline(plan.plan, "next")).toBeUndefined();
});

test("quick todos run one by one where the plan carries much, as a segment does not know how much", () => {
  const isNextQuick = ({ plan }: Drive): boolean => {
    plan.state.quick_tools = ["work"];
    return isQuick(plan, todoOf(plan, "next"));
  };
  expect(isNextQuick(after(1))).toBe(true);
  expect(isNextQuick(after(2))).toBe(false);
});
