import type { GoalPhase, GoalView, ModelCall } from "../../../contract/plan/planning.ts";
import type { ProblemDetail } from "../../../contract/problems/problem.ts";
import { spelled, type Wording } from "../../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../../contract/text.ts";

/** What came of a goal, as the plan keeps it. */
export type GoalReport = Omit<NonNullable<GoalView["report"]>, "text" | "text_said"> & {
  readonly text: Wording;
};

/** A goal, and how far its planning is. */
export interface GoalState {
  readonly text: string;
  /** Whether the writer said them; else they follow from what is planned. */
  readonly given: { readonly title: boolean; readonly max_parallel: boolean };
  phase: GoalPhase;
  /** Which turn of a model is going on, or was the last. */
  turn: number;
  /** What the model wrote and what is wrong with it, while it may mend that. */
  refused: { readonly draft: string; readonly mistakes: ProblemDetail[] } | null;
  /** What a person is asked. */
  question: Wording | null;
  answers: { readonly question: Wording; readonly answer: string; readonly by: string }[];
  calls: ModelCall[];
  report: GoalReport | null;
  /** Something happened to the todos since the report was asked for. */
  moved?: boolean;
}

/** A goal that nobody has thought about yet. */
export function newGoal(text: string, given: GoalState["given"]): GoalState {
  return {
    text,
    given,
    phase: "planning",
    turn: 1,
    refused: null,
    question: null,
    answers: [],
    calls: [],
    report: null,
  };
}

/** A goal as people see it. */
export function viewGoal({ text, phase, answers, calls, report }: GoalState): GoalView {
  return {
    text,
    phase,
    answers: answers.map(({ question, ...said }) => ({
      ...said,
      question: "",
      ...spelled("question", question),
    })),
    calls,
    report: report === null ? null : (viewReport(report) as unknown as GoalView["report"]),
  };
}

/** A report as people see it. */
export function viewReport({ text, ...report }: GoalReport): JsonObject {
  return { ...report, ...(spelled("text", text) as JsonObject) };
}

/** The same goal in another plan: what was planned is planned, and its report is yet to be written. */
export function forkGoal(goal: GoalState): GoalState {
  const { moved: _, ...kept } = goal;
  const isPlanned = goal.phase !== "planning" && goal.phase !== "asking";
  return { ...kept, phase: isPlanned ? "planned" : "planning", report: null };
}
