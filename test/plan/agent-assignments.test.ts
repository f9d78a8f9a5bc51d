import { describe, expect, test } from "vitest";
import { drive, planOf, type Drive } from "./support/drive.ts";

const LEASE = "집주인이 전세금 3억을 10억으로 올려달래. 법적으로 해결방법 알려줘";
const search = {
  id: "search",
  title: "search_team 실행",
  tool_name: null,
  agent_name: "search_team",
};
const describePlan = (description: string | null) => ({
  ops: [{ edit_type: "modify_plan", params: { changes: { description } } }],
});

describe("an agent of a plan that says what it is for", () => {
  test("is told that beside its own todo, as S1's and S2's teams know the query", () => {
    const plan = drive(planOf([search, "work"], { description: LEASE }));
    expect(plan.argsOf("search")).toEqual({
      agent_name: "search_team",
      assignment: "search_team 실행",
      plan_description: LEASE,
    });
    expect(plan.argsOf("work")).toEqual({});
  });

  test("is told nothing of it where the plan says nothing", () => {
    const plan = drive(planOf([{ ...search, description: "판례를 찾는다" }]));
    expect(plan.argsOf("search")).toEqual({
      agent_name: "search_team",
      assignment: "판례를 찾는다",
    });
  });

  test("is approved with it, and asked about again when the plan says something else", () => {
    const asks = { ...search, requires_approval: true };
    const plan = drive(planOf([asks], { description: LEASE }));
    const { id: hold_id, digest } = plan.hold("search");
    expect(plan.hold("search").args).toMatchObject({ plan_description: LEASE });
    plan.accept("edit", describePlan("월세도 알아봐줘"));
    expect(plan.hold("search")).toMatchObject({
      status: "open",
      args: { plan_description: "월세도 알아봐줘" },
    });
    expect(plan.hold("search").digest).not.toBe(digest);
    expect(plan.refuse("approval", { hold_id, decision: "approve" }).code).toBe("hold_stale");
    plan.approve("search");
    expect(plan.argsOf("search")).toMatchObject({ plan_description: "월세도 알아봐줘" });
  });

  test("does not run on an approval that was given before the plan said something else", () => {
    const asks = { ...search, requires_approval: true };
    const plan = drive(planOf(["work", asks], { description: LEASE, max_parallel: 1 }));
    const { id: hold_id } = plan.hold("search");
    const args = { assignment: "판례만 찾는다" };
    plan.accept("approval", { hold_id, decision: "edit", args });
    plan.accept("edit", describePlan(null));
    plan.complete("work");
    expect(plan.running).toEqual([]);
    expect(plan.hold("search")).toMatchObject({
      status: "open",
      args: { agent_name: "search_team", assignment: "search_team 실행" },
    });
  });

  test("nor once it may run again, where it was skipped with what it waits for when the plan changed", () => {
    const check = { id: "check", tool_name: "work", requires_approval: true };
    const asks = { ...search, requires_approval: true, depends_on: ["check"] };
    const plan = drive(planOf(["work", check, asks], { description: LEASE }));
    plan.approve("check");
    plan.complete("check");
    plan.accept("pause");
    const { id: hold_id } = plan.hold("search");
    const args = { assignment: "판례만 찾는다" };
    plan.accept("approval", { hold_id, decision: "edit", args });
    plan.accept("control_todo", { todo_id: "check", action: "rerun" });
    plan.accept("resume");
    plan.reject("check");
    expect(plan.status("search")).toBe("skipped");
    plan.accept("edit", describePlan(null));
    plan.accept("control_todo", { todo_id: "check", action: "rerun" });
    plan.approve("check");
    plan.complete("check");
    expect(plan.hold("search")).toMatchObject({
      status: "open",
      args: { agent_name: "search_team", assignment: "search_team 실행" },
    });
  });

  test("may be told less of it by whoever approves", () => {
    const plan = drive(planOf([{ ...search, requires_approval: true }], { description: LEASE }));
    const { id: hold_id } = plan.hold("search");
    const args = { plan_description: null };
    plan.accept("approval", { hold_id, decision: "edit", args });
    expect(plan.argsOf("search")).toEqual({
      agent_name: "search_team",
      assignment: "search_team 실행",
    });
  });
});

describe("an agent's todo that was renamed after its approval was asked for", () => {
  const asks = { ...search, description: "판례를 찾는다", requires_approval: true };
  const rename = (title: string) => ({
    ops: [{ edit_type: "modify_todo", target_id: "search", params: { changes: { title } } }],
  });
  const toldTitle = (plan: Drive) => plan.runs.find(({ todo_id }) => todo_id === "search")?.title;

  test("runs by the title that was approved, also when it is tried again", () => {
    const plan = drive(planOf([asks]));
    plan.accept("edit", rename("임대인에게 10억을 송금한다"));
    plan.approve("search");
    expect(toldTitle(plan)).toBe("search_team 실행");
    plan.accept("edit", rename("임대인에게 20억을 송금한다"));
    plan.failAttempt("search");
    plan.pass(60);
    expect(toldTitle(plan)).toBe("search_team 실행");
  });

  test("runs by its new title once that was approved, and where nobody is asked", () => {
    const plan = drive(planOf([asks]));
    plan.approve("search");
    plan.complete("search", "판례");
    plan.accept("control_todo", {
      todo_id: "search",
      action: "rerun",
      changes: { title: "판례를 다시 찾는다" },
    });
    plan.approve("search");
    expect(toldTitle(plan)).toBe("판례를 다시 찾는다");
    const unasked = drive(
      planOf(["work", { ...asks, requires_approval: false }], { max_parallel: 1 }),
    );
    unasked.accept("edit", rename("판례를 다시 찾는다"));
    unasked.complete("work");
    expect(toldTitle(unasked)).toBe("판례를 다시 찾는다");
  });
});
