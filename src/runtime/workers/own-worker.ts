import { notice, NoticeError, inEnglish, type Notice } from "../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { TemporalPlace } from "../../temporal/connection/connect.ts";
import { EMBEDDED_ADDRESS } from "../../temporal/connection/embedded-address.ts";
import { loadConfig } from "../config.ts";
import { watchStrayErrors, type LastWords } from "./stray-errors.ts";
import { READY, type WorkerNews } from "./worker-process.ts";
import { loadWorkerParts, prepareWorkers, startWorker } from "./worker.ts";

/**
 * The life of the worker of a `holdpoint start`: it loads everything, polls once its parent says where,
 * answers "ready", and ends with its parent, however that ends.
 * @param file the configuration; the working directory's own when absent.
 */
export async function runOwnWorker(file: string | undefined): Promise<void> {
  const told = new Promise<Required<TemporalPlace>>((resolve) => process.once("message", resolve));
  const ending = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, end);
    if (process.connected) process.once("disconnect", end);
    else end();
  });
  watchStrayErrors((words) => {
    if (process.connected) process.send?.(words);
  });
  const tellWhy = (words: LastWords): Promise<unknown> =>
    new Promise((resolve) => {
      if (process.connected) process.send?.(words, undefined, undefined, resolve);
      else resolve(null);
    });
  try {
    const config = await loadConfig(process.cwd(), file);
    prepareWorkers(config);
    const parts = await Promise.race([loadWorkerParts({ config }), ending]);
    const place = await Promise.race([told, ending]);
    if (parts === undefined || place === undefined) process.exit(0);
    process.env[EMBEDDED_ADDRESS] = place.address;
    const onNotice = (said: Notice): void => {
      console.log(inEnglish(said));
      if (process.connected) process.send?.({ notice: said } satisfies WorkerNews);
    };
    const worker = await Promise.race([startWorker({ config, place, parts, onNotice }), ending]);
    // A start cannot be called off, and one that has not finished has taken nothing up yet.
    if (worker === undefined) process.exit(0);
    console.log(inEnglish(notice("worker_ready", { queue: TEMPORAL_NAMES.task_queue })));
    if (process.connected) process.send?.(READY);
    await Promise.race([ending, worker.stopped]);
    await worker.stop();
  } catch (error) {
    console.error(error instanceof NoticeError ? inEnglish(error.notice) : error);
    const [line = ""] = String(error).split("\n");
    await tellWhy({ error: error instanceof NoticeError ? error.notice : line });
    process.exitCode = 1;
  } finally {
    // An open channel would keep a process that has failed, and a tool that was left behind any process.
    process.exit();
  }
}
