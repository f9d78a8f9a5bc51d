import type { Decision } from "../../contract/plan/holds/hold.ts";
import { notNow, problemAt } from "../../contract/problems/problem-at.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { english, say, type Sentence, type Wording } from "../../contract/sentences/sentence.ts";
import type { TimeoutAction } from "../../contract/tables/vocabulary.ts";
import type { ApprovalCommand, ControlHoldCommand, InputCommand } from "../model/commands.ts";
import { isFinished, type Plan } from "../model/plan.ts";
import { decidingOf, type DecidingState, type HoldState } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { rulesOf } from "./hold-rules.ts";
import { newestHoldOf, openFor } from "./holds.ts";
import { approvedBy } from "./needs.ts";
import { timeoutActionOf } from "./time-out.ts";

/** Why an existing hold cannot be decided at this moment, or null. @param word what it is to be decided as, if it is. */
export function unavailable(
  plan: Plan,
  hold: HoldState,
  at: string,
  word?: Decision["decision"],
): Problem | null {
  const successor = hold.todo_id === null ? undefined : newestHoldOf(plan, hold.todo_id);
  const todo = isFinished(plan.state) ? undefined : plan.todos.get(hold.todo_id ?? "");
  const action = timeoutActionOf(plan, hold);
  const closed = closedHoldProblem(hold, successor, expired(hold, action, todo));
  if (closed !== null) return closed;
  if (plan.state.ending !== null) return withdrawn(hold);
  if (hold.deciding !== null) return takesEffectLater(hold, hold.deciding);
  // Workers were away, or the timer and a decision arrive together: nothing has started yet, and a "no" is in time.
  if (word === "reject" && action === "approve") return null;
  // Time has only somebody else asked: whoever decides before them is not too late.
  if (hold.escalates_to !== undefined) return null;
  // Any other word comes too late: a deadline that is over has already decided.
  const isOver = hold.deadline_at !== null && hold.deadline_at <= at;
  // A pause came between the deadline and its timer: no time was left to freeze.
  return isOver || hold.remaining_ms === 0 ? expired(hold, action, undefined) : null;
}

/**
 * Why a hold takes no decision any more, or null when it is open.
 * @param successor the hold that asks instead of a stale one.
 * @param timedOut why not, if that is because its time was over.
 */
function closedHoldProblem(
  hold: HoldState,
  successor: HoldState | undefined,
  timedOut: Problem,
): Problem | null {
  const deciding = decidingOf(hold);
  if (deciding !== null) return alreadyDecided(hold, deciding);
  switch (hold.status) {
    case "open":
    case "approved":
    case "rejected":
      return null;
    case "expired":
      return timedOut;
    case "withdrawn":
      return withdrawn(hold);
    case "stale":
      return {
        code: "hold_stale",
        detail: say("hold_closed", {
          id: hold.id,
          why: hold.closed_reason ?? say("its_content_changed"),
        }),
        hint:
          successor?.status === "open"
            ? say("look_at_successor", { id: successor.id })
            : say("look_at_open_holds"),
        ...(successor?.status === "open" && { successor: successor.id }),
      };
  }
}

/** Why a decision does not fit the hold that it names, or null. */
export function bindingProblem(
  hold: HoldState,
  command: ApprovalCommand | InputCommand,
): Problem | null {
  const rules = rulesOf(hold);
  const { accepts } = rules;
  const otherDecision = (): Problem => {
    const { detail, hint } = accepts.otherwise(hold.id);
    return problemAt("invalid_command", "/decision", detail, hint);
  };
  if (command.digest !== undefined && command.digest !== hold.digest) {
    return {
      code: "hold_stale",
      detail: say("other_digest", { id: hold.id, digest: hold.digest, other: command.digest }),
      hint: say("read_hold_again"),
    };
  }
  if (command.type === "input") {
    const mistakes = rules.answerMistakes?.(hold, command.value);
    if (mistakes === undefined) return otherDecision();
    return mistakes.length === 0 ? null : invalidAnswer(hold, mistakes);
  }
  if (!accepts.decisions.includes(command.decision)) return otherDecision();
  if ((command.decision === "edit") !== (command.args !== undefined)) {
    return command.args === undefined
      ? editNeedsArgs()
      : problemAt("invalid_command", "/args", say("args_only_with_edit"), say("leave_out_or_edit"));
  }
  if (command.lines !== undefined && (hold.kind !== "proposal" || command.decision !== "approve")) {
    return misplaced("lines");
  }
  if (
    command.approval !== undefined &&
    (hold.kind !== "plan_review" || command.decision !== "approve")
  ) {
    return misplaced("approval");
  }
  if (command.then === undefined) return null;
  if (command.decision !== "reject") {
    return misplaced("then");
  }
  if (accepts.then.includes(command.then)) return null;
  const detail = say("rejection_unfit", { then: command.then });
  const hint = say("rejection_takes", { names: accepts.then.join(", ") });
  return problemAt("invalid_command", "/then", detail, hint);
}

/** Why an edit that changes nothing is none. */
export function editNeedsArgs(): Problem {
  return problemAt("invalid_command", "/args", say("edit_needs_args"), say("send_args"));
}

const ONLY_WITH = {
  args: "args_only_with_edit",
  then: "then_only_with_reject",
  lines: "lines_only_with_approve",
  approval: "steps_only_with_review",
  remember: "remember_only_approve",
  value: "value_only_with_answer",
} as const;

