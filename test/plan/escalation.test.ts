import { describe, expect, test } from "vitest";
import {
  NewTodoSchema,
  type ApprovalSettings,
  type NewTodoInput,
} from "../../src/contract/plan/todo.ts";
import { textOf } from "../../src/contract/sentences/sentence.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { toLogged } from "../../src/plan/model/state/to-logged.ts";
import { boardOf } from "../../src/plan/views/board/board.ts";
import { findNews } from "../../src/plan/views/board/news.ts";
import { summaryOf } from "../../src/plan/views/board/summary.ts";
import { auditKindOf } from "../../src/plan/views/log/audit.ts";
import { eventSentence } from "../../src/plan/views/log/event-sentence.ts";
import { drive, newState, planOf, START, type Drive } from "./support/drive.ts";

const HOUR = 3_600;
const NEXT: ApprovalSettings = { timeout_seconds: HOUR, escalate_to: ["lee", "park"] };

type More = Omit<Partial<NewTodoInput>, "id">;

const paying = (approval: ApprovalSettings = {}, more: More = {}): Drive =>
  drive(
    planOf([
      { id: "pay", requires_approval: true, approval: { ...NEXT, ...approval }, ...more },
      { id: "tell", depends_on: ["pay"] },
    ]),
  );
const change = (plan: Drive, changes: object) =>
  plan.accept("edit", {
    ops: [{ edit_type: "modify_todo", target_id: "pay", params: { changes } }],
  });
const escalated = (plan: Drive) => plan.events.filter(({ type }) => type === "hold.escalated");
const after = (plan: Drive, seconds: number): string =>
  new Date(Date.parse(plan.now) + seconds * 1_000).toISOString();

describe("when nobody has decided in time", () => {
  test("the next one is asked, has as long, and then the one after that", () => {
    const plan = paying({}, { assignee: "kim" });
    expect(plan.hold("pay")).toMatchObject({ assignee: "kim", escalates_to: ["lee", "park"] });
    plan.pass(HOUR);
    const asked = { status: "open", assignee: "lee", escalates_to: ["park"] };
    expect(plan.hold("pay")).toMatchObject({ ...asked, deadline_at: after(plan, HOUR) });
    expect(plan.status("pay")).toBe("needs_approval");
    plan.pass(HOUR);
    expect(plan.hold("pay")).toMatchObject({ assignee: "park", deadline_at: after(plan, HOUR) });
    expect(plan.hold("pay")).not.toHaveProperty("escalates_to");
    plan.pass(HOUR - 0.001);
    expect(plan.hold("pay").status).toBe("open");
    plan.pass(0.001);
    expect(plan.hold("pay").status).toBe("expired");
    expect(plan.status("pay")).toBe("failed");
    expect(escalated(plan)).toMatchObject([
      { by: "policy:on_timeout", todo_id: "pay", data: { from: "kim", to: "lee", left: 1 } },
      { by: "policy:on_timeout", todo_id: "pay", data: { from: "lee", to: "park", left: 0 } },
    ]);
  });

  test.each([
    ["fail", "failed", "expired"],
    ["skip", "skipped", "expired"],
    ["approve", "in_progress", "expired"],
  ] as const)("and nobody is left to ask, on_timeout follows: %s", (on_timeout, status, hold) => {
    const plan = paying({ on_timeout });
    plan.pass(2 * HOUR);
    expect(plan.status("pay")).toBe("needs_approval");
    plan.pass(HOUR);
    expect(plan.status("pay")).toBe(status);
    expect(plan.hold("pay").status).toBe(hold);
  });

  test("the last one is waited for without a deadline, with on_timeout wait", () => {
    const plan = paying({ on_timeout: "wait" });
    plan.pass(2 * HOUR);
    expect(plan.hold("pay")).toMatchObject({ assignee: "park", deadline_at: null });
    expect(plan.wakeAt).toBeNull();
    plan.pass(1e9);
    plan.approve("pay", { by: "ana" });
    expect(plan.running).toEqual(["pay"]);
  });

  test("each has the plan's time where the todo says none", () => {
    const approval = { escalate_to: ["lee"] };
    const ask = { id: "pay", requires_approval: true, approval };
    const plan = drive(planOf([ask], { approval_timeout_seconds: 60 }));
    plan.pass(60);
    expect(plan.hold("pay")).toMatchObject({ assignee: "lee", deadline_at: after(plan, 60) });
  });

  test("whoever is asked has their whole time, also when the plan hears of it late", () => {
    const plan = paying();
    plan.passUnnoticed(5 * HOUR);
    plan.pass(0);
    expect(plan.hold("pay")).toMatchObject({ assignee: "lee", deadline_at: after(plan, HOUR) });
  });

  test("a decision is in time as long as the next one has not been asked", () => {
    const plan = paying();
    plan.passUnnoticed(HOUR + 1);
    plan.approve("pay", { by: "kim" });
    plan.pass(0);
    expect(plan.running).toEqual(["pay"]);
    expect(escalated(plan)).toEqual([]);
  });
});

