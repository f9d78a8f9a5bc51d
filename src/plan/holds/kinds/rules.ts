import type { Sentence } from "../../../contract/sentences/sentence.ts";
import type { Problem, ProblemDetail } from "../../../contract/problem.ts";
import type { Json } from "../../../contract/text.ts";
import type { DecisionWord, PlanMode, RejectAction } from "../../../contract/tables/vocabulary.ts";
import type { HoldState } from "../../model/hold.ts";
import type { Plan } from "../../model/plan.ts";
import type { EventBody, PlanEvent } from "../../model/state.ts";

export type DecidedEvent = PlanEvent & { type: "hold.decided" };
export type ExpiredEvent = PlanEvent & { type: "hold.expired" };

/** Everything in which one kind of hold differs from the others. */
export interface HoldRules<Asked extends HoldState = HoldState, About extends unknown[] = never[]> {
  /** S0's mode of a plan in which such a hold is open. */
  readonly mode: PlanMode;
  readonly accepts: {
    readonly decisions: readonly DecisionWord[];
    /** What a rejection may do. */
    readonly then: readonly RejectAction[];
    /** What another decision is told. */
    otherwise(id: string): { readonly detail: Sentence; readonly hint: Sentence };
  };
  /** What is wrong with an answer, by field. */
  answerMistakes?(hold: Asked, value: Json): ProblemDetail[];
  /** Why it does not take a decision as things are, or null. */
  refusal?(plan: Plan, hold: Asked, decision: DecisionWord): Problem | null;
  /** A new hold. @param about what it asks about. */
  open(plan: Plan, at: string, ...about: About): Asked;
  /** Whether it would ask about something else after an edit. */
  isStale(plan: Plan, hold: Asked): boolean;
  /** What a decision leads to besides, as events of their own. */
  follows?(decided: EventBody & { type: "hold.decided" }, at: string): EventBody[];
  /** What a decision does to what the hold asked about. */
  onDecision(plan: Plan, hold: Asked, event: DecidedEvent): void;
  /** How it is approved when its time is over; null where time decides nothing. */
  readonly onTimeout: {
    mayApprove(hold: Asked): boolean;
    approve(plan: Plan, hold: Asked, event: ExpiredEvent): void;
  } | null;
}
