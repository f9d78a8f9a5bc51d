import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  sleep,
  startChild,
  TerminatedFailure,
  workflowInfo,
} from "@temporalio/workflow";
import type { Report } from "../plan/commands.ts";
import type { Effects, RunTodo } from "../plan/effects.ts";
import { SILENT, TERMINATED } from "./look-after.ts";
import { runTodo } from "./run-todo.ts";
import type { todoWorkflow } from "./todo.workflow.ts";

export interface Executor {
  /** Makes what goes on outside the same as `wanted`: starts, cancels, and arms one timer. */
  execute(wanted: Effects): void;
  /** How many todos this run of the workflow has to wait for before it may continue as new. */
  readonly awaited: number;
}

/** Where the executor tells what happened. */
export interface Reporter {
  readonly report: (report: Report) => void;
  /** The workflow of a long todo has ended; its report, if it sent one, came before. */
  readonly lose: (
    todo: { readonly todo_id: string; readonly run: number },
    message: string,
  ) => void;
}

/**
 * Runs todos and watches the clock for one plan; everything that happens comes back through
 * `report`. Short todos are activities of this workflow. Long ones are workflows of their own that
 * report by signal, so that the plan can continue as new beside them.
 * @param beside keys of the todos that already run in workflows of their own.
 */
export function createExecutor(
  planId: string,
  { report, lose }: Reporter,
  beside: Iterable<string>,
): Executor {
  const scopes = new Map<string, CancellationScope>();
  /** Long todos by key, each with the promise that its workflow has started. */
  const long = new Map([...beside].map((key) => [key, Promise.resolve()]));
  let starting = 0;
  let armed: { at: string; scope: CancellationScope } | null = null;

  return {
    execute({ runs, wake_at }) {
      const wanted = new Map(runs.map((run) => [runKey(run), run]));
      for (const [key, scope] of scopes) if (!wanted.has(key)) scope.cancel();
      for (const [key, started] of long) if (!wanted.has(key)) stopBeside(key, started);
      for (const [key, run] of wanted) {
        if (scopes.has(key) || long.has(key)) continue;
        if (run.long) startBeside(key, run);
        else startHere(key, run);
      }
      arm(wake_at);
    },
    get awaited() {
      return scopes.size + starting;
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

  function startBeside(key: string, run: RunTodo): void {
    starting += 1;
    const { workflowId } = workflowInfo();
    const started = startChild<typeof todoWorkflow>("todoWorkflow", {
      workflowId: besideId(run.todo_id),
      args: [{ plan_id: planId, plan_workflow_id: workflowId, run }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: run.title,
    }).then(
      (child) => {
        void child.result().then(
          () => lose(run, SILENT),
          (error: unknown) => lose(run, endOf(error)),
        );
      },
      (error: unknown) => {
        const message = `It could not be started: ${String(error)}`;
        const { todo_id, run: number } = run;
        report({ type: "todo_failed", todo_id, run: number, error_type: "api_error", message });
      },
    );
    long.set(key, started);
    void started.then(() => {
      starting -= 1;
      report({ type: "time_passed" });
    });
  }

  /** Tells a long todo to stop, once; its report says when it has. */
  function stopBeside(key: string, started: Promise<void>): void {
    long.delete(key);
    const todoId = key.slice(0, key.lastIndexOf("."));
    void started
      .then(() => getExternalWorkflowHandle(besideId(todoId)).cancel())
      // Not found: it has just ended by itself.
      .catch(() => undefined);
  }

  function arm(at: string | null): void {
    if (armed?.at === at) return;
    armed?.scope.cancel();
    armed = null;
    if (at === null) return;
    const scope = new CancellationScope();
    const timer = { at, scope };
    armed = timer;
    const milliseconds = Math.max(1, Date.parse(at) - Date.now());
    void scope
      .run(() => sleep(milliseconds, { summary: "Next deadline of the plan" }))
      .then(
        () => {
          if (armed === timer) armed = null;
          report({ type: "time_passed" });
        },
        () => undefined,
      );
  }
}

/** How a todo's workflow ended that did not complete. */
function endOf(error: unknown): string {
  const cause = error instanceof ChildWorkflowFailure ? (error.cause ?? error) : error;
  if (cause instanceof TerminatedFailure) return TERMINATED;
  return `Its workflow failed: ${cause instanceof Error ? cause.message : String(cause)}`;
}

const runKey = (run: RunTodo): string => `${run.todo_id}.${run.run}`;

/** Plan ids hold no dot, so this is no plan's id. One todo runs once at a time. */
export const besideId = (todoId: string): string => `${workflowInfo().workflowId}.${todoId}`;
