import { basename, dirname, join } from "node:path";
import { ApplicationFailure, Context } from "@temporalio/activity";
import type { z } from "zod";
import { say, sayAll, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { TEMPORAL_NAMES, WORKER_STOPPED } from "../../contract/tables/temporal-names.ts";
import { ERROR_TYPES, type ErrorType } from "../../contract/tables/vocabulary.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import type { Json } from "../../contract/text.ts";
import { mapTexts } from "../../json/texts.ts";
import { codeOf, placesOf } from "../../plan/model/read-as.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import { createToolLogs } from "../../temporal/connection/payloads/tool-logs.ts";
import { writeOutputTool } from "../../tools/builtin/write-output.ts";
import type { Tool, ToolContext } from "../../tools/define-tool.ts";
import { OwnFailure } from "../../tools/own-failure.ts";
import type { ToolError } from "../../tools/tool-error.ts";
import { makeWorkspace } from "../../tools/workspace-files.ts";
import type { Heartbeat, ToolActivity } from "../activity-types.ts";
import { assertAllowed } from "../allowed-call.ts";
import { fetchInput, keepResult } from "../artifacts.ts";
import { keepLog } from "./keep-log.ts";
import { quietLog, secretsOf } from "./tool-secrets.ts";

/** How often a running tool tells that it lives; the server waits four seconds for it. */
const HEARTBEAT_MS = 1_000;

export interface ToolActivityDeps {
  readonly artifacts: ArtifactStore;
  readonly secrets: Secrets;
  /** Folder in the data folder that holds a folder for each plan. */
  readonly workspaces: string;
}

/**
 * A tool as an activity. Whatever the tool does or throws fails at most its todo: input and output
 * are checked, odd errors become messages, large results go to the artifact store.
 */
export function toolActivity(tool: Tool, deps: ToolActivityDeps): ToolActivity {
  const secrets = secretsOf(tool, deps.secrets);
  const logs = createToolLogs(deps.artifacts);
  return async (args, todo, segment) => {
    const activity = Context.current();
    const signal = segment?.signal ?? activity.cancellationSignal;
    const heartbeat = segment?.heartbeat ?? startHeartbeat(activity);
    const user = TEMPORAL_NAMES.plan_prefix + todo.plan_id;
    const kept = keepLog(logs, todo, activity.log);
    let hasBegun = false;
    let mask = (text: string): string => text;
    try {
      const workspace = workspaceOf(deps.workspaces, todo.plan_id);
      if (segment === undefined) await makeWorkspace(workspace);
      const { references, allowed_call, ...about } = todo;
      if (allowed_call !== undefined) await assertAllowed(activity, { args, todo, allowed_call });
      const given = { args, input_data: about.input_data, references };
      const fetched = await fetchInput(given, deps.artifacts, user, workspace);
      // What it writes is what another tool has given: seals stay seals.
      const opened = tool === writeOutputTool ? null : secrets.open(fetched, todo.plan_id);
      if (opened !== null) mask = opened.mask;
      const plain = opened?.args ?? fetched.args;
      const input = await tool.input.safeParseAsync(plain, { error: codeOf });
      if (!input.success) {
        throw new OwnFailure(say("arguments_refused", { mistakes: mistakesIn(input.error) }));
      }
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      hasBegun = true;
      const context: ToolContext = {
        ...about,
        input_data: fetched.input_data ?? {},
        signal,
        workspace,
        log: quietLog(kept.log, mask),
        progress: (percent, message) =>
          heartbeat.progress(percent, message === undefined ? message : mask(String(message))),
      };
      const output = await tool.output.safeParseAsync(await tool.run(input.data, context), {
        error: codeOf,
      });
      if (!output.success) {
        throw new OwnFailure(say("output_undeclared", { mistakes: mistakesIn(output.error) }));
      }
      return await keepResult(output.data, deps.artifacts, user, opened?.seal);
    } catch (error) {
      if (isStopping(activity) && (!hasBegun || tool.repeatable === true || tool.quick === true)) {
        throw ApplicationFailure.retryable("Its worker was told to stop.", WORKER_STOPPED);
      }
      // A cancelled activity must end with the SDK's own error, whatever the tool made of it.
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      throw toFailure(error, foldersOf(deps, todo.plan_id), mask);
    } finally {
      await kept.end();
      if (segment === undefined) heartbeat.stop();
    }
  };
}

/** Whether it is the worker that stops, and not the todo alone. */
export function isStopping({ cancellationSignal, cancellationDetails }: Context): boolean {
  if (!cancellationSignal.aborted || cancellationDetails === undefined) return false;
  return cancellationDetails.workerShutdown && !cancellationDetails.cancelRequested;
}

/**
 * The plan's own folder. A workflow that was started by hand may name any plan, also `../..`.
 * @throws ToolError `validation_error`
 */
export function workspaceOf(workspaces: string, planId: string): string {
  if (PlanIdSchema.safeParse(planId).success) return join(workspaces, planId);
  throw new OwnFailure(say("plan_id_no_folder"));
}

/** Fails a todo whose tool this worker does not have; another worker of the queue may have it. */
export function unknownToolActivity(known: readonly string[]): ToolActivity {
  return () => {
    const { activityType } = Context.current().info;
    const said = say("worker_has_no_tool", { name: activityType, names: known.join(", ") });
    return Promise.reject(toFailure(new OwnFailure(said, "api_error")));
  };
}

/** Tells Temporal every second that the worker lives, until it is stopped. */
export function startHeartbeat(activity: Context): Heartbeat {
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
 * The failure with its kind, and whether the tool says that another attempt cannot help. Made anew
 * whatever was thrown, because details, a cause or a type that are no JSON would end the whole
 * worker when it reports them.
 */
function toFailure(
  error: unknown,
  folders: readonly string[] = [],
  mask: (text: string) => string = (text) => text,
): ApplicationFailure {
  const { type, final, said } = kindOf(error);
  const details = said === undefined ? [] : [mapTexts(said as unknown as Json, mask)];
  return ApplicationFailure.create({
    message: describe(error, folders, mask),
    type,
    nonRetryable: final,
    details,
  });
}

/** Folders of this server whose places are nobody's business, the inner first. */
function foldersOf({ workspaces }: ToolActivityDeps, planId: string): string[] {
  return [join(workspaces, planId), workspaces, dirname(workspaces)].filter(
    (folder) => folder !== dirname(folder),
  );
}

/** The text with paths in the folders written from there: `open 'data/a.csv'`. */
function withoutFolders(text: string, folders: readonly string[]): string {
  return folders.reduce(
    (said, folder) => said.replaceAll(`${folder}/`, "").replaceAll(folder, basename(folder)),
    text,
  );
}

function kindOf(error: unknown): { type: ErrorType; final: boolean; said?: Sentence } {
  let named: unknown;
  let final = false;
  let own: { said?: Sentence } = {};
  try {
    if (error instanceof OwnFailure) own = { said: error.said };
    if (error instanceof ApplicationFailure) final = error.nonRetryable === true;
    if (error instanceof ApplicationFailure || isToolError(error)) named = error.type;
  } catch {
    // It does not let itself be looked at: then it is of no special kind.
  }
  return { type: ERROR_TYPES.find((known) => known === named) ?? "api_error", final, ...own };
}

/** By name, not by class: a user's tools may come with a copy of the package of their own. */
function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && error.name === "ToolError" && "type" in error;
}

/** A sentence for anything that can be thrown: undefined, a circular object, a message of 10 MB. */
function describe(
  error: unknown,
  folders: readonly string[],
  mask: (text: string) => string,
): string {
  let text: string;
  try {
    text =
      error instanceof Error
        ? String(error.message || error.name)
        : `The tool threw ${show(error)}.`;
  } catch {
    text = "The tool threw something that cannot be shown.";
  }
  return withoutFolders(mask(text), folders).slice(0, LIMITS.error_message).toWellFormed();
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null
    ? Object.prototype.toString.call(value)
    : String(value);
}

function mistakesIn({ issues }: z.ZodError): Sentence {
  const places = issues.flatMap(placesOf).slice(0, 5);
  return sayAll(places.map((place) => sayAt(place)));
}
