import { onOneLine } from "../../contract/is-blank.ts";
import { NewPlanSchema, type NewGoal } from "../../contract/plan/plan.ts";
import type { ModelCall, Planning } from "../../contract/plan/planning.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { englishAt, say, type Wording } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { startOf } from "../../text/cut-text.ts";
import { shortTitle } from "../../text/short-title.ts";
import { createPlan, NO_MARKS } from "../create/create.ts";
import { estimateOf, groupsOf } from "../create/plan-shape.ts";
import { isFinished, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { newGoal } from "../model/state/goal.ts";
import { newPlanState } from "../model/state/new-plan-state.ts";
import type { PlanState } from "../model/state/state.ts";
import type { GoalNews, Offer } from "../model/state/thought.ts";
import { firstMistakes, lateThought, readModelAnswer } from "./model-answer.ts";
import { readDraft, type PlanDraft } from "./read-draft.ts";
import { judgeReport, listedReport } from "./report-goal.ts";

const SELF = "holdpoint";
/** As many todos run at a time as of a plan that says nothing. */
const MAX_PARALLEL = 5;

/** The state of a plan whose todos are yet to be planned from a goal. */
export function createGoal(
  input: NewGoal,
  given: { readonly id: string; readonly owner: string; readonly at: string },
): PlanState {
  const { goal, title, max_parallel = MAX_PARALLEL } = input;
  return newPlanState(given, {
    title: title ?? titleOf(goal),
    description: input.description ?? goal,
    tags: input.tags,
    max_parallel,
    approval: input.approval,
    approval_policy: input.approval_policy,
    failure: input.failure,
    replan_policy: input.replan_policy,
    plan_review: input.plan_review,
    locked: input.locked,
    approval_timeout_seconds: input.approval_timeout_seconds,
    budget_usd: input.budget_usd ?? null,
    context: input.context,
    todos: [],
    next_todo: 1,
    planning: planningOf(goal, null, null, []),
    goal: newGoal(goal, {
      title: title !== undefined,
      max_parallel: input.max_parallel !== undefined,
    }),
  });
}

/** What a turn about the plan's goal leads to. Of one that came too late only what it used counts. */
export function decideGoal(plan: Plan, report: GoalNews, at: string): readonly EventBody[] {
  const { goal, ending } = plan.state;
  const isLate = ending !== null || isFinished(plan.state) || report.turn !== goal?.turn;
  if (goal === null || isLate) return lateThought(report);
  if (goal.phase === "reporting") return afterReport(plan, report, at);
  if (goal.phase !== "planning" || report.type === "goal_reported") return [];
  if (report.type === "goal_failed") {
    return [stopped(plan, null, say("goal_failed", { why: report.message }), null, null, [])];
  }
  return afterPlanning(plan, report);
}

function afterPlanning(
  plan: Plan,
  report: GoalNews & { type: "goal_planned" },
): readonly EventBody[] {
  const { answer, offer } = report;
  const call: ModelCall = { ...answer.call, turn: report.turn };
  const read = readModelAnswer(answer, (data) => readDraft(data, offer));
  if ("declined" in read) {
    const why = read.declined;
    return [stopped(plan, call, say("goal_refused", { why }), null, offer, [])];
  }
  if ("mistakes" in read) return refuse(plan, report, call, read.mistakes, null);
  const { draft } = read;
  const { confidence, type } = draft.intent;
  if (draft.question !== null) {
    return [stopped(plan, call, draft.question, draft, offer, [])];
  }
  const { id, owner, created_at: at, approval_tools: approval = [] } = plan.state;
  const written = NewPlanSchema.parse({ title: plan.state.title, todos: draft.todos });
  const made = createPlan(written, { id, owner, at }, { marks: { ...NO_MARKS, approval } });
  const mistakes =
    "problem" in made
      ? (made.problem.errors ?? [{ pointer: "", detail: made.problem.detail }])
      : report.mistakes;
  if ("problem" in made || mistakes.length > 0) {
    return refuse(plan, report, call, [...mistakes], draft);
  }
  if (confidence < report.min_confidence) {
    const percent = Math.round(confidence * 100);
    return [stopped(plan, call, say("goal_unsure", { percent, type }), draft, offer, [])];
  }
  const { goal, title, max_parallel } = plan.state;
  const { todos, next_todo } = made.state;
  return [
    {
      type: "plan.planned",
      by: SELF,
      data: {
        turn: report.turn,
        call,
        title: goal?.given.title === true ? title : (titled(draft.title) ?? title),
        max_parallel:
          goal?.given.max_parallel !== true && draft.strategy === "sequential" ? 1 : max_parallel,
        todos,
        next_todo,
        planning: {
          ...planningOf(goal?.text ?? "", draft, offer, []),
          parallel_groups: groupsOf(todos),
          estimated_total_time: estimateOf(todos, draft.strategy === "sequential"),
          plan_validated: true,
        },
      },
    },
  ];
}

/** The model is told what is wrong, once; then a person is. */
function refuse(
  plan: Plan,
  { turn, answer, offer }: GoalNews & { type: "goal_planned" },
  call: ModelCall,
  mistakes: ProblemDetail[],
  draft: PlanDraft | null,
): readonly EventBody[] {
  if (plan.state.goal?.refused === null) {
    const data = { turn, call, draft: startOf(answer.text, LIMITS.draft), mistakes };
    return [{ type: "plan.draft_refused", by: SELF, data }];
  }
  const question = say("goal_no_plan", { mistakes: firstMistakes(mistakes) });
  return [stopped(plan, call, question, draft, offer, mistakes)];
}

function stopped(
  plan: Plan,
  call: ModelCall | null,
  question: Wording,
  draft: PlanDraft | null,
  offer: Offer | null,
  mistakes: readonly ProblemDetail[],
): EventBody {
  const { goal } = plan.state;
  const planning = planningOf(goal?.text ?? "", draft, offer, mistakes);
  return {
    type: "plan.planning_stopped",
    by: SELF,
    data: { turn: goal?.turn ?? 0, call, question, planning },
  };
}

function afterReport(plan: Plan, report: GoalNews, at: string): readonly EventBody[] {
  if (report.type === "goal_planned") return [];
  const { goal } = plan.state;
  const call = report.type === "goal_failed" ? null : { ...report.answer.call, turn: report.turn };
  if (goal?.moved === true) {
    return [{ type: "plan.report_dropped", by: SELF, data: { turn: report.turn, call } }];
  }
  const written = report.type === "goal_failed" ? null : judgeReport(plan, report.answer, at);
  const data = { call, report: written ?? listedReport(plan, at) };
  return [{ type: "plan.reported", by: SELF, data }];
}

/** What is shown of the planning, as seeds S1 and S2 have it. */
function planningOf(
  goal: string,
  draft: PlanDraft | null,
  offer: Offer | null,
  mistakes: readonly ProblemDetail[],
): Planning {
  return {
    raw_query: goal,
    analyzed_intent:
      draft === null
        ? null
        : {
            intent_type: draft.intent.type,
            confidence: draft.intent.confidence,
            keywords: draft.intent.keywords,
            entities: draft.intent.entities,
          },
    intent_confidence: draft?.intent.confidence ?? null,
    available_agents: [...(offer?.agents ?? [])],
    available_teams: [...(offer?.teams ?? [])],
    execution_strategy: draft?.strategy ?? null,
    parallel_groups: null,
    plan_validated: false,
    validation_errors: mistakes.map((mistake) => startOf(englishAt(mistake), LIMITS.description)),
    estimated_total_time: null,
  };
}

function titled(title: string | null): string | null {
  return title === null ? null : titleOf(title);
}

/** A goal's beginning as a title: one line, without signs that titles may not hold. */
function titleOf(text: string): string {
  return shortTitle(onOneLine(text, "-")).toWellFormed();
}
