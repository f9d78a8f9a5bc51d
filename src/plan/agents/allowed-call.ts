import { allowedDigest, callDigest, decidedReply } from "../holds/kinds/agent-call.ts";
import { answeredReply } from "../holds/kinds/agent-question.ts";
import { isStillEnough } from "../holds/needs.ts";
import type { AttemptKey } from "../model/commands.ts";
import type { Plan } from "../model/plan.ts";
import { decidingOf, isAsking, type QueryHold } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { replyToAgent, stillAsks } from "../todos/agent-replies.ts";
import { continuationCall, haltedWith } from "./countdown.ts";
import { countSteps } from "./step-list.ts";

/** A call of an agent's that its worker is about to make. */
export interface CallToMake extends AttemptKey {
  readonly call_id: string;
  /** Of the tool and everything that it is called with, as a hold binds it. */
  readonly digest: string;
  /** Whether only a person may have allowed it: then a deadline has not. */
  readonly by_person?: boolean;
}

/**
 * Whether a person, or a deadline that they set, has allowed an agent exactly this call, and the attempt
 * that asked is still at work. Anyone may ask anything.
 */
export function isCallAllowed(plan: Plan, wanted: CallToMake): boolean {
  const { todo_id, run, attempt, call_id, digest, by_person = false } = wanted;
  if (!stillAsks(plan.todos.get(todo_id), { run, attempt })) return false;
  return plan.state.holds.some((hold) => {
    if (!isAsking(hold) || hold.kind !== "approval" || hold.todo_id !== todo_id) return false;
    const { asked_by } = hold;
    if (by_person && decidingOf(hold) === null) return false;
    const isIt = asked_by.call_id === call_id && asked_by.run === run;
    // An attempt that begins the conversation again makes what the one before was allowed.
    return isIt && asked_by.attempt <= attempt && allowedDigest(hold) === digest;
  });
}

/**
 * Answers the calls and questions of a turn, and how it goes on after it, where a person has decided in an earlier
 * attempt of the same run, to the byte: as retried todos, they are not asked about again, unless more approvals are needed since.
 */
export function answerAsBefore(plan: Plan, todo: TodoState): void {
  const { agent, run, attempt = 1 } = todo;
  if (agent === null || attempt === 1) return;
  const answer = (call_id: string, isSame: (hold: QueryHold) => boolean): void => {
    const hold = plan.state.holds.findLast(
      (one) =>
        one.todo_id === todo.id && one.asked_by?.run === run && one.asked_by.call_id === call_id,
    );
    if (hold?.kind !== "input" || !isAsking(hold) || !isSame(hold)) return;
    const decision = decidingOf(hold);
    if (decision === null) return;
    const reply = answeredReply(call_id, hold, decision);
    replyToAgent(plan, { todo_id: todo.id, asked_by: { run, attempt } }, reply);
  };
  for (const { call_id, question, context } of agent.questions) {
    answer(call_id, ({ asked_by, request }) => {
      const asked = asked_by.question ?? request.question;
      return asked === question && asked_by.context === context;
    });
  }
  // Who cancelled the countdown here has said how it goes on from these steps.
  const { left } = countSteps(agent.steps);
  answer(continuationCall(agent.turn), (hold) => haltedWith(hold.message) === left);
  for (const call of agent.calls) {
    const asked_by = { run, attempt, call_id: call.call_id };
    const digest = callDigest({ todo_id: todo.id, asked_by }, call);
    const hold = plan.state.holds.findLast(
      (one) => one.todo_id === todo.id && one.digest === digest,
    );
    if (hold?.kind !== "approval" || !isAsking(hold)) continue;
    const decision = decidingOf(hold);
    if (decision === null) continue;
    if (decision.decision !== "reject" && !isStillEnough(plan, todo, hold)) continue;
    const reply = decidedReply(call.call_id, hold, decision);
    replyToAgent(plan, { todo_id: todo.id, asked_by }, reply);
    todo.agent = { ...todo.agent!, calls: todo.agent!.calls.filter((other) => other !== call) };
  }
}
