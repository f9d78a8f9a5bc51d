import type { Client } from "@temporalio/client";
import type { temporal } from "@temporalio/proto";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { hasGrpcStatus } from "../../../temporal/connection/grpc-status.ts";
import type { Answers } from "../../../workflows/wire/answers.ts";
import { toRefusal } from "./temporal-refusal.ts";

/** What Temporal has written of a workflow. */
export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Longer than Temporal holds a long-poll (20 s), so that it ends first. */
const POLL_MS = 45_000;

/** Up to where a plan's history was read. */
export interface HistoryPlace {
  /** Empty for whatever run is the newest. */
  readonly runId: string;
  readonly token: Uint8Array;
}

export interface HistoryNews {
  /** Where to go on from. */
  readonly place: HistoryPlace;
  /** Whether Temporal told anything at all; false when the long-poll's time was over. */
  readonly told: boolean;
  /** Whether the plan may have changed: its state moves in workflow tasks and nowhere else. */
  readonly moved: boolean;
  /** Whether nothing will happen to the plan any more. */
  readonly closed: boolean;
  /** What closed its run, where Temporal told it. */
  readonly end?: HistoryEvent;
  /** What the plan answers from then on, where its end told its state. */
  readonly answers?: Answers;
}

/** Waits until something happens to a plan: one history long-poll of Temporal. */
export type AwaitHistory = (
  planId: string,
  place: HistoryPlace,
  signal: AbortSignal,
) => Promise<HistoryNews>;

/** Where to begin without knowing anything: the newest run's first event. */
export const HISTORY_START: HistoryPlace = { runId: "", token: new Uint8Array() };

/**
 * Long-polls a plan's history, from run to run.
 * @throws Refusal when Temporal does not answer, or does not know the place any more.
 */
export function createAwaitHistory(client: Client): AwaitHistory {
  const { namespace } = client.options;

  return async function awaitHistory(planId, place, signal) {
    const workflowId = TEMPORAL_NAMES.plan_prefix + planId;
    const poll = () =>
      client.workflowService.getWorkflowExecutionHistory({
        namespace,
        execution: { workflowId, runId: place.runId },
        nextPageToken: place.token,
        waitNewEvent: true,
        skipArchival: true,
      });
    // The client keeps its listener on the signal that it is given, so each poll has one of its own.
    const polling = new AbortController();
    const giveUp = (): void => polling.abort();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      signal.throwIfAborted();
      const page = await client.connection.withAbortSignal(polling.signal, () =>
        client.connection.withDeadline(Date.now() + POLL_MS, poll),
      );
      const events = page.history?.events ?? [];
      const told = events.length > 0;
      const moved = events.some(movesThePlan);
      if (page.nextPageToken.length > 0) {
        const { runId } = place;
        return { place: { runId, token: page.nextPageToken }, told, moved, closed: false };
      }
      const end = events.at(-1);
      const next = await nextRun(workflowId, end);
      return next === null
        ? { place, told, moved, closed: true, ...(end && { end }) }
        : { place: { runId: next, token: new Uint8Array() }, told, moved, closed: false };
    } catch (error) {
      // The plan's history was deleted: nothing more will be told.
      if (hasGrpcStatus(error, "NOT_FOUND")) {
        return { place, told: true, moved: true, closed: true };
      }
      throw toRefusal(error, planId);
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  };

  /** The run that goes on after a closed one, or null. */
  async function nextRun(
    workflowId: string,
    last: HistoryEvent | undefined,
  ): Promise<string | null> {
    const continued = last?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    if (continued) return continued;
    if (last?.workflowExecutionTerminatedEventAttributes == null) return null;
    // Temporal's reset ends a run this way and starts another one.
    const newest = await client.workflow.getHandle(workflowId).describe();
    return newest.status.name === "RUNNING" ? newest.runId : null;
  }
}

function movesThePlan(event: HistoryEvent): boolean {
  return event.workflowTaskCompletedEventAttributes != null || endsTheRun(event);
}

function endsTheRun(event: HistoryEvent): boolean {
  return (
    event.workflowExecutionTerminatedEventAttributes != null ||
    event.workflowExecutionTimedOutEventAttributes != null
  );
}
