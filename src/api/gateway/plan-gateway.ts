import {
  QueryRejectCondition,
  QueryRejectedError,
  WorkflowClient,
  WorkflowIdReusePolicy,
  type Client,
  type WorkflowHandle,
} from "@temporalio/client";
import type { QueryDefinition } from "@temporalio/common";
import type { CommandInput, MessageName } from "../../contract/plan/commands.ts";
import type { Receipt } from "../../contract/plan/plan.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { JsonObject } from "../../contract/text.ts";
import { NO_MARKS, withToolMarks, type ToolMarks } from "../../plan/create/create.ts";
import { digestOf } from "../../plan/model/digest.ts";
import type { LiveProgress } from "../../plan/model/progress.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { toldApart } from "../../temporal/connection/payloads/line-key.ts";
import type { planWorkflow } from "../../workflows/plan.workflow.ts";
import {
  answerQuery,
  planQuery,
  scheduleQuery,
  type SentCommand,
} from "../../workflows/wire/messages.ts";
import { planStartOptions } from "../../workflows/wire/plan-start.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { createAwaitHistory, HISTORY_START, type AwaitHistory } from "./asking/await-history.ts";
import { createConcurrencyLimit } from "./asking/concurrency-limit.ts";
import { hasRoom } from "./asking/has-room.ts";
import type { LostWorkers } from "./asking/lost-workers.ts";
import { whyUnanswered } from "./asking/stuck-plans.ts";
import { isGone, temporalUnavailable, workerUnavailable } from "./asking/temporal-refusal.ts";
import type { CommandProofs } from "./command-proofs.ts";
import { createEndedPlans, requestOf } from "./ended-plans.ts";
import { createLastStates } from "./last-states.ts";
import { lookAt, progressWith } from "./lists/live-todos.ts";
import { createPlanTermination, type PlanTermination } from "./terminate-plan.ts";

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

/** A plan may end and be reopened by others while a command is sent to it: so many times at most. */
const MAX_ENDS = 3;

/** Plans as the API sees them: every Temporal error becomes a problem here and nowhere else. */
export interface PlanGateway {
  /**
   * Starts the plan's workflow; it is durable when this resolves.
   * @param request digest of the request that asks for the plan, kept with it for `startedBy`.
   */
  start(state: PlanState, request?: string): Promise<void>;
  /** The digest that a plan was started with, or undefined. */
  startedBy(planId: string): Promise<string | undefined>;
  /** Sends a command and answers after the plan accepted it; one that has ended may go on by it. */
  send<Name extends MessageName>(
    planId: string,
    name: Name,
    command: CommandInput<Name>,
  ): Promise<Receipt>;
  /**
   * Sends a command and answers when Temporal has it: the plan may still refuse it.
   * @returns false, and nothing is sent, where the plan has to be waited for.
   */
  signal<Name extends MessageName>(
    planId: string,
    name: Name,
    command: CommandInput<Name>,
  ): Promise<boolean>;
  /** Which run of the plan's workflow is the newest. */
  runOf(planId: string): Promise<string>;
  /**
   * Resolves when a plan that had ended in this run, with this event as its newest, has another run or
   * more events, or the signal aborts. @throws Refusal when it is gone.
   */
  untilItGoesOn(
    planId: string,
    end: { readonly run: string; readonly seq: number },
    signal: AbortSignal,
  ): Promise<void>;
  /** Ends plans that are stuck. */
  readonly termination: PlanTermination;
  /** Deletes a plan that has ended; it is gone when this resolves. */
  delete(planId: string): Promise<void>;
  query<Result, Args extends unknown[]>(
    planId: string,
    query: QueryDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result>;
  /**
   * How far the running todos are. To be given to a query that is asked afterwards: then what has
   * ended since is not counted twice, and nothing goes backwards.
   */
  liveProgress(planId: string): Promise<LiveProgress>;
  /** Waits until something happens to the plan, for the live stream. */
  awaitHistory: AwaitHistory;
}

export interface PlanGatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds; 5 s when absent. */
  readonly answerMs?: number;
  /** The API's word for its commands; plans take anybody's when absent. */
  readonly proofs?: CommandProofs;
  /** Which plans a worker that died had in memory, as far as that is known. */
  readonly lostWorkers?: LostWorkers;
  /** Where people look at plans, once that is known: plans that are started by the API tell it to Temporal's UI. */
  readonly screenUrl?: () => string | undefined;
  /** What tools say of themselves that plans have to know. */
  readonly toolMarks?: ToolMarks;
  /** Temporal's time; this machine's when absent. */
  readonly now?: () => string;
  /** Where plans that ended are kept; without it, workers replay them for who reads them. */
  readonly artifacts?: ArtifactStore;
}

