import { proxyActivities } from "@temporalio/workflow";

/** Has one thing rendered by a worker of another task queue. */
export async function renders(taskQueue: string): Promise<void> {
  const { render } = proxyActivities<{ render(): Promise<void> }>({
    taskQueue,
    startToCloseTimeout: "10 minutes",
  });
  await render();
}
