import { WorkflowIdReusePolicy, type Client, type WorkflowHandle } from "@temporalio/client";
import type { QueryDefinition } from "@temporalio/common";
import type { Receipt } from "../contract/plan.ts";
import type { JsonObject } from "../contract/text.ts";
import { TEMPORAL_NAMES } from "../contract/vocabulary.ts";
import type { MessageName } from "../plan/commands.ts";
import { digestOf } from "../plan/digest.ts";
import type { PlanState } from "../plan/state.ts";
import { answerQuery, scheduleQuery } from "../workflows/messages.ts";
import { planStartOptions } from "../workflows/plan-start.ts";
import type { planWorkflow } from "../workflows/plan.workflow.ts";
import { createAsk } from "./ask-temporal.ts";
import { liveTodosOf, type LiveTodo } from "./live-todos.ts";
import { createPlanTurns } from "./plan-turns.ts";
import { Refused } from "./refused.ts";
import { createAwaitHistory, type AwaitHistory } from "./stream/await-history.ts";
import { temporalUnavailable, workerUnavailable } from "./temporal-refusal.ts";

/**
 * Temporal takes 10 updates of one workflow at a time; beyond that its client backs off for
 * seconds. Two places stay free for other API processes.
 */
const COMMANDS_AT_ONCE = 8;
/**
 * Temporal keeps one query of a workflow while a workflow task is under way and its client backs off
 * for seconds with the others; of two queries of a closed workflow the worker may lose one.
 */
const QUERIES_AT_ONCE = 1;

/** Plans as the API sees them: every Temporal error becomes a problem here and nowhere else. */
export interface PlanGateway {
  /**
   * Starts the plan's workflow; it is durable when this resolves.
   * @param request digest of the request that asks for the plan, kept with it for `startedBy`.
   */
  start(state: PlanState, request?: string): Promise<void>;
  /** The digest that a plan was started with, or undefined. */
  startedBy(planId: string): Promise<string | undefined>;
  /** Sends a command and answers after the plan accepted it. */
  send(
    planId: string,
    name: MessageName,
    command: { command_id: string; by: string } & object,
  ): Promise<Receipt>;
  /** Sends a command and answers when Temporal has it: the plan may still refuse it. */
  signal(
    planId: string,
    name: MessageName,
    command: { command_id: string; by: string } & object,
  ): Promise<void>;
  query<Result, Args extends unknown[]>(
    planId: string,
    query: QueryDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result>;
  /** What Temporal knows of the running todos, by todo id. */
  liveTodos(planId: string): Promise<Map<string, LiveTodo>>;
  /** Waits until something happens to the plan, for the live stream. */
  awaitHistory: AwaitHistory;
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
  const ask = createAsk(client, taskQueue, options.answerMs);
  const commandTurns = createPlanTurns(COMMANDS_AT_ONCE);
  const queryTurns = createPlanTurns(QUERIES_AT_ONCE);
  const handleOf = (planId: string): WorkflowHandle =>
    client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);

  const query: PlanGateway["query"] = (planId, definition, ...args) =>
    ask(planId, () => handleOf(planId).query(definition, ...args), {
      inTurn: queryTurns,
      isQuery: true,
    });

  /** Temporal answers "not found" for a workflow that has closed, too: then the plan is asked. */
  async function answerOfClosed(
    planId: string,
    name: MessageName,
    command: object,
    error: unknown,
  ): Promise<Receipt> {
    if (!(error instanceof Refused) || error.problem.code !== "plan_not_found") throw error;
    const answer = await query(planId, answerQuery, { name, command });
    if (answer === null) throw workerUnavailable();
    if ("problem" in answer) throw new Refused(answer.problem);
    return answer.receipt;
  }

  return {
    async start(state, startedBy) {
      const options = planStartOptions(state);
      const request = () =>
        client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
          ...options,
          memo: { ...options.memo, ...(startedBy !== undefined && { request: startedBy }) },
          workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
          taskQueue,
        });
      try {
        await ask(state.id, request, { of: "temporal" });
      } catch (error) {
        if (!(error instanceof Refused) || error.retryAfter === undefined) throw error;
        throw temporalUnavailable(
          `Repeat the request with "id": "${state.id}" once it is back: plan_exists then says that it was created now.`,
        );
      }
    },
    async startedBy(planId) {
      const described = await ask(planId, () => handleOf(planId).describe(), { of: "temporal" });
      const request = described.memo?.["request"];
      return typeof request === "string" ? request : undefined;
    },
    async send(planId, name, command) {
      // Temporal answers a known update id with its first answer, whatever is sent with it. So the
      // id stands for the whole command, and the plan sees a command id that stands for another.
      const updateId = digestOf({ ...command, message: name } as JsonObject);
      const update = () =>
        handleOf(planId).executeUpdate<Receipt, [unknown]>(name, { args: [command], updateId });
      try {
        return await ask(planId, update, { inTurn: commandTurns });
      } catch (error) {
        return await answerOfClosed(planId, name, command, error);
      }
    },
    async signal(planId, name, command) {
      try {
        await ask(planId, () => handleOf(planId).signal(name, command), { of: "temporal" });
      } catch (error) {
        await answerOfClosed(planId, name, command, error);
      }
    },
    query,
    awaitHistory: createAwaitHistory(client),
    async liveTodos(planId) {
      const { running } = await query(planId, scheduleQuery, { limit: 0 });
      const read = async (): Promise<Map<string, LiveTodo>> => {
        const live = await liveTodosOf(handleOf(planId));
        // Long todos run in workflows of their own, called after the plan's and the todo.
        const beside = running.filter((id) => !live.has(id)).map((id) => `${planId}.${id}`);
        for (const own of await Promise.all(beside.map((id) => liveTodosOf(handleOf(id))))) {
          for (const [id, todo] of own) live.set(id, todo);
        }
        return live;
      };
      return ask(planId, read, { of: "temporal" });
    },
  };
}
