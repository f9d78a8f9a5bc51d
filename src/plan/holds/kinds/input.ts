import type { InputRequest } from "../../../contract/plan/todo.ts";
import type { Json } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";
import { questionDigest } from "../../model/digest.ts";
import { todoOf, type Plan } from "../../model/plan.ts";
import type { PlanEvent } from "../../model/state/events.ts";
import type { InputHold } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { answerMistakes } from "../../todos/answers/answer.ts";
import { timeoutOf, withPatience } from "../../todos/approval-policy.ts";
import { complete, deliver, moveTodo } from "../../todos/move-todo.ts";
import { newHold } from "../holds.ts";
import { needsOf } from "../needs.ts";
import { ASKS_ANSWER, type HoldRules } from "./rules.ts";
import { abortWhenAsked, deadlineOf, rejectTodo } from "./todo-outcome.ts";

/** Asks a person for what a todo needs from them; the answer is the todo's result. */
export const input: HoldRules<InputHold, [TodoState, InputRequest]> = {
  mode: () => "input_request",
  accepts: {
    decisions: ["answer", "reject"],
    then: ["skip", "go_on", "fail", "replan", "abort"],
    otherwise: ASKS_ANSWER,
  },
  answerMistakes: ({ request }, value) => answerMistakes(request, value),
  open(plan, at, { id, title, ...todo }, request) {
    return {
      ...newHold(plan, at),
      ...deadlineOf(plan, withPatience(todo), at),
      ...(isUnanswerable(todo, request) && {
        on_timeout: timeoutOf({}, todo.optional),
      }),
      ...needsOf(plan, { id, ...todo }),
      kind: "input",
      todo_id: id,
      title,
      message: request.question,
      request,
      output_path: todo.output_path,
      digest: questionDigest({ id, ...todo }, request),
    };
  },
  isStale(plan, { todo_id, digest }) {
    const todo = todoOf(plan, todo_id);
    const { work } = todo;
    if (plan.openDependencies.get(todo_id) !== 0 || work.kind !== "question") return true;
    return questionDigest(todo, work.request) !== digest;
  },
  follows: abortWhenAsked,
  onDecision(plan, hold, event) {
    const { decision } = event.data;
    if (decision.decision === "reject") rejectTodo(plan, hold.todo_id, event);
    else completeByAnswer(plan, hold, decision.value ?? null, event);
  },
  onTimeout: {
    // Nobody cannot answer a question that has no default.
    mayApprove: ({ request }) => request.default !== undefined,
    approve: (plan, hold, event) =>
      completeByAnswer(plan, hold, hold.request.default ?? null, event),
  },
};

/** Whether time is to answer, and has no default to answer with. */
function isUnanswerable({ approval }: Pick<TodoState, "approval">, request: InputRequest): boolean {
  return approval.on_timeout === "approve" && request.default === undefined;
}

/** A person did the todo: the answer is its result. */
function completeByAnswer(
  plan: Plan,
  { todo_id: todoId, request }: InputHold,
  value: Json,
  event: PlanEvent,
): void {
  // Only a question for a file is answered with one; elsewhere what looks like a file is data.
  const references = request.input_type === "file" && isObject(value) ? [""] : [];
  moveTodo(plan, todoId, "pending", event.at);
  const todo = moveTodo(plan, todoId, "in_progress", event.at);
  todo.run += 1;
  if (todo.output_path === null) {
    return complete(plan, todo, { result: value, references }, event);
  }
  todo.attempt = 1;
  deliver(plan, todo, { by: event.by, result: value, references });
}
