import { getClient } from "@temporalio/activity";
import {
  startTemporalClock,
  type TemporalClock,
} from "../../temporal/connection/temporal-clock.ts";

/** Tells an activity Temporal's time, in epoch milliseconds: its worker's own clock may be another. */
export type WorkerClock = () => Promise<number>;

/** @param stopping aborted when the worker is told to stop: the time is read no more. */
export function createWorkerClock(stopping?: AbortSignal): WorkerClock {
  let clock: Promise<TemporalClock> | undefined;
  return async () => {
    clock ??= begin();
    return Date.parse((await clock).now());
  };

  async function begin(): Promise<TemporalClock> {
    const { connection, options } = getClient();
    const begun = await startTemporalClock(connection, options.namespace);
    stopping?.addEventListener("abort", begun.close, { once: true });
    return begun;
  }
}
