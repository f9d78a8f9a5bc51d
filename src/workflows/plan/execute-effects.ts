import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  sleep,
  startChild,
  TerminatedFailure,
  workflowInfo,
  type ChildWorkflowHandle,
} from "@temporalio/workflow";
import type { LineWord } from "../../contract/plan/proof.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { OrchestratorTurn } from "../../plan/agents/orchestrator.ts";
import { runKey } from "../../plan/attempts.ts";
import type { Effects, RunTodo, Thinking } from "../../plan/effects.ts";
import type { AttemptKey, Report } from "../../plan/model/commands.ts";
import { shortTitle } from "../../text/short-title.ts";
import type { AgentWorkflowInput } from "../agent/agent.workflow.ts";
import { isWriting, runTodo } from "../run-todo.ts";
import type { todoWorkflow } from "../todo.workflow.ts";
import { agentNewsSignal } from "../wire/messages.ts";
import { WORKFLOW_TASK_TIMEOUT } from "../wire/plan-start.ts";
import { askOrchestrator } from "./ask-orchestrator.ts";
import { SILENT, TERMINATED } from "./detached-todos.ts";
import { think, thinkingKey } from "./think.ts";

/** How often, a second apart, a long todo's workflow is started while another one has its id: tools have half a minute to stop. */
const STARTS = 60;
const LONGEST_MS = LIMITS.max_timeout_seconds * 1_000;

export interface Executor {
  /** Makes what goes on outside the same as `wanted`: starts, cancels, and arms one timer. */
  execute(wanted: Effects): void;
  /** A todo was put back, and what it ran in ends by itself: a request to stop might reach the next one of its id. */
  forget(key: string): void;
  /** How many todos this run of the workflow has to wait for before it may continue as new. */
  readonly awaited: number;
}

/** What the executor has of its plan: where it tells what happened, and what it hands to others. */
export interface PlanSide {
  readonly report: (report: Report) => void;
  /** The workflow of a long todo has ended; its report, if it sent one, came before. */
  readonly lose: (todo: AttemptKey, message: Sentence) => void;
  /** After how many events agents' conversations continue as new, where the plan was told so for itself. */
  readonly history_events?: number | undefined;
  /** By what the plan and the workflow of this attempt know each other. */
  readonly wordFor: (todo: AttemptKey) => LineWord | undefined;
  /** Above how many bytes a todo's result is to be kept in the artifact store, where that is fewer than usual. */
  readonly mostInline: (todoId: string) => number | undefined;
}

/**
 * Runs todos and watches the clock for one plan; everything that happens comes back through
 * `report`. Short todos are activities of this workflow. Long ones are workflows of their own that
 * report by signal, so that the plan can continue as new beside them.
 * @param detached keys of the todos that already run in workflows of their own.
 */
