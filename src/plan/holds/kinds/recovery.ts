import { notNow } from "../../../contract/problems/problem-at.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { fitStatus } from "../../edits/apply-structure.ts";
import { approvalDigest } from "../../model/digest.ts";
import { markOfWork, needsApproval, todoOf } from "../../model/plan.ts";
import type { RecoveryHold } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { asksForArguments, toolOf } from "../../model/work.ts";
import { knownInput } from "../../todos/arguments.ts";
import { moveTodo } from "../../todos/move-todo.ts";
import { takeBackApproval } from "../../todos/take-back-approval.ts";
import { failureMessage, lostDependency } from "../failures.ts";
import { newHold } from "../holds.ts";
import { editsShared, needsOf } from "../needs.ts";
import { approval, presentDigest, withoutArguments } from "./approval.ts";
import type { HoldRules } from "./rules.ts";
import { abortWhenAsked, grant, rejectTodo } from "./todo-outcome.ts";

/**
 * Asks how to go on after a failure: approve tries again, edit tries again with other arguments,
 * reject skips the todo, leaves it failed, or ends the plan.
 */
export const recovery: HoldRules<RecoveryHold, [TodoState]> = {
  // What it asks for shows which message of S0 asks it.
  mode(plan, { todo_id }) {
    const { work, error_type } = todoOf(plan, todo_id);
    return asksForArguments(work.kind, error_type) ? "input_request" : "approval_wait";
  },
  accepts: { ...approval.accepts, then: ["skip", "go_on", "fail", "abort"] },
  refusal(plan, { todo_id }, decision) {
    const todo = todoOf(plan, todo_id);
    const wrong = withoutArguments(todo, decision);
    if (wrong !== null) return wrong;
    // One word of anyone would let run what others, or certain people, have to approve.
    const isShared = needsApproval(plan, todo) && needsOf(plan, todo).needs !== undefined;
    if (decision === "edit" && isShared) return editsShared();
    const lost = lostDependency(plan, todo);
    if (decision === "reject" || lost === undefined) return null;
    return notNow(
      say("cannot_run_without", { id: todo.id, lost: lost.id }),
      say("retry_or_unlink", { lost: lost.id }),
      ["reject"],
    );
  },
  open(plan, at, todo) {
    const input = knownInput(plan, todo);
    const { irreversible } = markOfWork(plan, todo.work);
    return {
      ...newHold(plan, at),
      kind: "recovery",
      todo_id: todo.id,
      title: todo.title,
      message: failureMessage(plan, todo),
      tool_name: toolOf(todo.work),
      ...(irreversible && { irreversible }),
      ...input,
      output_path: todo.output_path,
      digest: approvalDigest(todo, input),
    };
  },
  isStale: (plan, { todo_id, digest }) => presentDigest(plan, todoOf(plan, todo_id)) !== digest,
  follows: abortWhenAsked,
  onDecision(plan, { todo_id }, event) {
    const { decision, digest } = event.data;
    if (decision.decision === "reject") {
      // Whoever tries it again after that "no" has to ask.
      takeBackApproval(todoOf(plan, todo_id));
      if (decision.then === "skip" || decision.then === "go_on") rejectTodo(plan, todo_id, event);
      return;
    }
    if (decision.args === undefined) moveTodo(plan, todo_id, "pending", event.at);
    else grant(plan, todo_id, { ...decision, digest }, event);
    todoOf(plan, todo_id).retry_count += 1;
    fitStatus(plan, todo_id, event.at);
  },
  onTimeout: null,
};
