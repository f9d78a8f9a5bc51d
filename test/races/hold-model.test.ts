import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import { holdModel, type HoldOp, type ToldDecision } from "./support/hold-model.ts";
import { findOrder, type Recorded } from "./support/linearizable.ts";

const hold = (id: string, more: Partial<Hold> = {}): Hold => ({
  id,
  plan_id: "p",
  kind: "approval",
  todo_id: "t",
  status: "open",
  title: "t",
  message: null,
  tool_name: "work",
  args: {},
  asked_by: null,
  input_data: null,
  references: [],
  output_path: null,
  input_request: null,
  proposal: null,
  digest: "",
  plan_version: 1,
  opened_at: "",
  deadline_at: null,
  remaining_ms: null,
  assignee: null,
  on_timeout: "skip",
  on_reject: "skip",
  deciding: null,
  decision: null,
  decisions: [],
  closed_reason: null,
  ...more,
});

type Told = (HoldOp & { op: "decide" })["told"];
const verdict = (by: string, decision = "approve"): ToldDecision => ({
  decision,
  by,
  at: "2026-01-01T00:00:00Z",
  comment: by,
});
const decide = (by: string, told: Told, id = "h1"): HoldOp => ({
  op: "decide",
  hold: id,
  sent: { decision: "approve", by, comment: by },
  told,
});
const won = (by: string, id = "h1"): HoldOp => decide(by, { won: verdict(by) }, id);
const lost = (by: string, to: string): HoldOp => decide(by, { lost: verdict(to) });
const expired = (by: string): HoldOp => decide(by, { refused: "hold_expired" });
const stale = (by: string): HoldOp => decide(by, { refused: "hold_stale" });
const edited: HoldOp = { op: "edit_plan", told: "accepted" };
const notEdited: HoldOp = { op: "edit_plan", told: "todo_not_editable" };
const timeOut: HoldOp = { op: "time_out", hold: "h1" };
const read = (status: string, decision: ToldDecision | null = null, id = "h1"): HoldOp => ({
  op: "read",
  hold: id,
  saw: { status, decision },
});

/** Operations of which each was answered before the next was sent. */
function inTurn(ops: readonly HoldOp[]): Recorded<HoldOp>[] {
  return ops.map((op, place) => ({ op, invoked: 2 * place, responded: 2 * place + 1 }));
}

const one = [hold("h1")];
const two = [hold("h1"), hold("h2")];

describe("a todo's holds may", () => {
  test.each<[string, Hold[], HoldOp[]]>([
    [
      "be decided once",
      one,
      [read("open"), won("a"), lost("b", "a"), read("approved", verdict("a"))],
    ],
    ["be granted and start", one, [won("a"), notEdited, lost("b", "a")]],
    ["time out", one, [timeOut, expired("a"), read("expired")]],
    ["refuse while the timer is about to ring", one, [expired("a"), read("open"), timeOut]],
    ["ask again after an edit", two, [edited, stale("a"), won("b", "h2"), notEdited]],
    [
      "ask again when a grant was edited before its start",
      two,
      [won("a"), edited, lost("b", "a"), stale("c"), won("b", "h2")],
    ],
    ["leave a failed todo to be edited", [hold("h1", { on_timeout: "fail" })], [timeOut, edited]],
  ])("%s", (_, holds, ops) => {
    expect(findOrder(inTurn(ops), holdModel(holds))).toEqual(ops);
  });
});

describe("a todo's holds never", () => {
  test.each<[string, Hold[], HoldOp[]]>([
    ["have two winners", one, [won("a"), won("b")]],
    ["tell a loser of somebody else", one, [won("a"), won("b"), lost("c", "c")]],
    ["tell a loser before there is a winner", one, [lost("b", "a"), won("a")]],
    ["give the winner another's decision", one, [decide("a", { won: verdict("b") })]],
    ["look open once they are decided", one, [won("a"), read("open")]],
    ["are decided after their time", one, [timeOut, won("a")]],
    ["expire when they were decided", one, [won("a"), timeOut]],
    ["expire when they wait for ever", [hold("h1", { on_timeout: "wait" })], [expired("a")]],
    ["take a decision after they said that time was over", one, [expired("a"), won("b")]],
    ["ask again after they said that time was over", two, [expired("a"), edited, won("b", "h2")]],
    ["turn stale by themselves", two, [stale("a")]],
    ["stay as they are after an edit", two, [edited, won("a")]],
    ["keep their todo from being edited while they ask", one, [notEdited]],
    ["let a todo be edited that has started", two, [won("a"), notEdited, edited]],
    ["ask again without a reason", two, [won("a"), won("b", "h2")]],
  ])("%s", (_, holds, ops) => {
    expect(findOrder(inTurn(ops), holdModel(holds))).toBeNull();
  });
});
