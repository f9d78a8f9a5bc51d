import { describe, expect, test } from "vitest";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { createPlan, NO_MARKS } from "../../src/plan/create/create.ts";
import { isRunApproved, runDigest } from "../../src/plan/holds/approved-run.ts";
import { todoOf } from "../../src/plan/model/plan.ts";
import { cutSegments } from "../../src/plan/segments/cut-segments.ts";
import { startable } from "../../src/plan/todos/startable.ts";
import { explainTodo } from "../../src/plan/views/why.ts";
import { inEnglish } from "../support/in-english.ts";
import { Drive, newState, planOf, START } from "./support/drive.ts";
import { add, proposes, proposal, thoughtful } from "./support/thoughtful.ts";

type Todo = Exclude<Parameters<typeof planOf>[0][number], string>;
const mail = (more: Partial<Todo> = {}): Todo => ({ id: "mail", tool_name: "send_mail", ...more });
const marks = { ...NO_MARKS, approval: ["send_mail"] };

/** A plan where `send_mail` asks a person first, whatever the plan says. */
function demanding(todos: Parameters<typeof planOf>[0], more: Partial<NewPlanInput> = {}): Drive {
  return new Drive({ ...newState(planOf(todos, more)), approval_tools: ["send_mail"] });
}

/** The same plan as whoever creates it is told of it. */
const create = (todo: Todo, more: Partial<NewPlanInput> = {}) =>
  inEnglish(
    createPlan(
      NewPlanSchema.parse(planOf([todo], more)),
      { id: "p1", owner: "ana", at: START },
      { marks },
    ),
  );

const change = (changes: JsonObject, target_id = "mail") => ({
  ops: [{ edit_type: "modify_todo", target_id, params: { changes } }],
});

describe("a todo whose tool has to ask a person", () => {
  test.each([[{}], [{ requires_approval: false }]])("asks also when its plan says %j", (said) => {
    const plan = demanding([mail(said), "other"]);
    expect(plan.running).toEqual(["other"]);
    expect(plan.hold("mail")).toMatchObject({
      kind: "approval",
      tool_name: "send_mail",
      required_by: "tool",
      on_timeout: "fail",
    });
    plan.approve("mail");
    expect(plan.running).toEqual(["other", "mail"]);
    expect(plan.todo("mail")).toMatchObject({ requires_approval: false, required_by: "tool" });
  });

  test("is told to wait for a person, and nobody is offered to start it", () => {
    const plan = demanding([mail()]);
    const { waits_for } = explainTodo(plan.plan, todoOf(plan.plan, "mail"), {});
    expect(waits_for.map(({ code }) => code)).toEqual(["hold"]);
    expect(startable(plan.plan)).toEqual([]);
  });

  test("needs as many approvals, and of those people, as the plan's policy says", () => {
    const policy = { min_approvals: 2, approvers: ["kim", "lee"] };
    const plan = demanding([mail()], { approval_policy: policy });
    plan.approve("mail", { by: "kim" });
    expect(plan.running).toEqual([]);
    plan.approve("mail", { by: "lee" });
    expect(plan.running).toEqual(["mail"]);
    const own = create(mail({ approval: { approvers: ["lee"] } }));
    expect(own).toHaveProperty("state");
  });

  test("is not approved by a deadline that nobody could refuse", () => {
    const approval = { timeout_seconds: 60, on_timeout: "approve" as const };
    for (const [optional, status] of [
      [false, "failed"],
      [true, "skipped"],
    ] as const) {
      const plan = demanding([mail({ approval, optional })]);
      expect(plan.hold("mail").on_timeout).toBe(optional ? "skip" : "fail");
      plan.pass(60);
      expect(plan.todo("mail")).toMatchObject({ status, approved_by: null });
    }
  });

  test("runs without another word where a person had its approval remembered", () => {
    const plan = demanding([mail(), mail({ id: "next", depends_on: ["mail"] })]);
    const until = new Date(Date.parse(plan.now) + 3_600_000).toISOString();
    plan.approve("mail", { remember: { until } });
    plan.complete("mail");
    expect(plan.running).toEqual(["next"]);
    expect(plan.todo("next").approved_by).toBe("kim");
    const { todo_id, run, attempt, args, references } = plan.runs[0]!;
    const told = { args, input_data: {}, references };
    const digest = runDigest({ todo_id, run }, "send_mail", told);
    expect(isRunApproved(plan.plan, { todo_id, run, attempt, digest })).toBe(true);
  });

  test("is asked about once in a plan that goes through its todos one by one", () => {
    const plan = demanding([mail()], { approval: "every_todo" });
    plan.approve("mail");
    plan.complete("mail");
    expect(plan.plan.state.status).toBe("completed");
    expect(plan.plan.state.holds).toHaveLength(1);
  });

  test("is in no segment of quick todos", () => {
    const state = newState(planOf(["a", mail({ depends_on: ["a"] })]));
    const quick_tools = ["work", "send_mail"];
    const plan = new Drive({ ...state, quick_tools, approval_tools: ["send_mail"] });
    expect(cutSegments(plan.plan, plan.runs).map(({ members }) => members)).toEqual([["a"]]);
  });
});

