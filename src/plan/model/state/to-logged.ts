import type { AgentStep } from "../../../contract/plan/agents/agent.ts";
import type { TodoChange } from "../../../contract/plan/edit.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { Skip } from "../../../contract/plan/todo.ts";
import { englishAt, sayAt, spelled, type Wording } from "../../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../../contract/text.ts";
import type { OfHold, PlanEvent } from "./events.ts";
import { viewReport } from "./goal.ts";
import { viewDeciding } from "./hold.ts";
import { controlsIn } from "./logged-controls.ts";
import type { SkipState } from "./todo-state.ts";

/** What the log keeps of an event: results and arguments stay with their todo and hold. */
export function toLogged(event: PlanEvent): LoggedEvent {
  const { data, ...head } = event;
  const kept = logData(event);
  return Object.keys(kept).length === 0 ? head : { ...head, data: kept };
}

function logData(event: PlanEvent): JsonObject {
  switch (event.type) {
    case "todo.delivered":
    case "todo.completed": {
      const { note, command_id } = event.data;
      return {
        ...(note !== undefined && { note }),
        ...(command_id !== undefined && { command_id }),
      };
    }
    case "agent.turn": {
      const { run, turn, model, usage, calls, questions, steps } = event.data;
      const asks = calls.length + questions.length;
      return { run, turn, model, usage, ...(asks > 0 && { asks }), ...stepCount(steps) };
    }
    case "human_query_requested":
    case "agent.answered": {
      const { asked: _, said: _said, ...told } = event.data;
      return told as unknown as JsonObject;
    }
    case "plan.edited": {
      const { version, change_type, of_version, reason, changes, command_id, ended_at } =
        event.data;
      const controls = controlsIn(changes);
      const ids = (wanted: (change: TodoChange) => boolean): string[] =>
        changes.todos.filter(wanted).map(({ todo_id }) => todo_id);
      return {
        version,
        change_type,
        of_version,
        reason,
        ...(command_id !== undefined && { command_id }),
        added: ids(({ before }) => before === null),
        removed: ids(({ after }) => after === null),
        changed: ids(({ before, after }) => before !== null && after !== null),
        ...(controls.length > 0 && { controls }),
        ...(ended_at !== undefined && { ended_again: [...ended_at.todos] }),
      };
    }
    case "plan.replan_refused":
    case "plan.draft_refused": {
      const { turn, call, mistakes } = event.data;
      const asked: JsonObject = "request" in event.data ? { request: event.data.request } : {};
      return {
        ...asked,
        turn,
        call: call as unknown as JsonObject,
        errors: mistakes.map(englishAt),
        errors_said: mistakes.map((mistake) => sayAt(mistake)) as unknown as JsonObject[],
      };
    }
    case "plan.replan_proposed": {
      const { request, turn, call, summary, lines, applied } = event.data;
      const told = { request, turn, summary, lines: lines.length, applied };
      return { ...told, call: call as unknown as JsonObject };
    }
    case "plan.planned": {
      const { turn, call, title, todos, planning } = event.data;
      const { intent_confidence, execution_strategy } = planning;
      return {
        turn,
        call: call as unknown as JsonObject,
        title,
        todo_count: todos.length,
        intent_confidence,
        execution_strategy,
      };
    }
    case "plan.planning_stopped": {
      const { turn, call, question } = event.data;
      const said = spelled("question", question) as JsonObject;
      return { turn, call: call as unknown as JsonObject, ...said };
    }
    case "plan.reported": {
      const { call, report } = event.data;
      return { call: call as unknown as JsonObject, ...viewReport(report) };
    }
    case "hold.requested": {
      const { kind, title, digest, deadline_at, needs } = event.data.hold;
      const said = { kind, title, digest, deadline_at };
      if (needs === undefined) return said;
      // Nobody has approved what is just asked.
      const { given: _, ...asked } = needs;
      return { ...said, needs: asked };
    }
    case "hold.deciding": {
      const { deciding, digest, command_id } = event.data;
      const viewed = viewDeciding(deciding) as unknown as JsonObject;
      return { ...viewed, ...sortIn(event.data), digest, command_id };
    }
    case "hold.signed":
    case "hold.decided": {
      const { digest, command_id } = event.data;
      const lacks = event.type === "hold.signed" && { lacks: event.data.lacks };
      const { args, references: _, ...decision } = event.data.decision;
      return {
        ...(decision as unknown as JsonObject),
        ...sortIn(event.data),
        digest,
        ...(command_id !== undefined && { command_id }),
        edited: args !== undefined,
        ...lacks,
      };
    }
    case "todo.skip_requested":
    case "todo.skipped": {
      const { reason, skip, command_id } = event.data;
      return {
        ...(command_id !== undefined && { command_id }),
        ...(spelled("reason", reason) as JsonObject),
        skip: viewSkip(skip) as unknown as JsonObject,
      };
    }
    default: {
      const { fingerprint: _, ...rest } = event.data as unknown as JsonObject;
      return Object.assign(
        {},
        rest,
        ...TEXTS.map((field) => spelled(field, wordingIn(rest, field))),
      );
    }
  }
}

function sortIn({ kind, of_agent }: OfHold): JsonObject {
  return { ...(kind !== undefined && { kind }), ...(of_agent === true && { of_agent }) };
}

function stepCount(steps: readonly AgentStep[]): JsonObject {
  if (steps.length === 0) return {};
  const done = steps.filter(({ status }) => status === "completed").length;
  return { steps: { done, total: steps.length } };
}

/** Fields of events that somebody's own words may fill, or a sentence. */
const TEXTS = ["reason", "message", "detail", "feedback"] as const;

function wordingIn(data: JsonObject, field: string): Wording | undefined {
  return data[field] as unknown as Wording | undefined;
}

/** A skip as people see it. */
export function viewSkip({ reason, ...skip }: SkipState): Skip {
  return { ...skip, reason: null, ...spelled("reason", reason) };
}
