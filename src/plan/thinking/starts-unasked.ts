import type { TodoDefinition } from "../../contract/plan/edit.ts";
import { changedFields } from "../edits/versions.ts";
import { demandsApproval, isStepped, markOf, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { decidingOf, isAsking, type HoldState } from "../model/state/hold.ts";
import type { Offer } from "../model/state/thought.ts";

/** Fields that say nothing but when a todo's turn comes among others that could start, too. */
const ORDERING: ReadonlySet<keyof TodoDefinition> = new Set(["rank", "priority"]);

/**
 * Whether what a model wrote would start what a person has to have seen: a call that nobody can undo and
 * that asks nobody, what a person has rejected, a todo's work by another agent, or another tool where a person was to be asked.
 * Each todo that is added or changed is judged by itself.
 * @param events what applying it would record.
 */
export function startsUnasked(plan: Plan, offer: Offer, events: readonly EventBody[]): boolean {
  return events.some(
    (event) =>
      event.type === "plan.edited" &&
      event.data.changes.todos.some(({ before, after }) => {
        if (after === null) return false;
        if (before === null) return runsUnasked(plan, offer, after);
        if (changedFields(before, after).every((field) => ORDERING.has(field))) return false;
        return isOther(plan, before, after) || runsUnasked(plan, offer, after, before);
      }),
  );
}

/** Whether it does what nobody can undo, as far as that is known, before a person has said yes. */
function runsUnasked(
  plan: Plan,
  { unasked = [] }: Offer,
  todo: TodoDefinition,
  before: TodoDefinition | null = null,
): boolean {
  const { kind, tool_name, agent_name, requires_approval, approval } = todo;
  if (demandsApproval(plan, tool_name)) return false;
  const isAsked = requires_approval || isStepped(plan.state, kind);
  if (isAsked && approval.on_timeout !== "approve") return false;
  // What somebody has said no to is not done by another todo instead.
  if (!isDoneBySame(before, todo) && wasRejected(plan, todo)) return true;
  if (agent_name === null) return markOf(plan, tool_name).irreversible === true;
  // Its deadline says yes to the agent's calls, too, whatever the agent would ask about.
  return approval.on_timeout === "approve" || unasked.includes(agent_name);
}

/** Whether somebody else works on it, or it is not the tool's any more that a person was to be asked about. */
function isOther(plan: Plan, before: TodoDefinition, after: TodoDefinition): boolean {
  const isOtherAgent = before.agent_name !== null && after.agent_name !== before.agent_name;
  const wasAsked = before.requires_approval || demandsApproval(plan, before.tool_name);
  const isOtherTool = wasAsked && after.tool_name !== before.tool_name;
  return (isOtherAgent && after.agent_name !== null) || isOtherTool;
}

type Doer = Pick<TodoDefinition, "tool_name" | "agent_name">;

function isDoneBySame(before: Doer | null, { tool_name, agent_name }: Doer): boolean {
  return before?.tool_name === tool_name && before.agent_name === agent_name;
}

/** Whether the last word of a person about some todo's work was no, and it is work of the same tool or agent; the todo may be gone. */
function wasRejected({ state }: Plan, todo: Doer): boolean {
  if (todo.tool_name === null && todo.agent_name === null) return false;
  const decided = state.holds.filter(isAboutWork).filter((hold) => decidingOf(hold) !== null);
  const last = new Map(decided.map((hold) => [hold.todo_id, hold]));
  return [...last.values()].some(
    (hold) => hold.status === "rejected" && isDoneBySame(doerOf(hold), todo),
  );
}

type WorkHold = Extract<HoldState, { kind: "approval" | "recovery" }>;

function isAboutWork(hold: HoldState): hold is WorkHold {
  return hold.kind === "recovery" || (hold.kind === "approval" && !isAsking(hold));
}

/** Who would have done what a hold asked about. An agent's name stands in its assignment. */
function doerOf({ tool_name, args }: WorkHold): Doer {
  const { agent_name } = tool_name === null ? args : {};
  return { tool_name, agent_name: typeof agent_name === "string" ? agent_name : null };
}
