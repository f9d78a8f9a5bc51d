import { afterAll, beforeAll } from "vitest";
import { addSearchAttributes } from "../../src/testing/start-time-skipping.ts";
import { toPlanServer, type PlanServer } from "./plan-server.ts";
import { stopsWithTest } from "./plan-worker.ts";
import { startTimeSkippingServer } from "./time-skipping-server.ts";

export interface TimeSkippingPlans extends PlanServer {
  /** Lets the time pass, with everything that is due in it. */
  pass(milliseconds: number): Promise<void>;
  /** The server's clock, in milliseconds since the epoch. */
  now(): Promise<number>;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A server for the file whose clock jumps; it jumps only in `pass` and while a result is awaited. */
export function useTimeSkippingServer(): () => TimeSkippingPlans {
  let close = async (): Promise<void> => {};
  let plans: TimeSkippingPlans | undefined;
  beforeAll(async () => {
    const environment = await startTimeSkippingServer();
    close = () => environment.teardown();
    await addSearchAttributes(environment);
    const server = await toPlanServer(environment, stopsWithTest);
    close = () => server.close();
    plans = {
      ...server,
      pass: (milliseconds) => environment.sleep(milliseconds),
      now: () => environment.currentTimeMs(),
    };
  });
  afterAll(() => close());
  return () => plans!;
}
