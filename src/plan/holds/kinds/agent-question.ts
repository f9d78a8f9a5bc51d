import type { AgentReply } from "../../../contract/plan/agents/agent.ts";
import type { Decision } from "../../../contract/plan/holds/hold.ts";
import type { InputRequest } from "../../../contract/plan/todo.ts";
import { notNow } from "../../../contract/problems/problem-at.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { Json } from "../../../contract/text.ts";
import { textOrJson } from "../../../json/text-or-json.ts";
import { askingDigest } from "../../model/digest.ts";
import type { Plan } from "../../model/plan.ts";
import type { QueryHold } from "../../model/state/hold.ts";
import type { AskedQuestion, TodoState } from "../../model/state/todo-state.ts";
import { replyToAgent } from "../../todos/agent-replies.ts";
import { answerMistakes } from "../../todos/answers/answer.ts";
import { withPatience } from "../../todos/approval-policy.ts";
import { newHold } from "../holds.ts";
import {
  AGENT_GOES_ON,
  afterQuery,
  agentDeadline,
  askedInOtherWords,
  askingOf,
  TIMED_OUT,
  refuseAgent,
  refusedReply,
} from "./agent-asking.ts";
import { ASKS_ANSWER, type HoldRules } from "./rules.ts";
import { abortWhenAsked } from "./todo-outcome.ts";

/** Asks a person what the orchestrator could not answer an agent (S4); the answer goes to the agent. */
export const agentQuestion: HoldRules<QueryHold, [TodoState, AskedQuestion & { human: string }]> = {
  mode: () => "input_request",
  accepts: {
    decisions: ["answer", "reject"],
    ...AGENT_GOES_ON,
    otherwise: ASKS_ANSWER,
  },
  // Whoever wants an agent that is not continued to end skips its todo.
  refusal: (_plan, { id, request }, decision) =>
    decision === "reject" && !request.required
      ? notNow(say("only_answered", { id }), say("only_answered_hint"), ["answer"])
      : null,
  answerMistakes: ({ request }, value) => answerMistakes(request, value),
  open(plan, at, todo, { call_id, question, human, context, suggested_answers, said }) {
    const request: InputRequest = {
      question: human,
      input_type: "text",
      required: said === undefined,
    };
    const asked_by = askingOf(todo, call_id, {
      ...(question !== human && { question }),
      context,
      suggested_answers: [...suggested_answers],
    });
    const { run } = asked_by;
    return {
      ...newHold(plan, at),
      // Nobody can answer for a person. Who cancelled it decides: no time does it for them.
      ...(said === undefined
        ? agentDeadline(plan, withPatience(todo), at, false)
        : { assignee: todo.assignee, on_reject: "go_on" as const }),
      kind: "input",
      todo_id: todo.id,
      title: todo.title,
      message: said ?? human,
      asked_by,
      request,
      output_path: null,
      digest: askingDigest({ todo_id: todo.id, run, call_id }, { request }),
    };
  },
  isStale: () => false,
  follows(decided, at, plan, hold) {
    const { by, data } = decided;
    const { decision, value } = data.decision;
    const answer = decision === "answer" ? textOf(value) : null;
    const ends = abortWhenAsked(decided, at);
    return ends.length > 0 ? ends : afterQuery(plan, hold, by, answer);
  },
  onDecision(plan, hold, { by, data: { decision } }) {
    const { call_id } = hold.asked_by;
    if (decision.decision !== "reject") noteAnswer(plan, hold, textOf(decision.value));
    if (call_id !== null)
      replyToAgent(plan, hold, answeredReply(call_id, hold, { ...decision, by }));
  },
  onTimeout: {
    mayApprove: () => false,
    approve: () => undefined,
    otherwise: (plan, hold) => refuseAgent(plan, hold, TIMED_OUT),
    follows: (plan, hold, by, over) => afterQuery(plan, hold, by, null, over),
  },
};

/** What an agent is told of a person's decision about its question. */
export function answeredReply(call_id: string, hold: QueryHold, decision: Decision): AgentReply {
  if (decision.decision === "reject") return refusedReply(call_id, hold, decision);
  const asked = askedInOtherWords(hold);
  return { call_id, kind: "answer", ...asked, by: decision.by, text: textOf(decision.value) };
}

/** The orchestrator knows from now on what the person said. */
function noteAnswer({ state }: Plan, { todo_id, asked_by }: QueryHold, text: string): void {
  const exchange = state.orchestrator.said.findLast(
    (said) => said.todo_id === todo_id && said.call_id === asked_by.call_id,
  );
  if (exchange !== undefined) exchange.answer = text;
}

function textOf(value: Json | undefined): string {
  return value === undefined || value === null ? "" : textOrJson(value);
}
