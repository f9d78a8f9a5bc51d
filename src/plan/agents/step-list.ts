import { z } from "zod";
import { AgentStepSchema, type AgentStep } from "../../contract/plan/agents/agent.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { readCall } from "./read-call.ts";

/*
 * S3's rules for the list that an agent keeps of its own steps. What breaks one is refused, and the
 * reason goes to the model: so it is in English, as all that models are told.
 */

const StepListSchema = z.strictObject({
  todos: z.array(z.strictObject(AgentStepSchema.shape)).min(1).max(LIMITS.agent_steps),
});

/** What `todo_write` makes of an agent's list, or why it may not. */
export function writeSteps(
  before: readonly AgentStep[],
  args: unknown,
): { readonly steps: AgentStep[] } | { readonly refusal: string } {
  const read = readCall(StepListSchema, args, "list");
  if ("refusal" in read) return read;
  const steps = read.value.todos;
  const refusal = brokenRule(before, steps);
  return refusal === null ? { steps } : { refusal };
}

function brokenRule(before: readonly AgentStep[], after: readonly AgentStep[]): string | null {
  const known = new Map(before.map((step) => [step.id, step]));
  const ids = new Set(after.map(({ id }) => id));
  if (ids.size < after.length) return "Two steps have the same id. Give each step its own.";
  const running = after.filter(({ status }) => status === "in_progress");
  if (running.length > 1) {
    return `Only one step may be in_progress at a time, not ${running.length}: ${namesOf(running)}.`;
  }
  const dropped = before.filter((step) => isOpen(step) && !ids.has(step.id));
  if (dropped.length > 0) {
    return `Unfinished steps are missing: ${namesOf(dropped)}. Keep them, or mark them cancelled.`;
  }
  const finished = after.filter(
    ({ id, status }) => status === "completed" && known.get(id)?.status !== "completed",
  );
  if (finished.length > 1) {
    return `Mark each step completed as soon as it is done, not several at once: ${namesOf(finished)}.`;
  }
  const unseen = finished.filter(({ id }) => known.get(id)?.status !== "in_progress");
  if (unseen.length > 0) {
    return `${namesOf(unseen)} was never in_progress. Mark a step in_progress before you work on it.`;
  }
  return null;
}

/** Why an agent that has to keep a list may not change anything yet, or null. */
export function whyNoEffect(steps: readonly AgentStep[]): string | null {
  if (steps.length === 0) {
    return "Write your list with todo_write first: nothing is changed before the steps are known.";
  }
  if (steps.some(({ status }) => status === "in_progress")) return null;
  return steps.some(isOpen)
    ? "No step is in_progress. Mark the one that you work on with todo_write first."
    : "All steps of your list are over. If there is more to do, add it with todo_write first.";
}

/** S3's count of a list: how many steps are done, of how many, and how many are left. */
export function countSteps(steps: readonly AgentStep[]): {
  done: number;
  total: number;
  left: number;
} {
  const counted = steps.filter(({ status }) => status !== "cancelled");
  const left = steps.filter(isOpen).length;
  return { done: counted.length - left, total: counted.length, left };
}

/** S3's planning agents, by these very names: they implement nothing, so nobody tells them to go on. */
const PLANNING_AGENTS: readonly string[] = ["plan", "planner-sisyphus"];

/** Whether an agent, of a plan or from outside, only plans. */
export function isPlanningAgent(name: string): boolean {
  return PLANNING_AGENTS.includes(name);
}

/** What an agent is told that stopped with steps left, or without the list that it needed (S3). */
export function continuationPrompt(steps: readonly AgentStep[]): string {
  if (steps.length === 0) {
    return [
      "You wanted to change something, and it was refused because you have no list: it has not been done.",
      "- Write your list with todo_write, then do its steps.",
      "- Mark as cancelled what is not needed after all.",
      "Work that needs a list and has none is not finished: without one, this todo fails.",
    ].join("\n");
  }
  const { done, total, left } = countSteps(steps);
  return [
    "Your list still has steps that are not finished. Go on with the next one.",
    "- Do not ask for permission.",
    "- Mark each step completed as soon as it is done.",
    "- Do not stop before all of them are done.",
    `[status: ${done}/${total} done, ${left} left]`,
  ].join("\n");
}

function isOpen({ status }: AgentStep): boolean {
  return status === "pending" || status === "in_progress";
}

function namesOf(steps: readonly AgentStep[]): string {
  return steps.map(({ id }) => `"${id}"`).join(", ");
}