describe("while somebody else is asked", () => {
  test("whoever may decide still can, and nobody is asked next any more", () => {
    const plan = paying();
    plan.pass(HOUR);
    plan.approve("pay", { by: "kim" });
    expect(plan.running).toEqual(["pay"]);
    expect(plan.hold("pay")).toMatchObject({ status: "approved", assignee: "lee" });
    expect(plan.hold("pay")).not.toHaveProperty("escalates_to");
  });

  test("a pause stops the clock, and takes nobody's turn", () => {
    const plan = paying();
    plan.pass(HOUR + 600);
    plan.accept("pause");
    expect(plan.hold("pay")).toMatchObject({ deadline_at: null, remaining_ms: 3_000_000 });
    plan.pass(100 * HOUR);
    expect(plan.hold("pay").assignee).toBe("lee");
    plan.accept("resume");
    plan.pass(3_000);
    expect(plan.hold("pay").assignee).toBe("park");
  });

  test("a pause between the deadline and its timer asks the next one when it is over", () => {
    const plan = paying();
    plan.passUnnoticed(HOUR + 1);
    plan.accept("pause");
    plan.pass(HOUR);
    expect(plan.hold("pay")).toMatchObject({ assignee: null, remaining_ms: 0 });
    plan.accept("resume");
    plan.pass(0);
    expect(plan.hold("pay")).toMatchObject({ assignee: "lee", deadline_at: after(plan, HOUR) });
  });

  test("a decision in its grace time stands, and taken back it leaves what was left", () => {
    const plan = paying();
    plan.pass(HOUR - 10);
    const decision = { hold_id: "h1", decision: "approve", grace_seconds: 60 };
    plan.accept("approval", decision);
    plan.pass(30);
    expect(escalated(plan)).toEqual([]);
    plan.accept("control_hold", { hold_id: "h1", action: "undo" });
    plan.pass(9);
    expect(plan.hold("pay").escalates_to).toEqual(["lee", "park"]);
    plan.pass(1);
    expect(plan.hold("pay").assignee).toBe("lee");
    plan.accept("approval", decision);
    plan.pass(60);
    expect(plan.running).toEqual(["pay"]);
  });

  test("more time is more for the one who is asked, not for the next", () => {
    const plan = paying();
    plan.pass(HOUR);
    plan.accept("control_hold", { hold_id: "h1", action: "extend", seconds: 600 });
    plan.pass(HOUR + 599);
    expect(plan.hold("pay").assignee).toBe("lee");
    plan.pass(1);
    expect(plan.hold("pay")).toMatchObject({ assignee: "park", deadline_at: after(plan, HOUR) });
  });

  test("more time counts from now where the time was over and nobody had noticed", () => {
    const plan = paying();
    plan.passUnnoticed(HOUR + 30);
    plan.accept("control_hold", { hold_id: "h1", action: "extend", seconds: 60 });
    expect(plan.hold("pay").deadline_at).toBe(after(plan, 60));
  });

  test("delegating uses up nobody's turn", () => {
    const plan = paying();
    plan.accept("control_hold", { hold_id: "h1", action: "delegate", to: "choi" });
    plan.pass(HOUR);
    expect(escalated(plan)).toMatchObject([{ data: { from: "choi", to: "lee", left: 1 } }]);
    plan.accept("control_hold", { hold_id: "h1", action: "delegate", to: "choi" });
    plan.pass(HOUR);
    expect(plan.hold("pay").assignee).toBe("park");
  });

  test("an edit of how it asks begins from the start, and one of the title does not", () => {
    const plan = paying();
    plan.pass(HOUR);
    change(plan, { title: "Pay the rent" });
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h1", assignee: "lee" });
    change(plan, { approval: { ...NEXT, escalate_to: ["choi"] } });
    expect(plan.hold("pay")).toMatchObject({
      id: "p1.h2",
      assignee: null,
      escalates_to: ["choi"],
      deadline_at: after(plan, HOUR),
    });
  });

  test("approvals that were given stand, and who has not given one is asked", () => {
    const plan = paying({ min_approvals: 2 });
    plan.approve("pay", { by: "kim" });
    plan.pass(HOUR);
    expect(plan.hold("pay")).toMatchObject({ assignee: "lee", needs: { given: ["kim"] } });
    plan.approve("pay", { by: "lee" });
    expect(plan.running).toEqual(["pay"]);
  });

  test("it is all the same after the plan's workflow began a new run", () => {
    const plan = paying();
    plan.pass(HOUR);
    plan.reload();
    plan.pass(HOUR);
    expect(plan.hold("pay").assignee).toBe("park");
    plan.reload();
    plan.pass(HOUR);
    expect(plan.status("pay")).toBe("failed");
  });
});

