import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from "@temporalio/worker";
import { onTestFinished } from "vitest";

/** Bundled once for all workers of a process: that takes seconds of computing. */
let workflowBundle: ReturnType<typeof bundleWorkflowCode> | undefined;

/**
 * A worker of another version, over which every plan of the queue fails whenever it takes one up.
 * @returns what stops it; the end of the test does, too.
 */
export async function startBrokenWorker(
  address: string,
  taskQueue: string,
): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await (workflowBundle ??= bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL("./broken-plan.workflow.ts", import.meta.url)),
      logger: new DefaultLogger("WARN"),
    })),
  });
  const stopped = worker.run();
  let isOver = false;
  const stop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    worker.shutdown();
    await stopped;
    await connection.close();
  };
  onTestFinished(stop);
  return stop;
}
