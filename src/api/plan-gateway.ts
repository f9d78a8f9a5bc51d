import {
  isGrpcServiceError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
  type WorkflowHandle,
} from "@temporalio/client";
import {
  ApplicationFailure,
  defaultPayloadConverter,
  defineSearchAttributeKey,
  type QueryDefinition,
  type SearchAttributePair,
} from "@temporalio/common";
import type { temporal } from "@temporalio/proto";
import { status } from "@grpc/grpc-js";
import type { Receipt } from "../contract/plan.ts";
import { PROBLEMS, type Problem } from "../contract/problem.ts";
import { SEARCH_ATTRIBUTES, TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import type { MessageName } from "../plan/commands.ts";
import { finishedProblem } from "../plan/decide.ts";
import type { PlanState } from "../plan/state.ts";
import { planQuery, scheduleQuery } from "../workflows/messages.ts";
import type { planWorkflow } from "../workflows/plan.workflow.ts";
import { Refused } from "./refused.ts";

/** How long Temporal and a worker may take to answer before the caller is told to try again. */
const ANSWER_MS = 5_000;
const RETRY_SECONDS = 2;

/** Plans as the API sees them: every Temporal error becomes a problem here and nowhere else. */
export interface PlanGateway {
  /** Starts the plan's workflow; it is durable when this resolves. */
  start(state: PlanState): Promise<void>;
  /** Sends a command and answers after the plan accepted it. */
  send(
    planId: string,
    name: MessageName,
    command: { command_id: string; by: string } & object,
  ): Promise<Receipt>;
  query<Result, Args extends unknown[]>(
    planId: string,
    query: QueryDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result>;
  /** Percent of running todos by todo id, as their last heartbeats tell. */
  liveProgress(planId: string): Promise<Map<string, number>>;
}

export interface PlanGatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds; 5 s when absent. */
  readonly answerMs?: number;
}

export function createPlanGateway(
  client: Client,
  taskQueue: string,
  options: PlanGatewayOptions = {},
): PlanGateway {
  const { answerMs = ANSWER_MS } = options;
  const handleOf = (planId: string): WorkflowHandle =>
    client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);

  const query: PlanGateway["query"] = (planId, definition, ...args) =>
    ask(() => handleOf(planId).query(definition, ...args), planId);

  return {
    start: (state) =>
      ask(async () => {
        await client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
          workflowId: TEMPORAL_NAMES.plan_prefix + state.id,
          workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
          taskQueue,
          args: [{ state }],
          staticSummary: summaryOf(state.title),
          staticDetails: `Plan \`${state.id}\` by ${state.owner}, ${state.todos.length} todos.`,
          memo: { title: state.title, todo_count: state.todos.length },
          typedSearchAttributes: [
            attribute("PlanStatus", state.status),
            attribute("PlanOwner", state.owner),
            attribute("PlanTags", state.tags),
          ],
        });
      }, state.id),
    async send(planId, name, command) {
      const options = { args: [command] as [unknown], updateId: command.command_id };
      try {
        return await ask(
          () => handleOf(planId).executeUpdate<Receipt, [unknown]>(name, options),
          planId,
        );
      } catch (error) {
        // Temporal answers "not found" for a workflow that has closed, too.
        if (!(error instanceof Refused) || error.problem.code !== "plan_not_found") throw error;
        const plan = await query(planId, planQuery, { limit: 0 });
        throw new Refused(finishedProblem(plan.status, name));
      }
    },
    query,
    liveProgress: (planId) =>
      ask(async () => {
        const { running } = await handleOf(planId).query(scheduleQuery, { limit: 0 });
        const live = await percentsOf(handleOf(planId));
        // Long todos run in workflows of their own, called after the plan's and the todo.
        const beside = running.filter((id) => !live.has(id)).map((id) => `${planId}.${id}`);
        for (const own of await Promise.all(beside.map((id) => percentsOf(handleOf(id))))) {
          for (const [id, percent] of own) live.set(id, percent);
        }
        return live;
      }, planId),
  };

  /** Runs a request to Temporal under a deadline and turns what goes wrong into a problem. */
  async function ask<Answer>(request: () => Promise<Answer>, planId: string): Promise<Answer> {
    try {
      return await client.connection.withDeadline(Date.now() + answerMs, request);
    } catch (error) {
      throw toRefusal(error, planId);
    }
  }
}

type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/** Percent by todo of the activities that run in a workflow; none when there is no such workflow. */
async function percentsOf(handle: WorkflowHandle): Promise<Map<string, number>> {
  const described = await handle.describe().catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  });
  const activities = described?.raw.pendingActivities ?? [];
  return new Map(activities.map((activity) => [todoOf(activity), percentOf(activity)]));
}

/** Activity ids are `<todo>.<run>`. */
function todoOf({ activityId }: PendingActivity): string {
  return (activityId ?? "").replace(/\.[0-9]+$/, "");
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function percentOf({ heartbeatDetails }: PendingActivity): number {
  const payload = heartbeatDetails?.payloads?.[0];
  if (payload == null) return 0;
  try {
    const details = defaultPayloadConverter.fromPayload<{ percentage?: unknown } | null>(payload);
    return typeof details?.percentage === "number" ? details.percentage : 0;
  } catch {
    return 0;
  }
}

function attribute(name: keyof typeof SEARCH_ATTRIBUTES, value: string | string[]) {
  return {
    key: defineSearchAttributeKey(name, SEARCH_ATTRIBUTES[name]),
    value,
  } as SearchAttributePair;
}

/** Temporal keeps 200 bytes of a summary. */
function summaryOf(title: string): string {
  const signs = [...title];
  return signs.length <= 60 ? title : `${signs.slice(0, 59).join("")}…`;
}

function toRefusal(error: unknown, planId: string): Error {
  if (error instanceof Refused) return error;
  if (error instanceof WorkflowExecutionAlreadyStartedError) {
    return new Refused({
      code: "plan_exists",
      detail: `There is a plan "${planId}" already.`,
      hint: 'Choose another "id", or leave it out and get one.',
    });
  }
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const [problem] = (error.cause.details ?? []) as [Problem?];
    if (problem?.code !== undefined && problem.code in PROBLEMS) return new Refused(problem);
  }
  if (error instanceof WorkflowNotFoundError) {
    return new Refused({
      code: "plan_not_found",
      detail: `There is no plan "${planId}".`,
      hint: "Check the id; plans are kept for the retention time of the Temporal namespace.",
    });
  }
  if (isUnanswered(error)) {
    return new Refused(
      {
        code: "worker_unavailable",
        detail: "Temporal works, but no worker answered in time.",
        hint: "Start a worker (holdpoint worker) and repeat the request with the same command_id: it counts once.",
      },
      RETRY_SECONDS,
    );
  }
  if (error instanceof ServiceError || isGrpcServiceError(error)) {
    return new Refused(
      {
        code: "temporal_unavailable",
        detail: "Temporal cannot be reached.",
        hint: "Repeat the request with the same command_id once it is back: it counts once.",
      },
      RETRY_SECONDS,
    );
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Temporal took the request, but no worker spoke for the plan. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const cause = error instanceof ServiceError ? error.cause : error;
  if (!isGrpcServiceError(cause)) return false;
  // FAILED_PRECONDITION: a run that has just continued as new has no workflow task yet.
  return cause.code === status.DEADLINE_EXCEEDED || cause.code === status.FAILED_PRECONDITION;
}