/** What goes with other decisions than an answer. */
export const NOT_OF_ANSWERS = ["args", "then", "lines", "approval", "remember"] as const;

/** Why a field goes with another decision. */
export function misplaced(field: keyof typeof ONLY_WITH): Problem {
  return problemAt("invalid_command", `/${field}`, say(ONLY_WITH[field]), say("leave_out"));
}

function alreadyDecided(hold: HoldState, deciding: Decision): Problem {
  const { decision, by, at, comment, reason } = deciding;
  return {
    code: "hold_already_decided",
    detail: say("decided_before", { id: hold.id, decision: say(`decision_${decision}`), by, at }),
    hint: say("nothing_left"),
    decided: { decision, by, at, comment, reason },
  };
}

/** Somebody was first, and may take it back. */
function takesEffectLater(hold: HoldState, { decision, takes_effect_at }: DecidingState): Problem {
  const { by } = decision;
  return {
    ...alreadyDecided(hold, decision),
    detail: say("takes_effect_later", {
      id: hold.id,
      decision: say(`decision_${decision.decision}`),
      by,
      at: takes_effect_at,
    }),
    hint: say("decider_may_undo", { by }),
  };
}

/** Why who asks cannot take back what was decided on a hold, or null. */
export function undoProblem(hold: HoldState, by: string, at: string): Problem | null {
  const { deciding } = hold;
  // Also while somebody else's, the last one, takes effect later.
  const isOver = deciding !== null && deciding.takes_effect_at <= at;
  if (!isOver && approvedBy(hold).includes(by)) return null;
  if (deciding === null) {
    return notNow(say("no_decision_to_undo", { id: hold.id }), say("undo_within_grace"));
  }
  // The timer is on its way.
  if (isOver) return alreadyDecided(hold, deciding.decision);
  return deciding.decision.by === by ? null : takesEffectLater(hold, deciding);
}

/** @param todo what it asked about, while its plan goes on. */
function expired({ id }: HoldState, action: TimeoutAction, todo: TodoState | undefined): Problem {
  return {
    code: "hold_expired",
    detail: say("hold_is_over", { id, action }),
    hint: expiredHint(todo),
  };
}

function expiredHint(todo: TodoState | undefined): Sentence {
  switch (todo?.status) {
    case "failed":
      return say("retry_asks_again", { id: todo.id });
    case "completed":
    case "skipped":
      return say("rerun_does_again", { id: todo.id });
    case undefined:
      return say("look_or_fork");
    default:
      return say("look_at_status");
  }
}

function withdrawn(hold: HoldState): Problem {
  return {
    code: "hold_withdrawn",
    detail: say("hold_withdrawn", {
      id: hold.id,
      why: hold.closed_reason ?? say("the_plan_is_ending"),
    }),
    hint: say("nothing_left"),
  };
}

/** Why a message names no hold. */
export function unknownHold(
  plan: Plan,
  command: ApprovalCommand | InputCommand | (ControlHoldCommand & { readonly todo_id?: never }),
): Problem {
  const open = [...plan.openHolds.keys()];
  const hint =
    open.length === 0
      ? say("no_open_hold")
      : say("open_holds", {
          ids: [...open.slice(0, 10), ...(open.length > 10 ? ["…"] : [])].join(", "),
        });
  if (command.hold_id !== undefined) {
    return { code: "hold_not_found", detail: say("no_hold", { id: command.hold_id }), hint };
  }
  const { todo_id = "" } = command;
  if (command.type !== "control_hold") {
    const asked = openFor(plan, command);
    if (asked.length === 0 && command.type === "input") {
      return { code: "hold_not_found", detail: say("no_question"), hint };
    }
    if (asked.length > 1) return ambiguous(command, asked);
  }
  return plan.todos.has(todo_id)
    ? { code: "hold_not_found", detail: say("todo_asks_nothing", { id: todo_id }), hint }
    : { code: "todo_not_found", detail: say("no_todo", { id: todo_id }), hint };
}

/** Several holds may be meant: who decides says which. */
function ambiguous({ type }: ApprovalCommand | InputCommand, open: readonly HoldState[]): Problem {
  const count = open.length;
  const detail = type === "input" ? say("which_question", { count }) : say("which_hold", { count });
  const ids = open
    .slice(0, 10)
    .map(({ id, message, title }) => `${id} (${english(message ?? title)})`);
  const hint = say("open_holds", { ids: [...ids, ...(count > 10 ? ["…"] : [])].join(", ") });
  return problemAt("invalid_command", "/hold_id", detail, hint);
}

/** Why an answer is not taken, by field. */
export function invalidAnswer(
  hold: { readonly message: Wording | null; readonly title: string },
  mistakes: readonly ProblemDetail[],
): Problem {
  const [first] = mistakes;
  return {
    code: "invalid_answer",
    detail:
      mistakes.length === 1 && first !== undefined
        ? first.pointer === ""
          ? first.detail
          : say("at_place", { place: first.pointer.slice(1), what: first.detail })
        : say("fields_need_change", { count: mistakes.length }),
    hint: say("hold_still_asks", { question: hold.message ?? hold.title }),
    errors: mistakes.map(({ pointer, detail }) => ({ pointer: `/value${pointer}`, detail })),
  };
}
