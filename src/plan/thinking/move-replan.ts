import { say } from "../../contract/sentences/sentence.ts";
import { addTurn } from "../agents/agent-state.ts";
import { endCause } from "../holds/end-cause.ts";
import type { Plan } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";
import { NEVER_REPLANNED, type CauseState, type ReplanState } from "../model/state/replan.ts";

type ReplanEvent = PlanEvent & {
  type:
    | "plan.replan_requested"
    | "plan.replan_refused"
    | "plan.replan_proposed"
    | "plan.replan_unchanged"
    | "plan.replan_failed"
    | "plan.replan_dropped";
};

/** Of calls to models that planned anew. */
const KEPT_CALLS = 100;

/** Moves what a plan keeps of planning anew by an event about it. */
export function moveReplan(plan: Plan, event: ReplanEvent): void {
  const { state } = plan;
  const replan = (state.replan ??= { ...NEVER_REPLANNED });
  if ("call" in event.data && event.data.call !== null) {
    const { call } = event.data;
    replan.calls = [...replan.calls, call].slice(-KEPT_CALLS);
    state.spent = addTurn(state.spent, call.usage);
  }
  switch (event.type) {
    case "plan.replan_requested":
      return request(plan, replan, event);
    case "plan.replan_refused":
      replan.refused = { draft: event.data.draft, mistakes: event.data.mistakes };
      replan.turn += 1;
      return;
    case "plan.replan_proposed": {
      const cause = take(replan, event.data.request);
      if (!event.data.applied) return;
      replan.applied += 1;
      if (cause !== undefined) endCause(plan, cause, event.at, null);
      return;
    }
    case "plan.replan_unchanged":
    case "plan.replan_failed":
    case "plan.replan_dropped": {
      const cause = take(replan, event.data.request);
      if (cause !== undefined) endCause(plan, cause, event.at, cameTo(event));
    }
  }
}

function cameTo(event: ReplanEvent) {
  switch (event.type) {
    case "plan.replan_failed":
      return event.data.message;
    case "plan.replan_unchanged":
      return say("replan_nothing", { why: event.data.summary });
    default:
      return say("cause_is_over");
  }
}

function request(
  plan: Plan,
  replan: ReplanState,
  { by, seq, todo_id, data }: ReplanEvent & { type: "plan.replan_requested" },
): void {
  const { kind, feedback, ended_seq } = data;
  const cause = { kind, todo_id: todo_id ?? null, feedback, by, request: seq, ended_seq };
  replan.waiting = [...replan.waiting, cause];
  const todo = plan.todos.get(todo_id ?? "");
  if (todo === undefined) return;
  const times = (todo.replanned?.times ?? 0) + Number(kind !== "review");
  todo.replanned = { of: ended_seq ?? undefined, times, came_to: null };
  plan.failing.delete(todo.id);
  plan.unreviewed.delete(todo.id);
}

/** What was asked is answered: the model turns to the next. */
function take(replan: ReplanState, seq: number): CauseState | undefined {
  const [first] = replan.waiting;
  const cause = replan.waiting.find(({ request: asked }) => asked === seq);
  replan.waiting = replan.waiting.filter((waiting) => waiting !== cause);
  if (cause !== undefined && cause === first) {
    replan.refused = null;
    replan.turn += 1;
  }
  return cause;
}
