import type { Client, WorkflowExecutionDescription } from "@temporalio/client";
import type { Termination } from "../../contract/plan/termination.ts";
import { notNow } from "../../contract/problems/problem-at.ts";
import { refusal, Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { runOfActivity } from "../../plan/model/activity-id.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import type { Ask } from "./asking/ask-temporal.ts";
import { stuckIn } from "./asking/stuck-plans.ts";
import { assertIsPlan, isGone } from "./asking/temporal-refusal.ts";
import { toListedPlan } from "./lists/plan-row.ts";

const OPEN: readonly TodoStatus[] = ["pending", "blocked", "needs_approval", "in_progress"];

/** Ends plans that cannot end themselves. */
export interface PlanTermination {
  /** What would be lost. @throws Refusal as `end`. */
  look(planId: string): Promise<Termination>;
  /**
   * Ends a stuck plan at once, and asks its long todos to stop; Temporal's history keeps who and why.
   * @throws Refusal for a plan that is not stuck: that one ends in good order.
   */
  end(planId: string, by: string, reason: string | undefined): Promise<Termination>;
}

export function createPlanTermination(client: Client, ask: Ask): PlanTermination {
  const { workflow } = client;
  const temporal = { of: "temporal" } as const;

  return {
    look: async (planId) => (await read(planId)).found,
    async end(planId, by, reason) {
      const { found, run_id, long } = await read(planId);
      const handle = workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId, run_id);
      const words = reason === undefined ? by : `${by}: ${reason}`;
      try {
        await ask(planId, () => handle.terminate(words), temporal);
      } catch (error) {
        // It has ended since: by another hand, or because a worker could go on with it.
        throw isGone(error) ? ended(planId) : error;
      }
      await Promise.all(long.map((id) => stop(planId, id)));
      return { ...found, validate_only: false };
    },
  };

  async function read(planId: string) {
    const handle = workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);
    const described = await ask(planId, () => handle.describe(), temporal);
    assertIsPlan(described.type, planId);
    if (described.status.name !== "RUNNING") throw ended(planId);
    const stuck = await ask(planId, () => stuckIn(client, described), temporal);
    if (stuck === undefined) throw notStuck(planId);
    const long = await ask(planId, () => longTodos(planId, described), temporal);
    const { row } = toListedPlan(described);
    const counts = row.progress?.counts;
    const running = [
      ...(described.raw.pendingActivities ?? []).flatMap(
        (activity) => runOfActivity(activity)?.todo_id ?? [],
      ),
      ...long.map((id) => id.slice(id.indexOf(".") + 1)),
    ];
    const found: Termination = {
      validate_only: true,
      plan_id: planId,
      title: row.title,
      stuck,
      loses: {
        unfinished_todos:
          counts === undefined
            ? row.todo_count
            : OPEN.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
        running_todos: running,
        open_holds: row.open_holds,
      },
      as_of: row.as_of,
    };
    return { found, run_id: described.runId, long };
  }

  /** The workflows of long todos, those of earlier runs, too. */
  async function longTodos(
    planId: string,
    { raw }: WorkflowExecutionDescription,
  ): Promise<string[]> {
    const ids = new Set((raw.pendingChildren ?? []).map(({ workflowId }) => workflowId ?? ""));
    const prefix = `${TEMPORAL_NAMES.plan_prefix}${planId}.`;
    const query = `WorkflowId STARTS_WITH ${quoted(prefix)} AND ExecutionStatus = 'Running'`;
    for await (const { workflowId } of workflow.list({ query })) ids.add(workflowId);
    return [...ids];
  }

  /** Its tool is told to stop, as by a cancel; one that has ended meanwhile needs none. */
  async function stop(planId: string, workflowId: string): Promise<void> {
    const cancel = () => workflow.getHandle(workflowId).cancel();
    await ask(planId, cancel, temporal).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

function ended(id: string): Refusal {
  return refusal("plan_finished", say("plan_ended_already", { id }), say("reopen_or_fork"));
}

function notStuck(plan: string): Refusal {
  return new Refusal(notNow(say("plan_not_stuck", { plan }), say("cancel_instead"), ["cancel"]));
}
