import { Metadata, status } from "@grpc/grpc-js";
import {
  QueryNotRegisteredError,
  QueryRejectedError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import {
  ApplicationFailure,
  CancelledFailure,
  NamespaceNotFoundError,
  RetryState,
  TerminatedFailure,
  TimeoutFailure,
  TimeoutType,
  ValueError,
} from "@temporalio/common";
import { describe, expect, test } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { failureOf, FAILURES } from "../../src/api/gateway/asking/failures.ts";
import { refusalOf, toRefusal } from "../../src/api/gateway/asking/temporal-refusal.ts";
import type { Refusal } from "../../src/contract/problems/problem-error.ts";
import { say } from "../../src/contract/sentences/sentence.ts";
import { PROBLEMS, type ProblemCode } from "../../src/contract/tables/problems.ts";
import { LOCKED_PAYLOAD, TASK_TO_COME } from "../../src/contract/tables/temporal-names.ts";
import type { GrpcStatus } from "../../src/temporal/connection/grpc-status.ts";
import {
  LockedArtifactError,
  MissingArtifactError,
  UnavailableArtifactsError,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { problemOf, useApi } from "../support/api-harness.ts";

const grpc = (name: GrpcStatus, details = "words"): Error =>
  Object.assign(new Error(`${status[name]} ${name}: ${details}`), {
    code: status[name],
    details,
    metadata: new Metadata(),
  });
/** As Temporal's client tells it for a workflow. */
const called = (name: GrpcStatus, details?: string): Error =>
  new ServiceError("Failed to call", { cause: grpc(name, details) });
const system = (code: string): Error =>
  Object.assign(new Error(`${code}: it did not work`), { code });
const updateFailed = (type: string): Error =>
  new WorkflowUpdateFailedError(
    "Workflow Update failed",
    ApplicationFailure.create({ type, nonRetryable: true }),
  );
const ended = (cause: Error): Error =>
  new WorkflowFailedError("failed", cause, RetryState.RETRY_POLICY_NOT_SET);

type Expected = readonly [code: ProblemCode, retryAfter?: number];
const WORKER: Expected = ["worker_unavailable", 2];
const TEMPORAL: Expected = ["temporal_unavailable", 2];
const BUSY: Expected = ["temporal_unavailable", 5];
const REFUSED: Expected = ["temporal_refused"];
const GONE: Expected = ["plan_not_found"];
const STORE: Expected = ["artifacts_unavailable", 5];
const DISK: Expected = ["storage_full"];
const FILES: Expected = ["too_many_open_files", 2];

const SAMPLES: readonly (readonly [words: string, error: Error, expected: Expected])[] = [
  [
    "a plan with a taken id",
    new WorkflowExecutionAlreadyStartedError("Workflow execution already started", "plan-a", "p"),
    ["plan_exists"],
  ],
  ["what is there already, by its status", called("ALREADY_EXISTS"), ["plan_exists"]],
  [
    "a workflow that has closed",
    new WorkflowNotFoundError("workflow execution already completed", "plan-a", undefined),
    GONE,
  ],
  [
    "an update that its closing workflow left",
    new WorkflowNotFoundError("workflow update was aborted by closing workflow", "plan-a", ""),
    GONE,
  ],
  ["a workflow that is not there, by its status", grpc("NOT_FOUND", "not there"), GONE],
  [
    "a result that a key has locked which is not here",
    new ValueError(`Unknown encoding: ${LOCKED_PAYLOAD}2026a`),
    TEMPORAL,
  ],
  [
    "a query that a worker without the key could not read",
    new QueryNotRegisteredError(
      `Unknown encoding: ${LOCKED_PAYLOAD}2026a`,
      status.INVALID_ARGUMENT,
    ),
    TEMPORAL,
  ],
  ["an artifact that a key has locked", new LockedArtifactError("sha256:0", "2026a"), TEMPORAL],
  [
    "a bucket that nobody reaches",
    new UnavailableArtifactsError("fetch failed", { cause: system("ECONNREFUSED") }),
    STORE,
  ],
  [
    "a large plan for a bucket that refuses",
    new ServiceError("Unexpected error", { cause: new UnavailableArtifactsError("403") }),
    STORE,
  ],
  [
    "an archive that the store has lost",
    new MissingArtifactError("sha256:0", "is not in /data", { cause: system("ENOENT") }),
    ["artifact_missing"],
  ],
  [
    "a workflow of somebody else",
    new QueryNotRegisteredError(
      "Workflow did not register a handler for plan. Registered queries: [__stack_trace __temporal_workflow_metadata]",
      status.INVALID_ARGUMENT,
    ),
    GONE,
  ],
  [
    "a query that a worker of other code got",
    new QueryNotRegisteredError(
      "[TMPRL1100] Nondeterminism error: Timer machine does not handle this event: HistoryEvent(id: 5, ActivityTaskScheduled)",
      status.INVALID_ARGUMENT,
    ),
    ["plan_stuck"],
  ],
  [
    "a query that came before its task",
    new QueryNotRegisteredError(TASK_TO_COME, status.INVALID_ARGUMENT),
    WORKER,
  ],
  [
    "a query that a worker was stopped at",
    new QueryNotRegisteredError("Script execution timed out after 5000ms", status.INVALID_ARGUMENT),
    WORKER,
  ],
  [
    "a query for a plan that the worker has just dropped",
    new QueryNotRegisteredError(
      "Received workflow activation for an untracked workflow with no init workflow job",
      status.INVALID_ARGUMENT,
    ),
    WORKER,
  ],
  [
    "a worker of the version before",
    new QueryNotRegisteredError(
      "Workflow did not register a handler for choices. Registered queries: [__stack_trace plan]",
      status.INVALID_ARGUMENT,
    ),
    WORKER,
  ],
  ["a rejected query", new QueryRejectedError(2), WORKER],
  ["an update that no worker processed", updateFailed("UnprocessedUpdate"), WORKER],
  ["an update whose run ended", updateFailed("AcceptedUpdateCompletedWorkflow"), WORKER],
  [
    "an update without an answer",
    new WorkflowUpdateRPCTimeoutOrCancelledError("Deadline exceeded", {
      cause: grpc("DEADLINE_EXCEEDED"),
    }),
    WORKER,
  ],
  ["a settling workflow that somebody terminated", ended(new TerminatedFailure("stop")), WORKER],
  ["a settling workflow that was cancelled", ended(new CancelledFailure("stop")), WORKER],
  [
    "a settling workflow whose time was over",
    ended(new TimeoutFailure("late", undefined, TimeoutType.START_TO_CLOSE)),
    WORKER,
  ],
  ["no namespace", new NamespaceNotFoundError("default"), BUSY],
  ["no namespace, for a list", grpc("NOT_FOUND", "Namespace default is not found."), BUSY],
  [
    "a namespace that is being deleted",
    called(
      "FAILED_PRECONDITION",
      "Namespace has invalid state: Deleted. Must be Registered or Deprecated.",
    ),
    REFUSED,
  ],
  [
    "a server that is too old for the client",
    called("FAILED_PRECONDITION", "Client version 1.24.0 is not supported. Server supports …"),
    REFUSED,
  ],
  ...[
    "Workflow task is not scheduled yet.",
    "Unable to perform workflow execution update due to unexpected workflow task failure.",
    "no poller seen for task queue recently, worker may be down",
  ].map((said) => [said, called("FAILED_PRECONDITION", said), WORKER] as const),
  [
    "a run that has taken as many updates as it may",
    called(
      "FAILED_PRECONDITION",
      "The limit on the total number of distinct updates in this workflow has been reached (2000). Make sure …",
    ),
    BUSY,
  ],
  ["a late answer", called("DEADLINE_EXCEEDED"), WORKER],
  ["a call that was called off", called("CANCELLED"), WORKER],
  [
    "a list that is too large",
    grpc("RESOURCE_EXHAUSTED", "Received message larger than max (5242880 vs. 4194304)"),
    REFUSED,
  ],
  ...["Workflow is busy.", "namespace rate limit exceeded", "consistent query buffer is full"].map(
    (said) => [said, called("RESOURCE_EXHAUSTED", said), BUSY] as const,
  ),
  [
    "too many signals",
    called("INVALID_ARGUMENT", "exceeded workflow execution limit for signal events"),
    BUSY,
  ],
  ["a search attribute that is not there", called("INVALID_ARGUMENT", "no mapping"), REFUSED],
  ["no permission", called("PERMISSION_DENIED"), REFUSED],
  ["no credentials", called("UNAUTHENTICATED"), REFUSED],
  ["a call that an old server does not have", called("UNIMPLEMENTED"), REFUSED],
  ["no server", called("UNAVAILABLE", "No connection established: ECONNREFUSED"), TEMPORAL],
  ["an update that a stopping server left", called("UNAVAILABLE", "update was aborted"), TEMPORAL],
  ["an aborted call", called("ABORTED"), TEMPORAL],
  ["a broken connection", called("INTERNAL", "Received RST_STREAM with code 2"), TEMPORAL],
  ["an error of the server's store", called("UNKNOWN", "update registry was cleared"), TEMPORAL],
  ["lost data", called("DATA_LOSS"), TEMPORAL],
  ["a call out of range", called("OUT_OF_RANGE"), TEMPORAL],
  ["a client that was closed", new ServiceError("Unexpected error"), TEMPORAL],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"].map(
    (code) => [code, system(code), TEMPORAL] as const,
  ),
  ["EMFILE", system("EMFILE"), FILES],
  ["ENFILE", system("ENFILE"), FILES],
  ...["ENOSPC", "EDQUOT", "EROFS", "EIO", "EACCES", "EPERM"].map(
    (code) => [code, system(code), DISK] as const,
  ),
  [
    "a large plan for a full disk",
    new ServiceError("Unexpected error", { cause: system("ENOSPC") }),
    DISK,
  ],
  [
    "a large plan for a full disk, told by the store",
    new Error("Artifact cannot be kept", { cause: system("ENOSPC") }),
    DISK,
  ],
];

describe("a failure is told as what it is", () => {
  test.each(SAMPLES)("%s", (_, error, [code, retryAfter]) => {
    const refusal = refusalOf(error, "a");
    expect(refusal?.problem).toMatchObject({ code });
    expect(refusal?.problem.hint).toBeDefined();
    expect(refusal?.retryAfter).toBe(retryAfter);
    expect(PROBLEMS[code].status === 503).toBe(retryAfter !== undefined);
    expect(PROBLEMS[code].retryable).toBe(retryAfter !== undefined || code === "storage_full");
  });

  test("in every row of the table", () => {
    const met = new Set(SAMPLES.map(([, error]) => failureOf(error)));
    expect(FAILURES.filter((row) => !met.has(row)).map(({ when }) => when)).toEqual([]);
  });

  test.each([
    ["a mistake of ours", new TypeError("x is not a function")],
    ["a file that is not there", system("ENOENT")],
    ["an update that failed otherwise", updateFailed("Surprise")],
    ["a query whose handler threw", new QueryNotRegisteredError("boom", status.INVALID_ARGUMENT)],
  ])("but %s stays an error", (_, error) => {
    expect(refusalOf(error, "a")).toBeUndefined();
    expect(toRefusal(error, "a")).toBe(error);
  });

  test("and what the plan refused is told in its words", () => {
    const problem = { code: "hold_expired", detail: say("no_worker") } as const;
    const cause = ApplicationFailure.create({ details: [problem] });
    const refused = toRefusal(new WorkflowUpdateFailedError("failed", cause), "a");
    expect(refused).toMatchObject({ problem });
  });
});

/** Every status that gRPC has, said a second time. */
const BY_STATUS: Readonly<Record<GrpcStatus, Expected>> = {
  CANCELLED: WORKER,
  UNKNOWN: TEMPORAL,
  INVALID_ARGUMENT: REFUSED,
  DEADLINE_EXCEEDED: WORKER,
  NOT_FOUND: GONE,
  ALREADY_EXISTS: ["plan_exists"],
  PERMISSION_DENIED: REFUSED,
  RESOURCE_EXHAUSTED: BUSY,
  FAILED_PRECONDITION: WORKER,
  ABORTED: TEMPORAL,
  OUT_OF_RANGE: TEMPORAL,
  UNIMPLEMENTED: REFUSED,
  INTERNAL: TEMPORAL,
  UNAVAILABLE: TEMPORAL,
  DATA_LOSS: TEMPORAL,
  UNAUTHENTICATED: REFUSED,
};

test("no status of gRPC is an internal error", () => {
  const names = Object.keys(status).filter((name) => Number.isNaN(Number(name)) && name !== "OK");
  expect(names.toSorted()).toEqual(Object.keys(BY_STATUS).toSorted());
  for (const [name, expected] of Object.entries(BY_STATUS) as [GrpcStatus, Expected][]) {
    for (const error of [grpc(name), called(name)]) {
      const refusal = toRefusal(error, "a") as Refusal;
      expect([refusal.problem?.code, ...[refusal.retryAfter ?? []].flat()], name).toEqual(expected);
    }
  }
});

describe("over HTTP", () => {
  const api = useApi({ answerMs: 20_000 });

  test.each([
    ["a full disk", system("ENOSPC"), "storage_full", null],
    ["too many open files", system("EMFILE"), "too_many_open_files", "2"],
  ] as const)("%s is told and logged", async (_, error, code, retryAfter) => {
    const logged: unknown[] = [];
    const plans = { ...api().deps.plans, liveProgress: () => Promise.reject(error) };
    const app = createApp({ ...api().deps, plans, onError: (one) => logged.push(one) });
    const answer = await app.request("/v1/plans/x");
    await problemOf(answer.clone(), code);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
    expect(await answer.text()).not.toContain("did not work");
    expect(logged).toEqual([error]);
  });

  test("a command that a worker took and left is answered 503, and its repeat counts once", async () => {
    const todo = { id: "a", title: "승인", requires_approval: true, tool_name: "echo" };
    const todos = [{ ...todo, tool_params: { text: "x" } }];
    const { id } = await api().create({ title: "남은 명령", todos });
    await api().untilHolds(id);
    await api().stopWorker();
    const pause = () => api().post(`/v1/plans/${id}/pause`, { command_id: "left" });
    const [answer] = await Promise.all([pause(), leaveOneUpdate()]);
    await problemOf(answer.clone(), "worker_unavailable");
    expect(answer.headers.get("retry-after")).toBe("2");

    await api().startWorker();
    expect((await pause()).status).toBe(200);
    const events = await api().events(id);
    expect(events.filter(({ type }) => type === "plan.paused")).toHaveLength(1);
  });

  /** A worker that takes a workflow task with an update and says that it is done, as one does that does not know updates. */
  async function leaveOneUpdate(): Promise<void> {
    const { connection, workflowService, options } = api().client;
    const { namespace } = options;
    const identity = "leaves updates";
    for (let has = 0; has === 0;) {
      const task = await connection.withDeadline(Date.now() + 60_000, () =>
        workflowService.pollWorkflowTaskQueue({
          namespace,
          identity,
          taskQueue: { name: api().taskQueue },
        }),
      );
      has = task.messages.length;
      if (task.taskToken.length === 0) continue;
      const { taskToken } = task;
      await workflowService.respondWorkflowTaskCompleted({ namespace, identity, taskToken });
    }
  }
});
