import { afterAll, beforeAll, inject, onTestFailed, onTestFinished } from "vitest";
import { connectPlanServer, type PlanServer, type WorkerBegan } from "./plan-server.ts";
import { complaints } from "./temporal-runtime.ts";

/** Workers stop with their test, and a failed test shows what they complained about. */
export const stopsWithTest: WorkerBegan = (stop) => {
  onTestFinished(stop);
  onTestFailed(() => console.error(complaints.slice(-5).join("\n")));
};

/** The run's dev server, for every test of the file; each worker has a task queue of its own. */
export function useDevServer(): () => PlanServer {
  let server: PlanServer | undefined;
  beforeAll(async () => {
    const place = { address: inject("temporalAddress"), namespace: inject("temporalNamespace") };
    server = await connectPlanServer(place, stopsWithTest);
  });
  afterAll(() => server?.close());
  return () => server!;
}
