import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Possibility } from "../../src/contract/plan/actions.ts";
import type { MessageName } from "../../src/contract/plan/commands.ts";
import { HOLD_ACTION_NAMES, HOLD_ACTIONS } from "../../src/contract/plan/holds/hold-actions.ts";
import { decide } from "../../src/plan/decide.ts";
import { legalCommands } from "../../src/plan/legal-commands.ts";
import { toCommand } from "../../src/plan/model/commands.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";
import { answerTo, livingPlan, livingStory, liveOn } from "./support/living-story.ts";
import { always } from "./support/properties.ts";
import { freeApprover } from "./support/random-story.ts";

/** What the plan says to a message that a person sends now. */
function codeOf(drive: Drive, name: MessageName, body: object): string | null {
  const parsed = toCommand(name, body, { by: "kim", command_id: "asked" });
  if ("problem" in parsed) return parsed.problem.code;
  const verdict = decide(drive.plan, parsed.command, drive.now);
  return "problem" in verdict ? verdict.problem.code : null;
}

const told = (possibility: Possibility): string | null =>
  possibility.possible ? null : possibility.code;

const cases = fc.record({ input: livingPlan(), story: livingStory(20) });

describe("what can be done now", () => {
  always("is what the plan takes, for every command, hold and todo", cases, (it) => {
    const drive = liveOn(it.input, it.story);
    const { plan: commands, holds } = legalCommands(drive.plan, drive.now);
    for (const word of ["pause", "resume", "cancel", "undo"] as const) {
      expect(told(commands![word]), word).toBe(codeOf(drive, word, {}));
    }
    const { version } = drive.plan.state;
    const back = codeOf(drive, "rollback", { version });
    expect(told(commands!.rollback)).toBe(back === "nothing_changed" ? null : back);
    const title = { edit_type: "modify_plan", params: { changes: { title: "Another" } } };
    expect(told(commands!.edit)).toBe(codeOf(drive, "edit", { ops: [title] }));
    expect(holds.map(({ hold_id }) => hold_id)).toEqual([...drive.plan.openHolds.keys()]);
    for (const { hold_id, actions } of holds) {
      const hold = drive.plan.holds.get(hold_id)!;
      const by = freeApprover(hold);
      for (const decision of ["approve", "reject", "edit"] as const) {
        const body = { hold_id, by, decision, ...(decision === "edit" && { args: { a: 1 } }) };
        expect(told(actions[decision]), decision).toBe(codeOf(drive, "approval", body));
      }
      expect(told(actions.answer)).toBe(
        codeOf(drive, "input", { hold_id, by, value: answerTo(hold) }),
      );
      for (const action of HOLD_ACTION_NAMES) {
        const decider = hold.deciding?.decision.by ?? hold.needs?.given[0] ?? by;
        const who = action === "undo" ? decider : by;
        const to = action === "delegate" && hold.needs?.approvers != null ? { to: by } : {};
        const body = { hold_id, by: who, action, ...HOLD_ACTIONS[action].example, ...to };
        expect(told(actions[action]), action).toBe(codeOf(drive, "control_hold", body));
      }
    }
    for (const { id: todo_id } of drive.plan.state.todos) {
      const { todo, plan } = legalCommands(drive.plan, drive.now, todo_id);
      expect(plan).toBeUndefined();
      for (const action of ["skip", "retry", "rerun"] as const) {
        expect(told(todo![action]), action).toBe(
          codeOf(drive, "control_todo", { todo_id, action }),
        );
      }
      const work = { claim: {}, release: {}, done: {}, cannot: { reason: "r" } };
      for (const action of ["claim", "release", "done", "cannot"] as const) {
        const body = { todo_id, ...work[action] };
        expect(told(todo![action]), action).toBe(codeOf(drive, action, body));
      }
      const about = { target_id: todo_id };
      const changes = { description: `Of ${todo_id}, another` };
      const edit = { edit_type: "modify_todo", ...about, params: { changes } };
      expect(told(todo!.edit)).toBe(codeOf(drive, "edit", { ops: [edit] }));
      const remove = { edit_type: "remove_todo", ...about };
      expect(told(todo!.remove)).toBe(codeOf(drive, "edit", { ops: [remove] }));
    }
  });

  test("of a question is to answer or decline it, and of an approval to decide it", () => {
    const ask = { id: "ask", tool_name: null, input_request: { question: "Go on?" } };
    const plan = drive(planOf([ask, { id: "publish", requires_approval: true }]));
    const { holds } = legalCommands(plan.plan, plan.now);
    expect(holds.map(({ actions }) => yes(actions))).toEqual([
      ["reject", "answer", "delegate", "withdraw"],
      ["approve", "reject", "edit", "extend", "delegate", "withdraw"],
    ]);
    expect(inEnglish(holds[0]?.actions.approve)).toEqual({
      possible: false,
      code: "invalid_command",
      detail: "The hold asks a question.",
      hint: 'Send an answer, or "reject" to decline.',
    });
  });

  test("says why a running todo cannot be removed", () => {
    const plan = drive(planOf(["a", "b"]));
    const { todo } = legalCommands(plan.plan, plan.now, "a");
    expect(yes(todo!)).toEqual(["skip", "edit"]);
    expect(todo!.remove).toMatchObject({ detail: 'Todo "a" is running and cannot be removed.' });
  });
});

function yes(actions: Readonly<Record<string, Possibility>>): string[] {
  return Object.entries(actions).flatMap(([word, { possible }]) => (possible ? [word] : []));
}
