import { expect, test } from "vitest";
import type { AgentReport } from "../../src/contract/plan/agents/agent.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

/** The agent of `mails` wants to send two mails in a run of its todo. */
function wantsToSend(plan: Drive, run: number): void {
  const send = (call_id: string, to: string) => {
    return { call_id, tool_name: "send", args: { to }, references: [] };
  };
  plan.report({
    type: "agent_turn",
    ...{ todo_id: "mails", run, attempt: 1, turn: 1, model: "m" },
    usage: { input_tokens: 1, output_tokens: 1, cost_usd: null },
    ...{ goes_on: false, steps: [], questions: [], cost_limit_usd: null },
    calls: [send("t1c1", "ann"), send("t1c2", "bob")],
  } satisfies AgentReport);
}

const askedIn = (plan: Drive, run: number) =>
  plan.plan.state.holds
    .filter((hold) => hold.kind === "approval" && hold.asked_by?.run === run)
    .map((hold) => ({ ...hold, message: inEnglish(hold.message) }));

test("who is asked about a call that was allowed in an earlier run is told who allowed it", () => {
  const agent = { id: "mails", tool_name: null, agent_name: "writer" };
  const plan = drive(planOf([agent, { id: "next", depends_on: ["mails"] }]));
  wantsToSend(plan, 1);
  const [ann, bob] = askedIn(plan, 1);
  expect(ann).toMatchObject({ message: 'Agent "writer" wants to call the tool "send".' });
  plan.accept("approval", { hold_id: ann!.id, decision: "edit", args: { to: "eve" }, by: "kim" });
  plan.accept("approval", { hold_id: bob!.id, decision: "approve", by: "lee" });
  plan.fail("mails", "validation_error", "It had no turns left.");
  plan.accept("control_todo", { todo_id: "mails", action: "retry" });
  wantsToSend(plan, 2);
  expect(askedIn(plan, 2)).toMatchObject([
    // What was allowed were other arguments.
    { args: { to: "ann" }, message: 'Agent "writer" wants to call the tool "send".' },
    {
      args: { to: "bob" },
      message:
        'Agent "writer" wants to call the tool "send" again: lee has allowed exactly this call before, so it may already have been made.',
    },
  ]);
});
