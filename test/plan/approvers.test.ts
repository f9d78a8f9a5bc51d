import { describe, expect, test } from "vitest";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { holdChoices } from "../../src/plan/choices.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import {
  packState,
  unpackState,
  type PackedState,
} from "../../src/plan/model/packing/pack-state.ts";
import { awaitedOf, waitsFor } from "../../src/plan/todos/approvers.ts";
import { findNews } from "../../src/plan/views/board/news.ts";
import { summaryOf } from "../../src/plan/views/board/summary.ts";
import { Drive, drive, planOf, START } from "./support/drive.ts";
import { change, mistakesOf, says, transfer } from "./support/transfer.ts";

describe("a todo that two people have to approve", () => {
  test("starts with the second approval, and shows meanwhile who gave the first", () => {
    const plan = transfer({ min_approvals: 2 });
    expect(plan.hold("pay").needs).toEqual({
      approvals: 2,
      given: [],
      approvers: null,
      not_by: null,
    });
    plan.accept("approval", says("kim", "approve", { comment: "Checked the invoice" }));
    expect(plan.running).toEqual([]);
    const open = plan.hold("pay");
    expect(open).toMatchObject({ status: "open", decision: null, needs: { given: ["kim"] } });
    expect(open.decisions).toMatchObject([{ by: "kim", comment: "Checked the invoice" }]);
    expect(summaryOf(plan.plan).holds).toMatchObject([{ needs: { approvals: 2, given: ["kim"] } }]);

    plan.accept("approval", says("lee", "approve"));
    expect(plan.running).toEqual(["pay"]);
    expect(plan.hold("pay")).toMatchObject({
      status: "approved",
      needs: { given: ["kim", "lee"] },
      decision: { by: "lee" },
    });
    expect(plan.todo("pay").approved_by).toBe("kim, lee");
  });

  test("takes no second approval of the same person", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    expect(plan.refuse("approval", says("kim", "approve"))).toMatchObject({
      code: "already_approved",
    });
    expect(plan.running).toEqual([]);
  });

  test("takes an approval that is sent twice as one", () => {
    const plan = transfer({ min_approvals: 2 });
    const sent = says("kim", "approve", { command_id: "click-1" });
    plan.accept("approval", sent);
    plan.send("approval", sent);
    expect(plan.hold("pay").needs?.given).toEqual(["kim"]);
  });

  test("is rejected by one, also by who has approved it", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    plan.accept("approval", says("kim", "reject", { reason: "Wrong account" }));
    expect(plan.status("pay")).toBe("skipped");
    expect(plan.hold("pay")).toMatchObject({ status: "rejected", decision: { by: "kim" } });
  });

  test("needs another approval again once one is taken back, by who gave it alone", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    expect(plan.refuse("control_hold", { hold_id: "h1", action: "undo", by: "lee" })).toMatchObject(
      { code: "illegal_transition" },
    );
    plan.accept("control_hold", { hold_id: "h1", action: "undo", by: "kim" });
    expect(plan.hold("pay")).toMatchObject({ needs: { given: [] }, decisions: [] });
    plan.accept("approval", says("lee", "approve"));
    expect(plan.running).toEqual([]);
    plan.accept("approval", says("kim", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is asked about anew, without approvals, once what it runs or whom it needs changes", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    change(plan, { tool_params: { to: "other", amount: 1 } });
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h2", needs: { given: [] } });
    plan.accept("approval", says("kim", "approve"));
    change(plan, { approval: { min_approvals: 3 } });
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h3", needs: { approvals: 3, given: [] } });
  });

  test("keeps its approval while only its title changes", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    change(plan, { title: "Pay the supplier" });
    expect(plan.hold("pay")).toMatchObject({ id: "p1.h1", needs: { given: ["kim"] } });
  });

  test("is not changed while it is approved: one word would let it run with what nobody else has seen", () => {
    const plan = transfer({ min_approvals: 2 });
    const edit = says("kim", "edit", { args: { amount: 1 } });
    expect(plan.refuse("approval", edit)).toMatchObject({ code: "invalid_command" });
    expect(legalCommands(plan.plan, plan.now).holds[0]?.actions).toMatchObject({
      approve: { possible: true },
      edit: { possible: false },
    });
  });

  describe.each([false, true])(
    "that failed before it was approved, in a plan locked: %s",
    (locked) => {
      const failed = (approval: ApprovalSettings): Drive => {
        const plan = drive(
          planOf(
            [
              { id: "rates", tool_name: "rates" },
              {
                id: "pay",
                tool_name: "transfer",
                requires_approval: true,
                approval,
                depends_on: ["rates"],
                failure: { dependency_failed: { action: "MANUAL" } },
              },
              { id: "tell", tool_name: "send_mail", depends_on: ["pay"] },
            ],
            { locked },
          ),
        );
        plan.fail("rates", "validation_error");
        return plan;
      };
      const goOn = (by: string, groups?: string[]) =>
        says(by, "reject", { then: "go_on", roles: ["approver"], groups });
      const goesOn = (plan: Drive): boolean =>
        (holdChoices(plan.plan, plan.plan.state.holds.at(-1)!, plan.now) as Choices).choices.some(
          ({ then }) => then === "go_on",
        );

      test("is left out by who could have approved it alone, and by nobody else", () => {
        const plan = failed({ approvers: ["kim"] });
        expect(plan.refuse("approval", goOn("lee"))).toMatchObject({
          code: "not_an_approver",
          detail:
            "Only kim may say that the plan goes on without it: that starts what waits for it.",
        });
        expect(plan.running).toEqual([]);
        expect(goesOn(plan)).toBe(true);
        plan.accept("approval", goOn("kim"));
        expect(plan.running).toEqual(["tell"]);
      });

      test("is left out by who is in a group that could have approved it, and not by its author", () => {
        const plan = failed({ approvers: ["@재무"], prevent_self_approval: true });
        expect(plan.refuse("approval", goOn("lee", ["영업"])).code).toBe("not_an_approver");
        expect(plan.refuse("approval", goOn("ana", ["재무"])).code).toBe("invalid_command");
        plan.accept("approval", goOn("lee", ["재무", "영업"]));
        expect(plan.running).toEqual(["tell"]);
        expect(plan.plan.state.holds.at(-1)?.decisions).toMatchObject([{ groups: ["재무"] }]);
      });

      test("is left out by none of several, unless it says so itself", () => {
        const plan = failed({ min_approvals: 2 });
        expect(plan.refuse("approval", goOn("lee")).code).toBe("invalid_command");
        expect(goesOn(plan)).toBe(false);
        plan.accept("approval", says("lee", "reject", { then: "fail" }));
        const itself = failed({ min_approvals: 2, on_reject: "go_on" });
        expect(goesOn(itself)).toBe(true);
        itself.accept("approval", goOn("lee"));
        expect(itself.running).toEqual(["tell"]);
      });
    },
  );

  test("that failed and was removed is left out by nobody any more", () => {
    const plan = transfer({}, { failure: { api_error: { action: "MANUAL" } } });
    plan.accept("approval", says("kim", "approve"));
    plan.fail("pay", "api_error");
    const hold_id = plan.hold("pay").id;
    plan.accept("edit", { ops: [{ edit_type: "remove_todo", target_id: "pay" }] });
    const goOn = { hold_id, decision: "reject", then: "go_on" };
    expect(plan.refuse("approval", goOn).code).toBe("hold_withdrawn");
  });

  test("that failed once it was approved is left out by one person", () => {
    const plan = transfer({ approvers: ["kim"] }, { failure: { api_error: { action: "MANUAL" } } });
    plan.accept("approval", says("kim", "approve"));
    plan.fail("pay", "api_error");
    plan.accept("approval", says("lee", "reject", { then: "go_on" }));
    expect(plan.running).toEqual(["tell"]);
  });

  test("offers what can be done with it to those alone who can do it", () => {
    const plan = transfer({ approvers: ["kim", "@재무"] });
    const offered = (name: string, groups: string[] = []): string[] => {
      const you = { name, groups };
      const [hold] = legalCommands(plan.plan, plan.now, undefined, you).holds;
      const words = ["approve", "reject", "extend", "delegate", "undo"] as const;
      return words.filter((word) => hold?.actions[word].possible);
    };
    const all = ["approve", "reject", "extend", "delegate"];
    expect(offered("kim")).toEqual(all);
    expect(offered("lee", ["재무", "other"])).toEqual(all);
    expect(offered("lee")).toEqual([]);
    expect(offered("park", ["other"])).toEqual([]);
    expect(offered("")).toEqual([]);
    plan.accept("approval", says("kim", "approve", { grace_seconds: 30 }));
    expect(offered("kim")).toEqual(["undo"]);
    expect(offered("lee", ["재무"])).toEqual([]);
  });

  test("is not changed by who tries it again after a failure either", () => {
    const plan = transfer({ min_approvals: 2 }, { failure: { api_error: { action: "MANUAL" } } });
    plan.accept("approval", says("kim", "approve"));
    plan.accept("approval", says("lee", "approve"));
    plan.fail("pay", "api_error");
    const edit = says("lee", "edit", { args: { amount: 1 } });
    expect(plan.refuse("approval", edit)).toMatchObject({ code: "invalid_command" });
    plan.accept("approval", says("lee", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is remembered for nothing else, and no remembered approval lets it through", () => {
    const same = {
      tool_name: "transfer",
      tool_params: { to: "supplier" },
      requires_approval: true,
    };
    const plan = drive(
      planOf([
        { id: "first", ...same },
        { id: "pay", ...same, depends_on: ["first"], approval: { min_approvals: 2 } },
        { id: "last", ...same, depends_on: ["pay"] },
      ]),
    );
    const remember = { until: "2026-02-05T12:00:00.000Z" };
    plan.accept("approval", { todo_id: "first", decision: "approve", by: "kim", remember });
    plan.complete("first", null);
    expect(plan.status("pay")).toBe("needs_approval");
    expect(plan.refuse("approval", says("kim", "approve", { remember }))).toMatchObject({
      code: "invalid_command",
    });
    plan.accept("approval", says("kim", "approve"));
    plan.accept("approval", says("lee", "approve"));
    plan.complete("pay", null);
    expect(plan.running).toEqual(["last"]);
  });

  test("waits a grace time with its last approval, which is taken back alone", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve", { grace_seconds: 30 }));
    expect(plan.hold("pay")).toMatchObject({ deciding: null, needs: { given: ["kim"] } });
    plan.accept("approval", says("lee", "approve", { grace_seconds: 30 }));
    expect(plan.hold("pay").deciding).toMatchObject({ by: "lee" });
    plan.accept("control_hold", { hold_id: "h1", action: "undo", by: "lee" });
    expect(plan.hold("pay")).toMatchObject({ deciding: null, needs: { given: ["kim"] } });
    plan.accept("approval", says("lee", "approve", { grace_seconds: 30 }));
    plan.pass(31);
    expect(plan.running).toEqual(["pay"]);
    expect(plan.todo("pay").approved_by).toBe("kim, lee");
  });

  test("tells others of it with what it needs, and of each approval but the last", () => {
    const plan = transfer({ min_approvals: 3, approvers: ["kim", "lee", "park"] });
    const told = () =>
      findNews(plan.plan, { since: START }).news.map(({ type, data }) => ({ type, ...data }));
    // All at the same moment: each is told with those that came before it.
    for (const name of ["kim", "lee"]) plan.accept("approval", says(name, "approve"));
    const needs = { approvals: 3, approvers: ["kim", "lee", "park"], not_by: null };
    expect(told()).toMatchObject([
      { type: "hold.opened", hold: { needs: { approvals: 3, given: ["kim", "lee"] } } },
      { type: "hold.signed", by: "kim", lacks: 2, hold: { needs: { ...needs, given: ["kim"] } } },
      { type: "hold.signed", by: "lee", lacks: 1, hold: { needs: { given: ["kim", "lee"] } } },
    ]);
    plan.accept("approval", says("park", "approve"));
    expect(told().map(({ type }) => type)).toEqual([
      "hold.opened",
      "hold.signed",
      "hold.signed",
      "hold.decided",
    ]);
  });

  test("is approved less when the first one takes theirs back while the last one waits a grace time", () => {
    const plan = transfer({ min_approvals: 2, timeout_seconds: 60 });
    plan.accept("approval", says("kim", "approve"));
    plan.pass(20);
    plan.accept("approval", says("lee", "approve", { grace_seconds: 30 }));
    plan.accept("control_hold", { hold_id: "h1", action: "undo", by: "kim" });
    plan.pass(30);
    expect(plan.running).toEqual([]);
    expect(plan.hold("pay")).toMatchObject({
      status: "open",
      deciding: null,
      needs: { given: ["lee"] },
      deadline_at: "2026-02-05T10:01:30.000Z",
    });
    plan.accept("approval", says("park", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("says in the log who approved, and how many approvals are still needed", () => {
    const plan = transfer({ min_approvals: 2 });
    plan.accept("approval", says("kim", "approve"));
    const signed = plan.events.find(({ type }) => type === "hold.signed");
    expect(signed).toMatchObject({ by: "kim", todo_id: "pay", data: { lacks: 1 } });
  });
});

test("a workflow that goes on as a new run knows who has approved", () => {
  const plan = transfer({ min_approvals: 2 });
  plan.accept("approval", says("kim", "approve", { command_id: "a1" }));
  const carried = JSON.parse(JSON.stringify(packState(plan.plan.state))) as PackedState;
  const next = new Drive(unpackState(carried));
  const again = says("kim", "approve", { command_id: "a2" });
  expect(next.refuse("approval", again).code).toBe("already_approved");
  next.accept("approval", says("lee", "approve", { command_id: "a3" }));
  expect(next.running).toEqual(["pay"]);
  expect(next.todo("pay").approved_by).toBe("kim, lee");
});

describe("a todo that names its approvers", () => {
  test("is decided by them alone, whatever the decision", () => {
    const plan = transfer({ approvers: ["kim", "lee"] });
    for (const decision of ["approve", "reject"]) {
      expect(plan.refuse("approval", says("park", decision))).toMatchObject({
        code: "not_an_approver",
        detail: "Only kim, lee may decide hold p1.h1.",
      });
    }
    expect(legalCommands(plan.plan, plan.now).holds[0]?.actions).toMatchObject({
      approve: { possible: true },
      edit: { possible: true },
      delegate: { possible: true },
    });
    plan.accept("approval", says("lee", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is not changed by anybody who tries it again after a failure", () => {
    const plan = transfer({ approvers: ["kim"] }, { failure: { api_error: { action: "MANUAL" } } });
    plan.accept("approval", says("kim", "approve"));
    plan.fail("pay", "api_error");
    const edit = says("park", "edit", { args: { to: "park" } });
    expect(plan.refuse("approval", edit).code).toBe("invalid_command");
    const changes = { tool_params: { to: "park" } };
    plan.accept("control_todo", { todo_id: "pay", action: "retry", changes, by: "park" });
    expect(plan.refuse("approval", says("park", "approve")).code).toBe("not_an_approver");
    expect(plan.running).toEqual([]);
  });

  test("is delegated to one of them, and to nobody else", () => {
    const plan = transfer({ approvers: ["kim", "lee"] });
    const delegate = { hold_id: "h1", action: "delegate", by: "kim" };
    expect(plan.refuse("control_hold", { ...delegate, to: "park" })).toMatchObject({
      code: "invalid_command",
      errors: [{ pointer: "/to" }],
    });
    plan.accept("control_hold", { ...delegate, to: "lee" });
    expect(plan.hold("pay").assignee).toBe("lee");
  });

  test("is handed on, and given more time, by them alone: it would leave the inboxes of those whom it asks", () => {
    const plan = transfer({ approvers: ["kim", "@finance"] });
    const hand = { hold_id: "h1", action: "delegate", to: "lee" };
    const wait = { hold_id: "h1", action: "extend", seconds: 60 };
    for (const action of [hand, wait]) {
      expect(plan.refuse("control_hold", { ...action, by: "park" })).toMatchObject({
        code: "not_an_approver",
        detail: "Only kim, @finance may decide hold p1.h1.",
      });
      plan.accept("control_hold", { ...action, by: "kim" });
      plan.accept("control_hold", { ...action, by: "lee", groups: ["finance"] });
    }
  });

  test("is handed on by its author, who may not approve it, where that is one of them", () => {
    const plan = transfer({ approvers: ["ana", "kim"], prevent_self_approval: true });
    const { owner } = plan.plan.state;
    plan.accept("control_hold", { hold_id: "h1", action: "delegate", to: "kim", by: owner });
    expect(plan.hold("pay").assignee).toBe("kim");
  });

  test("knows them by their names however these are typed", () => {
    const decomposed = "김민지".normalize("NFD");
    expect(mistakesOf({ approvers: ["김민지", decomposed] })).toContain("/approval/approvers");
    const plan = transfer({ approvers: [decomposed] });
    plan.accept("approval", says("김민지", "approve"));
    expect(plan.running).toEqual(["pay"]);
  });

  test("is a question that they alone answer", () => {
    const plan = drive(
      planOf([
        {
          id: "pay",
          tool_name: null,
          input_request: { question: "Which account?" },
          approval: { approvers: ["kim"] },
        },
      ]),
    );
    const answer = { todo_id: "pay", value: "A" };
    expect(plan.refuse("input", { ...answer, by: "lee" })).toMatchObject({
      code: "not_an_approver",
    });
    plan.accept("input", { ...answer, by: "kim" });
    expect(plan.status("pay")).toBe("completed");
  });
});

describe("a hold that was handed to somebody", () => {
  const who = (plan: Drive) =>
    ["ana", "kim", "lee", "park"].filter((name) => waitsFor(plan.hold("pay"), { name }));
  const hand = (plan: Drive, to: string) =>
    plan.accept("control_hold", { hold_id: "h1", action: "delegate", to, by: "lee" });

  test("waits for them, and for whoever else is needed once they have approved", () => {
    const plan = transfer({ approvers: ["kim", "lee", "park"], min_approvals: 2 });
    hand(plan, "kim");
    expect([who(plan), awaitedOf(plan.hold("pay"))]).toEqual([["kim"], "kim"]);
    plan.accept("approval", says("kim", "approve"));
    expect([who(plan), awaitedOf(plan.hold("pay"))]).toEqual([["lee", "park"], "kim, lee, park"]);
  });

  test("waits for those who may decide it, where its todo is assigned to somebody else", () => {
    const plan = transfer({ approvers: ["kim", "lee"] }, { assignee: "bob" });
    expect([who(plan), awaitedOf(plan.hold("pay"))]).toEqual([["kim", "lee"], "kim, lee"]);
  });

  test("waits for its author, too, who can reject it", () => {
    const plan = transfer({ prevent_self_approval: true });
    hand(plan, "ana");
    expect(who(plan)).toEqual(["ana"]);
  });
});

describe("what waits for a todo that needs more than one word", () => {
  const gate = (approval: ApprovalSettings) =>
    transfer({ ...approval }, { tool_name: null, tool_params: {}, kind: "milestone" });
  const goOn = (by: string) => says(by, "reject", { then: "go_on" });

  test("is not started by one who rejects it and goes on", () => {
    const plan = gate({ min_approvals: 2 });
    const hold = plan.plan.holds.get("p1.h1")!;
    expect(holdChoices(plan.plan, hold, plan.now)).toMatchObject({
      choices: expect.not.arrayContaining([expect.objectContaining({ then: "go_on" })]) as unknown,
    });
    expect(plan.refuse("approval", goOn("kim")).code).toBe("invalid_command");
    plan.accept("approval", says("kim", "reject"));
    expect(plan.running).toEqual([]);
  });

  test("is not started so by its author, while somebody else may", () => {
    const plan = gate({ prevent_self_approval: true });
    expect(plan.refuse("approval", goOn("ana")).code).toBe("invalid_command");
    plan.accept("approval", goOn("kim"));
    expect(plan.running).toEqual(["tell"]);
  });

  test("starts without it where the todo itself says that a rejection goes on", () => {
    const plan = gate({ min_approvals: 2, on_reject: "go_on" });
    plan.accept("approval", says("kim", "reject"));
    expect(plan.running).toEqual(["tell"]);
  });
});
