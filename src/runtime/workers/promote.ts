import { setTimeout as delay } from "node:timers/promises";
import { Client, Connection, type HistoryAndWorkflowId } from "@temporalio/client";
import { Worker } from "@temporalio/worker";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import {
  CHANNEL,
  connectionOptions,
  reach,
  type TemporalPlace,
} from "../../temporal/connection/connect.ts";
import { hasGrpcStatus } from "../../temporal/connection/grpc-status.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import { listRuns } from "../../temporal/connection/runs/list-runs.ts";
import { readPresence } from "../../temporal/connection/workers/worker-presence.ts";
import {
  makeCurrent,
  pinTo,
  readWorkerVersions,
} from "../../temporal/connection/workers/worker-versions.ts";
import type { LoadedConfig } from "../config.ts";
import { loadWorkerParts, ownBuildId, type WorkerParts } from "./worker.ts";

export interface PromoteOptions {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  /** What this code's workers call themselves; the digest of the workflows' code when absent. */
  readonly buildId?: string | undefined;
  /** Leaves plans that this code cannot go on with to the build that they are on. */
  readonly keepOthers: boolean;
  /** What was loaded before; it is loaded now when absent. */
  readonly parts?: Pick<WorkerParts, "workflowBundle" | "dataConverter">;
  readonly onNotice: (said: Notice) => void;
}

export interface Promotion {
  readonly build_id: string;
  /** Null: workers without a build. */
  readonly previous: string | null;
  /** How many open workflows were gone through with this code. */
  readonly checked: number;
  /** The workflows that stay on the previous build. */
  readonly kept: readonly string[];
}

/** As many are named. */
const MOST_NAMED = 5;
/** How often a build is looked for of which no worker polls. */
const LOOKS = 10;
const BETWEEN_LOOKS_MS = 500;
/** Between two words about how far it is. */
const TELL_EVERY = 1_000;

/** What is gone through has sent its spans: a workflow that traces would complain that nobody takes them. */
const NO_SPANS = { exporter: { export: { fn: () => undefined, callDuringReplay: false } } };

/**
 * Sends plans to this code's workers, once it has gone through the history of every open workflow as
 * they would: what it cannot go on with, it does not get.
 * @throws NoticeError with what to do when no worker of this build is there, or plans would break.
 */
export async function promoteBuild(options: PromoteOptions): Promise<Promotion> {
  const parts = options.parts ?? (await loadWorkerParts(options));
  const buildId = options.buildId ?? ownBuildId(parts);
  const { connection: settings, namespace } = connectionOptions(options.place);
  const connection = await reach(settings, () =>
    Connection.connect({ ...settings, channelArgs: CHANNEL }),
  );
  try {
    const { current } = await untilPolling(connection, namespace, buildId);
    const client = new Client({ connection, namespace });
    const { checked, broken } = await replayOpen(client, { ...options, parts });
    if (broken.size > 0 && (!options.keepOthers || current === null || current === buildId)) {
      throw breaks(broken, { buildId, checked });
    }
    for (const workflowId of broken.keys()) {
      await pinTo(connection, namespace, { workflowId, buildId: current! });
    }
    // Pinned first: what is moved cannot be taken back.
    await switchTo(connection, namespace, buildId);
    return { build_id: buildId, previous: current, checked, kept: [...broken.keys()] };
  } finally {
    await connection.close();
  }
}

/**
 * Waits until a worker of this build is there: Temporal hears of it a moment after it has started, and
 * remembers a build whose workers have all stopped.
 */
async function untilPolling(connection: Connection, namespace: string, build: string) {
  for (let looked = 1; ; looked += 1) {
    const versions = await readWorkerVersions(connection, namespace);
    const isKnown = versions.builds.includes(build);
    const queue = TEMPORAL_NAMES.task_queue;
    const { state } = await readPresence(connection, namespace, queue, { build });
    if (isKnown && state !== "down") return versions;
    if (looked === LOOKS) {
      throw new NoticeError(whyNot(build, versions.builds), {
        fix: `holdpoint worker --build-id ${build}`,
      });
    }
    await delay(BETWEEN_LOOKS_MS);
  }
}

function whyNot(build: string, builds: readonly string[]): Notice {
  if (builds.includes(build)) return notice("build_stopped", { build });
  if (builds.length === 0) return notice("no_build_known", { build });
  return notice("build_unknown", { build, known: builds.join(", ") });
}

async function switchTo(connection: Connection, namespace: string, buildId: string): Promise<void> {
  const { current, token } = await readWorkerVersions(connection, namespace);
  if (current === buildId) return;
  try {
    await makeCurrent(connection, namespace, { buildId, token });
  } catch (error) {
    if (!hasGrpcStatus(error, "FAILED_PRECONDITION")) throw error;
    const said = notice("build_not_there", { build: buildId, why: (error as Error).message });
    const fix = `holdpoint worker --build-id ${buildId}`;
    throw new NoticeError(said, { cause: error, fix });
  }
}

function breaks(
  broken: ReadonlyMap<string, string>,
  { buildId, checked }: { readonly buildId: string; readonly checked: number },
): NoticeError {
  const ids = [...broken.keys()].slice(0, MOST_NAMED).join(", ");
  const [why = ""] = [...broken.values()][0]?.split("\n") ?? [];
  const said = { build: buildId, count: broken.size, checked, ids, why };
  return new NoticeError(notice("build_breaks", said), {
    fix: `holdpoint promote --build-id ${buildId} --keep-others`,
  });
}

/** Goes through what is open as a worker of this code would, and changes nothing. */
async function replayOpen(
  client: Client,
  { parts, onNotice }: Required<Pick<PromoteOptions, "parts" | "onNotice">>,
): Promise<{ checked: number; broken: Map<string, string> }> {
  const broken = new Map<string, string>();
  let checked = 0;
  const { workflowBundle, dataConverter } = parts;
  // What is encrypted can be read in its own namespace only. The SDK's type has none for replays, and means "default".
  const { namespace } = client.options;
  const replaying = { workflowBundle, dataConverter, namespace, sinks: NO_SPANS };
  const results = Worker.runReplayHistories(replaying, openHistories());
  for await (const { workflowId, error } of results) {
    checked += 1;
    if (error !== undefined) broken.set(workflowId, error.message);
    if (checked % TELL_EVERY === 0) onNotice(notice("plans_checked", { count: checked }));
  }
  return { checked, broken };

  async function* openHistories(): AsyncGenerator<HistoryAndWorkflowId> {
    const query = `TaskQueue = ${quoted(TEMPORAL_NAMES.task_queue)} AND ExecutionStatus = 'Running'`;
    for await (const { execution } of listRuns(client, query)) {
      const workflowId = execution?.workflowId ?? "";
      const run = client.workflow.getHandle(workflowId, execution?.runId ?? "");
      try {
        yield { workflowId, history: await run.fetchHistory() };
      } catch (error) {
        // It has ended and gone meanwhile.
        if (
          !hasGrpcStatus(error, "NOT_FOUND") &&
          (error as Error).name !== "WorkflowNotFoundError"
        ) {
          throw error;
        }
      }
    }
  }
}
