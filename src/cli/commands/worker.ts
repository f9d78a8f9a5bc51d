import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { textFlag } from "../flags.ts";
import { watchForStop } from "../until-stopped.ts";

/** `holdpoint worker`: runs plans and tools against any Temporal, until told to stop. */
export const workerCommand = defineCommand({
  brief: "brief_worker",
  isLocal: true,
  full: "full_worker",
  examples: ["worker", "worker --address temporal.internal:7233 --namespace plans"],
  args: [],
  flags: {
    address: textFlag("flag_address", "host:port"),
    namespace: textFlag("flag_namespace", "name"),
    config: textFlag("flag_config", "file"),
  },
  async run(_session, _args, { config: file, ...place }) {
    const stop = watchForStop();
    // Started by `holdpoint start`, this process ends with it even when that is killed.
    const parentGone = new Promise<void>((resolve) => {
      if (process.connected === false) resolve();
      else process.once("disconnect", resolve);
    });
    const ending = Promise.race([stop.told, parentGone]);
    try {
      const { loadConfig } = await import("../../runtime/config.ts");
      const { prepareWorkers, startWorker } = await import("../../runtime/worker.ts");
      const config = await loadConfig(process.cwd(), file);
      prepareWorkers(config);
      const starting = startWorker({ config, place: definedOnly(place) });
      const worker = await Promise.race([starting, ending]);
      // A start cannot be called off, and one that has not finished has taken nothing up yet.
      if (worker === undefined) process.exit(0);
      if (process.connected) process.send?.("ready");
      await Promise.race([ending, worker.stopped]);
      await worker.stop();
    } finally {
      stop.release();
      // An open channel would keep a process that has failed.
      if (process.connected) process.disconnect();
    }
  },
});