describe("a deadline that would approve such a todo is refused", () => {
  const approval = { on_timeout: "approve" as const };

  test("where a plan is written, at its field", () => {
    expect(create(mail({ approval, requires_approval: true }))).toMatchObject({
      problem: {
        code: "validation_failed",
        errors: [
          {
            pointer: "/todos/0/approval/on_timeout",
            detail: expect.stringContaining('"send_mail" has to ask a person'),
          },
        ],
      },
    });
    expect(create({ ...mail({ approval }), tool_name: "work" })).toHaveProperty("state");
  });

  test("where one is edited, also by giving the tool to a todo with such a deadline", () => {
    const pointer = "/todos/mail/approval/on_timeout";
    const plan = demanding([mail()]);
    expect(plan.refuse("edit", change({ approval })).errors).toMatchObject([{ pointer }]);
    const other = demanding([mail({ tool_name: "work", requires_approval: true, approval })]);
    const given = other.refuse("edit", change({ tool_name: "send_mail" }));
    expect(given.errors).toMatchObject([{ pointer }]);
  });

  test("but what a plan already says so keeps nobody from changing something else", () => {
    const plan = demanding([mail({ approval })]);
    plan.accept("edit", change({ title: "Mail" }));
    expect(plan.todo("mail").title).toBe("Mail");
  });
});

describe("an operator who may not decide", () => {
  const operator = { roles: ["operator"] };
  const loosened = (plan: Drive, changes: JsonObject) =>
    plan.refuse("edit", { ...change(changes), ...operator });

  test("takes the plan's own mark off such a todo, which asks all the same", () => {
    const plan = demanding([mail({ requires_approval: true })]);
    plan.accept("edit", { ...change({ requires_approval: false }), ...operator });
    expect(plan.hold("mail").status).toBe("open");
  });

  test("does not give it a tool that asks nobody", () => {
    expect(loosened(demanding([mail()]), { tool_name: "work" })).toMatchObject({
      code: "loosens_control",
      errors: [{ pointer: "/todos/mail/tool_name" }],
    });
    demanding([mail()]).accept("edit", {
      ...change({ tool_name: "work", requires_approval: true }),
      ...operator,
    });
  });

  test("does not let others go on without it, nor fewer people approve it", () => {
    const waiting = demanding([mail(), { id: "after", depends_on: ["mail"] }]);
    const edit = change({ depends_on: [] }, "after");
    expect(waiting.refuse("edit", { ...edit, ...operator }).code).toBe("loosens_control");
    const two = demanding([mail()]);
    two.accept("edit", change({ approval: { min_approvals: 2 } }));
    expect(loosened(two, { approval: {} }).code).toBe("loosens_control");
  });
});

