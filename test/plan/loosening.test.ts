import { describe, expect, test } from "vitest";
import { PlanSettingsSchema, TodoDefinitionSchema } from "../../src/contract/plan/edit.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { ROLES, type Role } from "../../src/contract/tables/vocabulary.ts";
import { forkPlan } from "../../src/plan/create/fork.ts";
import { PLAN_LOOSENING, TODO_LOOSENING } from "../../src/plan/edits/loosening.ts";
import { exportPlan } from "../../src/plan/views/export-plan.ts";
import { Drive, drive, newState, planOf, START } from "./support/drive.ts";

interface Change {
  /** What the todo or the plan says before, and what an edit makes of it. */
  readonly from: object;
  readonly to: object;
  readonly loosens: boolean;
}

const loosens = (from: object, to: object): Change => ({ from, to, loosens: true });
const keeps = (from: object, to: object): Change => ({ from, to, loosens: false });
const asked = (approval: object) => ({ requires_approval: true, approval });
const question = { tool_name: null, input_request: { question: "Which?" } };
const given = { tool_name: null, agent_name: "ann" };
const TAKEN = { approval: { on_timeout: "approve" } };
const manual = { validation_error: { action: "MANUAL" } };
const retries = { api_error: { action: "RETRY", fallback: "MANUAL" } };

