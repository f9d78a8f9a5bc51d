import type { AgentAsking, AgentCall, AgentReply } from "../../../contract/plan/agents/agent.ts";
import type { Decision } from "../../../contract/plan/holds/hold.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { askingDigest } from "../../model/digest.ts";
import { markOf, type Plan } from "../../model/plan.ts";
import { decidingOf, isAsking, type CallHold } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { replyToAgent } from "../../todos/agent-replies.ts";
import { newHold } from "../holds.ts";
import { needsOf } from "../needs.ts";
import { AGENT_GOES_ON, agentDeadline, askingOf, TIMED_OUT, refuseAgent } from "./agent-asking.ts";
import { ASKS_DECISION, type HoldRules } from "./rules.ts";
import { abortWhenAsked } from "./todo-outcome.ts";

/** Asks whether an agent may call a tool with exactly these arguments. It is told a refusal. */
export const agentCall: HoldRules<CallHold, [TodoState, AgentCall]> = {
  mode: () => "approval_wait",
  accepts: {
    decisions: ["approve", "reject", "edit"],
    ...AGENT_GOES_ON,
    otherwise: ASKS_DECISION,
  },
  open(plan, at, todo, { call_id, tool_name, args, references }) {
    const asked_by = askingOf(todo, call_id);
    const wants = { name: asked_by.agent_name, tool: tool_name };
    const by = allowedBefore(plan, todo.id, { tool_name, args, references });
    return {
      ...newHold(plan, at),
      ...agentDeadline(plan, todo, at, true, tool_name),
      ...needsOf(plan, todo),
      kind: "approval",
      todo_id: todo.id,
      title: todo.title,
      message:
        by === undefined
          ? say("agent_wants_call", wants)
          : say("agent_wants_call_again", { ...wants, by }),
      asked_by,
      tool_name,
      ...markOf(plan, tool_name),
      args,
      input_data: null,
      references,
      output_path: null,
      digest: callDigest({ todo_id: todo.id, asked_by }, { tool_name, args, references }),
    };
  },
  // Nobody can change what an agent asks; with its attempt the hold ends.
  isStale: () => false,
  digestOf: (hold, changed) => callDigest(hold, { tool_name: hold.tool_name, ...changed }),
  follows: abortWhenAsked,
  onDecision(plan, hold, { data: { decision } }) {
    const { call_id } = hold.asked_by;
    if (call_id !== null) replyToAgent(plan, hold, decidedReply(call_id, hold, decision));
  },
  onTimeout: {
    mayApprove: () => true,
    approve(plan, hold) {
      const { args, references, asked_by } = hold;
      const { call_id } = asked_by;
      if (call_id !== null) replyToAgent(plan, hold, { call_id, kind: "run", args, references });
    },
    otherwise: (plan, hold) => refuseAgent(plan, hold, TIMED_OUT),
  },
};

type Called = Pick<CallHold, "args" | "references">;

/** Who has allowed an agent exactly this call already: it may have been made, under another key. */
function allowedBefore(
  plan: Plan,
  todoId: string,
  called: Called & Pick<CallHold, "tool_name">,
): string | undefined {
  const allowing = plan.state.holds.findLast((hold) => {
    if (hold.todo_id !== todoId || hold.kind !== "approval" || !isAsking(hold)) return false;
    return decidingOf(hold) !== null && allowedDigest(hold) === callDigest(hold, called);
  });
  return allowing && decidingOf(allowing)?.by;
}

/** What an agent is told of a person's decision about its call. */
export function decidedReply(call_id: string, hold: CallHold, decision: Decision): AgentReply {
  const { by, reason, comment, args = hold.args, references = hold.references } = decision;
  if (decision.decision === "reject") {
    return { call_id, kind: "refused", by, reason: reason ?? comment ?? null };
  }
  const changed = decision.args === undefined ? {} : { changed_by: by };
  return { call_id, kind: "run", args, references: [...references], ...changed };
}

/** The digest that binds a call of an agent: which tool, with which bytes, in which run. */
export function callDigest(
  {
    todo_id,
    asked_by: { run, call_id },
  }: {
    readonly todo_id: string;
    readonly asked_by: Pick<AgentAsking, "run" | "call_id">;
  },
  called: Called & { readonly tool_name: string | null },
): string {
  return askingDigest({ todo_id, run, call_id }, called);
}

/** What a hold of a call allows; null for nothing. */
export function allowedDigest(hold: CallHold): string | null {
  const { tool_name } = hold;
  const decision = decidingOf(hold);
  const isDue = hold.status === "expired" && hold.on_timeout === "approve";
  if (decision?.decision === "reject" || (decision === null && !isDue)) return null;
  const { args = hold.args, references = hold.references } = decision ?? {};
  return callDigest(hold, { tool_name, args, references: [...references] });
}
