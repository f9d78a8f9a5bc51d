import "./shared-sandbox.ts";
import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";
import { WORKER_HEARTBEAT_MS } from "../../src/temporal/connection/workers/worker-presence.ts";

/** What workers complained about: failing is what many tests are about, so it is shown on demand. */
export const complaints: string[] = [];

// A process has one runtime, whatever the files are about that it runs one after another.
Runtime.install({
  workerHeartbeatInterval: WORKER_HEARTBEAT_MS,
  logger: new DefaultLogger("ERROR", ({ message, meta }) => {
    complaints.push(`${message} ${String(meta?.["workflowId"] ?? "")} ${String(meta?.["error"])}`);
  }),
  telemetryOptions: {
    logging: { filter: makeTelemetryFilterString({ core: "ERROR", other: "ERROR" }) },
  },
});
