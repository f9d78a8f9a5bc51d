import { setTimeout as delay } from "node:timers/promises";
import {
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type Client,
  type WorkflowHandle,
} from "@temporalio/client";
import {
  defaultPayloadConverter,
  defineSearchAttributeKey,
  type QueryDefinition,
  type SearchAttributePair,
} from "@temporalio/common";
import type { temporal } from "@temporalio/proto";
import type { Receipt } from "../contract/plan.ts";
import type { JsonObject } from "../contract/text.ts";
import { SEARCH_ATTRIBUTES, TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import type { MessageName } from "../plan/commands.ts";
import { digestOf } from "../plan/digest.ts";
import type { PlanState } from "../plan/state.ts";
import { answerQuery, scheduleQuery } from "../workflows/messages.ts";
import type { planWorkflow } from "../workflows/plan.workflow.ts";
import { createPlanTurns } from "./plan-turns.ts";
import { Refused } from "./refused.ts";
import {
  isBetweenRuns,
  isUnanswered,
  temporalUnavailable,
  toRefusal,
  workerUnavailable,
} from "./temporal-refusal.ts";

/** How long Temporal and a worker may take to answer before the caller is told to try again. */
const ANSWER_MS = 5_000;
/** How long Temporal may take to show, after a request without answer, that it is there. */
const SIGN_OF_LIFE_MS = 500;
const BETWEEN_RUNS_MS = 20;
/**
 * Temporal takes 10 updates of one workflow at a time; beyond that its client backs off for
 * seconds. Two places stay free for other API processes.
 */
const COMMANDS_AT_ONCE = 8;

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
  const inTurn = createPlanTurns(COMMANDS_AT_ONCE);
  const handleOf = (planId: string): WorkflowHandle =>
    client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);

  const query: PlanGateway["query"] = (planId, definition, ...args) =>
    ask(() => handleOf(planId).query(definition, ...args), planId);

  return {
    async start(state) {
      const request = () =>
        client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
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
      try {
        await ask(request, state.id);
      } catch (error) {
        // No worker has a part in a start.
        if (!(error instanceof Refused) || error.retryAfter === undefined) throw error;
        throw temporalUnavailable(
          `Repeat the request with "id": "${state.id}" once it is back: plan_exists then says that it was created now.`,
        );
      }
    },
    async send(planId, name, command) {
      // Temporal answers a known update id with its first answer, whatever is sent with it. So the
      // id stands for the whole command, and the plan sees a command id that stands for another.
      const updateId = digestOf({ ...command, message: name } as JsonObject);
      const deadline = Date.now() + answerMs;
      const update = () =>
        handleOf(planId).executeUpdate<Receipt, [unknown]>(name, { args: [command], updateId });
      try {
        return await inTurn(planId, () => ask(update, planId, deadline));
      } catch (error) {
        // Temporal answers "not found" for a workflow that has closed, too: then the plan is asked.
        if (!(error instanceof Refused) || error.problem.code !== "plan_not_found") throw error;
        const answer = await query(planId, answerQuery, { name, command });
        if (answer === null) throw workerUnavailable();
        if ("problem" in answer) throw new Refused(answer.problem);
        return answer.receipt;
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
  async function ask<Answer>(
    request: () => Promise<Answer>,
    planId: string,
    deadline = Date.now() + answerMs,
  ): Promise<Answer> {
    for (;;) {
      try {
        return await client.connection.withDeadline(deadline, request);
      } catch (error) {
        if (isBetweenRuns(error) && Date.now() + BETWEEN_RUNS_MS < deadline) {
          await delay(BETWEEN_RUNS_MS);
        } else if (isUnanswered(error) && !(await isTemporalThere())) {
          throw temporalUnavailable();
        } else {
          throw toRefusal(error, planId);
        }
      }
    }
  }

  async function isTemporalThere(): Promise<boolean> {
    try {
      await client.connection.withDeadline(Date.now() + SIGN_OF_LIFE_MS, () =>
        client.workflowService.getSystemInfo({}),
      );
      return true;
    } catch {
      return false;
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
    const percentage = details?.percentage;
    return typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0;
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
