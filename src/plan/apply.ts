import { countDropped } from "./agents/dropped-turn.ts";
import { markHold, markTodo, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, EventIn, PlanEvent } from "./model/state/events.ts";
import { addEvent } from "./model/state/log.ts";
import { moveByAgentEvent } from "./moves/by-agent-event.ts";
import { moveByHoldEvent } from "./moves/by-hold-event.ts";
import { moveByPlanEvent } from "./moves/by-plan-event.ts";
import { moveByTodoEvent } from "./moves/by-todo-event.ts";
import { moveSession } from "./sessions/apply-session.ts";

/** How many commands are remembered for their repeats; Temporal allows 2,000 updates a run. */
const SEEN_COMMANDS = 2_000;

/**
 * Records a fact and moves the plan by it: the only code that changes a plan.
 * @param at ISO 8601 time of the event.
 * @throws Error on a transition that the status table does not have: a defect, never bad input.
 */
export function apply(plan: Plan, body: EventBody, at: string): PlanEvent {
  const event = addEvent(plan.state, body, at);
  move(plan, event);
  remember(plan, event);
  if (plan.state.goal?.phase === "reporting" && movesTodos(event)) plan.state.goal.moved = true;
  if ("hold_id" in event) markHold(plan, event.hold_id);
  if ("todo_id" in event && event.todo_id !== undefined) markTodo(plan, event.todo_id);
  return event;
}

function move(plan: Plan, event: PlanEvent): void {
  if (isIn(event, "plan")) moveByPlanEvent(plan, event);
  else if (isIn(event, "todo")) moveByTodoEvent(plan, event);
  else if (isIn(event, "hold")) moveByHoldEvent(plan, event);
  else if (isIn(event, "session") || isIn(event, "continuation")) moveSession(plan, event);
  else if (event.type === "model.turn_dropped") countDropped(plan, event);
  else if (event.type !== "command.refused") moveByAgentEvent(plan, event);
}

function isIn<Family extends string>(event: PlanEvent, family: Family): event is EventIn<Family> {
  return event.type.startsWith(`${family}.`);
}

function movesTodos(event: PlanEvent): boolean {
  if (event.type === "model.turn_dropped") return false;
  if (event.type === "plan.edited" || event.type === "plan.replan_requested") return true;
  return "todo_id" in event && event.todo_id !== undefined;
}

/** The command that an event came of, so that its repeat is answered and not done again. */
function remember(plan: Plan, event: PlanEvent): void {
  const { command_id, fingerprint } = event.data as Partial<CommandStamp>;
  if (command_id === undefined || fingerprint === undefined) return;
  const about = "hold_id" in event ? { hold_id: event.hold_id } : {};
  const seen = { command_id, fingerprint, seq: event.seq, ...about };
  plan.seen.set(command_id, seen);
  plan.state.seen.push(seen);
  if (plan.state.seen.length > SEEN_COMMANDS) {
    const oldest = plan.state.seen.shift();
    if (oldest !== undefined) plan.seen.delete(oldest.command_id);
  }
}
