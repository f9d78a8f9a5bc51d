import type { ModelCall } from "../../../contract/plan/planning.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import type { Wording } from "../../../contract/sentences/sentence.ts";
import type { Json } from "../../../contract/text.ts";

/** The names of what really exists, as a planner was told them. */
export interface Offer {
  readonly tools: readonly string[];
  readonly agents: readonly string[];
  readonly teams: readonly string[];
  /** Those of the agents who may do what nobody can undo without asking a person; older histories do not say. */
  readonly unasked?: readonly string[];
}

/** A model refused to answer, said nothing, ran out of room, or wrote no JSON. */
export type ThoughtProblem = "refused" | "empty" | "cut" | "no_json";

/** How a model's answer looks before anything of it is believed. */
export interface ThoughtAnswer {
  readonly call: Omit<ModelCall, "turn">;
  /** The answer's text, for the model to mend. */
  readonly text: string;
  /** The answer as data, or why it is none. */
  readonly read: { readonly data: Json } | { readonly problem: ThoughtProblem };
}

/** What a turn about a goal came to, as the shell tells it. */
export type GoalNews =
  | {
      readonly type: "goal_planned";
      readonly turn: number;
      readonly answer: ThoughtAnswer;
      readonly offer: Offer;
      /** What the tools say against the arguments that they would get. */
      readonly mistakes: readonly ProblemDetail[];
      readonly min_confidence: number;
    }
  | { readonly type: "goal_reported"; readonly turn: number; readonly answer: ThoughtAnswer }
  /** No answer, and asking again would not help. */
  | { readonly type: "goal_failed"; readonly turn: number; readonly message: Wording };

/** What a turn that plans anew came to. */
export type ReplanNews =
  | {
      readonly type: "replanned";
      readonly turn: number;
      readonly answer: ThoughtAnswer;
      readonly offer: Offer;
      /** What the tools say against the arguments that they would get. */
      readonly mistakes: readonly ProblemDetail[];
      /** The version of the plan that the model was told. */
      readonly base_version: number;
    }
  | { readonly type: "replan_failed"; readonly turn: number; readonly message: Wording };
