import { problemAt } from "../../../contract/problems/problem-at.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";

/** Whether a step is as somebody wants it: S1 is told of no mistake there. */
export function isSoAlready(error: unknown): boolean {
  return error instanceof Refusal && error.problem.detail.id === "edit_changes_nothing";
}

/** A refusal of a command that S1's caller wrote into the query. */
export function inQuery({ problem, retryAfter }: Refusal): Refusal {
  const errors = problem.errors?.map((error) => ({ ...error, pointer: `/query${error.pointer}` }));
  return new Refusal({ ...problem, ...(errors !== undefined && { errors }) }, retryAfter);
}

export function noSuchStep(planId: string, stepId: string): Refusal {
  const detail = say("no_step", { id: stepId, plan: planId });
  const hint = say("look_at_steps", { plan: planId });
  return new Refusal(problemAt("todo_not_found", "/step_id", detail, hint));
}