describe("a question", () => {
  const question = { tool_name: null, requires_approval: false, input_request: { question: "?" } };

  test("asks the next one, too, and waits for ever where nothing else is said", () => {
    const plan = drive(planOf([{ id: "pay", ...question, approval: { escalate_to: ["lee"] } }]));
    plan.pass(HOUR);
    expect(plan.hold("pay")).toMatchObject({ assignee: "lee", deadline_at: null });
    plan.accept("input", { todo_id: "pay", value: "Yes" });
    expect(plan.status("pay")).toBe("completed");
  });

  test("takes its default only once the last one has not answered", () => {
    const asked = { ...question, input_request: { question: "?", default: "A" } };
    const plan = paying({ on_timeout: "approve" }, asked);
    plan.pass(2 * HOUR);
    expect(plan.status("pay")).toBe("needs_approval");
    plan.pass(HOUR);
    expect(plan.status("pay")).toBe("completed");
  });
});

describe("an agent", () => {
  const ann = { id: "pay", tool_name: null, agent_name: "ann", approval: NEXT };
  const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 };
  const turn = { todo_id: "pay", run: 1, attempt: 1, turn: 1, model: "m", usage, steps: [] };
  const said = { type: "agent_turn", goes_on: true, cost_limit_usd: null, ...turn } as const;

  test("that wants to call a tool is told that nobody decided only after the last one", () => {
    const plan = drive(planOf([ann]));
    const call = { call_id: "t1c1", tool_name: "transfer", args: {}, references: [] };
    plan.report({ ...said, calls: [call], questions: [] });
    expect(plan.hold("pay")).toMatchObject({ on_timeout: "skip", escalates_to: ["lee", "park"] });
    plan.pass(2 * HOUR);
    expect(plan.hold("pay")).toMatchObject({ status: "open", assignee: "park" });
    plan.pass(HOUR);
    expect(plan.plan.todos.get("pay")?.agent?.replies).toMatchObject([{ kind: "refused" }]);
  });

  test("that has a question goes on only after the last one", () => {
    const plan = drive(planOf([ann]));
    const asked = { call_id: "t1c1", question: "?", context: null, suggested_answers: [] };
    plan.report({ ...said, calls: [], questions: [asked] });
    const answer = { content: "[NEED_HUMAN: ?]", usage };
    const about = { todo_id: "pay", run: 1, attempt: 1, call_id: "t1c1" };
    plan.report({ type: "orchestrator_said", ...about, answer });
    plan.pass(2 * HOUR);
    expect(plan.hold("pay")).toMatchObject({ kind: "input", status: "open", assignee: "park" });
    expect(plan.plan.todos.get("pay")?.blocker).not.toBeNull();
    plan.pass(HOUR);
    expect(plan.plan.todos.get("pay")?.blocker).toBeNull();
  });
});

