import { status } from "@grpc/grpc-js";
import { LOCKED_PAYLOAD, TASK_TO_COME } from "../../../contract/tables/temporal-names.ts";
import { grpcErrorIn, type GrpcStatus } from "../../../temporal/connection/grpc-status.ts";
import {
  LockedArtifactError,
  MissingArtifactError,
  UnavailableArtifactsError,
} from "../../../temporal/connection/payloads/artifact-store.ts";

/** What a failure means for whoever asked. */
export type Meaning =
  | "plan_exists"
  | "no_plan"
  /** The workflow with the plan's id is none of ours. */
  | "not_a_plan"
  /** Temporal has the request, and nobody has answered for the plan in time. */
  | "unanswered"
  /** As `unanswered`, and the next moment somebody may. */
  | "between_runs"
  | "worker"
  /** The worker's code does something else than what the plan has done; another worker may have the plan's code. */
  | "other_code"
  | "temporal"
  /** What was read is encrypted, and the key is not here. */
  | "locked"
  /** What does not fit into Temporal is in a store that does not answer, or refuses. */
  | "artifacts"
  /** That store answers, and does not have what it should. */
  | "lost"
  | "busy"
  /** Temporal finds no namespace; one that has just begun finds none at first. */
  | "no_namespace"
  /** What Temporal will not do, however often it is asked. */
  | "refused"
  | "no_descriptors"
  | "no_storage";

type ErrorClass<Kind extends Error = Error> = abstract new (...args: never[]) => Kind;

/** How a failure is known; each mark that is named must be there. */
interface Signs {
  readonly grpc?: GrpcStatus;
  /** The name of an error class of Temporal's SDK. */
  readonly error?: string;
  /** Of the error that caused it: the type of an application failure, or else the name of its class. */
  readonly cause?: string;
  /** The class of the error, or of anything that caused it. */
  readonly within?: ErrorClass;
  /** Node's and the system's own codes (Node's documentation, "Common system errors"; errno(3)). */
  readonly system?: readonly string[];
  readonly says?: RegExp;
}

interface Failure extends Signs {
  readonly when: string;
  readonly means: Meaning;
}

/**
 * What goes wrong in Temporal, on the way to it and in the system below, and what it means. The first row that fits
 * counts. Read in the sources of the SDK 1.24.0 (@temporalio/client: errors.ts, workflow-client.ts, grpc-retry.ts,
 * helpers.ts) and of the server 1.31.2 with its API 1.62.8 (named at the rows).
 */
