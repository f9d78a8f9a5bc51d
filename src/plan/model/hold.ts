import type { Wording } from "../../contract/sentences/sentence.ts";
import type { Decision, Hold } from "../../contract/plan/hold.ts";
import type { JsonObject } from "../../contract/text.ts";
import type { InputRequest } from "../../contract/plan/todo.ts";
import type { TodoInput } from "./digest.ts";

/** What all holds have, whatever they ask. */
export type HoldBase = Omit<
  Hold,
  | "kind"
  | "todo_id"
  | "tool_name"
  | keyof TodoInput
  | "output_path"
  | "input_request"
  | "decision"
  | "message"
  | "message_said"
  | "closed_reason"
  | "closed_reason_said"
> & { message: Wording | null; closed_reason: Wording | null };

export interface PlanReviewHold extends HoldBase {
  readonly kind: "plan_review";
  readonly todo_id: null;
}

export interface ApprovalHold extends HoldBase {
  readonly kind: "approval";
  readonly todo_id: string;
  readonly tool_name: string | null;
  /** Exactly what runs once it is approved. */
  readonly args: JsonObject;
  readonly input_data: JsonObject | null;
  readonly references: string[];
  readonly output_path: string | null;
}

export interface RecoveryHold extends HoldBase {
  readonly kind: "recovery";
  readonly todo_id: string;
  readonly tool_name: string | null;
  /** Null when an input was not there. */
  readonly args: JsonObject | null;
  readonly input_data: JsonObject | null;
  readonly references: string[];
  readonly output_path: string | null;
}

export interface InputHold extends HoldBase {
  readonly kind: "input";
  readonly todo_id: string;
  readonly request: InputRequest;
  readonly output_path: string | null;
}

/** Asks how to go on with a goal from which no plan was made yet. */
export interface GoalHold extends HoldBase {
  readonly kind: "goal";
  readonly todo_id: null;
  readonly request: InputRequest;
}

/** A hold as the plan keeps it. */
export type HoldState = PlanReviewHold | ApprovalHold | RecoveryHold | InputHold | GoalHold;

/** The decision that ended the hold, or null when none did. */
export function decidingOf({ status, decisions }: HoldBase): Decision | null {
  const isDecided = status === "approved" || status === "rejected";
  return isDecided ? (decisions.at(-1) ?? null) : null;
}