/** Changes of every field of a todo `a` that `gate` comes before, said without the product's table. */
const TODO_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  title: [keeps({}, { title: "Other" })],
  description: [keeps({}, { description: "More" })],
  priority: [keeps({}, { priority: 9 })],
  layer: [keeps({}, { layer: "other" })],
  kind: [keeps({ tool_name: null }, { kind: "milestone" })],
  tool_name: [keeps({ requires_approval: true }, { tool_name: "other" })],
  agent_name: [keeps({ requires_approval: true, tool_name: null }, { agent_name: "ann" })],
  agent_purpose: [keeps({ tool_name: null, agent_name: "ann" }, { agent_purpose: "x" })],
  expected_output: [keeps({ tool_name: null, agent_name: "ann" }, { expected_output: "x" })],
  tool_params: [keeps({ requires_approval: true }, { tool_params: { x: 1 } })],
  input_data: [keeps({}, { input_data: { x: 1 } })],
  output_path: [keeps({}, { output_path: "out.txt" })],
  task_queue: [keeps({}, { task_queue: "gpu" })],
  timeout_seconds: [keeps({}, { timeout_seconds: 1 })],
  max_retries: [keeps({}, { max_retries: 9 })],
  assignee: [keeps({ assignee: "kim" }, { assignee: "lee" })],
  due_at: [keeps({}, { due_at: "2030-01-01T00:00:00.000Z" })],
  due_in: [keeps({}, { due_in: "2h" })],
  estimated_seconds: [keeps({}, { estimated_seconds: 60 })],
  review_result: [keeps({ review_result: true }, { review_result: false })],
  tags: [keeps({}, { tags: ["x"] })],
  context: [keeps({}, { context: { x: 1 } })],
  requires_approval: [
    loosens({ requires_approval: true }, { requires_approval: false }),
    keeps({}, { requires_approval: true }),
  ],
  input_request: [
    loosens(question, { input_request: null, tool_name: "work" }),
    loosens(question, { input_request: null, kind: "milestone" }),
    keeps(question, { input_request: { question: "Which one?" } }),
    loosens({ ...question, ...TAKEN }, { input_request: { question: "Which?", default: "b" } }),
    keeps(question, { input_request: { question: "Which?", default: "b" } }),
  ],
  approval: [
    loosens(asked({}), { approval: { on_timeout: "approve" } }),
    loosens(asked({}), { approval: { on_timeout: "skip" } }),
    loosens(asked({ on_timeout: "wait" }), { approval: { on_timeout: "approve" } }),
    loosens(asked({ on_timeout: "skip" }), { approval: { on_timeout: "approve" } }),
    loosens(asked({ on_timeout: "approve" }), {
      approval: { on_timeout: "approve", timeout_seconds: 1 },
    }),
    loosens(question, { approval: { on_timeout: "approve" } }),
    loosens(asked({}), { approval: { on_reject: "go_on" } }),
    keeps(asked({ on_timeout: "approve" }), { approval: { on_timeout: "wait" } }),
    keeps(asked({ on_timeout: "approve" }), {
      approval: { on_timeout: "approve", timeout_seconds: 99_999 },
    }),
    keeps(asked({}), { approval: { timeout_seconds: 1 } }),
    // Who is asked next has time, too: without them it happens sooner.
    loosens(asked({ on_timeout: "approve", escalate_to: ["lee", "park"] }), {
      approval: { on_timeout: "approve", escalate_to: ["lee"] },
    }),
    // Somebody who was to be asked before that is not: who is asked instead may never look.
    loosens(asked({ on_timeout: "approve", escalate_to: ["lee"] }), {
      approval: { on_timeout: "approve", escalate_to: ["park"] },
    }),
    loosens(asked({ on_timeout: "skip", escalate_to: ["lee"] }), {
      approval: { on_timeout: "skip", escalate_to: ["박", "Lee"] },
    }),
    loosens(asked({ on_timeout: "approve", escalate_to: ["lee"], timeout_seconds: 60 }), {
      approval: { on_timeout: "approve", timeout_seconds: 600 },
    }),
    keeps(asked({ on_timeout: "approve", escalate_to: ["lee", "park"] }), {
      approval: { on_timeout: "approve", escalate_to: ["park", "kim", "lee"] },
    }),
    keeps(asked({ on_timeout: "wait", escalate_to: ["lee"] }), {
      approval: { on_timeout: "wait", escalate_to: ["park"] },
    }),
    keeps(asked({ on_timeout: "approve", escalate_to: ["lee"] }), {
      approval: { on_timeout: "fail", escalate_to: ["park"] },
    }),
    keeps(asked({ on_timeout: "approve" }), {
      approval: { on_timeout: "approve", escalate_to: ["lee"] },
    }),
    keeps(asked({ escalate_to: ["lee"] }), { approval: {} }),
    // An optional todo does not fail: what waits for it goes on without it.
    loosens({ ...asked({ on_timeout: "wait" }), optional: true }, { approval: {} }),
    loosens(
      { ...asked({ on_timeout: "skip" }), optional: true },
      { approval: { on_timeout: "fail", timeout_seconds: 1 } },
    ),
    loosens(
      { ...asked({ escalate_to: ["lee", "park"] }), optional: true },
      { approval: { escalate_to: ["lee"] } },
    ),
    keeps({ ...asked({}), optional: true }, { approval: { on_timeout: "skip" } }),
    keeps({ ...asked({}), optional: true }, { approval: { on_timeout: "wait" } }),
    // A question that says nothing of time waits.
    loosens({ ...question, optional: true }, { approval: { timeout_seconds: 1 } }),
    keeps(asked({}), { approval: { message: "Look twice." } }),
    loosens(asked({ min_approvals: 2 }), { approval: {} }),
    loosens(asked({ approvers: ["kim", "lee"] }), { approval: {} }),
    loosens(asked({ approvers: ["kim", "lee"] }), { approval: { approvers: ["kim", "bo"] } }),
    loosens(asked({ prevent_self_approval: true }), { approval: {} }),
    loosens({ ...given, approval: { min_approvals: 2 } }, { approval: {} }),
    keeps(asked({}), { approval: { min_approvals: 2, prevent_self_approval: true } }),
    // One person answers what several had to approve; an agent that asks nothing first becomes one, too.
    loosens(asked({ min_approvals: 2 }), { ...question, approval: {} }),
    loosens(asked({ approvers: ["kim"] }), { ...question, approval: { approvers: ["bo"] } }),
    keeps(asked({ approvers: ["kim"] }), question),
    keeps(
      { ...given, approval: { min_approvals: 2 } },
      { ...question, agent_name: null, approval: {} },
    ),
    keeps(asked({ approvers: ["kim", "lee"] }), { approval: { approvers: ["kim"] } }),
    keeps(asked({ on_reject: "go_on" }), { approval: { on_reject: "abort" } }),
    // It asks nobody: there is nothing to loosen.
    keeps({}, { approval: { on_timeout: "approve" } }),
    // Its agent may ask about calls, and the same words say for how long.
    loosens(given, { approval: { on_timeout: "approve", timeout_seconds: 1 } }),
    loosens(
      { ...given, approval: { on_timeout: "approve" } },
      { approval: { on_timeout: "approve", timeout_seconds: 1 } },
    ),
    keeps(given, { approval: { on_timeout: "skip", timeout_seconds: 1 } }),
  ],
  failure: [
    loosens({ failure: manual }, { failure: { validation_error: { action: "SKIP" } } }),
    loosens({ failure: manual }, { failure: { validation_error: { action: "RETRY" } } }),
    loosens(
      { failure: retries },
      { failure: { api_error: { action: "RETRY", fallback: "SKIP" } } },
    ),
    loosens({ failure: { dependency_failed: { action: "MANUAL" } } }, { failure: {} }),
    keeps({ failure: manual }, { failure: { validation_error: { action: "REPLAN" } } }),
    keeps({ failure: retries }, { failure: { api_error: { action: "MANUAL" } } }),
    keeps({}, { failure: { validation_error: { action: "ABORT" } } }),
  ],
  optional: [loosens({}, { optional: true }), keeps({ optional: true }, { optional: false })],
  depends_on: [
    loosens({ depends_on: ["gate"] }, { depends_on: [] }),
    loosens({ depends_on: ["between"] }, { depends_on: ["plain"] }),
    keeps({ depends_on: ["gate"] }, { depends_on: ["between"] }),
    keeps({ depends_on: ["plain", "gate"] }, { depends_on: ["gate"] }),
    keeps({}, { depends_on: ["gate"] }),
  ],
};

