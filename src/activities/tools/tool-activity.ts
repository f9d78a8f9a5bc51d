import { basename, dirname, join } from "node:path";
import { ApplicationFailure, Context } from "@temporalio/activity";
import type { z } from "zod";
import { say, sayAll, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import {
  APPROVAL_LACKING,
  TEMPORAL_NAMES,
  TOOL_LACKING,
  WORKER_STOPPED,
} from "../../contract/tables/temporal-names.ts";
import { ERROR_TYPES, type ErrorType } from "../../contract/tables/vocabulary.ts";
import { PlanIdSchema, type Json } from "../../contract/text.ts";
import { mapTexts } from "../../json/texts.ts";
import { CANCEL_GRACE_MS } from "../../plan/holds/failures.ts";
import { digestOf } from "../../plan/model/digest.ts";
import { codeOf, placesOf } from "../../plan/model/read-as.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import { createToolLogs } from "../../temporal/connection/payloads/tool-logs.ts";
import { startOf } from "../../text/cut-text.ts";
import { writeOutputTool } from "../../tools/builtin/write-output.ts";
import type { Tool, ToolContext } from "../../tools/define-tool.ts";
import { OwnFailure } from "../../tools/own-failure.ts";
import type { ToolError } from "../../tools/tool-error.ts";
import { untilGivenUp } from "../../tools/with-deadline.ts";
import { makeWorkspace } from "../../tools/workspace-files.ts";
import type { Heartbeat, ToolActivity } from "../activity-types.ts";
import { ApprovalLacking, assertAllowed } from "../allowed-call.ts";
import { fetchInput, keepResult, keptOnce } from "../artifacts.ts";
import { forgetPlan, isDeleted } from "./forget-plan.ts";
import { keepLog } from "./keep-log.ts";
import { runningTool } from "./running-tool.ts";
import { stackOf, tellThrown } from "./thrown.ts";
import { quietLog, secretsOf } from "./tool-secrets.ts";

/** How often a running tool tells that it lives; the server waits four seconds for it. */
const HEARTBEAT_MS = 1_000;
/** Nothing else runs on a worker for so long only where a tool computes without a pause. */
const BLOCKED_MS = 3_000;
/** How long a tool may tidy up for which nobody waits: its time is over, or its worker stops. */
const TIDYING_MS = 5_000;

/** How many hexadecimal digits of its digest a call's key ends with. */
const CALL_SIGNS = 16;

/** Of what is thrown, so much is logged. */
const LONGEST_STACK = 10_000;

export interface ToolActivityDeps {
  readonly artifacts: ArtifactStore;
  readonly secrets: Secrets;
  /** Folder in the data folder that holds a folder for each plan. */
  readonly workspaces: string;
  /** How long a tool may tidy up that is told to stop; when absent, as long as somebody waits for it. */
  readonly tidyingMs?: number;
}

/**
 * A tool as an activity. Whatever the tool answers or throws, and that it never ends, fails at most its
 * todo: input and output are checked, odd errors become messages, large results go to the artifact store.
 * What it throws where no promise leads, and what it computes without a pause, is felt by the whole worker.
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
    const began = performance.now();
    const forgetIfDeleted = (): Promise<void> =>
      forgetDeleted(activity, deps, todo.plan_id, performance.now() - began);
    let isUnapproved = false;
    let hasBegun = false;
    let isRunning = false;
    let hasEnded = false;
    const patience = (): number => {
      // A plan that cancels waits for the end, and takes a result that comes all the same.
      const isAwaited = activity.cancellationDetails?.cancelRequested === true;
      return deps.tidyingMs ?? (isAwaited ? CANCEL_GRACE_MS : TIDYING_MS);
    };
    const ending = <T>(work: Promise<T>): Promise<T> => untilGivenUp(work, signal, patience);
    let mask = (text: string): string => text;
    try {
      const workspace = workspaceOf(deps.workspaces, todo.plan_id);
      if (segment === undefined) await makeWorkspace(workspace);
      const { references, allowed_call: _, made_once, most_inline, ...told } = todo;
      await assertAllowed(activity, { tool, args, todo }).catch((error: unknown) => {
        isUnapproved = error instanceof ApprovalLacking;
        throw error;
      });
      const given = { args, input_data: told.input_data, references };
      const fetched = await fetchInput(given, deps.artifacts, user, workspace);
      // What it writes is what another tool has given: seals stay seals.
      const opened = tool === writeOutputTool ? null : secrets.open(fetched, todo.plan_id);
      if (opened !== null) mask = opened.mask;
      const plain = opened?.args ?? fetched.args;
      const input = await ending(tool.input.safeParseAsync(plain, { error: codeOf }));
      if (!input.success) {
        throw new OwnFailure(say("arguments_refused", { mistakes: mistakesIn(input.error) }));
      }
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      hasBegun = true;
      const call = made_once === true ? digestOf({ tool: tool.name, args, references }) : null;
      const context: ToolContext = {
        ...told,
        ...(call !== null && { idempotency_key: callKey(told.idempotency_key, call) }),
        input_data: fetched.input_data ?? {},
        signal,
        workspace,
        log: quietLog(kept.log, mask),
        progress(percent, message) {
          if (hasEnded) return;
          heartbeat.progress(percent, message === undefined ? message : mask(String(message)));
        },
      };
      const make = async () => {
        isRunning = true;
        const about = { name: tool.name, mask, log: activity.log };
        const running = runningTool
          .run(about, async () => tool.run(input.data, context))
          .finally(() => {
            isRunning = false;
            if (!hasEnded) return;
            activity.log.warn(`The tool ${tool.name}, given up before, has ended.`);
            void forgetIfDeleted();
          });
        const result = await ending(running);
        const output = await ending(tool.output.safeParseAsync(result, { error: codeOf }));
        if (!output.success) {
          throw new OwnFailure(say("output_undeclared", { mistakes: mistakesIn(output.error) }));
        }
        return keepResult(output.data, deps.artifacts, user, { most_inline, change: opened?.seal });
      };
      if (call === null) return await make();
      const name = `call ${told.idempotency_key} ${call}`;
      return await keptOnce(deps.artifacts, name, make, "A call's result could not be kept.");
    } catch (error) {
      if (isStopping(activity) && (!hasBegun || tool.repeatable === true || tool.quick === true)) {
        throw ApplicationFailure.retryable("Its worker was told to stop.", WORKER_STOPPED);
      }
      // A cancelled activity must end with the SDK's own error, whatever the tool made of it.
      if (activity.cancellationSignal.aborted) await activity.cancelled;
      const stack = hasBegun ? mask(stackOf(error)) : "";
      if (stack !== "") {
        const thrown = stack.slice(0, LONGEST_STACK);
        activity.log.warn(`The tool ${tool.name} failed.`, { thrown });
      }
      const failure = toFailure(error, foldersOf(deps, todo.plan_id), mask);
      throw isUnapproved ? ofType(APPROVAL_LACKING, failure) : failure;
    } finally {
      hasEnded = true;
      if (isRunning) {
        activity.log.warn(
          `The tool ${tool.name} goes on although it was told to stop; nobody waits for it any more.`,
        );
      }
      await kept.end();
      const forgotten = forgetIfDeleted();
      // A plan that was deleted so lately that nobody told the tool to stop is rare, and no other plan waits for that.
      if (activity.cancellationSignal.aborted) await forgotten;
      if (segment === undefined) heartbeat.stop();
    }
  };
}

/** What a tool leaves behind that ends after its plan was deleted, nobody would ever delete. */
async function forgetDeleted(
  activity: Context,
  { artifacts, workspaces }: ToolActivityDeps,
  planId: string,
  ranMs: number,
): Promise<void> {
  if (!(await isDeleted(activity, planId, ranMs))) return;
  try {
    await forgetPlan(planId, { workspace: workspaceOf(workspaces, planId), artifacts });
  } catch (error) {
    activity.log.warn("What a tool of a deleted plan has left could not be deleted.", {
      why: String(error),
    });
  }
}

/**
 * The key of an agent's call. A conversation that another attempt begins again may come to another call at the same
 * place: a key stands for one piece of work with one input.
 */
function callKey(place: string, digest: string): string {
  return `${place}/${digest.split(":")[1]!.slice(0, CALL_SIGNS)}`;
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

/** Gives back a todo whose tool this worker does not have; another worker of the queue may have it. */
export function unknownToolActivity(known: readonly string[]): ToolActivity {
  return () => {
    const { activityType } = Context.current().info;
    const said = say("worker_has_no_tool", { name: activityType, names: known.join(", ") });
    return Promise.reject(ofType(TOOL_LACKING, toFailure(new OwnFailure(said, "api_error"))));
  };
}

/** The same failure, which says to the plan what kept the tool from running. */
function ofType(type: string, { message, details }: ApplicationFailure): ApplicationFailure {
  return ApplicationFailure.create({ message, type, details: details ?? [] });
}

/**
 * Tells Temporal every second that the worker lives, until it is stopped. It cannot while a tool keeps the
 * worker's only thread, which the log is told afterwards; so it is when Temporal has given the activity up.
 */
export function startHeartbeat(activity: Context): Heartbeat {
  let details: { percentage: number; message?: string } = { percentage: 0 };
  let last = performance.now();
  const look = (): void => {
    const silent = performance.now() - last;
    last += silent;
    if (silent < BLOCKED_MS) return;
    const { activityType } = activity.info;
    activity.log.warn(
      `The worker stood still for ${(silent / 1_000).toFixed(1)} s while ${activityType} ran: it, or another tool, computed without a pause. After 4 s what runs is taken for lost, and runs again.`,
    );
  };
  const tellGivenUp = (): void => {
    if (activity.cancellationDetails?.notFound !== true) return;
    activity.log.warn(
      `Temporal waits for ${activity.info.activityType} no more: its plan is gone, its time was over, or no sign of this worker arrived for 4 s. If nothing here says that the worker stood still, Temporal did not answer in time. It may run again.`,
    );
  };
  activity.cancellationSignal.addEventListener("abort", tellGivenUp, { once: true });
  const beat = setInterval(() => {
    look();
    activity.heartbeat(details);
  }, HEARTBEAT_MS);
  activity.heartbeat(details);
  return {
    progress(percent: number, message?: string): void {
      const percentage = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
      details = {
        percentage,
        ...(message !== undefined && {
          message: startOf(String(message), LIMITS.title),
        }),
      };
      activity.heartbeat(details);
    },
    stop() {
      look();
      activity.cancellationSignal.removeEventListener("abort", tellGivenUp);
      clearInterval(beat);
    },
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
  const message = withoutFolders(mask(tellThrown(error)), folders);
  return ApplicationFailure.create({
    message: startOf(message, LIMITS.error_message),
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

function mistakesIn({ issues }: z.ZodError): Sentence {
  const places = issues.flatMap(placesOf).slice(0, 5);
  return sayAll(places.map((place) => sayAt(place)));
}
