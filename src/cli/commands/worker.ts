import { buildCommand } from "@stricli/core";
import { loadConfig } from "../../runtime/config.ts";
import { prepareWorkers, startWorker } from "../../runtime/worker.ts";
import { watchForStop } from "../until-stopped.ts";

interface WorkerFlags {
  readonly address?: string;
  readonly namespace?: string;
  readonly config?: string;
}

/** `holdpoint worker`: runs plans and tools against any Temporal, until told to stop. */
export const workerCommand = buildCommand({
  docs: {
    brief: "Run plans and tools against a Temporal server",
    fullDescription:
      "Connects by TEMPORAL_* variables and Temporal's profile file unless flags say otherwise. Stops on Ctrl-C or SIGTERM; what it was running goes on elsewhere or at the next start.",
  },
  parameters: {
    flags: {
      address: {
        kind: "parsed",
        parse: String,
        brief: "host:port of Temporal",
        optional: true,
      },
      namespace: { kind: "parsed", parse: String, brief: "Temporal namespace", optional: true },
      config: {
        kind: "parsed",
        parse: String,
        brief: "Configuration file (default: holdpoint.config.ts here)",
        optional: true,
      },
    },
  },
  async func(flags: WorkerFlags) {
    const stop = watchForStop();
    // Started by `holdpoint start`, this process ends with it even when that is killed.
    const parentGone = new Promise<void>((resolve) => {
      if (process.connected === false) resolve();
      else process.once("disconnect", resolve);
    });
    const ending = Promise.race([stop.told, parentGone]);
    const { address, namespace } = flags;
    const config = await loadConfig(process.cwd(), flags.config);
    prepareWorkers(config);
    const starting = startWorker({
      config,
      place: {
        ...(address !== undefined && { address }),
        ...(namespace !== undefined && { namespace }),
      },
    });
    try {
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
