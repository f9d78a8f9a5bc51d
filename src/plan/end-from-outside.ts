import type { OutsideEnd } from "../contract/plan/termination.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { apply } from "./apply.ts";
import { inPlanOrder, isFinished, todoOf, type Plan } from "./model/plan.ts";
import type { EventBody } from "./model/state/events.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { settle } from "./settle.ts";
import { endAsSaid } from "./todos/skip-todo.ts";

/**
 * Ends a plan whose run was closed in Temporal, which asks no plan: it is cancelled, or has failed
 * where its time was over, and its log says by whom and why. What it ran has no time to stop.
 */
export function endFromOutside(plan: Plan, end: OutsideEnd): void {
  if (isFinished(plan.state)) return;
  const { how, at } = end;
  const reason = reasonOf(end);
  const type = how === "terminated" ? "plan.cancel_requested" : "plan.abort_requested";
  apply(plan, { type, by: "temporal", data: { reason, grace_until: at } }, at);
  settle(plan, at);
  for (const id of inPlanOrder(plan, plan.running)) {
    for (const body of endOf(todoOf(plan, id), reason)) apply(plan, body, at);
  }
  settle(plan, at);
}

function endOf(todo: TodoState, reason: Sentence): EventBody[] {
  const said = endAsSaid(todo);
  if (said.length > 0) return said;
  return [{ type: "todo.cancelled", by: "holdpoint", todo_id: todo.id, data: { reason } }];
}

function reasonOf({ how, by, reason }: OutsideEnd): Sentence {
  if (how === "timed_out") return say("timed_out_in_temporal");
  const why = reason === "" ? say("no_reason_given") : cut(reason);
  return by === ""
    ? say("terminated_in_temporal", { why })
    : say("terminated_by", { who: cut(by), why });
}

/** Temporal keeps longer ones than people write. */
const cut = (text: string): string => [...text].slice(0, LIMITS.reason).join("");
