import { describe, expect, test } from "vitest";
import type { Inbox } from "../../src/contract/list.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import type { HoldDetail } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { payingPeople, payment } from "../support/paying-people.ts";

const api = useApi();

const people = () => payingPeople(api());

describe("a payment that two people have to approve", () => {
  test("runs with the second approval; everybody sees meanwhile who gave the first", async () => {
    const { as, decide, create, read } = await people();
    await create("ana", "approvers-two", { min_approvals: 2 });
    const first = await decide("kim", "approvers-two", { decision: "approve" });
    expect(first.status).toBe(200);
    expect((await first.json()) as Receipt).toMatchObject({
      hold: { status: "open", decision: null, needs: { approvals: 2, given: ["kim"] } },
    });

    const again = await decide("kim", "approvers-two", { decision: "approve" });
    await problemOf(again, "already_approved");
    const hold = await read<HoldDetail>("lee", "/v1/holds/approvers-two.h1");
    expect(hold.decisions).toMatchObject([{ decision: "approve", by: "kim" }]);
    const board = await read<Board>("lee", "/v1/plans/approvers-two/board");
    expect(board.holds).toMatchObject([{ needs: { given: ["kim"] } }]);
    await expect
      .poll(async () => (await read<Inbox>("lee", "/v1/holds?plan_id=approvers-two")).holds)
      .toMatchObject([{ needs: { approvals: 2, given: ["kim"] } }]);

    // Taken back, and given again.
    const undone = await as("kim", "POST", "/v1/holds/approvers-two.h1/undo", {});
    expect(undone.status).toBe(200);
    await decide("lee", "approvers-two", { decision: "approve" });
    await decide("kim", "approvers-two", { decision: "approve" });
    expect((await api().untilEnded("approvers-two")).status).toBe("completed");
    const plan = await read<PlanView>("ana", "/v1/plans/approvers-two");
    expect(plan.todos[0]?.approved_by).toBe("lee, kim");
  });

  test("runs once, however many approve it at the same moment", async () => {
    const { decide, create, read } = await people();
    await create("ana", "approvers-race", { min_approvals: 2 });
    const answers = await Promise.all(
      ["kim", "lee", "park"].map((name) => decide(name, "approvers-race", { decision: "approve" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    expect((await api().untilEnded("approvers-race")).status).toBe("completed");
    const hold = await read<HoldDetail>("ana", "/v1/holds/approvers-race.h1");
    expect(new Set(hold.needs?.given).size).toBe(2);
  });
});

describe("approvers with names", () => {
  test("decide alone: others who may decide anything else are told who does", async () => {
    const { as, decide, create } = await people();
    await create("ana", "approvers-named", { approvers: ["kim", "lee"] });
    for (const name of ["park", "root"]) {
      for (const decision of ["approve", "reject"]) {
        const refused = await decide(name, "approvers-named", { decision });
        expect(await problemOf(refused, "not_an_approver")).toMatchObject({
          detail: "Only kim, lee may decide hold approvers-named.h1.",
        });
      }
    }
    const delegated = await as("kim", "POST", "/v1/holds/approvers-named.h1/delegate", {
      to: "park",
    });
    expect(pointersOf(await problemOf(delegated, "invalid_command"))).toEqual(["/to"]);
    for (const [action, body] of [
      ["delegate", { to: "lee" }],
      ["extend", { seconds: 60 }],
    ] as const) {
      const other = await as("park", "POST", `/v1/holds/approvers-named.h1/${action}`, body);
      await problemOf(other, "not_an_approver");
      const own = await as("kim", "POST", `/v1/holds/approvers-named.h1/${action}`, body);
      expect(own.status).toBe(200);
    }
    await decide("lee", "approvers-named", { decision: "approve" });
    expect((await api().untilEnded("approvers-named")).status).toBe("completed");
  });

  test("are given up by who may loosen approvals only", async () => {
    const { as, create } = await people();
    await create("ana", "approvers-loosened", { approvers: ["kim"] });
    const loosen = { approval: { approvers: ["kim", "park"] } };
    const path = "/v1/plans/approvers-loosened/todos/pay";
    await problemOf(await as("ana", "PATCH", path, loosen), "loosens_control");
    expect((await as("root", "PATCH", path, loosen)).status).toBe(200);
  });
});

describe("a plan whose review two people have to approve", () => {
  test("starts with the second; S1's clients are told as much of the first", async () => {
    const { as, read } = await people();
    const plan = {
      id: "approvers-review",
      title: "Launch",
      plan_review: true,
      approval_policy: { min_approvals: 2, prevent_self_approval: true },
      todos: [{ id: "go", title: "Go", kind: "milestone" }],
    };
    expect((await as("root", "POST", "/v1/plans", plan)).status).toBe(201);
    const approve = (name: string): Promise<Response> =>
      as(name, "POST", "/api/todos/approvers-review/approve", {});
    await problemOf(await approve("root"), "not_an_approver");
    expect(await (await approve("kim")).json()).toEqual({ success: true, approved: false });
    expect((await read<PlanView>("kim", "/v1/plans/approvers-review")).status).toBe("pending");
    expect(await (await approve("lee")).json()).toEqual({ success: true, approved: true });
    expect((await api().untilEnded("approvers-review")).status).toBe("completed");
  });
});

describe("a payment that nobody approves for themselves", () => {
  test("is approved by somebody else than who asked for it, by batch as one by one", async () => {
    const { as, decide, create } = await people();
    await create("root", "approvers-self", { prevent_self_approval: true });
    const own = await decide("root", "approvers-self", { decision: "approve" });
    await problemOf(own, "not_an_approver");
    const batch = await as("root", "POST", "/v1/holds/decisions", {
      decisions: [{ hold_id: "approvers-self.h1", decision: "approve" }],
    });
    expect(await batch.json()).toMatchObject({
      results: [{ problem: { code: "not_an_approver" } }],
    });
    await decide("kim", "approvers-self", { decision: "approve" });
    expect((await api().untilEnded("approvers-self")).status).toBe("completed");
  });
});

describe("approvals that nobody here could give", () => {
  const paying = (approval: ApprovalSettings) => payment("approvers-refused", approval);

  test("are refused while there are no keys, when everybody is the same person", async () => {
    const plan = paying({ min_approvals: 2 });
    for (const path of ["/v1/plans", "/v1/plans/preview"]) {
      const refused = await api().post(path, plan);
      const problem = await problemOf(refused, "validation_failed");
      expect(pointersOf(problem)).toEqual(["/todos/0/approval/min_approvals"]);
      expect(problem.hint).toContain("holdpoint key add");
    }
  });

  test("are refused where an approver has no key, with the name that may be meant", async () => {
    const { as } = await people();
    const refused = await as("ana", "POST", "/v1/plans", paying({ approvers: ["kim", "leo"] }));
    const problem = await problemOf(refused, "validation_failed");
    expect(problem.errors).toMatchObject([
      {
        pointer: "/todos/0/approval/approvers/1",
        detail:
          'Nobody named "leo" may decide here: no valid key of that name has the role approver. Did you mean "lee"?',
      },
    ]);
  });

  test("are refused in an edit, at the place in it", async () => {
    const { as, create } = await people();
    await create("ana", "approvers-edited", {});
    const edit = (ops: object[]): Promise<Response> =>
      as("ana", "POST", "/v1/plans/approvers-edited/edits", { ops });
    const changes = { approval: { approvers: ["leo"] } };
    const policy = { approval_policy: { min_approvals: 9 } };
    const refused = await edit([
      { edit_type: "modify_todo", target_id: "pay", params: { changes } },
      { edit_type: "modify_plan", params: { changes: policy } },
    ]);
    expect(pointersOf(await problemOf(refused, "validation_failed"))).toEqual([
      "/ops/0/params/changes/approval/approvers/0",
      "/ops/1/params/changes/approval_policy/min_approvals",
    ]);
    const path = "/v1/plans/approvers-edited/todos/pay";
    const stricter = await as("ana", "PATCH", path, { approval: { approvers: ["lee"] } });
    expect(stricter.status).toBe(200);
  });

  test("are refused in an edit that leaves only who created the plan", async () => {
    const { as, create } = await people();
    await create("root", "approvers-own", { approvers: ["root"] });
    const approval = { approvers: ["root"], prevent_self_approval: true };
    const edit = await as("ana", "PATCH", "/v1/plans/approvers-own/todos/pay", { approval });
    expect(await problemOf(edit, "validation_failed")).toMatchObject({
      errors: [{ detail: "It needs approvals: 1. People who may give one here: 0." }],
    });
  });

  test("may be whoever changes the plan's policy, for the todos that others wrote", async () => {
    const { as, create } = await people();
    await create("ana", "approvers-policy", {});
    const approval_policy = { approvers: ["root"], prevent_self_approval: true };
    const ask = (id: string, ...more: object[]) =>
      as("root", "POST", `/v1/plans/${id}/edits`, {
        ops: [{ edit_type: "modify_plan", params: { changes: { approval_policy } } }, ...more],
      });
    const retitled = {
      edit_type: "modify_todo",
      target_id: "pay",
      params: { changes: { title: "Pay" } },
    };
    expect(
      pointersOf(await problemOf(ask("approvers-policy", retitled), "validation_failed")),
    ).toEqual(["/ops/0/params/changes/approval_policy/prevent_self_approval"]);
    expect((await ask("approvers-policy")).status).toBe(200);
    await api().untilHolds("approvers-policy");
    const [hold] = await api().holds("approvers-policy");
    expect(hold?.needs).toMatchObject({ approvers: ["root"], not_by: ["ana"] });
    expect(
      (await as("root", "POST", `/v1/holds/${hold!.id}/decision`, { decision: "approve" })).status,
    ).toBe(200);
    expect((await api().untilEnded("approvers-policy")).status).toBe("completed");
    // Of a review that is still to come, they have changed what is asked about.
    const todos = [
      { title: "Pay", tool_name: "echo", tool_params: { text: "1" }, requires_approval: true },
    ];
    const reviewed = { id: "approvers-reviewed", title: "Reviewed", plan_review: true, todos };
    expect((await as("ana", "POST", "/v1/plans", reviewed)).status).toBe(201);
    await api().untilHolds("approvers-reviewed");
    expect(
      pointersOf(await problemOf(ask("approvers-reviewed"), "validation_failed")),
    ).toHaveLength(1);
  });

  test("are refused where fewer people may decide than have to", async () => {
    const { as } = await people();
    for (const approval of [
      { min_approvals: 5 },
      { min_approvals: 4, prevent_self_approval: true },
    ]) {
      const refused = await as("root", "POST", "/v1/plans", paying(approval));
      expect(pointersOf(await problemOf(refused, "validation_failed"))).toEqual([
        "/todos/0/approval/min_approvals",
      ]);
    }
  });
});
