import { NO_TURNS, takeTurn } from "../agents/agent-state.ts";
import { answerAsBefore } from "../agents/allowed-call.ts";
import { answerAgent, blockForAnswer } from "../agents/answers.ts";
import { haltAgent, tickAgent } from "../agents/countdown.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventIn, PlanEvent } from "../model/state/events.ts";
import { moveTodo } from "../todos/move-todo.ts";

type AgentEvent = EventIn<"agent"> | (PlanEvent & { type: `${string}human_query${string}` });

/** Moves the todo of an agent by what the agent did, or what was said to it. */
export function moveByAgentEvent(plan: Plan, event: AgentEvent): void {
  switch (event.type) {
    case "agent.mark_ignored":
    case "human_query_answered":
      return;
    case "agent.answered":
      return answerAgent(plan, event);
    case "human_query_requested":
      return blockForAnswer(plan, event);
    case "task_resumed_after_human_query":
      if (todoOf(plan, event.todo_id).blocker !== null)
        moveTodo(plan, event.todo_id, "in_progress", event.at);
      return;
    case "agent.turn": {
      const todo = todoOf(plan, event.todo_id);
      takeTurn(plan, todo, event.data, event.at);
      return answerAsBefore(plan, todo);
    }
    case "agent.time_over": {
      const todo = todoOf(plan, event.todo_id);
      const { attempt, seconds } = event.data;
      todo.agent = { ...(todo.agent ?? NO_TURNS), attempt, time_over: seconds };
      return;
    }
    case "agent.countdown":
      return tickAgent(plan, event);
    case "agent.countdown_cancelled":
      return haltAgent(plan, event);
    case "agent.transcript_kept": {
      const todo = todoOf(plan, event.todo_id);
      const agent = todo.agent ?? NO_TURNS;
      todo.agent = { ...agent, transcripts: [...agent.transcripts, event.data.transcript] };
      return;
    }
    default:
      event satisfies never;
  }
}
