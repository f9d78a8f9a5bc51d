import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Client, WorkflowHandle } from "@temporalio/client";
import proto, { type temporal } from "@temporalio/proto";
import type { PlanGateway } from "../../src/api/gateway/plan-gateway.ts";
import type { MessageName } from "../../src/contract/plan/commands.ts";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView, Receipt } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { Refusal } from "../../src/contract/problems/problem-error.ts";
import type { ToldProblem } from "../../src/contract/problems/problem.ts";
import { tellProblem } from "../../src/contract/sentences/tell-problem.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import type { planWorkflow, PlanOutcome } from "../../src/workflows/plan.workflow.ts";
import {
  eventsQuery,
  holdsQuery,
  planQuery,
  todoQuery,
} from "../../src/workflows/wire/messages.ts";

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** One plan on a real server, as tests look at it. */
export interface StartedPlan {
  readonly id: string;
  readonly handle: WorkflowHandle<typeof planWorkflow>;
  /** The outcome. @throws WorkflowFailedError when the workflow did not complete. */
  result(): Promise<PlanOutcome>;
  /** Waits for the end, however the plan ends. */
  ended(): Promise<PlanView>;
  view(): Promise<PlanView>;
  todo(id: string): Promise<Todo>;
  holds(): Promise<Hold[]>;
  /** The events that the plan's state still has. */
  events(): Promise<LoggedEvent[]>;
  /** Sends a command as an update and answers its receipt. @throws Refusal */
  send(name: MessageName, command?: object): Promise<Receipt>;
  /** The problem with which an update is refused. @throws Error when it is accepted. */
  refusalOf(name: MessageName, command: object): Promise<ToldProblem>;
  /** Sends a command as a signal, with exactly these arguments. */
  signal(name: MessageName, ...args: unknown[]): Promise<void>;
  /** Looks until the plan is as wanted. @throws Error when it ends before. */
  until(what: string, reached: (plan: PlanView) => boolean): Promise<PlanView>;
  /** Looks until the todo's newest hold is open. */
  untilHold(todoId: string): Promise<Hold>;
  untilEvents(count: number, type: LoggedEvent["type"]): Promise<LoggedEvent[]>;
  /** What Temporal UI shows as the workflow's current details: Markdown. */
  details(): Promise<string>;
  /**
   * Makes the history long with signals that change nothing, until the plan continues as new.
   * Answers how many signals that took.
   */
  nextRun(): Promise<number>;
  /** Workflow tasks that failed because of the workflow and not because a message came between. */
  brokenTasks(): Promise<object[]>;
  /** Temporal's history, run after run. */
  runs(): Promise<HistoryEvent[][]>;
}

const BETWEEN_LOOKS_MS = 20;
/** Above what tests give as `history_events`. */
const LONG_HISTORY = 80;
/** A message came while the task ended the run: the server has it done again, as it should. */
const { WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND } =
  proto.temporal.api.enums.v1.WorkflowTaskFailedCause;

export function createStartedPlan(client: Client, gateway: PlanGateway, id: string): StartedPlan {
  const workflowId = TEMPORAL_NAMES.plan_prefix + id;
  const handle = client.workflow.getHandle<typeof planWorkflow>(workflowId);
  const page = { limit: 20_000 };
  const view = () => retried(() => gateway.query(id, planQuery, page));
  const holds = () => retried(() => gateway.query(id, holdsQuery));
  const events = async () => (await retried(() => gateway.query(id, eventsQuery, page))).events;
  const send: StartedPlan["send"] = (name, command = {}) =>
    gateway.send(id, name, {
      command_id: randomUUID(),
      by: "tester",
      roles: ["admin"],
      ...command,
    });

  /** Looks until `found` answers something; the plan's end is the last look. */
  async function look<Found>(
    what: string,
    found: (plan: PlanView) => Promise<Found | undefined>,
  ): Promise<Found> {
    for (;;) {
      const plan = await view();
      const answer = await found(plan);
      if (answer !== undefined) return answer;
      if (plan.completed_at !== null) {
        const todos = plan.todos.map((todo) => `${todo.id} ${todo.status} ${todo.error_message}`);
        throw new Error(`The plan is ${plan.status} without ${what}: ${todos.join(", ")}`);
      }
      await delay(BETWEEN_LOOKS_MS);
    }
  }

  return {
    id,
    handle,
    view,
    holds,
    events,
    send,
    result: () => handle.result(),
    ended: () => look("its end", async (plan) => (plan.completed_at === null ? undefined : plan)),
    async todo(todoId) {
      const todo = await gateway.query(id, todoQuery, { todo_id: todoId });
      if (todo === null) throw new Error(`There is no todo "${todoId}".`);
      return todo;
    },
    async refusalOf(name, command) {
      try {
        await send(name, command);
      } catch (error) {
        if (error instanceof Refusal) return tellProblem(error.problem, "en");
        throw error;
      }
      throw new Error(`The plan accepted "${name}".`);
    },
    signal: (name, ...args) => handle.signal(name, ...args),
    until: (what, reached) => look(what, async (plan) => (reached(plan) ? plan : undefined)),
    async untilHold(todoId) {
      const find = async (): Promise<Hold | undefined> => {
        const newest = (await holds()).findLast((hold) => hold.todo_id === todoId);
        return newest?.status === "open" ? newest : undefined;
      };
      return (await find()) ?? look(`a hold of ${todoId}`, find);
    },
    untilEvents: (count, type) =>
      look(`${count} ${type}`, async () => {
        const ofType = (await events()).filter((event) => event.type === type);
        return ofType.length >= count ? ofType : undefined;
      }),
    async details() {
      type Metadata = { currentDetails: string };
      const metadata = await handle.query<Metadata, []>("__temporal_workflow_metadata");
      return metadata.currentDetails;
    },
    async nextRun() {
      const { runId } = await handle.describe();
      for (let sent = 0; ;) {
        const now = await handle.describe();
        if (now.runId !== runId) return sent;
        if (now.historyLength < LONG_HISTORY) {
          await handle.signal("approval", { hold_id: "h999", decision: "approve" });
          sent += 1;
        } else await delay(BETWEEN_LOOKS_MS);
      }
    },
    async brokenTasks() {
      const events = (await runsOf(client, workflowId)).flat();
      const failures = events.flatMap((event) => event.workflowTaskFailedEventAttributes ?? []);
      return failures.filter(({ cause }) => cause !== WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND);
    },
    runs: () => runsOf(client, workflowId),
  };
}

async function runsOf(client: Client, workflowId: string): Promise<HistoryEvent[][]> {
  const newest = await client.workflow.getHandle(workflowId).fetchHistory();
  const runs: HistoryEvent[][] = [];
  let runId = newest.events?.[0]?.workflowExecutionStartedEventAttributes?.firstExecutionRunId;
  while (runId) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const run = history.events ?? [];
    runs.push(run);
    runId = run.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return runs;
}

/** A run that has just continued as new answers no query yet. */
async function retried<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== "worker_unavailable") throw error;
      await delay(BETWEEN_LOOKS_MS);
    }
  }
}
