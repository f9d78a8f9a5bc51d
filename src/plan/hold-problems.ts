import type { Hold } from "../contract/hold.ts";
import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { ApprovalCommand } from "./commands.ts";
import { newestHoldOf } from "./holds.ts";
import type { Plan } from "./plan.ts";

/** Why an existing hold cannot be decided at this moment, or null. */
export function unavailable(plan: Plan, hold: Hold, at: string): Problem | null {
  const successor = hold.todo_id === null ? undefined : newestHoldOf(plan, hold.todo_id);
  const closed = closedHoldProblem(hold, successor);
  if (closed !== null) return closed;
  if (plan.state.ending !== null) return withdrawn(hold);
  // The timer and a decision can arrive together: a deadline that is over has already decided.
  const isOver = hold.deadline_at !== null && hold.deadline_at <= at;
  // A pause came between the deadline and its timer: no time was left to freeze.
  return isOver || hold.remaining_ms === 0 ? expired(hold) : null;
}

/**
 * Why a hold takes no decision any more, or null when it is open.
 * @param successor the hold that asks instead of a stale one.
 */
function closedHoldProblem(hold: Hold, successor?: Hold): Problem | null {
  switch (hold.status) {
    case "open":
      return null;
    case "approved":
    case "rejected":
      return alreadyDecided(hold);
    case "expired":
      return expired(hold);
    case "withdrawn":
      return withdrawn(hold);
    case "stale":
      return {
        code: "hold_stale",
        detail: `Hold ${hold.id} asks no more: ${hold.closed_reason ?? "what it asked about has changed"}`,
        hint:
          successor?.status === "open"
            ? `Look at hold ${successor.id}, which asks about the present arguments.`
            : "Look at the plan's open holds.",
        ...(successor?.status === "open" && { successor: successor.id }),
      };
  }
}

/** Why a decision does not fit the hold that it names, or null. */
export function bindingProblem(hold: Hold, command: ApprovalCommand): Problem | null {
  const at = (pointer: string, detail: string, hint: string): Problem => ({
    code: "invalid_command",
    detail,
    hint,
    errors: [{ pointer, detail }],
  });
  if (command.digest !== undefined && command.digest !== hold.digest) {
    return {
      code: "hold_stale",
      detail: `Hold ${hold.id} asks about ${hold.digest}, not about ${command.digest}.`,
      hint: "Read the hold again and decide on what it shows.",
    };
  }
  if (hold.kind === "input" && command.decision !== "reject") {
    const detail = "The hold asks a question.";
    return at("/decision", detail, 'Send an answer, or "reject" to decline.');
  }
  if (command.decision === "edit") {
    if (hold.kind === "plan_review") {
      return at("/decision", "A plan review takes approve or reject.", "Send one of these.");
    }
    if (command.args === undefined) {
      return at(
        "/args",
        'Decision "edit" needs the arguments to run.',
        'Send the whole object as "args".',
      );
    }
  } else if (command.args !== undefined) {
    return at("/args", '"args" goes only with decision "edit".', 'Leave it out, or decide "edit".');
  }
  if (command.then !== undefined && command.decision !== "reject") {
    return at("/then", '"then" goes only with decision "reject".', "Leave it out.");
  }
  if (command.then === "replan" && (hold.kind === "recovery" || hold.kind === "plan_review")) {
    return at(
      "/then",
      '"replan" answers a request of a todo only.',
      "Edit the plan, and decide then.",
    );
  }
  if (command.then === "abort" && hold.kind !== "recovery") {
    return at(
      "/then",
      '"abort" answers a failure only.',
      'Send "skip", "fail" or "replan", or cancel the plan.',
    );
  }
  return null;
}

function alreadyDecided(hold: Hold): Problem {
  const { decision, by, at, comment, reason } = hold.decision!;
  return {
    code: "hold_already_decided",
    detail: `Hold ${hold.id} was decided before: ${decision} by ${by} at ${at}.`,
    hint: "Nothing is left to do here.",
    decided: { decision, by, at, comment, reason },
  };
}

function expired(hold: Hold): Problem {
  return {
    code: "hold_expired",
    detail: `The time for hold ${hold.id} is over; its timeout action "${hold.on_timeout}" applies.`,
    hint: "Look at the todo's status; start a new plan if the work is still wanted.",
  };
}

function withdrawn(hold: Hold): Problem {
  return {
    code: "hold_withdrawn",
    detail: `Hold ${hold.id} was withdrawn: ${hold.closed_reason ?? "the plan is ending"}`,
    hint: "Nothing is left to do here.",
  };
}

/** Why a decision names no hold. */
export function unknownHold(
  plan: Plan,
  command: { readonly hold_id?: string; readonly todo_id?: string },
): Problem {
  const open = [...plan.openHolds.keys()];
  const hint =
    open.length === 0
      ? "The plan has no open hold."
      : `Open holds: ${open.slice(0, 10).join(", ")}${open.length > 10 ? ", …" : ""}.`;
  if (command.hold_id !== undefined) {
    return { code: "hold_not_found", detail: `There is no hold "${command.hold_id}".`, hint };
  }
  return plan.todos.has(command.todo_id ?? "")
    ? { code: "hold_not_found", detail: `Todo "${command.todo_id}" waits for no approval.`, hint }
    : { code: "todo_not_found", detail: `There is no todo "${command.todo_id}".`, hint };
}

/** Why an answer is not taken, by field. */
export function invalidAnswer(hold: Hold, mistakes: readonly ProblemDetail[]): Problem {
  const [first] = mistakes;
  return {
    code: "invalid_answer",
    detail:
      mistakes.length === 1 ? (first?.detail ?? "") : `${mistakes.length} fields need a change.`,
    hint: `The hold is still open; it asks: ${hold.message ?? hold.title}`,
    errors: mistakes.map(({ pointer, detail }) => ({ pointer: `/value${pointer}`, detail })),
  };
}