export const FAILURES: readonly Failure[] = [
  // Beside Temporal: a store that nobody reaches is not a Temporal that nobody reaches.
  {
    when: "the key of what the artifact store has is missing",
    within: LockedArtifactError,
    means: "locked",
  },
  {
    when: "the artifact store does not answer, or refuses",
    within: UnavailableArtifactsError,
    means: "artifacts",
  },
  {
    when: "the artifact store has lost, or changed, what it should have",
    within: MissingArtifactError,
    means: "lost",
  },
  // Below Temporal, whatever was being done: starting a large plan writes files, too.
  {
    when: "nobody can be reached there",
    system: [
      ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT"],
      ...["EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
    ],
    means: "temporal",
  },
  {
    when: "no file or connection can be opened",
    system: ["EMFILE", "ENFILE"],
    means: "no_descriptors",
  },
  {
    when: "the disk takes nothing more, or nothing at all",
    system: ["ENOSPC", "EDQUOT", "EROFS", "EIO"],
    means: "no_storage",
  },
  { when: "a file may not be touched", system: ["EACCES", "EPERM"], means: "no_storage" },
  // common/src/errors.ts; the server: service/history/api/workflow_id_dedup.go
  {
    when: "a workflow with the plan's id was started before",
    error: "WorkflowExecutionAlreadyStartedError",
    means: "plan_exists",
  },
  { when: "what was to be made is there", grpc: "ALREADY_EXISTS", means: "plan_exists" },
  // "workflow execution already completed", "… not found", "workflow update was aborted by closing workflow":
  // consts/const.go and update/errors_failures.go in service/history
  {
    when: "no such workflow is there, or it has closed",
    error: "WorkflowNotFoundError",
    means: "no_plan",
  },
  ...["ValueError", "QueryNotRegisteredError"].map((error) => ({
    when: `the key of an encrypted payload is missing: ${error}`,
    error,
    says: new RegExp(LOCKED_PAYLOAD),
    means: "locked" as const,
  })),
  // Anyone can start a workflow of this name in Temporal; what is no plan, or a deleted one, has no queries of its
  // own. workflow/src/internals.ts
  {
    when: "the workflow has no queries but Temporal's own",
    error: "QueryNotRegisteredError",
    says: /Registered queries: \[(?:__\w+ ?)*\]$/,
    means: "not_a_plan",
  },
  // core-bridge/sdk-core, worker/workflow: the worker replays the plan for the query
  {
    when: "the worker's code does something else than what the plan has done",
    error: "QueryNotRegisteredError",
    says: /\[TMPRL1100\]/,
    means: "other_code",
  },
  // workflows/refuse-early-activation.ts
  {
    when: "the query came before the workflow task of what has just happened",
    error: "QueryNotRegisteredError",
    says: new RegExp(TASK_TO_COME),
    means: "between_runs",
  },
  // A worker gives its code 5 s; one that was stopped in the middle of that, or is that late on a busy machine, fails
  // the query, as does one that dropped the plan just then. @temporalio/worker: worker-options.ts, worker.ts
  {
    when: "a worker did not come to its answer",
    error: "QueryNotRegisteredError",
    says: /^Script execution timed out|^Received workflow activation for an untracked workflow/,
    means: "between_runs",
  },
  {
    when: "a worker of another version does not know the query",
    error: "QueryNotRegisteredError",
    says: /did not register a handler/,
    means: "worker",
  },
  // We ask for no such condition: the run was another one a moment ago. service/history/api/queryworkflow/api.go
  { when: "the query was rejected", error: "QueryRejectedError", means: "worker" },
  // service/history/workflow/update/errors_failures.go, registry.go
  {
    when: "a worker that was killed, or is none of ours, left the update unprocessed",
    error: "WorkflowUpdateFailedError",
    cause: "UnprocessedUpdate",
    means: "worker",
  },
  // abort_reason.go: the repeat is told what became of it
  {
    when: "the run ended between taking the update and answering it",
    error: "WorkflowUpdateFailedError",
    cause: "AcceptedUpdateCompletedWorkflow",
    means: "worker",
  },
  {
    when: "the update got no answer in time",
    error: "WorkflowUpdateRPCTimeoutOrCancelledError",
    means: "unanswered",
  },
  // The workflow that settles an ended run; the next one begins where it was.
  ...["TerminatedFailure", "TimeoutFailure", "CancelledFailure"].map((cause) => ({
    when: `a workflow that was waited for ended by ${cause}`,
    error: "WorkflowFailedError",
    cause,
    means: "worker" as const,
  })),
  // common/rpc/interceptor/namespace_validator.go; serviceerror/namespace_*.go
  { when: "the namespace is not there", error: "NamespaceNotFoundError", means: "no_namespace" },
  {
    when: "the namespace is not there, to a call without a workflow",
    grpc: "NOT_FOUND",
    says: /namespace .*not found/i,
    means: "no_namespace",
  },
  { when: "what a call names is not there", grpc: "NOT_FOUND", means: "no_plan" },
  // serviceerror/namespace_invalid_state.go, client_version_not_supported.go, server_version_not_supported.go
  {
    when: "the namespace is being deleted, or a version does not fit",
    grpc: "FAILED_PRECONDITION",
    says: /namespace has invalid state|version \S+ is not supported/i,
    means: "refused",
  },
  // service/history/workflow/update/registry.go: repeated at once, it would keep the plan from answering anybody.
  {
    when: "a run has taken as many updates as Temporal lets it",
    grpc: "FAILED_PRECONDITION",
    says: /limit on the total number of distinct updates/i,
    means: "busy",
  },
  // "Workflow task is not scheduled yet.", "… unexpected workflow task failure.", "no poller seen for task queue
  // recently": consts/const.go, update/errors_failures.go, service/matching/matcher.go
  {
    when: "the run is not ready: it has just begun, or its workflow task failed",
    grpc: "FAILED_PRECONDITION",
    means: "between_runs",
  },
  { when: "the time of a call is over", grpc: "DEADLINE_EXCEEDED", means: "unanswered" },
  // Where Temporal is the first to see that the time is over, the call ends as cancelled.
  { when: "a call was called off", grpc: "CANCELLED", means: "unanswered" },
  // gRPC's own limits of a message: @grpc/grpc-js, src/server-call and src/subchannel-call; no repeat makes it smaller
  {
    when: "a message is larger than gRPC takes",
    grpc: "RESOURCE_EXHAUSTED",
    says: /larger than max/i,
    means: "refused",
  },
  // Rate limits, "Workflow is busy.", "consistent query buffer is full", "… because workflow is closing":
  // common/rpc/interceptor/*rate_limit.go, consts/const.go
  { when: "Temporal has too much to do", grpc: "RESOURCE_EXHAUSTED", means: "busy" },
  // consts/const.go: a plan that continues as new counts its signals anew
  {
    when: "a run has got as many signals as it takes",
    grpc: "INVALID_ARGUMENT",
    says: /limit for signal events/,
    means: "busy",
  },
  // Nothing that a caller sends gets so far: Temporal is set up otherwise than it must be. service/frontend/errors.go
  { when: "Temporal does not take the request", grpc: "INVALID_ARGUMENT", means: "refused" },
  { when: "Temporal does not allow the request", grpc: "PERMISSION_DENIED", means: "refused" },
  { when: "Temporal does not know who asks", grpc: "UNAUTHENTICATED", means: "refused" },
  { when: "this Temporal cannot do it", grpc: "UNIMPLEMENTED", means: "refused" },
  // Shards that move, stores that answer late, connections that break. The client has tried most of them again
  // (grpc-retry.ts); common/persistence, service/history/shard
  ...(["UNAVAILABLE", "ABORTED", "INTERNAL", "UNKNOWN", "DATA_LOSS", "OUT_OF_RANGE"] as const).map(
    (grpc) => ({
      when: `the call ended with ${grpc}`,
      grpc,
      means: "temporal" as const,
    }),
  ),
  // A call that is broken off before Temporal answers, as when the client closes, ends without a code.
  { when: "a call ended without a status", error: "ServiceError", means: "temporal" },
];

/** The row of a failure; undefined for one that nobody expects. */
export function failureOf(error: unknown): Failure | undefined {
  return FAILURES.find((row) => fits(row, error));
}

function fits(row: Failure, error: unknown): boolean {
  const { name, message, cause } = asRecord(error);
  const grpc = grpcErrorIn(error);
  if (row.grpc !== undefined && grpc?.code !== status[row.grpc]) return false;
  // One that has a status is known by it.
  if (row.error !== undefined && (name !== row.error || grpc !== undefined)) return false;
  if (row.within !== undefined && errorWithin(error, row.within) === undefined) return false;
  if (row.system !== undefined && !row.system.includes(systemCodeIn(error) ?? "")) return false;
  const causedBy = asRecord(cause);
  if (row.cause !== undefined && ![causedBy.type, causedBy.name].includes(row.cause)) return false;
  return row.says === undefined || row.says.test(grpc?.details ?? String(message));
}

/** The error of a class, which a failure is or is caused by. */
export function errorWithin<Kind extends Error>(
  error: unknown,
  kind: ErrorClass<Kind>,
): Kind | undefined {
  if (error instanceof kind) return error;
  const { cause } = asRecord(error);
  return cause === undefined ? undefined : errorWithin(cause, kind);
}

/** The system's code for what failed, as an error or what caused it has it. */
export function systemCodeIn(error: unknown): string | undefined {
  const { code, cause } = asRecord(error);
  if (typeof code === "string") return code;
  return cause === undefined ? undefined : systemCodeIn(cause);
}

type Known = Partial<Record<"code" | "name" | "message" | "cause" | "type", unknown>>;

function asRecord(error: unknown): Known {
  return typeof error === "object" && error !== null ? error : {};
}
