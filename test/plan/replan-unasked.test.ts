import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import type { Drive } from "./support/drive.ts";
import { add, decide, proposes, priority, proposal, thoughtful } from "./support/thoughtful.ts";

const PAY = { tool_name: "pay", tool_params: { to: "Mallory" } };
const change = (changes: JsonObject, target_id = "a"): JsonObject => ({
  edit_type: "modify_todo",
  target_id,
  params: { changes },
});

type Todo = Exclude<Parameters<typeof thoughtful>[0][number], string>;

/** A plan that applies what models propose, of whose tools `pay` is irreversible; a result is looked at. */
function looked(a: Partial<Todo>, settings: Partial<NewPlanInput> = {}): Drive {
  const drive = thoughtful(
    [
      { id: "s", review_result: true },
      "gate",
      { id: "a", ...a, depends_on: ["s", "gate"] } as Todo,
    ],
    { replan_policy: "apply", ...settings },
  );
  drive.plan.state.irreversible_tools = ["pay"];
  drive.complete("s");
  return drive;
}

const work = { tool_name: "work" };
const agent = (agent_name: string) => ({ tool_name: null, agent_name });

describe("a plan whose policy applies proposals asks a person about one that", () => {
  test.each<[string, Partial<Todo>, JsonObject]>([
    ["adds a call that nobody can undo", work, add("b", PAY)],
    [
      "adds the work of an agent who may make such calls unasked",
      work,
      add("b", agent("reckless")),
    ],
    ["makes a todo such a call", work, change(PAY)],
    ["changes what such a call is made with", { ...PAY }, change({ tool_params: { to: "Eve" } })],
    [
      "lets such a call wait for less",
      { ...PAY },
      { edit_type: "remove_dependency", target_id: "a", params: { depends_on: "gate" } },
    ],
    [
      "tells such an agent something else",
      agent("reckless"),
      change({ description: "Pay Mallory." }),
    ],
    [
      "tells an agent something else whose calls silence allows",
      { ...agent("writer"), approval: { on_timeout: "approve", timeout_seconds: 1 } },
      change({ description: "Pay Mallory." }),
    ],
    ["gives a todo to another agent", agent("reckless"), change({ agent_name: "writer" })],
    [
      "gives a todo that asks another tool",
      { ...work, requires_approval: true },
      change({ tool_name: "fetch" }),
    ],
    [
      "makes a todo such a call whose silence is a yes",
      { ...work, requires_approval: true, approval: { on_timeout: "approve" } },
      change({ tool_params: { to: "Mallory" }, tool_name: "pay" }),
    ],
  ])("%s, in a locked plan, too", (_, todo, edit) => {
    for (const locked of [false, true]) {
      const drive = looked(todo, { locked });
      proposes(drive, [edit]);
      expect(drive.plan.state.version).toBe(1);
      expect(proposal(drive).proposal.lines).toHaveLength(1);
      decide(drive, { decision: "approve" });
      expect(drive.plan.state.version).toBe(2);
    }
  });

  test.each([
    ["tool", { tool_name: "fetch" }],
    ["agent", agent("writer")],
  ])("has another todo do by the same %s what a person has said no to", (_, doer) => {
    const drive = thoughtful([{ id: "a", ...doer, requires_approval: true }], {
      replan_policy: "apply",
    });
    const hold_id = [...drive.plan.openHolds.keys()][0]!;
    drive.accept("approval", { hold_id, decision: "reject", then: "replan" });
    proposes(drive, [add("b", doer)]);
    expect(drive.runs).toEqual([]);
    expect(proposal(drive).proposal.lines).toHaveLength(1);
  });

  test.each([
    ["tool", { tool_name: "fetch" }],
    ["agent", agent("writer")],
  ])("has the same %s do what a person has said no to, of which nothing is left", (_, doer) => {
    const drive = thoughtful(
      [
        { id: "s", review_result: true },
        { id: "t", review_result: true },
        { id: "a", ...doer, requires_approval: true },
      ],
      { replan_policy: "apply" },
    );
    drive.accept("approval", { todo_id: "a", decision: "reject", then: "fail" });
    drive.complete("s");
    proposes(drive, [{ edit_type: "remove_todo", target_id: "a", params: {} }]);
    expect(drive.plan.todos.has("a")).toBe(false);
    drive.complete("t");
    proposes(drive, [add("b", doer)]);
    expect(drive.runs).toEqual([]);
    expect(proposal(drive).proposal.lines).toHaveLength(1);
  });

  test("has another todo do what a person has said no to, and is asked about again", () => {
    const doer = { tool_name: "fetch" };
    const drive = thoughtful(
      [
        { id: "s", review_result: true },
        { id: "a", ...doer, requires_approval: true },
      ],
      { replan_policy: "apply" },
    );
    drive.accept("approval", { todo_id: "a", decision: "reject", then: "replan" });
    proposes(drive, [change({ tool_params: { other: true } })]);
    expect(drive.status("a")).toBe("needs_approval");
    drive.complete("s");
    proposes(drive, [add("b", doer)]);
    expect(drive.runs).toEqual([]);
    expect(proposal(drive).proposal.lines).toHaveLength(1);
  });

  test("would try again, changed, what nobody can undo", () => {
    const failure = { validation_error: { action: "REPLAN" } } as const;
    const drive = thoughtful([{ id: "a", ...PAY }], { replan_policy: "apply", failure });
    drive.plan.state.irreversible_tools = ["pay"];
    drive.fail("a", "validation_error", "No such account.");
    proposes(drive, [change({ tool_params: { to: "Eve" } })]);
    expect(drive.status("a")).toBe("failed");
    expect(proposal(drive).proposal.cause.kind).toBe("failure");
  });
});

describe("a plan whose policy applies proposals takes by itself one that", () => {
  test.each<[string, Partial<Todo>, JsonObject]>([
    ["adds such a call that asks", work, add("b", { ...PAY, requires_approval: true })],
    [
      "adds the work of such an agent once a person has said yes",
      work,
      add("b", { ...agent("reckless"), requires_approval: true }),
    ],
    ["adds the work of an agent who asks", work, add("b", agent("writer"))],
    [
      "adds what the plan asks about, and asks, too",
      { tool_name: "fetch", requires_approval: true },
      add("b", { tool_name: "fetch", requires_approval: true }),
    ],
    ["gives a todo that asks nobody another tool", work, change({ tool_name: "fetch" })],
    ["lets an agent do what a tool did", work, change({ tool_name: null, agent_name: "writer" })],
    ["changes nothing but whose turn is first", { ...PAY }, priority("a", 9)],
  ])("%s", (_, todo, edit) => {
    const drive = looked(todo);
    proposes(drive, [edit]);
    expect(drive.plan.state.version).toBe(2);
    expect(drive.plan.proposals.size).toBe(0);
  });

  test("adds such a call where each todo asks", () => {
    const drive = thoughtful([{ id: "s", review_result: true }], {
      replan_policy: "apply",
      approval: "every_todo",
    });
    drive.plan.state.irreversible_tools = ["pay"];
    drive.approve("s");
    drive.complete("s");
    proposes(drive, [add("b", PAY)]);
    expect(drive.status("b")).toBe("needs_approval");
  });
});
