import { buildCommand } from "@stricli/core";
import { loadConfig } from "../../runtime/config.ts";
import { startWorker } from "../../runtime/worker.ts";
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
    const { address, namespace } = flags;
    const worker = await startWorker({
      config: await loadConfig(process.cwd(), flags.config),
      place: {
        ...(address !== undefined && { address }),
        ...(namespace !== undefined && { namespace }),
      },
    });
    // Started by `holdpoint start`: tell it, and end with it even when it is killed.
    process.send?.("ready");
    const parentGone = new Promise<void>((resolve) => process.once("disconnect", resolve));
    await Promise.race([stop.told, parentGone, worker.stopped]);
    await worker.stop();
    stop.release();
    if (process.connected) process.disconnect();
  },
});
