import { setTimeout as sleep } from "node:timers/promises";
import type {
  Client,
  WorkflowClient,
  WorkflowExecutionDescription,
  WorkflowHandle,
} from "@temporalio/client";
import { ApplicationFailure, TimeoutFailure } from "@temporalio/common";
import {
  decodeFromPayloadsAtIndex,
  decodeOptionalFailureToOptionalError,
} from "@temporalio/common/lib/internal-non-workflow/codec-helpers.js";
import type { temporal } from "@temporalio/proto";
import {
  readWording,
  say,
  type Sentence,
  type Wording,
} from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import {
  runOfToolWait,
  TEMPORAL_NAMES,
  WRITE_OUTPUT,
} from "../../../contract/tables/temporal-names.ts";
import { timeoutWording, wordingOf } from "../../../plan/attempts.ts";
import { runOfActivity } from "../../../plan/model/activity-id.ts";
import { THINKING, type LiveProgress, type ToldProgress } from "../../../plan/model/progress.ts";
import { unlessGone } from "../../../temporal/connection/runs/unless-gone.ts";
import { startOf } from "../../../text/cut-text.ts";

/** What a heartbeat holds. */
interface Told {
  readonly percentage?: unknown;
  readonly message?: unknown;
}

/** How long a workflow may take to say what follows from an activity that has ended: looks, and ms. */
const LOOKS = 5;
const LOOK_EVERY_MS = 20;

/** A turn of an agent's model, with the run of its todo in the turn's id, and of the one that plans. */
const MODEL_TURN = "holdpoint.model_turn";
const PLANNING_TURNS = ["holdpoint.plan_goal", "holdpoint.report_goal", "holdpoint.replan"];
const TURN = /^(.+\.[0-9]+)\.t[0-9]+$/;

/**
 * A workflow as Temporal knows it, if it can be had at a moment when it has taken note of everything
 * that happened to it: an activity that ended is gone before its workflow knows its end.
 */
async function describeSettled(
  handle: WorkflowHandle,
  isSettled: (described: WorkflowExecutionDescription) => boolean = ({ raw }) =>
    raw.pendingWorkflowTask == null,
): Promise<WorkflowExecutionDescription | undefined> {
  for (let look = 1; ; look += 1) {
    const described = await unlessGone(handle.describe());
    if (described === undefined || isSettled(described) || look === LOOKS) return described;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * A plan's workflow as Temporal knows it, and how far its todos are: those that run in it, and the
 * long ones that this run of it has started in workflows of their own.
 */
export async function lookAt(
  { workflow }: Client,
  planId: string,
): Promise<{ described: WorkflowExecutionDescription; live: LiveProgress } | undefined> {
  const described = await describeSettled(workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId));
  if (described === undefined) return undefined;
  const long = (described.raw.pendingChildren ?? []).map(({ workflowId }) =>
    workflow.getHandle(workflowId ?? ""),
  );
  return { described, live: await progressWith(await progressIn(workflow, described), long) };
}

type Pending = temporal.api.workflow.v1.IPendingActivityInfo;

/**
 * How far the todos are whose activities run in a workflow, as their last heartbeats told, and which wait for a
 * worker with their tool; of an agent, why its model is asked again, which Temporal does by itself and the plan does not know.
 */
async function progressIn(
  client: WorkflowClient,
  described: WorkflowExecutionDescription | undefined,
): Promise<LiveProgress> {
  const pending = described?.raw.pendingActivities ?? [];
  const todos = pending.flatMap((todo) => {
    const run = runOfActivity(todo);
    return run === undefined || todo.activityType?.name === WRITE_OUTPUT
      ? []
      : [{ key: run.key, todo }];
  });
  const { namespace, loadedDataConverter } = client.options;
  const context = { type: "workflow", namespace, workflowId: described?.workflowId ?? "" } as const;
  const progress = todos.map(async ({ key, todo }) => {
    const details = await decodeFromPayloadsAtIndex<Told | null | undefined>(
      loadedDataConverter,
      0,
      todo.heartbeatDetails?.payloads,
      context,
    ).catch(() => null);
    return [key, toProgress(details ?? {})] as const;
  });
  const turns = pending.flatMap((turn) => {
    const key = thoughtOf(turn);
    return key !== undefined && (turn.attempt ?? 1) > 1 ? [{ key, turn }] : [];
  });
  const retries = turns.map(async ({ key, turn }) => {
    const failure = await decodeOptionalFailureToOptionalError(
      loadedDataConverter,
      turn.lastFailure,
      context,
    ).catch(() => undefined);
    return [key, { percentage: 0, message: sayRetry(turn, failure) }] as const;
  });
  const waits = Object.entries(described?.memo ?? {}).flatMap(([note, said]) => {
    const key = runOfToolWait(note);
    const message = readWording(said);
    return key === undefined || message === undefined ? [] : [[key, { percentage: 0, message }]];
  });
  // Of a call that has gone out again, its own word counts.
  return Object.fromEntries([...waits, ...(await Promise.all([...progress, ...retries]))]);
}

/** Under which name it is told what a model's turn waits for: the run of its agent's todo, or the plan's own. */
function thoughtOf({ activityType, activityId }: Pending): string | undefined {
  const type = activityType?.name ?? "";
  if (PLANNING_TURNS.includes(type)) return THINKING;
  return type === MODEL_TURN ? TURN.exec(activityId ?? "")?.[1] : undefined;
}

/** Why a turn of a model is tried again, and when. */
function sayRetry(turn: Pending, failure: Error | undefined): Sentence {
  const { attempt, maximumAttempts: most, nextAttemptScheduleTime: next } = turn;
  const told = { why: whyOf(failure), attempt: attempt ?? 1, most: most ?? 0 };
  if (next == null) return say("model_tried_again_now", told);
  const at = new Date(Number(next.seconds ?? 0) * 1_000).toISOString();
  return say("model_tried_again_at", { ...told, at });
}

function whyOf(failure: Error | undefined): Wording {
  if (failure instanceof ApplicationFailure) return wordingOf(failure);
  return failure instanceof TimeoutFailure ? timeoutWording(failure) : say("no_message");
}

/** How far the todos of a plan are: those that run in its workflow, and those of long todos' own. */
export async function progressWith(
  here: LiveProgress,
  long: readonly WorkflowHandle[],
): Promise<LiveProgress> {
  return Object.assign({}, here, ...(await Promise.all(long.map(progressOfLong)))) as LiveProgress;
}

/** How far a long todo is in its own workflow, which ends once it has told the plan what became of it. */
async function progressOfLong(handle: WorkflowHandle): Promise<LiveProgress> {
  return progressIn(
    handle.client,
    await describeSettled(
      handle,
      ({ status, raw }) => status.name !== "RUNNING" || (raw.pendingActivities ?? []).length > 0,
    ),
  );
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function toProgress({ percentage, message }: Told): ToldProgress {
  return {
    percentage: typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0,
    ...(typeof message === "string" && {
      message: startOf(message, LIMITS.title),
    }),
  };
}
