import type { TestWorkflowEnvironment } from "@temporalio/testing";
import proto from "@temporalio/proto";
import { afterAll, beforeAll } from "vitest";
import { SEARCH_ATTRIBUTES } from "../../src/contract/tables/temporal-names.ts";
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

const IndexedValueType = proto.temporal.api.enums.v1.IndexedValueType;

async function addSearchAttributes(environment: TestWorkflowEnvironment): Promise<void> {
  const searchAttributes = Object.fromEntries(
    Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [
      name,
      IndexedValueType[`INDEXED_VALUE_TYPE_${type}`],
    ]),
  );
  await environment.connection.operatorService.addSearchAttributes({
    namespace: "default",
    searchAttributes,
  });
}