describe("people see who is asked, and who is next", () => {
  test("on the board and in the lists", () => {
    const plan = paying();
    const listed = () => summaryOf(plan.plan).holds;
    const shown = () => boardOf(plan.plan, 100).holds;
    expect(listed()).toMatchObject([{ assignee: null, escalates_to: ["lee", "park"] }]);
    expect(shown()).toMatchObject([{ assignee: null, escalates_to: ["lee", "park"] }]);
    plan.pass(HOUR);
    expect(listed()).toMatchObject([{ assignee: "lee", escalates_to: ["park"] }]);
    expect(shown()).toMatchObject([{ assignee: "lee", escalates_to: ["park"] }]);
  });

  test("in what the timeout does: before the last one it starts and stops nothing", () => {
    const plan = paying({ on_timeout: "approve" });
    const timeoutOf = () => {
      const choices = holdChoices(plan.plan, plan.plan.holds.get("p1.h1")!, plan.now);
      return "problem" in choices ? null : choices.timeout;
    };
    const nothing = { stops: [], starts: [], asks: [], may_run_again: [], plan_ends: null };
    const asks = (to: string) => ({ action: "escalate", to, seconds: HOUR, ...nothing });
    expect(timeoutOf()).toMatchObject({ at: after(plan, HOUR), ...asks("lee") });
    plan.pass(HOUR);
    expect(timeoutOf()).toMatchObject(asks("park"));
    plan.pass(HOUR);
    expect(timeoutOf()).toMatchObject({ action: "approve", starts: [{ id: "pay" }] });
  });

  test("in what the timeout does: the last one is asked for as long as it takes", () => {
    const plan = paying({ on_timeout: "wait", escalate_to: ["lee"] });
    const hold = plan.plan.holds.get("p1.h1")!;
    const timeout = { action: "escalate", to: "lee", seconds: null };
    expect(holdChoices(plan.plan, hold, plan.now)).toMatchObject({ timeout });
    plan.pass(HOUR);
    expect(holdChoices(plan.plan, hold, plan.now)).toMatchObject({ timeout: null });
  });

  test("in the log, the history and what webhooks are told", () => {
    const plan = paying();
    plan.pass(HOUR);
    const event = toLogged(escalated(plan)[0]!);
    const sentence = eventSentence(event);
    expect(textOf(sentence, "en")).toBe("Nobody decided in time; lee is asked now");
    expect(textOf(sentence, "ko")).toBe("기한까지 아무도 결정하지 않아 lee에게 물음");
    expect(auditKindOf(event)).toBe("decision");
    const { news } = findNews(plan.plan, { since: START });
    expect(news.find(({ type }) => type === "hold.escalated")?.data).toMatchObject({
      by: "policy:on_timeout",
      hold: {
        id: "p1.h1",
        assignee: "lee",
        deadline_at: after(plan, HOUR),
        escalates_to: ["park"],
      },
    });
  });

  test("and are reminded when a tenth of the present one's time is left", () => {
    const plan = paying();
    plan.pass(HOUR + 3_239);
    expect(plan.events.filter(({ type }) => type === "hold.due_soon")).toHaveLength(1);
    plan.pass(1);
    expect(plan.events.filter(({ type }) => type === "hold.due_soon")).toHaveLength(2);
  });
});

