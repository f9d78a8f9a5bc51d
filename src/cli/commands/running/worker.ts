import { notice, type Notice } from "../../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { definedOnly } from "../../../json/json-object.ts";
import type { WorkerLife } from "../../../runtime/workers/worker-health.ts";
import { defineCommand } from "../../input/define-command.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { buildFlags, configFlag, placeFlags } from "../service/place-flags.ts";
import { configHere, runtime } from "./load-runtime.ts";
import { openServiceLog } from "./service-log.ts";

/** `holdpoint worker`: runs plans and tools against any Temporal, until told to stop. */
export const workerCommand = defineCommand({
  help: "worker",
  isLocal: true,
  examples: ["worker --address temporal.internal:7233 --namespace plans", "worker --versioned"],
  flags: { ...placeFlags, ...configFlag, ...buildFlags },
  async run(session, _args, { config: file, versioned, buildId: named, ...place }) {
    const stop = watchForStop();
    const log = await openServiceLog(session.json);
    let life: WorkerLife = "starting";
    let isConnected = async (): Promise<boolean> => true;
    const lifeNow = async (): Promise<WorkerLife> =>
      life === "ready" && !(await isConnected()) && life === "ready" ? "cut_off" : life;
    let health: { close(): void } | undefined;
    try {
      const { loadWorkerParts, ownBuildId, prepareWorkers, startWorker, unprepareWorkers } =
        await runtime.worker();
      const config = await configHere(file);
      if (config.worker_health !== undefined) {
        const { serveWorkerHealth } = await runtime.workerHealth();
        const served = await serveWorkerHealth(config.worker_health, lifeNow);
        log.say(notice("worker_health_at", { url: served.url }));
        health = served;
      }
      const { watchStrayErrors } = await runtime.strayErrors();
      // What ends this process is written by Node.js, and nobody else is told.
      watchStrayErrors(() => undefined);
      prepareWorkers(config, log.isForPrograms ? log.lines : undefined);
      const starting = (async () => {
        const parts = await loadWorkerParts({ config });
        const say = (said: Notice): void => log.say(said);
        const buildId = named ?? (versioned ? ownBuildId(parts) : undefined);
        const started = { config, place: definedOnly(place), parts, onNotice: say };
        const running = await startWorker({ ...started, ...definedOnly({ buildId }) });
        return { ...running, buildId };
      })().catch(async (error: unknown) => {
        await unprepareWorkers();
        throw error;
      });
      const worker = await Promise.race([starting, stop.requested]);
      // A start cannot be called off, and one that has not finished has taken nothing up yet.
      if (worker === undefined) process.exit(0);
      isConnected = () => worker.isConnected();
      life = "ready";
      log.say(notice("worker_ready", { queue: TEMPORAL_NAMES.task_queue }));
      if (worker.buildId !== undefined) log.say(placeOf(worker.buildId, worker.current));
      const { toldStores } = await runtime.artifacts();
      log.say(toldStores(config));
      await Promise.race([stop.requested, worker.stopped]);
      life = "stopping";
      const began = performance.now();
      const seconds = config.worker_drain_seconds;
      log.say(notice("worker_stopping", { count: worker.running(), seconds }));
      await worker.stop();
      const took = ((performance.now() - began) / 1_000).toFixed(1);
      log.say(notice("worker_stopped", { seconds: took }));
    } finally {
      health?.close();
      await log.settled();
      stop.release();
    }
    // A tool that was left behind would keep the process.
    process.exit(0);
  },
});

/** Whether plans come to a worker of a build. */
function placeOf(build: string, current: string | null): Notice {
  if (build === current) return notice("worker_build", { build });
  const other =
    current === null ? notice("workers_without_build") : notice("build_of", { build: current });
  return notice("worker_waits", { build, current: other });
}
