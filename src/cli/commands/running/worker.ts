import { notice } from "../../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { tell } from "../../messages/i18n.ts";
import { defineCommand } from "../../input/define-command.ts";
import { definedOnly } from "../../input/defined-only.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";
import { configFlag, placeFlags } from "../service/place-flags.ts";
import { runtime } from "./load-runtime.ts";

/** `holdpoint worker`: runs plans and tools against any Temporal, until told to stop. */
export const workerCommand = defineCommand({
  brief: "brief_worker",
  isLocal: true,
  full: "full_worker",
  examples: ["worker", "worker --address temporal.internal:7233 --namespace plans"],
  args: [],
  flags: { ...placeFlags, ...configFlag },
  async run(session, _args, { config: file, ...place }) {
    const stop = watchForStop();
    try {
      const { loadConfig } = await runtime.config();
      const { prepareWorkers, startWorker } = await runtime.worker();
      const config = await loadConfig(process.cwd(), file);
      prepareWorkers(config);
      const starting = startWorker({ config, place: definedOnly(place) });
      const worker = await Promise.race([starting, stop.requested]);
      // A start cannot be called off, and one that has not finished has taken nothing up yet.
      if (worker === undefined) process.exit(0);
      session.say(tell(notice("worker_ready", { queue: TEMPORAL_NAMES.task_queue })));
      session.say(tell(notice("shared_folder", { folder: config.dataDir })));
      await Promise.race([stop.requested, worker.stopped]);
      await worker.stop();
    } finally {
      stop.release();
    }
  },
});
