import type { Decision, Hold } from "../contract/hold.ts";
import type { Problem } from "../contract/problem.ts";
import { answerMistakes } from "./answer.ts";
import type { ApprovalCommand, InputCommand } from "./commands.ts";
import { approvalDigest } from "./digest.ts";
import { bindingProblem, invalidAnswer, unavailable, unknownHold } from "./hold-problems.ts";
import { findHold, newestHoldOf } from "./holds.ts";
import { later } from "./later.ts";
import { todoOf, type Plan } from "./plan.ts";
import { CANCEL_GRACE_MS } from "./recovery.ts";
import type { CommandStamp, EventBody } from "./state.ts";

type HoldVerdict = { readonly events: readonly EventBody[] } | { readonly problem: Problem };

/** What a decision on a hold does, or why it is refused. */
export function decideHold(
  plan: Plan,
  command: ApprovalCommand,
  stamp: CommandStamp,
  at: string,
): HoldVerdict {
  const hold =
    command.hold_id === undefined
      ? newestHoldOf(plan, command.todo_id ?? "")
      : findHold(plan, command.hold_id);
  if (hold === undefined) return { problem: unknownHold(plan, command) };
  const refusal = unavailable(plan, hold, at) ?? bindingProblem(hold, command);
  if (refusal !== null) return { problem: refusal };

  const decision = toDecision(hold, command, at);
  const args = command.decision === "edit" ? command.args : undefined;
  const decided: EventBody = {
    type: "hold.decided",
    by: command.by,
    hold_id: hold.id,
    ...(hold.todo_id !== null && { todo_id: hold.todo_id }),
    data: {
      ...stamp,
      decision,
      digest:
        args === undefined || hold.todo_id === null
          ? hold.digest
          : approvalDigest(todoOf(plan, hold.todo_id), args),
      ...(args !== undefined && { args }),
    },
  };
  if (hold.kind === "approval" || hold.kind === "input" || command.decision !== "reject") {
    return { events: [decided] };
  }
  const why = command.reason ?? command.comment;
  if (hold.kind === "recovery") return { events: [decided, ...abortOf(command, decision, at)] };
  const reason = `The plan was not approved by ${command.by}${why === undefined ? "" : `: ${why}`}`;
  const cancelled: EventBody = {
    type: "plan.cancel_requested",
    by: command.by,
    data: { reason, grace_until: later(at, CANCEL_GRACE_MS) },
  };
  return { events: [decided, cancelled] };
}

/** Of a failure that the person answers with the end of the plan. */
function abortOf(command: ApprovalCommand, { then }: Decision, at: string): EventBody[] {
  if (then !== "abort") return [];
  const reason = command.reason ?? command.comment ?? `Ended by ${command.by} after a failure.`;
  const data = { reason, grace_until: later(at, CANCEL_GRACE_MS) };
  return [{ type: "plan.abort_requested", by: command.by, data }];
}

function toDecision(hold: Hold, command: ApprovalCommand, at: string): Decision {
  const { decision, by, comment, reason } = command;
  return {
    decision,
    by,
    at,
    ...(comment !== undefined && { comment }),
    ...(reason !== undefined && { reason }),
    ...(decision === "reject" && { then: command.then ?? hold.on_reject }),
  };
}

/** What an answer to an input hold does, or why it is refused. */
export function decideInput(
  plan: Plan,
  command: InputCommand,
  stamp: CommandStamp,
  at: string,
): HoldVerdict {
  const hold = findHold(plan, command.hold_id);
  if (hold === undefined) {
    return {
      problem: {
        code: "hold_not_found",
        detail: `There is no hold "${command.hold_id}".`,
        hint: "Look at the plan's open holds.",
      },
    };
  }
  const { input_request, todo_id } = hold;
  if (input_request === null || todo_id === null) {
    return {
      problem: {
        code: "invalid_command",
        detail: `Hold ${hold.id} asks for a decision, not for an answer.`,
        hint: 'Decide "approve", "reject" or "edit".',
      },
    };
  }
  const closed = unavailable(plan, hold, at);
  if (closed !== null) return { problem: closed };
  const mistakes = answerMistakes(input_request, command.value);
  if (mistakes.length > 0) return { problem: invalidAnswer(hold, mistakes) };
  const { by, value } = command;
  const decision: Decision = { decision: "answer", by, at, value };
  const data = { ...stamp, decision, digest: hold.digest };
  return { events: [{ type: "hold.decided", by, hold_id: hold.id, todo_id, data }] };
}
