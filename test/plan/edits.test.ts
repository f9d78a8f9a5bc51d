import { describe, expect, test } from "vitest";
import { drive, planOf } from "./support/drive.ts";

const add = (todo: object, position?: unknown) => ({
  edit_type: "add_todo",
  params: {
    todo: { title: "New", tool_name: "work", ...todo },
    ...(position !== undefined && { position }),
  },
});
const order = (plan: ReturnType<typeof drive>) => plan.plan.state.todos.map(({ id }) => id);

describe("editing a plan while it runs", () => {
  test("puts a new todo where the person wants it, and it takes its turn there", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    plan.accept("edit", { ops: [add({ id: "new" }, { before: "b" })], reason: "Forgotten." });
    expect(order(plan)).toEqual(["a", "new", "b", "c"]);
    plan.complete("a");
    expect(plan.running).toEqual(["new"]);
    expect(plan.plan.state.versions.at(-1)).toMatchObject({ by: "kim", reason: "Forgotten." });
  });

  test("moves todos first, last, after another, or gives two each other's places", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const move = (target_id: string, position: unknown) => {
      plan.accept("edit", { ops: [{ edit_type: "reorder", target_id, params: { position } }] });
      return order(plan);
    };
    expect(move("c", "first")).toEqual(["c", "a", "b"]);
    expect(move("c", { after: "a" })).toEqual(["a", "c", "b"]);
    expect(move("a", "last")).toEqual(["c", "b", "a"]);
    const swap = { edit_type: "reorder", params: { order: ["a", "c"] } };
    plan.accept("edit", { ops: [swap] });
    expect(order(plan)).toEqual(["a", "b", "c"]);
  });

  test("is none where a todo waits for the other already, in whichever order it waits", () => {
    const plan = drive(planOf(["a", "b", { id: "c", depends_on: ["a", "b"] }]));
    const again = { edit_type: "add_dependency", target_id: "c", params: { depends_on: "a" } };
    expect(plan.refuse("edit", { ops: [again] }).code).toBe("nothing_changed");
    expect(plan.todo("c").depends_on).toEqual(["a", "b"]);
  });

  test("names the place of a version that is not there", () => {
    const plan = drive(planOf(["a", "b"]));
    const priority = { edit_type: "change_priority", target_id: "b", params: { priority: 9 } };
    expect(plan.refuse("rollback", { version: 9 })).toMatchObject({
      code: "version_not_found",
      errors: [{ pointer: "/version" }],
    });
    expect(plan.refuse("edit", { ops: [priority], base_version: 9 })).toMatchObject({
      code: "version_not_found",
      errors: [{ pointer: "/base_version" }],
    });
  });

  test.each([
    { edit_type: "remove_dependency", target_id: "b", params: { depends_on: "a" } },
    { edit_type: "modify_todo", target_id: "b", params: { changes: { depends_on: [] } } },
  ])("says why a todo still waits for another: it uses its result ($edit_type)", (op) => {
    const plan = drive(planOf(["a", { id: "b", tool_params: { of: { $from: "a" } } }]));
    const problem = plan.refuse("edit", { ops: [op] });
    expect(problem.code).toBe("nothing_changed");
    expect(problem.detail).toBe(
      'Todo "b" waits for "a" because it uses its result. Change its input first.',
    );
    const free = {
      edit_type: "modify_todo",
      target_id: "b",
      params: { changes: { tool_params: {} } },
    };
    plan.accept("edit", { ops: [free, op] });
    expect(plan.todo("b").depends_on).toEqual([]);
  });

  test("says of what is done that it cannot be removed, and does not advise to run it again", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.complete("a");
    const problem = plan.refuse("edit", { ops: [{ edit_type: "remove_todo", target_id: "a" }] });
    expect(problem).toMatchObject({
      code: "todo_not_editable",
      detail: 'Todo "a" is completed and cannot be removed.',
    });
  });

  test("takes S2's words for priorities", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const params = { priority: "critical" };
    plan.accept("edit", { ops: [{ edit_type: "change_priority", target_id: "c", params }] });
    plan.complete("a");
    expect(plan.todo("c").priority).toBe(10);
    expect(plan.running).toEqual(["c"]);
  });

  test("does all of the operations or none", () => {
    const plan = drive(planOf(["a", "b"]));
    const before = JSON.stringify(plan.plan.state);
    const problem = plan.refuse("edit", {
      ops: [add({ id: "new" }), { edit_type: "remove_todo", target_id: "nobody" }],
    });
    expect(problem).toMatchObject({
      code: "todo_not_found",
      errors: [{ pointer: "/ops/1/target_id", detail: 'There is no todo "nobody".' }],
    });
    expect(JSON.stringify(plan.plan.state)).toBe(before);
  });

  test("says that a todo cannot stand before itself, and does not call it unknown", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    for (const position of [{ before: "a" }, { after: "a" }]) {
      const op = { edit_type: "reorder", target_id: "a", params: { position } };
      expect(plan.refuse("edit", { ops: [op] })).toMatchObject({
        code: "invalid_edit",
        errors: [
          {
            pointer: "/ops/0/params/position",
            detail: '"a" has no place before or after itself: name another todo.',
          },
        ],
      });
    }
  });

  test("keeps a todo whose result another uses, and takes each todo once into a new order", () => {
    const user = { id: "c", tool_params: { x: { $from: "b" } } };
    const plan = drive(planOf(["a", "b", user], { max_parallel: 1 }));
    const remove = (id: string) => ({ ops: [{ edit_type: "remove_todo", target_id: id }] });
    expect(plan.refuse("edit", remove("b"))).toMatchObject({
      code: "invalid_edit",
      errors: [{ pointer: "/ops/0/target_id" }],
    });
    const twice = { edit_type: "reorder", params: { order: ["c", "b", "c"] } };
    expect(plan.refuse("edit", { ops: [twice] })).toMatchObject({
      code: "invalid_edit",
      errors: [{ pointer: "/ops/0/params/order" }],
    });
    plan.accept("edit", remove("c"));
    plan.accept("edit", remove("b"));
    expect(order(plan)).toEqual(["a"]);
  });

  test("makes a todo wait for another, and lets it go again", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const change = (edit_type: string) => ({
      ops: [{ edit_type, target_id: "b", params: { depends_on: "c" } }],
    });
    plan.accept("edit", change("add_dependency"));
    expect(plan.todo("b")).toMatchObject({ depends_on: ["c"], status: "blocked" });
    plan.accept("edit", change("remove_dependency"));
    expect(plan.todo("b")).toMatchObject({ depends_on: [], status: "pending" });
    plan.accept("edit", change("add_dependency"));
    plan.complete("a");
    // Though it comes before the other in the plan.
    expect(plan.running).toEqual(["c"]);
    plan.complete("c");
    expect(plan.running).toEqual(["b"]);
  });

  test("takes a todo out, and changes what another says and does", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const changes = { title: "B anew", tool_params: { limit: 500 } };
    plan.accept("edit", {
      ops: [
        { edit_type: "remove_todo", target_id: "c" },
        { edit_type: "modify_todo", target_id: "b", params: { changes } },
      ],
    });
    expect(order(plan)).toEqual(["a", "b"]);
    expect(plan.todo("b")).toMatchObject({ title: "B anew" });
    plan.complete("a");
    expect(plan.runs.at(-1)).toMatchObject({ todo_id: "b", args: { limit: 500 } });
    plan.complete("b");
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.started).toEqual(["a", "b"]);
  });

  test("never makes todos wait for each other", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["c"] }, "c"], { max_parallel: 1 }));
    const params = { depends_on: "b" };
    const ops = [{ edit_type: "add_dependency", target_id: "c", params }];
    expect(plan.refuse("edit", { ops })).toMatchObject({ code: "dependency_cycle" });
  });

  test.each(["tool_params", "input_data"])(
    "that lets a todo use another's result in its %s makes it wait for that one",
    (field) => {
      const plan = drive(planOf(["a", "later", "b"], { max_parallel: 1 }));
      const change = (changes: object) =>
        plan.accept("edit", {
          ops: [{ edit_type: "modify_todo", target_id: "later", params: { changes } }],
        });
      change({ [field]: { x: { $from: "b" } } });
      expect(plan.todo("later")).toMatchObject({ status: "blocked", depends_on: ["b"] });
      // Whoever writes the dependencies anew cannot leave out the one that the input needs.
      change({ depends_on: ["a"] });
      expect(plan.todo("later").depends_on).toEqual(["a", "b"]);
      plan.complete("a");
      expect(plan.running).toEqual(["b"]);
      plan.complete("b", 7);
      const run = plan.runs.find(({ todo_id }) => todo_id === "later")!;
      expect({ ...run.args, ...run.input_data }).toEqual({ x: 7 });
    },
  );

  test("leaves what runs as it runs, and what is done as it was", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    const change = (target_id: string, changes: object) => ({
      ops: [{ edit_type: "modify_todo", target_id, params: { changes } }],
    });
    expect(plan.refuse("edit", change("a", { tool_params: { n: 2 } })).code).toBe(
      "todo_not_editable",
    );
    plan.accept("edit", change("a", { title: "A better name" }));
    plan.complete("a");
    expect(plan.refuse("edit", change("a", { title: "Too late" })).code).toBe("todo_not_editable");
    expect(plan.todo("a").title).toBe("A better name");
  });

  test("changes of what runs only what is looked at when its attempt ends", () => {
    const agent = {
      id: "think",
      tool_name: null,
      agent_name: "thinker",
      description: "Find three names",
    };
    const plan = drive(planOf(["a", agent]));
    const change = (target_id: string, changes: object) => ({
      ops: [{ edit_type: "modify_todo", target_id, params: { changes } }],
    });
    // S1's own example of a change that a user makes at any time.
    plan.accept("edit", change("a", { priority: 10, optional: true }));
    plan.accept(
      "edit",
      change("a", { max_retries: 0, failure: { api_error: { action: "FAIL" } } }),
    );
    plan.accept("edit", change("think", { title: "Names" }));
    // It is what the agent was told to do.
    expect(plan.refuse("edit", change("think", { description: "Send the names" })).code).toBe(
      "todo_not_editable",
    );
    plan.failAttempt("a");
    expect(plan.status("a")).toBe("skipped");
  });

  test("puts a todo where a number says, counting those before it", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const order = () => plan.plan.state.todos.map(({ id }) => id).join(" ");
    const add = (id: string, position: number) =>
      plan.accept("edit", {
        ops: [{ edit_type: "add_todo", params: { position, todo: { id, title: id } } }],
      });
    const move = (target_id: string, position: number) =>
      plan.accept("edit", { ops: [{ edit_type: "reorder", target_id, params: { position } }] });
    add("second", 1);
    expect(order()).toBe("a second b c");
    add("last", 99);
    expect(order()).toBe("a second b c last");
    move("last", 0);
    expect(order()).toBe("last a second b c");
    move("a", 3);
    expect(order()).toBe("last second b a c");
    move("a", 1);
    expect(order()).toBe("last a second b c");
  });

  test("on an older version is merged when it touches other todos, and refused otherwise", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const title = (target_id: string, name: string) => ({
      ops: [{ edit_type: "modify_todo", target_id, params: { changes: { title: name } } }],
      base_version: 1,
    });
    plan.accept("edit", title("b", "First"));
    plan.accept("edit", title("c", "Merged"));
    expect(plan.refuse("edit", title("b", "Lost"))).toMatchObject({
      code: "stale_plan_version",
      current_version: 3,
      changes_since: [{ version: 2 }, { version: 3 }],
    });
    expect(plan.todo("b").title).toBe("First");
  });

  test("on an older version also meets changes of the same setting, and of what a new todo names", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 1 }));
    const settings = (changes: object) => ({
      ops: [{ edit_type: "modify_plan", params: { changes } }],
      base_version: 1,
    });
    plan.accept("edit", settings({ max_parallel: 2 }));
    expect(plan.refuse("edit", settings({ max_parallel: 3 })).code).toBe("stale_plan_version");
    plan.accept("edit", settings({ title: "Merged" }));
    const rename = {
      edit_type: "modify_todo",
      target_id: "c",
      params: { changes: { title: "C" } },
    };
    plan.accept("edit", { ops: [rename] });
    for (const named of [{ depends_on: ["c"] }, { blocks: ["c"] }]) {
      const problem = plan.refuse("edit", { ops: [add({ id: "new", ...named })], base_version: 1 });
      expect(problem.code).toBe("stale_plan_version");
    }
    expect(plan.plan.state).toMatchObject({ version: 4, title: "Merged", max_parallel: 2 });
  });

  test("asks again for an approval whose arguments changed, and says why", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true, tool_params: { n: 1 } }]));
    const changes = { tool_params: { n: 2 } };
    plan.accept("edit", {
      ops: [{ edit_type: "modify_todo", target_id: "a", params: { changes } }],
    });
    expect(plan.refuse("approval", { hold_id: "h1", decision: "approve" })).toMatchObject({
      code: "hold_stale",
      successor: "p1.h2",
    });
    plan.approve("a");
    expect(plan.argsOf("a")).toEqual({ n: 2 });
  });

  test("of a plan whose review was approved while it was paused asks for the review again", () => {
    const plan = drive(planOf(["a"], { plan_review: true }));
    plan.accept("pause");
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    plan.accept("edit", { ops: [add({ id: "new" })] });
    plan.accept("resume");
    expect(plan.running).toEqual([]);
    expect(plan.hold()).toMatchObject({ id: "p1.h2", status: "open", plan_version: 2 });
    plan.accept("approval", { hold_id: "h2", decision: "approve" });
    expect(plan.running).toEqual(["a", "new"]);
  });
});

test("a dependency that is named twice counts once", () => {
  const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
  const changes = { depends_on: ["a", "a"] };
  const ops = [
    { edit_type: "modify_todo", target_id: "b", params: { changes } },
    add({ id: "new", blocks: ["b", "b"] }),
  ];
  plan.accept("edit", { ops });
  expect(plan.todo("b").depends_on).toEqual(["a", "new"]);
});