export function createExecutor(
  planId: string,
  { report, lose, wordFor, mostInline, history_events }: PlanSide,
  detached: Iterable<string>,
): Executor {
  const scopes = new Map<string, CancellationScope>();
  /** Long todos by key, each with the promise of the run in which its workflow has started, as far as that is known. */
  const long = new Map<string, Promise<string | undefined>>(
    [...detached].map((key) => [key, Promise.resolve(undefined)]),
  );
  /** What each agent was told last; one that an earlier run started is told again. */
  const told = new Map<string, string>();
  /** Each agent's newest news on its way: the next ones wait until they have arrived, so that none overtakes another. */
  const telling = new Map<string, Promise<void>>();
  let starting = 0;
  /** Requests to stop that have not reached their todo's workflow yet: they would be lost if this run ended. */
  let undeliveredStops = 0;
  let asking = false;
  let armed: { at: string; scope: CancellationScope } | null = null;

  return {
    execute({ runs, ask, thinking, wake }) {
      const wanted = new Map(
        runs.map((run) => [`${runKey(run)}${isWriting(run) ? ".output" : ""}`, run]),
      );
      // A todo may be called as such a turn is.
      const thought = thinking === null ? null : `thinking:${thinkingKey(thinking)}`;
      for (const [key, scope] of scopes) {
        if (!wanted.has(key) && key !== thought) scope.cancel();
      }
      for (const [key, started] of long) if (!wanted.has(key)) stopDetached(key, started);
      for (const [key, run] of wanted) {
        if (long.has(key)) tellAgent(key, run);
        if (scopes.has(key) || long.has(key)) continue;
        const most_inline = mostInline(run.todo_id);
        const begun = most_inline === undefined ? run : { ...run, most_inline };
        if (run.long) startDetached(key, begun);
        else startHere(key, begun);
      }
      if (ask !== null && !asking) startAsking(ask);
      if (thinking?.mayStart === true && !scopes.has(thought!)) startThinking(thought!, thinking);
      arm(wake);
    },
    forget,
    get awaited() {
      return scopes.size + starting + undeliveredStops + Number(asking);
    },
  };

  function startHere(key: string, run: RunTodo): void {
    const scope = new CancellationScope();
    scopes.set(key, scope);
    void scope
      .run(() => runTodo(planId, run))
      .then((outcome) => {
        scopes.delete(key);
        report(outcome);
      });
  }

  /** Asks the orchestrator; the plan looks itself whether anybody still waits for what it says. */
  function startAsking(turn: OrchestratorTurn): void {
    asking = true;
    void askOrchestrator(turn).then((said) => {
      asking = false;
      report(said);
    });
  }

  function startThinking(key: string, thinking: Thinking): void {
    const scope = new CancellationScope();
    scopes.set(key, scope);
    void scope
      .run(() => think(planId, thinking))
      .catch((error: unknown): Report => {
        if (!isCancellation(error)) throw error;
        // Called off: the plan wants to know nothing of it any more.
        return { type: "time_passed" };
      })
      .then((news) => {
        scopes.delete(key);
        report(news);
      });
  }

  function startDetached(key: string, run: RunTodo): void {
    starting += 1;
    told.set(key, JSON.stringify(run.agent));
    const line = wordFor(run);
    const more = { ...(line && { line }), ...(history_events && { history_events }) };
    const started = startTodoWorkflow({ plan_id: planId, run, ...more }).then(
      (child) => {
        // What was put back begins again as the same attempt, before the workflow that told of it has ended.
        const ended = (why: Sentence): void => {
          if ((long.get(key) ?? started) === started) lose(run, why);
        };
        void child.result().then(
          () => ended(SILENT),
          (error: unknown) => ended(endOf(error)),
        );
        // An agent's conversation goes on in other runs.
        return run.agent === undefined ? child.firstExecutionRunId : undefined;
      },
      (error: unknown) => {
        const message = say("not_started", { why: String(error) });
        const { todo_id, run: number, attempt } = run;
        const about = { todo_id, run: number, attempt };
        report({ type: "todo_failed", ...about, error_type: "api_error", message, final: true });
        return undefined;
      },
    );
    long.set(key, started);
    void started.then(() => {
      starting -= 1;
      report({ type: "time_passed" });
    });
  }

  /** Tells an agent what it has to know now, when that has changed. */
  function tellAgent(key: string, run: RunTodo): void {
    const { todo_id, agent } = run;
    const news = JSON.stringify(agent);
    if (agent === undefined || told.get(key) === news) return;
    told.set(key, news);
    const word = wordFor(run);
    const tell = (): Promise<void> => {
      // There are newer ones by now, or it is told to stop.
      if (told.get(key) !== news) return Promise.resolve();
      const handle = getExternalWorkflowHandle(detachedId(todo_id));
      return word === undefined
        ? handle.signal(agentNewsSignal, agent)
        : handle.signal(agentNewsSignal, agent, word);
    };
    const before = telling.get(key) ?? long.get(key)!;
    // Not found: it has just ended by itself.
    telling.set(
      key,
      before.then(tell).catch(() => undefined),
    );
  }

  function forget(key: string): void {
    long.delete(key);
    told.delete(key);
    telling.delete(key);
  }

  /** Tells a long todo to stop, once; its report says when it has. */
  function stopDetached(key: string, started: Promise<string | undefined>): void {
    forget(key);
    const [todoId = ""] = key.split(".");
    undeliveredStops += 1;
    void started
      .then((runId) => getExternalWorkflowHandle(detachedId(todoId), runId).cancel())
      // Not found: it has just ended by itself.
      .catch(() => undefined)
      .then(() => {
        undeliveredStops -= 1;
        report({ type: "time_passed" });
      });
  }

  function arm(wake: Effects["wake"]): void {
    if (armed?.at === wake?.at) return;
    armed?.scope.cancel();
    armed = null;
    if (wake === null) return;
    const { at, title } = wake;
    const scope = new CancellationScope();
    const timer = { at, scope };
    armed = timer;
    // What is due in years is waited for in parts: it is no news when one is over.
    const milliseconds = Math.min(LONGEST_MS, Math.max(1, Date.parse(at) - Date.now()));
    void scope
      .run(() => sleep(milliseconds, { summary: shortTitle(title) }))
      .then(
        () => {
          if (armed === timer) armed = null;
          report({ type: "time_passed" });
        },
        () => undefined,
      );
  }
}

/** The workflow of the attempt before may have reported and not ended yet: they share their id. */
async function startTodoWorkflow(
  given: Omit<AgentWorkflowInput, "plan_workflow_id">,
): Promise<ChildWorkflowHandle<typeof todoWorkflow>> {
  const { run } = given;
  for (let tried = 1; ; tried += 1) {
    try {
      const plan_workflow_id = workflowInfo().workflowId;
      const type = run.agent === undefined ? "todoWorkflow" : "agentWorkflow";
      return await startChild<typeof todoWorkflow>(type, {
        workflowId: detachedId(run.todo_id),
        args: [{ ...given, plan_workflow_id }],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        staticSummary: run.title,
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError) || tried === STARTS) throw error;
      await sleep(1_000, { summary: shortTitle(`Its attempt before ends: ${run.title}`) });
    }
  }
}

/** How a todo's workflow ended that did not complete. */
function endOf(error: unknown): Sentence {
  const cause = error instanceof ChildWorkflowFailure ? (error.cause ?? error) : error;
  if (cause instanceof TerminatedFailure) return TERMINATED;
  return say("workflow_failed", { why: cause instanceof Error ? cause.message : String(cause) });
}

/** Plan ids hold no dot, so this is no plan's id. One todo runs once at a time. */
export const detachedId = (todoId: string): string => `${workflowInfo().workflowId}.${todoId}`;