/** The same for the settings of a plan. */
const PLAN_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  title: [keeps({}, { title: "Other" })],
  description: [keeps({}, { description: "More" })],
  max_parallel: [keeps({}, { max_parallel: 9 })],
  budget_usd: [
    loosens({ budget_usd: 2 }, { budget_usd: 3 }),
    loosens({ budget_usd: 2 }, { budget_usd: null }),
    keeps({ budget_usd: 2 }, { budget_usd: 1 }),
    keeps({}, { budget_usd: 2 }),
  ],
  replan_policy: [
    loosens({}, { replan_policy: "apply" }),
    keeps({ replan_policy: "apply" }, { replan_policy: "confirm" }),
  ],
  tags: [keeps({}, { tags: ["x"] })],
  approval_policy: [
    loosens({ approval_policy: { min_approvals: 2 } }, { approval_policy: {} }),
    loosens({ approval_policy: { approvers: ["kim"] } }, { approval_policy: {} }),
    loosens({ approval_policy: { prevent_self_approval: true } }, { approval_policy: {} }),
    keeps({}, { approval_policy: { min_approvals: 2 } }),
  ],
  approval: [
    loosens({ approval: "every_todo" }, { approval: "marked" }),
    keeps({}, { approval: "every_todo" }),
  ],
  failure: [
    loosens({ failure: manual }, { failure: { validation_error: { action: "SKIP" } } }),
    keeps({ failure: manual }, { failure: { ...manual, api_error: { action: "MANUAL" } } }),
  ],
};

/** Who may decide, said without the product's own table. */
const MAY_DECIDE: readonly (readonly Role[])[] = [["operator", "approver"], ["admin"]];