interface Sending<Answer> {
  /** @param args the command, and the API's word for it. */
  readonly request: (args: SentCommand) => Promise<Answer>;
  readonly whenKept: (kept: Receipt) => Answer;
}

export function createPlanGateway(
  client: Client,
  taskQueue: string,
  options: PlanGatewayOptions = {},
): PlanGateway {
  const ask = createAsk(client, options.answerMs, (planId) => whyUnanswered(client, planId));
  const commandLimit = createConcurrencyLimit(COMMANDS_AT_ONCE);
  // Beside it: while no worker answers, those are taken all the same. More at once, and Temporal fails the plan's tasks.
  const signalLimit = createConcurrencyLimit(COMMANDS_AT_ONCE);
  const queryLimit = createConcurrencyLimit(QUERIES_AT_ONCE);
  const ended = createEndedPlans(client, taskQueue, ask);
  const handleOf = (planId: string): WorkflowHandle =>
    client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);

  /** The plan's workflow, to be asked of whichever worker lives. */
  const reach = async (planId: string): Promise<WorkflowHandle> => {
    await options.lostWorkers?.forgetFor(planId);
    return handleOf(planId);
  };

  const lastStates = options.artifacts && createLastStates(client, options.artifacts, options.now);
  const open = askingOnlyOpen(client);
  const awaitHistory = createAwaitHistory(client);

  const query = <Result, Args extends unknown[]>(
    planId: string,
    definition: QueryDefinition<Result, Args>,
    ...args: Args
  ): Promise<Result> => {
    const request = async (): Promise<Result> => {
      const handle = await reach(planId);
      try {
        return await open.getHandle(handle.workflowId).query(definition, ...args);
      } catch (error) {
        if (!(error instanceof QueryRejectedError)) throw error;
      }
      const told = await lastStates?.answer(handle.workflowId, definition.name, args);
      return told === undefined ? handle.query(definition, ...args) : (told.value as Result);
    };
    return ask(planId, request, { limit: queryLimit, isQuery: true });
  };

  const { namespace } = client.options;
  const prove = (plan_id: string, message: MessageName, command: object) =>
    options.proofs?.prove({ namespace, plan_id, message, command });

  /**
   * Sends a command, again where the plan had ended: Temporal answers "not found" for a workflow that
   * has closed, too. Then the plan is asked, and goes on by a command that it would take.
   * @param whenKept what the plan's first answer to the same command is turned into.
   */
  async function sendOrReopen<Answer>(
    planId: string,
    name: MessageName,
    command: object,
    { request, whenKept }: Sending<Answer>,
  ): Promise<Answer> {
    const proof = prove(planId, name, command);
    const args: SentCommand = proof === undefined ? [command] : [command, proof];
    for (let ends = 0; ends < MAX_ENDS; ends += 1) {
      try {
        return await request(args);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
      const kept = await query(planId, answerQuery, { name, command });
      if (kept !== null && "problem" in kept) throw new Refusal(kept.problem);
      if (kept !== null) return whenKept(kept.receipt);
      await ended.goOn(planId, { name, command, ...(proof && { proof }) });
    }
    throw workerUnavailable();
  }

  return {
    async start(made, startedBy) {
      const proof_keys = (await options.proofs?.demanded()) ?? [];
      const proven = proof_keys.length === 0 ? made : toldApart(made, proof_keys);
      const state = withToolMarks(proven, options.toolMarks ?? NO_MARKS);
      const start = planStartOptions(state, undefined, options.screenUrl?.());
      const request = () =>
        client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
          ...start,
          memo: { ...start.memo, ...(startedBy !== undefined && { request: startedBy }) },
          workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
          taskQueue,
        });
      try {
        await ask(state.id, request, { of: "temporal" });
      } catch (error) {
        if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error;
        throw temporalUnavailable(say("repeat_create", { id: state.id }));
      }
    },
    async startedBy(planId) {
      const described = await ask(planId, () => handleOf(planId).describe(), { of: "temporal" });
      return requestOf(described);
    },
    async send(planId, name, command) {
      // Temporal answers a known update id with its first answer, whatever is sent with it. So the
      // id stands for the whole command, and the plan sees a command id that stands for another.
      const updateId = digestOf({ ...command, message: name } as JsonObject);
      return sendOrReopen<Receipt>(planId, name, command, {
        request: (args) => {
          const update = async () =>
            (await reach(planId)).executeUpdate<Receipt, SentCommand>(name, { args, updateId });
          return ask(planId, update, { limit: commandLimit });
        },
        whenKept: (kept) => kept,
      });
    },
    signal: (planId, name, command) =>
      sendOrReopen<boolean>(planId, name, command, {
        request: (args) => {
          const signal = async (): Promise<boolean> => {
            const handle = await reach(planId);
            const isTaken = await hasRoom(client, handle.workflowId, { name, command });
            if (isTaken) await handle.signal(name, ...args);
            return isTaken;
          };
          return ask(planId, signal, { of: "temporal", limit: signalLimit });
        },
        whenKept: () => true,
      }),
    runOf: (planId) => ended.runOf(planId),
    untilItGoesOn(planId, { run, seq }, signal) {
      const hasMoved = async (): Promise<boolean | undefined> => {
        try {
          return (await query(planId, planQuery, { limit: 0 })).seq > seq;
        } catch (error) {
          // While every worker is away, whoever waits for it stays.
          if (!(error instanceof Refusal) || isGone(error)) throw error;
          return undefined;
        }
      };
      return ended.untilItGoesOn(planId, run, hasMoved, signal);
    },
    termination: createPlanTermination(client, ask),
    delete: (planId) => ended.delete(planId),
    query,
    async awaitHistory(planId, place, signal) {
      const poll = () => awaitHistory(planId, place, signal);
      // The first page is there at once, or Temporal is not.
      const isFirst = place === HISTORY_START;
      const news = await (isFirst ? ask(planId, poll, { of: "temporal" }) : poll());
      const { workflowId } = handleOf(planId);
      const answers = news.end && (await lastStates?.toldBy(workflowId, news.end));
      return answers === undefined ? news : { ...news, answers };
    },
    async liveProgress(planId) {
      const found = await ask(planId, () => lookAt(client, planId), { of: "temporal" });
      if (found === undefined) return {};
      const { described, live } = found;
      if (described.raw.workflowExecutionInfo?.firstRunId === described.runId) return live;
      // Of long todos that an earlier run has started only the plan knows.
      const { running } = await query(planId, scheduleQuery, { limit: 0 });
      const known = new Set(Object.keys(live).map((key) => key.slice(0, key.lastIndexOf("."))));
      // Their workflows are called after the plan's and the todo.
      const beside = running.filter((id) => !known.has(id)).map((id) => `${planId}.${id}`);
      if (beside.length === 0) return live;
      return ask(planId, () => progressWith(live, beside.map(handleOf)), { of: "temporal" });
    },
  };
}

/** The same client, whose queries are refused at once where the workflow has closed. */
function askingOnlyOpen({ connection, options }: Client): WorkflowClient {
  return new WorkflowClient({
    connection,
    namespace: options.namespace,
    dataConverter: options.loadedDataConverter,
    interceptors: options.interceptors.workflow ?? [],
    queryRejectCondition: QueryRejectCondition.NOT_OPEN,
  });
}