describe("who can be asked next", () => {
  const written = (approval: ApprovalSettings, settings = {}, more: More = {}) => {
    const todo = { id: "pay", requires_approval: true, approval, ...more };
    return () => newState(planOf([todo], settings));
  };

  test("is one of the approvers, where these are named", () => {
    expect(written({ escalate_to: ["lee", "bo"], approvers: ["kim", "lee"] })).toThrow(
      "/approval/escalate_to/1",
    );
    expect(written({ escalate_to: ["lee"], approvers: ["kim", "lee"] })).not.toThrow();
  });

  test("is one of the plan's approvers, where the todo names none", () => {
    const policy = { approval_policy: { approvers: ["kim", "lee"] } };
    expect(written({ escalate_to: ["bo"] }, policy)).toThrow("/approval/escalate_to/0");
    expect(written({ escalate_to: ["bo"], approvers: ["bo"] }, policy)).not.toThrow();
    const question = {
      requires_approval: false,
      tool_name: null,
      input_request: { question: "?" },
    };
    expect(written({ escalate_to: ["bo"] }, policy, question)).not.toThrow();
  });

  test("is named once", () => {
    expect(written({ escalate_to: ["lee", "lee"] })).toThrow("/approval/escalate_to");
  });

  test("stays so when the todo changes, and when the plan does", () => {
    const plan = paying();
    const edit = (op: object) => plan.refuse("edit", { ops: [op] }).errors?.[0]?.pointer;
    const changes = { approval: { ...NEXT, approvers: ["lee"] } };
    expect(edit({ edit_type: "modify_todo", target_id: "pay", params: { changes } })).toBe(
      "/todos/pay/approval/escalate_to/1",
    );
    const policy = { approval_policy: { approvers: ["lee"] } };
    expect(edit({ edit_type: "modify_plan", params: { changes: policy } })).toBe(
      "/todos/pay/approval/escalate_to/1",
    );
  });

  test("stays so where the todo has failed, which asks again when it is tried again", () => {
    const pay = { id: "pay", requires_approval: true, approval: NEXT };
    const plan = drive(planOf([pay, "other"]));
    plan.pass(3 * HOUR);
    expect(plan.status("pay")).toBe("failed");
    const changes = { approval_policy: { approvers: ["lee"] } };
    const op = { edit_type: "modify_plan", params: { changes } };
    expect(plan.refuse("edit", { ops: [op] }).errors?.[0]?.pointer).toBe(
      "/todos/pay/approval/escalate_to/1",
    );
  });

  test("is no matter of who moves a todo that is done", () => {
    const plan = paying();
    plan.approve("pay");
    plan.complete("pay");
    const changes = { approval_policy: { approvers: ["kim"] } };
    plan.accept("edit", { ops: [{ edit_type: "modify_plan", params: { changes } }] });
    const move = { edit_type: "reorder", target_id: "pay", params: { position: 1 } };
    plan.accept("edit", { ops: [move] });
    expect(plan.plan.state.todos.at(-1)?.id).toBe("pay");
  });

  test.each([
    ["nobody", []],
    ["too many", Array.from({ length: 11 }, (_, place) => `p${place}`)],
    ["no name", [""]],
  ])("are between one and ten people: not %s", (_, escalate_to) => {
    const todo = { title: "Pay", requires_approval: true, approval: { escalate_to } };
    expect(NewTodoSchema.safeParse(todo).success).toBe(false);
  });

  test("is the same person however the name is typed", () => {
    const [composed, decomposed] = ["이", "이".normalize("NFD")];
    const todo = { title: "Pay", approval: { escalate_to: [decomposed] } };
    expect(NewTodoSchema.parse(todo).approval.escalate_to).toEqual([composed]);
  });
});