const gate = { id: "gate", requires_approval: true };
const between = { id: "between", depends_on: ["gate"] };
const planWith = (a: object, settings: object = {}): NewPlanInput =>
  planOf(["plain", gate, between, { id: "a", ...a }], {
    // Nothing runs, so that everything may be changed.
    plan_review: true,
    ...settings,
  } as Partial<NewPlanInput>);
const change = (changes: object) => ({
  ops: [{ edit_type: "modify_todo", target_id: "a", params: { changes } }],
});

const ROWS = [
  ...listed(TODO_CHANGES).map(({ field, from, to, ...row }) => ({
    ...row,
    ...{ of: "todo", field, from, to, pointer: `/todos/a/${field}`, edit: change(to) },
    plan: (more: object = {}) => drive(planWith(from, more)),
  })),
  ...listed(PLAN_CHANGES).map(({ field, from, to, ...row }) => ({
    ...row,
    ...{ of: "plan", field, from, to, pointer: `/${field}` },
    edit: { ops: [{ edit_type: "modify_plan", params: { changes: to } }] },
    plan: (more: object = {}) => drive(planWith({}, { ...from, ...more })),
  })),
];
const LOOSENING = ROWS.filter(({ loosens: does }) => does);
const KEEPING = ROWS.filter(({ loosens: does }) => !does);

/** The plan's version after an edit that it takes. */
function changed(plan: Drive, edit: object): number {
  plan.accept("edit", edit);
  return plan.plan.state.version;
}

function listed(table: typeof TODO_CHANGES) {
  return Object.entries(table).flatMap(([field, changes]) =>
    changes.map((row) => ({ field, ...row })),
  );
}

describe("the table of what loosens", () => {
  test("has a row for every field of a todo and every setting of a plan, and so has this test", () => {
    const fields = Object.keys(TodoDefinitionSchema.shape);
    expect(Object.keys(TODO_LOOSENING).toSorted()).toEqual(fields.toSorted());
    const given = ["id", "rank", "created_at"];
    expect([...Object.keys(TODO_CHANGES), ...given].toSorted()).toEqual(fields.toSorted());
    const settings = Object.keys(PlanSettingsSchema.shape);
    expect(Object.keys(PLAN_LOOSENING).toSorted()).toEqual(settings.toSorted());
    expect(Object.keys(PLAN_CHANGES).toSorted()).toEqual(settings.toSorted());
  });

  test.each(LOOSENING)("refuses to an operator, of a $of: $field $from → $to", (row) => {
    for (const roles of [["viewer"], ["operator"], ["viewer", "operator"], []]) {
      const problem = row.plan().refuse("edit", { ...row.edit, roles });
      expect(problem.code).toBe("loosens_control");
      expect(problem.errors).toMatchObject([{ pointer: row.pointer }]);
    }
  });

  test.each(LOOSENING)("takes from who may decide, of a $of: $field $from → $to", (row) => {
    // Without roles, from Temporal itself.
    for (const by of [{}, { roles: ROLES }, ...MAY_DECIDE.map((roles) => ({ roles }))]) {
      expect(changed(row.plan(), { ...row.edit, ...by })).toBe(2);
    }
  });

  test.each(KEEPING)("lets an operator, locked or not, of a $of: $field $from → $to", (row) => {
    for (const locked of [false, true]) {
      expect(changed(row.plan({ locked }), { ...row.edit, roles: ["operator"] })).toBe(2);
    }
  });

  test.each(LOOSENING)("binds everybody in a locked plan, of a $of: $field $from → $to", (row) => {
    for (const by of [{}, ...MAY_DECIDE.map((roles) => ({ roles }))]) {
      const problem = row.plan({ locked: true }).refuse("edit", { ...row.edit, ...by });
      expect(problem.code).toBe("loosens_control");
      expect(problem.hint).toContain("locked");
    }
  });
});

