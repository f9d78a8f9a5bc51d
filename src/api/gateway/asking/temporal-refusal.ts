import { WorkflowUpdateFailedError } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { isRefusal, Refusal, refusal } from "../../../contract/problems/problem-error.ts";
import type { Problem } from "../../../contract/problems/problem.ts";
import { countsOnce } from "../../../contract/sentences/counts-once.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { PROBLEMS } from "../../../contract/tables/problems.ts";
import { LOCKED_PAYLOAD, TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { grpcErrorIn } from "../../../temporal/connection/grpc-status.ts";
import {
  LockedArtifactError,
  MissingArtifactError,
} from "../../../temporal/connection/payloads/artifact-store.ts";
import { errorWithin, failureOf, systemCodeIn, type Meaning } from "./failures.ts";

/** Seconds after which a repeat may work. */
const RETRY_SECONDS = 2;
/** Who has too much to do is given more time. */
const BUSY_SECONDS = 5;

/** What failed in this machine, or in its artifact store: whoever runs it finds more in the log. */
const LOGGED: ReadonlySet<Meaning | undefined> = new Set([
  "no_storage",
  "no_descriptors",
  "artifacts",
  "lost",
]);

/**
 * What a failed request to Temporal means for the caller. What nobody expects stays an error, and so does what
 * is to be logged.
 */
export function toRefusal(error: unknown, planId: string): Error {
  if (error instanceof Refusal) return error;
  const meant = LOGGED.has(failureOf(error)?.means) ? undefined : refusalOf(error, planId);
  return meant ?? (error instanceof Error ? error : new Error(String(error)));
}

/** What any failure means for the caller; undefined for one that nobody expects. */
export function refusalOf(error: unknown, planId: string): Refusal | undefined {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const [problem] = (error.cause.details ?? []) as [Problem?];
    if (problem?.code !== undefined && problem.code in PROBLEMS) {
      const retryAfter = problem.code === "rate_limited" ? BUSY_SECONDS : undefined;
      return new Refusal(problem, retryAfter);
    }
  }
  const means = failureOf(error)?.means;
  return means === undefined ? undefined : REFUSALS[means](error, planId);
}

/** No reader of the SDK knows the encoding of what stands for what a key has locked. */
const LOCKED = new RegExp(`${LOCKED_PAYLOAD}([\\w-]*)`);

const REFUSALS: Readonly<Record<Meaning, (error: unknown, planId: string) => Refusal>> = {
  plan_exists: (_, id) =>
    refusal("plan_exists", say("plan_exists", { id }), say("choose_other_id")),
  no_plan: (_, planId) => planNotFound(planId),
  not_a_plan: (_, planId) => planNotFound(planId, "not_a_plan"),
  unanswered: workerUnavailable,
  between_runs: workerUnavailable,
  worker: workerUnavailable,
  other_code: (error, plan) =>
    refusal(
      "plan_stuck",
      say("plan_other_code", { plan, why: (error as Error).message }),
      say("mend_other_code", { plan }),
    ),
  temporal: () => temporalUnavailable(),
  locked: (error) => payloadLocked(keyIn(error)),
  artifacts: () =>
    refusal(
      "artifacts_unavailable",
      say("no_artifact_store"),
      countsOnce(say("repeat_or_look_in_log")),
      BUSY_SECONDS,
    ),
  lost: (error) =>
    refusal(
      "artifact_missing",
      say("artifact_lost", {
        reference: errorWithin(error, MissingArtifactError)?.reference ?? "",
      }),
      say("bring_artifact_back"),
    ),
  busy: () =>
    refusal(
      "temporal_unavailable",
      say("temporal_busy"),
      countsOnce(say("repeat_when_quieter")),
      BUSY_SECONDS,
    ),
  no_namespace: (error) =>
    refusal(
      "temporal_unavailable",
      say("no_namespace", { why: wordsOf(error) }),
      countsOnce(say("repeat_or_doctor")),
      BUSY_SECONDS,
    ),
  refused: (error) =>
    refusal(
      "temporal_refused",
      say("temporal_refused", { why: wordsOf(error) }),
      say("run_doctor"),
    ),
  no_descriptors: () =>
    refusal("too_many_open_files", say("no_descriptors"), say("fewer_connections"), RETRY_SECONDS),
  no_storage: (error) =>
    refusal(
      "storage_full",
      say("disk_unwritable", { code: systemCodeIn(error) ?? "" }),
      countsOnce(say("free_space")),
    ),
};

/** The id of the key that is missing. */
function keyIn(error: unknown): string {
  return errorWithin(error, LockedArtifactError)?.keyId ?? lockedKeyIn(String(error)) ?? "";
}

/** The id of the key that what an SDK says of a payload tells is missing; undefined where it says something else. */
export function lockedKeyIn(words: string): string | undefined {
  return LOCKED.exec(words)?.[1];
}

/** @param key the id of the one that is missing, here or in the worker. */
export function payloadLocked(key: string): Refusal {
  return refusal(
    "temporal_unavailable",
    say("payload_locked", { key }),
    say("give_key"),
    RETRY_SECONDS,
  );
}

/** What Temporal itself says of the failure. */
function wordsOf(error: unknown): string {
  return grpcErrorIn(error)?.details ?? (error instanceof Error ? error.message : "");
}

/** @param id which sentence says so. */
function planNotFound(planId: string, id: "no_plan" | "not_a_plan" = "no_plan"): Refusal {
  return refusal("plan_not_found", say(id, { id: planId }), say("check_plan_id"));
}

/** Says of a plan that somebody has deleted it, also to who asks for that again. */
export function planDeleted(planId: string): Refusal {
  return refusal("plan_not_found", say("plan_deleted", { id: planId }), say("deleted_for_good"));
}

/** @throws Refusal when a workflow of this type with a plan's id is no plan. */
export function assertIsPlan(type: string, planId: string): void {
  if (type === TEMPORAL_NAMES.deleted_workflow) throw planDeleted(planId);
  if (type !== TEMPORAL_NAMES.plan_workflow) throw planNotFound(planId);
}

/** Whether there is no such plan, or not any more. */
export function isGone(error: unknown): error is Refusal {
  return isRefusal(error, "plan_not_found");
}

/** Temporal took the request, but nobody answered for the plan in time. */
export function isUnanswered(error: unknown): boolean {
  return failureOf(error)?.means === "unanswered" || isBetweenRuns(error);
}

/** A run that has just continued as new answers no query before its first workflow task. */
export function isBetweenRuns(error: unknown): boolean {
  return failureOf(error)?.means === "between_runs";
}

/** The worker that was asked cannot replay the plan, which another one may. */
export function isOfOtherCode(error: unknown): boolean {
  return failureOf(error)?.means === "other_code";
}

export function workerUnavailable(): Refusal {
  const hint = countsOnce(say("start_worker"));
  return refusal("worker_unavailable", say("no_worker"), hint, RETRY_SECONDS);
}

/** @param hint what to do once Temporal is back. */
export function temporalUnavailable(hint: Sentence = countsOnce(say("repeat_later"))): Refusal {
  const detail = say("no_temporal");
  return refusal("temporal_unavailable", detail, hint, RETRY_SECONDS);
}
