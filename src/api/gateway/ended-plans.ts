import { setTimeout as delay } from "node:timers/promises";
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  type Client,
  type WorkflowExecutionDescription,
} from "@temporalio/client";
import { notNow } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import type { EndedPlanInput, endedPlanWorkflow } from "../../workflows/ended-plan.workflow.ts";
import type { FirstCommand } from "../../workflows/wire/plan-start.ts";
import type { Ask } from "./asking/ask-temporal.ts";
import { assertIsPlan, isGone } from "./asking/temporal-refusal.ts";

/** How often it is looked whether an ended plan goes on, for each who waits for that. */
const LOOK_EVERY_MS = 2_000;

/** What can be done with a plan whose workflow has closed. */
export interface EndedPlans {
  /**
   * Has the plan go on in a new run, by a command that it would take; or finds that it goes on, or
   * has gone on and ended again. What became of the command is the plan's to tell.
   */
  goOn(planId: string, first: FirstCommand): Promise<void>;
  /** Which run of the plan is the newest. @throws Refusal when there is no plan. */
  runOf(planId: string): Promise<string>;
  /**
   * Looks until the plan has another run, or has moved on in this one, or the signal aborts.
   * @param hasMoved undefined where nobody can say.
   * @throws Refusal when it is gone.
   */
  untilItGoesOn(
    planId: string,
    run: string,
    hasMoved: () => Promise<boolean | undefined>,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Deletes the plan, or finishes a deletion that was cut off; nothing of it is left when this
   * resolves. @throws Refusal while it goes on.
   */
  delete(planId: string): Promise<void>;
}

/** Of those who want something of one ended run, whoever comes first gets it; the others wait for that. */
export function createEndedPlans(client: Client, taskQueue: string, ask: Ask): EndedPlans {
  const { workflow } = client;

  return {
    async goOn(planId, first) {
      const run = await newestRun(planId);
      if (run.hasEnded) await settle(run, first);
    },
    runOf: async (planId) => (await newestRun(planId)).run_id,
    async untilItGoesOn(planId, run, hasMoved, signal) {
      for (let isClosed = false; !signal.aborted;) {
        const newest = await newestRun(planId);
        if (newest.run_id !== run) return;
        // Until its last state is saved, an ended plan's run stays open, and the plan may go on in it.
        const moved: boolean | undefined = isClosed ? false : await hasMoved();
        if (moved === true) return;
        isClosed ||= newest.hasEnded && moved === false;
        await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
    async delete(planId) {
      let found = await newestRun(planId).catch(whyGone);
      if (found instanceof Refusal) {
        // Something may be left of one that nobody finds any more: who deleted it was killed meanwhile.
        const cutOff = await unfinished(planId);
        if (cutOff.length === 0) throw found;
        for (const run of cutOff) await settle(run);
      }
      while (!(found instanceof Refusal)) {
        if (!found.hasEnded) throw notEnded();
        await settle(found);
        found = await newestRun(planId).catch(whyGone);
      }
    },
  };

  /** @throws Refusal when there is no such plan, or not any more. */
  async function newestRun(planId: string): Promise<Run> {
    const handle = workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);
    const found = await ask(planId, () => handle.describe(), { of: "temporal" });
    assertIsPlan(found.type, planId);
    const request = requestOf(found);
    return {
      plan_id: planId,
      run_id: found.runId,
      ...(request !== undefined && { request }),
      hasEnded: !isOpenRun(found.status.name),
    };
  }

  /** The runs of a plan with which somebody has begun to do something, and nobody is done. */
  function unfinished(planId: string): Promise<Run[]> {
    const prefix = `${TEMPORAL_NAMES.ended_prefix}${planId}.`;
    const query = `WorkflowId STARTS_WITH ${quoted(prefix)} AND ExecutionStatus != 'Completed'`;
    const read = async (): Promise<Run[]> => {
      const runs: Run[] = [];
      for await (const { workflowId } of workflow.list({ query })) {
        runs.push({ plan_id: planId, run_id: workflowId.slice(prefix.length), hasEnded: true });
      }
      return runs;
    };
    return ask(planId, read, { of: "temporal" });
  }

  /** Resolves when the run is done with, whoever asked for what. */
  async function settle({ hasEnded: _, ...run }: Run, first?: FirstCommand): Promise<void> {
    const { plan_id, run_id } = run;
    const workflowId = `${TEMPORAL_NAMES.ended_prefix}${plan_id}.${run_id}`;
    const start = async (): Promise<void> => {
      try {
        await workflow.start<typeof endedPlanWorkflow>(TEMPORAL_NAMES.ended_workflow, {
          workflowId,
          taskQueue,
          args: [{ ...run, ...(first && { first }) }],
          workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
          staticSummary: `${first?.name ?? "delete"}: ${plan_id}`,
        });
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    };
    await ask(plan_id, start, { of: "temporal" });
    await ask(plan_id, () => workflow.getHandle(workflowId).result(), { isOthers: true });
  }
}

/** Whether a run with this status, as Temporal names it, has yet to end. */
export function isOpenRun(status: WorkflowExecutionDescription["status"]["name"]): boolean {
  return status === "RUNNING" || status === "PAUSED";
}

/** The digest of the request that made a plan, from what Temporal knows of its workflow. */
export function requestOf({
  memo,
}: Pick<WorkflowExecutionDescription, "memo">): string | undefined {
  const request = memo?.["request"];
  return typeof request === "string" ? request : undefined;
}

interface Run extends EndedPlanInput {
  readonly hasEnded: boolean;
}

function whyGone(error: unknown): Refusal {
  if (!isGone(error)) throw error;
  return error;
}

function notEnded(): Refusal {
  return new Refusal(notNow(say("plan_not_ended"), say("cancel_or_wait"), ["cancel"]));
}
