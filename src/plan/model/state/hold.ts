import type { AgentAsking } from "../../../contract/plan/agents/agent.ts";
import type { EditOp } from "../../../contract/plan/edit.ts";
import type { Deciding, Decision, Hold } from "../../../contract/plan/holds/hold.ts";
import type { HeldProposal, ProposedLine } from "../../../contract/plan/holds/proposal.ts";
import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { Wording } from "../../../contract/sentences/sentence.ts";
import type { Role } from "../../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../../contract/text.ts";
import type { TodoInput } from "../digest.ts";
import type { CauseState } from "./replan.ts";

/** What all holds have, whatever they ask. */
export type HoldBase = Omit<
  Hold,
  | "kind"
  | "todo_id"
  | "tool_name"
  | keyof TodoInput
  | "output_path"
  | "input_request"
  | "proposal"
  | "deciding"
  | "decision"
  | "message"
  | "message_said"
  | "closed_reason"
  | "closed_reason_said"
> & {
  message: Wording | null;
  closed_reason: Wording | null;
  /** The deadline of which people were reminded. */
  warned_of?: string;
  deciding: DecidingState | null;
};

/** A decision that is made and takes effect later, with what its command was good for. */
export interface DecidingState {
  readonly decision: Decision;
  readonly takes_effect_at: string;
  readonly command_id: string;
  readonly roles?: readonly Role[];
  /** What was left of the hold's time, in milliseconds; absent where it waits as long as it takes. */
  readonly left_ms?: number;
  /** An edit has changed how long the hold asks, or what follows: taken back, it asks anew. */
  readonly asks_anew?: true;
}

/** The same as lists show it: what the decision says in full is told when it stands. */
export function viewDeciding(deciding: DecidingState | null): Deciding | null {
  if (deciding === null) return null;
  const { decision, by, at } = deciding.decision;
  return { decision, by, at, takes_effect_at: deciding.takes_effect_at };
}

/** The same where the hold itself is read: nobody is shown arguments there that will not run. */
export function viewWholeDeciding(deciding: DecidingState | null): Deciding | null {
  const viewed = viewDeciding(deciding);
  const args = deciding?.decision.args;
  return viewed === null || args === undefined ? viewed : { ...viewed, args };
}

export interface PlanReviewHold extends HoldBase {
  readonly kind: "plan_review";
  readonly todo_id: null;
}

/** A hold about a todo that runs once it is decided. */
interface RunHold extends HoldBase {
  readonly todo_id: string;
  readonly tool_name: string | null;
  /** Exactly what runs once it is approved; of one that failed, what there is: one whose value is missing is left out. */
  readonly args: JsonObject;
  readonly input_data: JsonObject | null;
  readonly references: string[];
  readonly output_path: string | null;
}

export interface ApprovalHold extends RunHold {
  readonly kind: "approval";
}

export interface RecoveryHold extends RunHold {
  readonly kind: "recovery";
}

export interface InputHold extends HoldBase {
  readonly kind: "input";
  readonly todo_id: string;
  readonly request: InputRequest;
  readonly output_path: string | null;
}

type AskedBy<Hold extends HoldBase> = Hold & { readonly asked_by: AgentAsking };

/** An agent wants to call a tool. */
export type CallHold = AskedBy<ApprovalHold>;
/** An agent has a question that only a person can answer. */
export type QueryHold = AskedBy<InputHold>;

/** An agent wants to go on, and what it or its plan may cost is spent. */
export interface BudgetHold extends HoldBase {
  readonly kind: "budget";
  readonly todo_id: string;
  readonly tool_name: null;
  /** The new limit, under the name of what it is of. */
  readonly args: JsonObject;
  readonly input_data: null;
  readonly references: string[];
  readonly output_path: null;
  readonly asked_by: AgentAsking;
}

/** A hold as the plan keeps it. */
export type HoldState =
  | PlanReviewHold
  | ApprovalHold
  | RecoveryHold
  | InputHold
  | BudgetHold
  | GoalHold
  | ProposalHold;

/** Whether a hold's approval counts for later todos, too, until its time is over. */
export function isRemembered(hold: HoldState): hold is ApprovalHold {
  return hold.remembered !== undefined && hold.remembered.revoked === undefined;
}

/** A hold by which an agent asks. */
export type AskingHold = CallHold | QueryHold | BudgetHold;

/** Whether an agent asks, and not its todo before it starts. */
export function isAsking(hold: HoldState): hold is AskingHold {
  return hold.asked_by !== null;
}
/** Asks how to go on with a goal from which no plan was made yet. */
export interface GoalHold extends HoldBase {
  readonly kind: "goal";
  readonly todo_id: null;
  readonly request: InputRequest;
}

/** A proposed operation as the plan keeps it. */
export type LineState = Omit<ProposedLine, "operation" | "meaning" | "meaning_said"> & {
  readonly operation: EditOp;
  readonly meaning: Wording;
};

/** Asks whether what a model proposes is done. */
export interface ProposalHold extends HoldBase {
  readonly kind: "proposal";
  readonly todo_id: null;
  readonly proposal: Omit<HeldProposal, "lines" | "cause"> & {
    readonly cause: CauseState;
    readonly lines: readonly LineState[];
  };
}

/** When time alone moves an open hold: its decision takes effect, or nobody has decided; null when it never does. */
export function movesAt({ deciding, deadline_at }: HoldBase): string | null {
  return deciding === null ? deadline_at : deciding.takes_effect_at;
}

/** The decision that ended the hold, or null when none did. */
export function decidingOf({ status, decisions }: HoldBase): Decision | null {
  const isDecided = status === "approved" || status === "rejected";
  return isDecided ? (decisions.at(-1) ?? null) : null;
}
