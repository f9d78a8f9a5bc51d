import { problemAt } from "../../../contract/problems/problem-at.ts";
import type { Problem } from "../../../contract/problems/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { DecisionWord } from "../../../contract/tables/vocabulary.ts";
import { isOtherWork } from "../../edits/changed-since.ts";
import { approvalDigest, type TodoInput } from "../../model/digest.ts";
import { markOfWork, needsApproval, todoOf, type Plan } from "../../model/plan.ts";
import type { ApprovalHold } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { takesArguments, toolOf } from "../../model/work.ts";
import { knownInput } from "../../todos/arguments.ts";
import { newHold } from "../holds.ts";
import { needsOf } from "../needs.ts";
import { ASKS_DECISION, type HoldRules } from "./rules.ts";
import { abortWhenAsked, deadlineOf, grant, rejectTodo } from "./todo-outcome.ts";

/** Asks whether a todo may run with exactly these arguments. */
export const approval: HoldRules<ApprovalHold, [TodoState, TodoInput]> = {
  mode: () => "approval_wait",
  accepts: {
    decisions: ["approve", "reject", "edit"],
    then: ["skip", "go_on", "fail", "replan", "abort"],
    otherwise: ASKS_DECISION,
  },
  refusal: (plan, { todo_id }, decision) => withoutArguments(todoOf(plan, todo_id), decision),
  open(plan, at, todo, input) {
    return {
      ...newHold(plan, at),
      ...deadlineOf(plan, todo, at),
      ...needsOf(plan, todo),
      kind: "approval",
      todo_id: todo.id,
      title: todo.title,
      // What whoever decides reads above the arguments.
      message: todo.approval.message ?? todo.description,
      tool_name: toolOf(todo.work),
      ...markOfWork(plan, todo.work),
      ...input,
      output_path: todo.output_path,
      ...(todo.approval.labels !== undefined && { labels: todo.approval.labels }),
      digest: approvalDigest(todo, input),
    };
  },
  isStale(plan, { todo_id, digest, plan_version }) {
    const todo = todoOf(plan, todo_id);
    if (isOtherWork(plan, todo, plan_version)) return true;
    if (plan.openDependencies.get(todo_id) !== 0 || !needsApproval(plan, todo)) return true;
    return presentDigest(plan, todo) !== digest;
  },
  follows: abortWhenAsked,
  onDecision(plan, hold, event) {
    const { decision, digest } = event.data;
    if (decision.decision === "reject") rejectTodo(plan, hold.todo_id, event);
    else grant(plan, hold.todo_id, { ...decision, digest }, event);
    // S0 has one name: everybody who had to approve it stands in it.
    if (decision.decision === "approve" && hold.needs !== undefined) {
      todoOf(plan, hold.todo_id).approved_by = hold.needs.given.join(", ");
    }
  },
  onTimeout: {
    mayApprove: () => true,
    approve: (plan, { todo_id, digest }, event) => grant(plan, todo_id, { digest }, event),
  },
};

/** Why nobody changes the arguments of work that takes none, or null. */
export function withoutArguments({ id, work }: TodoState, decision: DecisionWord): Problem | null {
  if (decision !== "edit" || takesArguments(work.kind)) return null;
  return problemAt(
    "invalid_command",
    "/decision",
    say("takes_no_arguments", { id }),
    say("change_work_itself"),
  );
}

/** The digest of what a todo would run with now. */
export function presentDigest(plan: Plan, todo: TodoState): string {
  return approvalDigest(todo, knownInput(plan, todo));
}