describe("a model that may change the plan by itself", () => {
  function looked(): Drive {
    const plan = thoughtful(
      [
        { id: "s", review_result: true },
        { id: "a", tool_name: "pay", depends_on: ["s"] },
      ],
      {
        replan_policy: "apply",
      },
    );
    plan.plan.state.irreversible_tools = ["pay"];
    plan.plan.state.approval_tools = ["pay"];
    plan.complete("s");
    return plan;
  }

  test("adds a todo of such a tool, since a person is asked before it runs", () => {
    const plan = looked();
    proposes(plan, [add("b", { tool_name: "pay", tool_params: {} })]);
    expect(plan.todo("b").status).toBe("needs_approval");
  });

  test("has a person asked before it gives such a todo another tool", () => {
    const plan = looked();
    proposes(plan, change({ tool_name: "work", requires_approval: true }, "a").ops);
    expect(proposal(plan).status).toBe("open");
    expect(plan.todo("a").work).toMatchObject({ tool_name: "pay" });
  });
});

describe("a worker whose tool has to ask, in a plan that does not know it", () => {
  const unapproved = (plan: Drive, id: string): void => {
    const { todo_id, run, attempt } = plan.runs.find((one) => one.todo_id === id)!;
    plan.report({ type: "todo_unapproved", todo_id, run, attempt });
  };

  test("lets the plan ask a person, and then runs what that person saw", () => {
    const plan = new Drive(newState(planOf([mail()])));
    unapproved(plan, "mail");
    expect(plan.running).toEqual([]);
    expect(plan.hold("mail")).toMatchObject({ status: "open", required_by: "tool" });
    plan.approve("mail");
    plan.complete("mail");
    expect(plan.todo("mail")).toMatchObject({ status: "completed", approved_by: "kim" });
  });

  test("has the others of the tool asked about, too, before they start", () => {
    const plan = new Drive(newState(planOf([mail(), mail({ id: "next" })], { max_parallel: 1 })));
    expect(plan.running).toEqual(["mail"]);
    unapproved(plan, "mail");
    expect(plan.plan.openHolds.size).toBe(2);
  });

  test("does not take a deadline for a person: the plan asks again, and that time it does not count", () => {
    const approval = { timeout_seconds: 60, on_timeout: "approve" as const };
    const plan = new Drive(newState(planOf([mail({ requires_approval: true, approval })])));
    plan.pass(60);
    expect(approvedRun(plan)).toBe(false);
    unapproved(plan, "mail");
    expect(plan.todo("mail")).toMatchObject({ status: "needs_approval", approved_by: null });
    plan.pass(60);
    expect(plan.todo("mail").status).toBe("failed");
  });

  test("finds exactly what a person approved, and nothing else", () => {
    const plan = new Drive(
      newState(planOf([mail({ requires_approval: true }), mail({ id: "b" })])),
    );
    expect(approvedRun(plan, "b")).toBe(false);
    plan.approve("mail");
    expect(approvedRun(plan)).toBe(true);
    expect(approvedRun(plan, "mail", { args: { to: "eve" } })).toBe(false);
    expect(approvedRun(plan, "mail", { input_data: { more: 1 } })).toBe(false);
    expect(approvedRun(plan, "mail", { references: ["/args/text"] })).toBe(false);
    expect(approvedRun(plan, "mail", {}, "work")).toBe(false);
    expect(approvedRun(plan, "mail", { attempt: 2 })).toBe(false);
  });

  test("stops what was to be stopped anyway, and asks nobody", () => {
    const plan = new Drive(newState(planOf([mail()])));
    const { todo_id, run, attempt } = plan.runs[0]!;
    plan.accept("cancel");
    plan.report({ type: "todo_unapproved", todo_id, run, attempt });
    expect(plan.plan.state.status).toBe("cancelled");
  });

  function approvedRun(plan: Drive, id = "mail", other: object = {}, tool = "send_mail"): boolean {
    const { todo_id, run, attempt, args, references } = plan.runs.find(
      (one) => one.todo_id === id,
    )!;
    const made = { args, input_data: {}, references, attempt, ...other };
    const digest = runDigest({ todo_id, run }, tool, made);
    return isRunApproved(plan.plan, { todo_id, run, attempt: made.attempt, digest });
  }
});
