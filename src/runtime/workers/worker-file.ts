import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import { folderId } from "../../temporal/machine/folder-id.ts";
import { isProcessAlive } from "../../temporal/machine/process-alive.ts";
import type { LoadedConfig } from "../config.ts";

/** What does not end when it is cancelled is left behind after this. */
export const FORCED_AFTER_SECONDS = 10;

/** `<data_dir>/worker.json`: the worker of a start whose metrics have an address that only one can have. */
interface WorkerFile {
  readonly pid: number;
  /** The start that it belongs to. */
  readonly owner_pid: number;
  readonly folder: string;
}

type Config = Pick<LoadedConfig, "dataDir" | "worker_metrics" | "worker_drain_seconds">;

const fileOf = ({ dataDir }: Config): string => join(dataDir, "worker.json");

/** Notes a worker, where the next start has to know of it. One that cannot be noted still works. */
export function noteWorker(config: Config, pid: number): void {
  if (config.worker_metrics === undefined) return;
  const noted = { pid, owner_pid: process.pid, folder: folderId(config.dataDir) };
  try {
    writeFileSync(fileOf(config), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
  } catch {
    // A start that follows a killed one finds the address taken for a moment.
  }
}

const LOOK_MS = 50;

/**
 * Waits until the worker of a start that was killed has ended, which it does by itself: until then it has the
 * address of the metrics. What lives on for longer than it may is somebody else by now.
 * @throws NoticeError when its start runs.
 */
export async function awaitEarlierWorker(
  config: Config,
  onNotice: (said: Notice) => void,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir: folder, worker_metrics: address, worker_drain_seconds: drain } = config;
  const earlier = address === undefined ? undefined : readWorker(config);
  if (earlier === undefined || address === undefined || !isProcessAlive(earlier.pid)) return;
  const { pid, owner_pid } = earlier;
  if (isProcessAlive(owner_pid)) {
    throw new NoticeError(notice("start_runs_already", { pid: owner_pid, folder, address }), {
      fix: "holdpoint doctor",
    });
  }
  onNotice(notice("waiting_for_worker", { pid, address }));
  const until = performance.now() + (drain + FORCED_AFTER_SECONDS) * 1_000;
  while (isProcessAlive(pid) && performance.now() < until && !signal.aborted) {
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

function readWorker(config: Config): WorkerFile | undefined {
  try {
    const noted = JSON.parse(readFileSync(fileOf(config), "utf8")) as Partial<WorkerFile> | null;
    const { pid, owner_pid, folder } = noted ?? {};
    const isOwn = folder === folderId(config.dataDir);
    if (!isOwn || !Number.isInteger(pid) || !Number.isInteger(owner_pid)) return undefined;
    return noted as WorkerFile;
  } catch {
    return undefined;
  }
}
