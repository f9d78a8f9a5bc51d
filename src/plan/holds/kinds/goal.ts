import { english, say } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { digestOf } from "../../model/digest.ts";
import type { GoalState } from "../../model/state/goal.ts";
import type { GoalHold } from "../../model/state/hold.ts";
import { answerMistakes } from "../../todos/answers/answer.ts";
import { newHold } from "../holds.ts";
import { ASKS_ANSWER, type HoldRules } from "./rules.ts";
import { cancelPlan, toldRejection } from "./todo-outcome.ts";

/**
 * Asks what a goal means, or how to go on when no plan could be made of it. An answer goes into the
 * next try; a rejection cancels the plan.
 */
export const goal: HoldRules<GoalHold, [GoalState]> = {
  mode: () => "input_request",
  accepts: {
    decisions: ["answer", "reject"],
    then: ["skip", "fail"],
    otherwise: ASKS_ANSWER,
  },
  answerMistakes: ({ request }, value) => answerMistakes(request, value),
  open(plan, at, { question }) {
    const asked = question ?? say("goal_what_is_meant");
    return {
      ...newHold(plan, at),
      kind: "goal",
      todo_id: null,
      title: plan.state.title,
      message: asked,
      request: { question: english(asked), input_type: "text", required: true },
      digest: digestOf({ goal: plan.state.goal?.text, question: asked }),
    };
  },
  isStale: () => false,
  follows({ by, data: { decision } }, at) {
    if (decision.decision !== "reject") return [];
    return cancelPlan(by, toldRejection("goal_given_up", decision), at);
  },
  onDecision({ state }, hold, { by, data: { decision } }) {
    const { goal: planned } = state;
    if (planned === null || decision.decision === "reject") return;
    const question = planned.question ?? hold.request.question;
    // Its question takes a text, and nothing else passes.
    const answer = typeof decision.value === "string" ? decision.value : "";
    planned.answers = [...planned.answers, { question, answer, by }].slice(-LIMITS.goal_answers);
    planned.question = null;
    planned.refused = null;
    planned.phase = "planning";
    planned.turn += 1;
  },
  onTimeout: null,
};
