import type { Problem, ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import type { DecisionWord, PlanMode, RejectAction } from "../../../contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import type { Plan } from "../../model/plan.ts";
import type { EventBody, PlanEvent } from "../../model/state/events.ts";
import type { HoldState } from "../../model/state/hold.ts";

export type DecidedEvent = PlanEvent & { type: "hold.decided" };
export type ExpiredEvent = PlanEvent & { type: "hold.expired" };

/** What a person made of a hold's arguments. */
export interface ChangedArgs {
  readonly args: JsonObject;
  readonly references: string[];
}

/** What who decides otherwise is told, of a hold that takes a decision and of one that takes an answer. */
export const ASKS_DECISION: HoldRules["accepts"]["otherwise"] = (id) => ({
  detail: say("asks_decision", { id }),
  hint: say("decide_words"),
});
export const ASKS_ANSWER: HoldRules["accepts"]["otherwise"] = () => ({
  detail: say("asks_question"),
  hint: say("answer_or_reject"),
});

/** Everything in which one kind of hold differs from the others. */
export interface HoldRules<Asked extends HoldState = HoldState, About extends unknown[] = never[]> {
  /** S0's mode of a plan in which such a hold is open. */
  mode(plan: Plan, hold: Asked): PlanMode;
  readonly accepts: {
    readonly decisions: readonly DecisionWord[];
    /** What a rejection may do. */
    readonly then: readonly RejectAction[];
    /** What another decision is told. */
    otherwise(id: string): { readonly detail: Sentence; readonly hint: Sentence };
  };
  /** What is wrong with an answer, by field. */
  answerMistakes?(hold: Asked, value: Json): ProblemDetail[];
  /** Why it does not take a decision as things are, or null. @param lines those of a proposal that are meant. */
  refusal?(
    plan: Plan,
    hold: Asked,
    decision: DecisionWord,
    lines?: readonly number[],
  ): Problem | null;
  /** A new hold. @param about what it asks about. */
  open(plan: Plan, at: string, ...about: About): Asked;
  /** Whether it would ask about something else after an edit. */
  isStale(plan: Plan, hold: Asked): boolean;
  /** The digest of what was decided instead, where a todo's own is not meant. */
  digestOf?(hold: Asked, changed: ChangedArgs): string;
  /** Why it does not take these arguments from a person, or null. */
  argsProblem?(plan: Plan, hold: Asked, args: JsonObject): Problem | null;
  /** What a decision leads to besides, as events of their own. */
  follows?(
    decided: EventBody & { type: "hold.decided" },
    at: string,
    plan: Plan,
    hold: Asked,
  ): EventBody[];
  /** What a decision does to what the hold asked about. */
  onDecision(plan: Plan, hold: Asked, event: DecidedEvent): void;
  /** How it is approved when its time is over; null where time decides nothing. */
  readonly onTimeout: {
    mayApprove(hold: Asked): boolean;
    approve(plan: Plan, hold: Asked, event: ExpiredEvent): void;
    /** What happens instead of the todo's own end. */
    otherwise?(plan: Plan, hold: Asked, event: ExpiredEvent): void;
    /** @param over the holds that end at the same moment, up to this one. */
    follows?(plan: Plan, hold: Asked, by: string, over?: ReadonlySet<string>): EventBody[];
  } | null;
}
