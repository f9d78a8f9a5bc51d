import { ApplicationFailure, Context } from "@temporalio/activity";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PlanIdSchema } from "../contract/text.ts";
import { ERROR_TYPES, LIMITS, WORKER_STOPPED, type ErrorType } from "../contract/vocabulary.ts";
import { toPointer } from "../plan/json-pointer.ts";
import type { ArtifactStore } from "../temporal/artifact-store.ts";
import type { Tool, ToolContext } from "../tools/define-tool.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { TodoContext, ToolActivity } from "./activity-types.ts";
import { fetchArtifacts, keepResult } from "./artifacts.ts";

/** How often a running tool tells that it lives; the server waits four seconds for it. */
const HEARTBEAT_MS = 1_000;

export interface ToolActivityDeps {
  readonly artifacts: ArtifactStore;
  /** Folder that holds a folder for each plan. */
  readonly workspaces: string;
}

/**
 * A tool as an activity. Whatever the tool does or throws fails at most its todo: input and output
 * are checked, odd errors become messages, large results go to the artifact store.
 */
export function toolActivity(tool: Tool, deps: ToolActivityDeps): ToolActivity {
  return async (args, todo) => {
    const activity = Context.current();
    const heartbeat = startHeartbeat(activity);
    let hasBegun = false;
    try {
      const workspace = await makeWorkspace(deps.workspaces, todo.plan_id);
      const input = await tool.input.safeParseAsync(
        await fetchArtifacts(args, deps.artifacts, workspace),
      );
      if (!input.success) {
        throw new ToolError(
          "validation_error",
          `Its arguments are not accepted: ${issuesOf(input.error)}`,
        );
      }
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      hasBegun = true;
      const context: ToolContext = {
        ...todo,
        attempt: activity.info.attempt,
        signal: activity.cancellationSignal,
        workspace,
        log: activity.log,
        progress: (percent, message) => heartbeat.progress(percent, message),
      };
      const output = await tool.output.safeParseAsync(await tool.run(input.data, context));
      if (!output.success) {
        throw new ToolError(
          "validation_error",
          `The tool answered something else than it declares: ${issuesOf(output.error)}`,
        );
      }
      return await keepResult(output.data, deps.artifacts);
    } catch (error) {
      if (isStopping(activity) && (!hasBegun || tool.repeatable === true)) {
        throw ApplicationFailure.retryable("Its worker was told to stop.", WORKER_STOPPED);
      }
      // A cancelled activity must end with the SDK's own error, whatever the tool made of it.
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      throw toFailure(error, todo, activity.info.attempt);
    } finally {
      heartbeat.stop();
    }
  };
}

/** Whether it is the worker that stops, and not the todo alone. */
function isStopping({ cancellationSignal, cancellationDetails }: Context): boolean {
  if (!cancellationSignal.aborted || cancellationDetails === undefined) return false;
  return cancellationDetails.workerShutdown && !cancellationDetails.cancelRequested;
}

/** The plan's own folder. A workflow that was started by hand may name any plan, also `../..`. */
async function makeWorkspace(workspaces: string, planId: string): Promise<string> {
  if (!PlanIdSchema.safeParse(planId).success) {
    throw new ToolError("validation_error", "The id of its plan is no name for a folder.");
  }
  const workspace = join(workspaces, planId);
  await mkdir(workspace, { recursive: true });
  return workspace;
}

/** Fails a todo whose tool this worker does not have; another worker of the queue may have it. */
export function unknownToolActivity(known: readonly string[]): ToolActivity {
  return () => {
    const { activityType } = Context.current().info;
    const message = `This worker has no tool "${activityType}"; it has ${known.join(", ")}.`;
    return Promise.reject(ApplicationFailure.retryable(message, "api_error"));
  };
}

function startHeartbeat(activity: Context) {
  let details: { percentage: number; message?: string } = { percentage: 0 };
  const beat = setInterval(() => activity.heartbeat(details), HEARTBEAT_MS);
  activity.heartbeat(details);
  return {
    progress(percent: number, message?: string): void {
      const percentage = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
      details = {
        percentage,
        ...(message !== undefined && { message: String(message).slice(0, LIMITS.title) }),
      };
      activity.heartbeat(details);
    },
    stop: () => clearInterval(beat),
  };
}

/**
 * The failure with its kind, its attempt, and whether and when another attempt follows. Made anew
 * whatever was thrown, because details, a cause or a type that are no JSON would end the whole
 * worker when it reports them.
 */
function toFailure(error: unknown, todo: TodoContext, attempt: number): ApplicationFailure {
  const { type, final } = kindOf(error);
  const retries = todo.retries?.[type];
  const delay = retries?.delay_seconds ?? null;
  return ApplicationFailure.create({
    message: describe(error),
    type,
    details: [{ attempt }],
    nonRetryable: final || retries === undefined || attempt > retries.max,
    // Temporal takes a delay of nothing as no further attempt.
    ...(delay !== null && { nextRetryDelay: Math.max(1, delay * 1_000) }),
  });
}

function kindOf(error: unknown): { type: ErrorType; final: boolean } {
  let named: unknown;
  let final = false;
  try {
    if (error instanceof ApplicationFailure) final = error.nonRetryable === true;
    if (error instanceof ApplicationFailure || isToolError(error)) named = error.type;
  } catch {
    // It does not let itself be looked at: then it is of no special kind.
  }
  return { type: ERROR_TYPES.find((known) => known === named) ?? "api_error", final };
}

/** By name, not by class: a user's tools may come with a copy of the package of their own. */
function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && error.name === "ToolError" && "type" in error;
}

/** A sentence for anything that can be thrown: undefined, a circular object, a message of 10 MB. */
function describe(error: unknown): string {
  let text: string;
  try {
    text =
      error instanceof Error
        ? String(error.message || error.name)
        : `The tool threw ${show(error)}.`;
  } catch {
    text = "The tool threw something that cannot be shown.";
  }
  return text.slice(0, LIMITS.error_message).toWellFormed();
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null
    ? Object.prototype.toString.call(value)
    : String(value);
}

function issuesOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => {
      const pointer = toPointer(
        path.map((part) => (typeof part === "symbol" ? String(part) : part)),
      );
      return pointer === "" ? message : `${pointer}: ${message}`;
    })
    .join("; ");
}
