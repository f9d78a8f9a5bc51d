import type { AgentReport } from "../../contract/plan/agents/agent.ts";
import type { Report } from "../model/commands.ts";
import type { EventBody } from "../model/state/events.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { isPaid, NO_TURNS } from "./agent-state.ts";
import { isHalted } from "./countdown.ts";
import { droppedTurn } from "./dropped-turn.ts";

/** Whether a report is of an agent that goes on, and not of a todo's end. */
export function isAgentReport(report: Report): report is AgentReport {
  return report.type.startsWith("agent_");
}

type Kept = AgentReport & { type: "agent_kept" };

/** Its conversation is over and kept. */
export function keptEvents(todo_id: string, { run, attempt, transcript }: Kept): EventBody[] {
  const data = { run, attempt, transcript };
  return [{ by: "holdpoint", todo_id, type: "agent.transcript_kept", data }];
}

/** Whether what an agent has said is kept only now, since a person does its todo. */
export function isOfTakenOver({ work, agent, run }: TodoState, report: Kept): boolean {
  const isNew = agent !== null && !agent.transcripts.includes(report.transcript);
  return work.kind !== "agent" && isNew && report.run <= run;
}

type Turn = AgentReport & { type: "agent_turn" };

/** A turn that came when its attempt was over: what it used counts, unless that is counted already. */
export function lateTurn({ id, run, agent }: TodoState, report: Turn): EventBody[] {
  const { turn, usage, model, attempt } = report;
  const isCounted = report.run === run && isPaid(agent ?? NO_TURNS, report);
  if (report.run > run || isCounted) return [];
  return [droppedTurn({ role: "agent", usage, model, turn, run: report.run, attempt }, id)];
}

/**
 * What the report of an agent that works on a todo does to the plan; nothing when it is late, comes
 * twice, or no agent works on the todo. What its model and its tools said is data here.
 */
export function agentEvents(todo: TodoState, report: AgentReport, isHeld: boolean): EventBody[] {
  if (todo.work.kind !== "agent") return [];
  const about = { by: "holdpoint", todo_id: todo.id };
  switch (report.type) {
    case "agent_turn": {
      const { agent } = todo;
      if (agent?.attempt === report.attempt && report.turn <= agent.turn) return [];
      const { type: _type, todo_id: _todo, ...turn } = report;
      // Who waits for an answer takes another turn with it, whatever the report says: a spent limit has to ask for that one.
      const goes_on = turn.goes_on || turn.calls.length > 0 || turn.questions.length > 0;
      return [{ ...about, type: "agent.turn", data: { ...turn, goes_on } }];
    }
    case "agent_time_over": {
      const { run, attempt, seconds } = report;
      // Each of its calls that finds no time left tells it.
      if (seconds <= (todo.agent?.time_over ?? 0)) return [];
      return [{ ...about, type: "agent.time_over", data: { run, attempt, seconds } }];
    }
    case "agent_kept":
      return keptEvents(todo.id, report);
    case "agent_countdown": {
      // Who waits for an answer has not stopped.
      if (todo.agent === null || todo.blocker !== null) return [];
      // A person who cancelled it has been told that the agent does not go on, and so has who paused, or stops it.
      if (isHeld || isToStop(todo) || isHalted(todo.agent)) return [];
      const { seconds, left } = report;
      const agent = todo.work.agent_name;
      return [{ ...about, type: "agent.countdown", data: { seconds, left, agent } }];
    }
  }
}

function isToStop({ interrupted, skipping, stopping }: TodoState): boolean {
  return interrupted === true || skipping !== undefined || stopping !== undefined;
}
