import { describe, expect, test } from "vitest";
import { viewTodo } from "../../src/plan/todos/flat-fields.ts";
import { drive, planOf } from "./support/drive.ts";

const diamond = planOf([
  "collect",
  { id: "sentiment", depends_on: ["collect"] },
  { id: "rivals", depends_on: ["collect"] },
  { id: "report", depends_on: ["sentiment", "rivals"] },
]);

describe("a todo that waits for others", () => {
  test("is blocked until the last of them is completed", () => {
    const plan = drive(diamond);
    expect(plan.statuses()).toEqual({
      collect: "in_progress",
      sentiment: "blocked",
      rivals: "blocked",
      report: "blocked",
    });
    plan.complete("collect");
    expect(plan.running).toEqual(["sentiment", "rivals"]);
    plan.complete("rivals");
    expect(plan.status("report")).toBe("blocked");
    plan.complete("sentiment");
    expect(plan.running).toEqual(["report"]);
    plan.complete("report");
    expect(plan.plan.state.status).toBe("completed");
  });

  test("goes on when one of them was skipped", () => {
    const plan = drive(
      planOf([
        { id: "optional", requires_approval: true },
        { id: "after", depends_on: ["optional"] },
      ]),
    );
    plan.reject("optional", { then: "go_on" });
    expect(plan.status("optional")).toBe("skipped");
    expect(plan.running).toEqual(["after"]);
  });

  test("does not start when one of them failed", () => {
    const plan = drive(diamond);
    plan.complete("collect");
    plan.fail("sentiment");
    plan.complete("rivals");
    expect(plan.started).not.toContain("report");
    expect(plan.status("report")).toBe("cancelled");
  });

  test("may be written as what the other one blocks", () => {
    const plan = drive(planOf([{ id: "first", blocks: ["second"] }, "second"]));
    expect(plan.todo("second").depends_on).toEqual(["first"]);
    expect(plan.status("second")).toBe("blocked");
    plan.complete("first");
    expect(plan.running).toEqual(["second"]);
  });

  test("waits once, however often the dependency is written down", () => {
    const plan = drive(
      planOf([
        { id: "a", blocks: ["b", "b"] },
        {
          id: "b",
          depends_on: ["a", "a"],
          tool_params: { x: { $from: "a" }, y: "{{todo.a.result}}" },
        },
      ]),
    );
    expect(plan.todo("b").depends_on).toEqual(["a"]);
    plan.complete("a", "done");
    expect(plan.argsOf("b")).toEqual({ x: "done", y: "done" });
  });

  test("waits for a todo whose result it uses, without saying so", () => {
    const params = { text: "{{todo.source.result}}" };
    const plan = drive(planOf([{ id: "user", tool_params: params }, "source"]));
    expect(plan.todo("user").depends_on).toEqual(["source"]);
    expect(plan.running).toEqual(["source"]);
  });

  test("is shown among what the other one blocks", () => {
    const { plan } = drive(diamond);
    expect(viewTodo(plan, plan.todos.get("collect")!).blocks).toEqual(["sentiment", "rivals"]);
    expect(viewTodo(plan, plan.todos.get("report")!).blocks).toEqual([]);
  });

  test("ignores dependencies that the plan does not know, when asked to as S0 does", () => {
    const todos = [{ id: "a", depends_on: ["elsewhere"], blocks: ["nowhere"] }];
    const plan = drive(planOf(todos, { unknown_dependencies: "ignore" }));
    expect(plan.todo("a").depends_on).toEqual([]);
    expect(plan.running).toEqual(["a"]);
  });
});

describe("names that every object has", () => {
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "length"];

  test("are ids of todos like any other", () => {
    const plan = drive(
      planOf(
        names.map((id, at) => ({
          id,
          depends_on: at === 0 ? [] : [names[at - 1]!],
          requires_approval: true,
        })),
      ),
    );
    for (const id of names) {
      expect(plan.running).toEqual([]);
      expect(plan.refuse("approval", { todo_id: "isPrototypeOf", decision: "approve" }).code).toBe(
        "todo_not_found",
      );
      plan.approve(id);
      plan.complete(id, { constructor: id });
    }
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.started).toEqual(names);
  });

  test("are no values when a result does not have them", () => {
    const params = { own: { $from: "constructor", path: "/constructor" } };
    const todos = ["constructor", { id: "user", tool_params: params }];
    const has = drive(planOf(todos));
    has.complete("constructor", { constructor: 1 });
    expect(has.argsOf("user")).toEqual({ own: 1 });
    const lacks = drive(planOf(todos));
    lacks.complete("constructor", {});
    expect(lacks.todo("user").error_message).toMatch('no "/constructor" in the result');
  });
});