test("letting what nobody can undo be tried again unasked takes from who may decide", () => {
  const planOfPayment = (): Drive => {
    const state = newState(planWith({ tool_name: "pay" }, { failure: {} }));
    return new Drive({ ...state, irreversible_tools: ["pay"] });
  };
  const timeout = { timeout: { action: "RETRY", max_retries: 2 } };
  for (const [edit, pointer] of [
    [change({ failure: timeout }), "/todos/a/failure"],
    [
      { ops: [{ edit_type: "modify_plan", params: { changes: { failure: timeout } } }] },
      "/failure",
    ],
  ] as const) {
    const problem = planOfPayment().refuse("edit", { ...edit, roles: ["operator"] });
    expect(problem).toMatchObject({ code: "loosens_control", errors: [{ pointer }] });
    expect(changed(planOfPayment(), { ...edit, roles: ["approver", "operator"] })).toBe(2);
    expect(changed(drive(planWith({ tool_name: "pay" })), { ...edit, roles: ["operator"] })).toBe(
      2,
    );
  }
});

describe("an operator", () => {
  const operator = { roles: ["operator"] };
  const remove = (target_id: string) => ({ edit_type: "remove_todo", target_id });

  test("removes an approval's todo that nothing waits for, with its work, and no other", () => {
    const plan = drive(
      planOf([gate, { id: "last", requires_approval: true, depends_on: ["gate"] }]),
    );
    plan.accept("edit", { ops: [remove("last")], ...operator });
    const another = drive(planOf([gate, between, { id: "a", depends_on: ["between"] }]));
    for (const id of ["gate", "between"]) {
      const problem = another.refuse("edit", { ops: [remove(id)], ...operator });
      expect(problem.code).toBe("loosens_control");
    }
  });

  test("cannot put another todo in the place of one that asks", () => {
    const plan = drive(planOf([gate, between]));
    const todo = { id: "gate", title: "gate", tool_name: "work" };
    const add = (given: object) => ({ edit_type: "add_todo", params: { todo: given } });
    const onlyNew = { ops: [add({ ...todo, id: "new" })], ...operator };
    plan.accept("edit", onlyNew);
    const same = { ops: [remove("gate"), add(todo)], ...operator };
    expect(plan.refuse("edit", same).errors).toMatchObject([
      { pointer: "/todos/between/depends_on" },
      { pointer: "/todos/gate/requires_approval" },
    ]);
    const others = { ops: [remove("gate"), add({ ...todo, id: "b", blocks: ["between"] })] };
    expect(plan.refuse("edit", { ...others, ...operator }).errors).toMatchObject([
      { pointer: "/todos/between/depends_on" },
    ]);
  });

  test("takes no approval away by undo, by a rollback, or by a checkpoint", () => {
    const plan = drive(planOf(["first", "a"], { max_parallel: 1 }));
    plan.accept("edit", change({ requires_approval: true }));
    expect(plan.refuse("undo", operator).code).toBe("loosens_control");
    expect(plan.refuse("rollback", { version: 1, ...operator }).code).toBe("loosens_control");
    plan.accept("pause");
    plan.complete("first");
    const checkpoint_id = "cp_1";
    const restore = { checkpoint_id, ...operator };
    expect(plan.refuse("rollback", restore).code).toBe("loosens_control");
    plan.accept("rollback", { checkpoint_id, roles: ["operator", "approver"] });
  });

  test("does not unlink what a rejection stopped", () => {
    const plan = drive(planOf([gate, between, "plain"]));
    plan.reject("gate");
    expect(plan.todo("between").status).toBe("skipped");
    const ops = [
      { edit_type: "remove_dependency", target_id: "between", params: { depends_on: "gate" } },
    ];
    expect(plan.refuse("edit", { ops, ...operator }).code).toBe("loosens_control");
    plan.accept("edit", { ops });
  });

  test("leads nothing past a question by a todo that was skipped", () => {
    const plan = drive(planOf([gate, { id: "a", depends_on: ["gate"] }]));
    const todo = { id: "past", title: "past", depends_on: ["gate"] };
    plan.accept("edit", { ops: [{ edit_type: "add_todo", params: { todo } }], ...operator });
    plan.accept("control_todo", { todo_id: "past", action: "skip", ...operator });
    const around = { ...change({ depends_on: ["past"] }), ...operator };
    expect(plan.refuse("edit", around).errors).toMatchObject([{ pointer: "/todos/a/depends_on" }]);
    plan.accept("edit", change({ depends_on: ["past"] }));
    expect(plan.running).toEqual(["a"]);
  });

  test("unlinks a todo from a skipped one, which keeps it from nothing", () => {
    const plan = drive(planOf([gate, between, { id: "a", depends_on: ["between"] }]));
    plan.accept("pause");
    plan.accept("control_todo", { todo_id: "between", action: "skip" });
    const skipped = plan.events.findLast(({ type }) => type === "todo.skipped")!.seq;
    plan.accept("edit", { ...change({ depends_on: [] }), ...operator });
    // To go back past the skip would have it wait again, to go back to the skip would not.
    plan.accept("edit", { ...change({ depends_on: ["gate"] }), ...operator });
    const restore = (seq: number) => ({ checkpoint_id: `cp_${seq}`, ...operator });
    expect(plan.refuse("rollback", restore(skipped)).code).toBe("loosens_control");
    plan.accept("rollback", restore(1));
    plan.accept("resume");
    expect(plan.running).toEqual([]);
  });

  test("unlinks what was approved, and skips what waits for nobody any more", () => {
    const plan = drive(planOf([gate, between, { id: "a", depends_on: ["between"] }]));
    plan.approve("gate");
    plan.complete("gate");
    plan.accept("control_todo", { todo_id: "between", action: "skip", ...operator });
    plan.stopped("between");
    expect(plan.running).toEqual(["a"]);
  });

  test("neither skips nor withdraws a question to people for which something else waits", () => {
    const plan = drive(planOf([gate, between, { id: "a", depends_on: ["between"] }]));
    for (const todo_id of ["gate", "between"]) {
      const skip = { todo_id, action: "skip" };
      expect(plan.refuse("control_todo", { ...skip, ...operator }).code).toBe("loosens_control");
    }
    const withdraw = { hold_id: "h1", action: "withdraw" };
    const problem = plan.refuse("control_hold", { ...withdraw, ...operator });
    expect(problem.detail).toBe(
      'This change loosens what people decide. /todos/between/depends_on: it would no longer wait for "gate", about which people decide.',
    );
    expect(problem.hint).toContain("roles operator and approver, or admin");
    plan.accept("control_todo", { todo_id: "a", action: "skip", ...operator });
    plan.accept("control_hold", { ...withdraw, roles: ["admin"] });
  });

  test("gets the same answer to a repeat when the key has other roles by then", () => {
    const plan = drive(planOf(["a"]));
    const edit = { ...change({ priority: 9 }), command_id: "once" };
    const first = plan.accept("edit", { ...edit, ...operator });
    expect(plan.accept("edit", { ...edit, roles: ["admin"] })).toEqual(first);
  });
});

describe("a locked plan", () => {
  test("stays locked: nothing an edit can say unlocks it, and its forks and exports are locked", () => {
    const plan = drive(planOf([gate], { locked: true }));
    const changes = { locked: false };
    const ops = [{ edit_type: "modify_plan", params: { changes } }];
    expect(plan.refuse("edit", { ops, roles: ["admin"] }).code).toBe("invalid_command");
    const { state } = plan.plan;
    expect(exportPlan(state).locked).toBe(true);
    const forked = forkPlan(plan.plan, {}, { id: "p2", owner: "lee", at: START });
    expect([state, "state" in forked && forked.state]).toMatchObject([
      { locked: true },
      { locked: true },
    ]);
  });
});
