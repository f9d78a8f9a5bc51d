import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createActivities } from "../src/activities/create-activities.ts";
import { createArtifactStore } from "../src/temporal/connection/payloads/artifact-store.ts";
import { NO_KEYS } from "../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../src/temporal/connection/payloads/secrets.ts";
import { waitTool } from "../src/tools/builtin/wait.ts";
import { MINIMAL_QUEUE } from "./minimal-queue.ts";

/*
 * The worker of the hand-written workflows, in a process of its own and tuned as Holdpoint's: started
 * with Temporal's address, it says `ready`, and ends when its parent does.
 */
const [address = ""] = process.argv.slice(2);

Runtime.install({ logger: new DefaultLogger("ERROR") });
const folder = await mkdtemp(join(tmpdir(), "holdpoint-bench-"));
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue: MINIMAL_QUEUE,
  workflowsPath: fileURLToPath(new URL("minimal.workflow.ts", import.meta.url)),
  activities: createActivities([waitTool], {
    secrets: createSecrets(NO_KEYS),
    artifacts: createArtifactStore(join(folder, "artifacts")),
    workspaces: join(folder, "workspaces"),
    model: null,
  }),
  maxCachedWorkflows: 500,
  stickyQueueScheduleToStartTimeout: "2s",
  maxHeartbeatThrottleInterval: "1s",
});
process.once("disconnect", () => worker.shutdown());
process.send?.("ready");
await worker.run();
await connection.close();
await rm(folder, { recursive: true, force: true });
