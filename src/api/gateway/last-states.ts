import type { Client } from "@temporalio/client";
import { decodeFromPayloadsAtIndex } from "@temporalio/common/lib/internal-non-workflow/codec-helpers.js";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { endFromOutside } from "../../plan/end-from-outside.ts";
import { fromLastState, type LastState } from "../../plan/model/packing/last-state.ts";
import { loadPlan, type Plan } from "../../plan/model/plan.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { readLastState } from "../../temporal/connection/payloads/last-state.ts";
import { readOutsideEnd } from "../../temporal/connection/runs/outside-end.ts";
import { ownTime } from "../../temporal/connection/temporal-clock.ts";
import { answersOf, type Answers } from "../../workflows/wire/answers.ts";
import { judgementsOf } from "../../workflows/wire/judge-message.ts";
import { stateQuery } from "../../workflows/wire/messages.ts";
import type { HistoryEvent } from "./asking/await-history.ts";
import { planDeleted } from "./asking/temporal-refusal.ts";
import { isOpenRun } from "./ended-plans.ts";

/** The plans that were asked last are kept until they have so many todos together; one is kept however large. */
const KEPT_TODOS = 10_000;

/** Plans that have ended, as the ends of their workflows tell them: nobody replays a history for them. */
export interface LastStates {
  /**
   * What an ended plan answers to a query. Undefined while it runs, and for queries that its workflow
   * alone can answer. Of one that was ended in Temporal a worker is asked for the state, once.
   * @throws Refusal when it was deleted.
   */
  answer(workflowId: string, query: string, args: readonly unknown[]): Promise<Answered>;
  /** What a plan answers from the event on that closed its run; undefined where that does not hold its state. */
  toldBy(workflowId: string, end: HistoryEvent): Promise<Answers | undefined>;
}

type Answered = { readonly value: unknown } | undefined;

interface KeptPlan {
  readonly answers: Answers;
  readonly todos: number;
}

/** @param now Temporal's time. */
export function createLastStates(
  client: Client,
  artifacts: ArtifactStore,
  now = ownTime,
): LastStates {
  const { workflow } = client;
  const answersFrom = (plan: Plan): Answers => answersOf(plan, now);
  /** By run; the one that was asked longest ago is the first. */
  const kept = new Map<string, KeptPlan>();

  return {
    async answer(workflowId, query, args) {
      const { runId, status, type } = await workflow.getHandle(workflowId).describe();
      // What stands for it knows nothing of it, and no worker has to say so.
      if (type === TEMPORAL_NAMES.deleted_workflow) {
        throw planDeleted(workflowId.slice(TEMPORAL_NAMES.plan_prefix.length));
      }
      if (type !== TEMPORAL_NAMES.plan_workflow || isOpenRun(status.name)) return undefined;
      const last = kept.get(runId) ?? (await read(workflowId, runId));
      if (last === undefined) return undefined;
      keep(runId, last);
      const of = last.answers.get(query);
      // Whoever gets an answer may change it.
      return of && { value: copied(of(...(args as never[]))) };
    },
    async toldBy(workflowId, end) {
      const { namespace, loadedDataConverter } = workflow.options;
      const context = { type: "workflow", namespace, workflowId } as const;
      const told =
        end.workflowExecutionCompletedEventAttributes?.result ??
        end.workflowExecutionFailedEventAttributes?.failure?.applicationFailureInfo?.details;
      const decoding = decodeFromPayloadsAtIndex<{ readonly state?: LastState } | undefined>(
        loadedDataConverter,
        0,
        told?.payloads,
        context,
      );
      const state = (await decoding.catch(() => undefined))?.state;
      return state && answersFrom(loadPlan(fromLastState(state)));
    },
  };

  async function read(workflowId: string, runId: string): Promise<KeptPlan | undefined> {
    const handle = workflow.getHandle(workflowId, runId, { followRuns: false });
    const state = (await readLastState(handle, artifacts)) as LastState | undefined;
    if (state === undefined) return readEndedOutside(workflowId, runId);
    const plan = loadPlan(fromLastState(state));
    return { answers: answersFrom(plan), todos: plan.todos.size };
  }

  /** Its own workflow would still say that it runs. */
  async function readEndedOutside(
    workflowId: string,
    runId: string,
  ): Promise<KeptPlan | undefined> {
    const end = await readOutsideEnd(client, { workflowId, runId });
    if (end === undefined) return undefined;
    const plan = loadPlan(await workflow.getHandle(workflowId, runId).query(stateQuery));
    endFromOutside(plan, end);
    const answers = new Map([...answersFrom(plan), ...judgementsOf(plan, now)]);
    return { answers, todos: plan.todos.size };
  }

  function keep(runId: string, last: KeptPlan): void {
    kept.delete(runId);
    kept.set(runId, last);
    let todos = [...kept.values()].reduce((sum, state) => sum + state.todos, 0);
    for (const [oldest, state] of kept) {
      if (todos <= KEPT_TODOS || kept.size === 1) return;
      kept.delete(oldest);
      todos -= state.todos;
    }
  }
}

function copied(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
