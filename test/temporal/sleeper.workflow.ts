import { sleep } from "@temporalio/workflow";

/** Sleeps for an hour of the server's time and says how long it thinks that took, in ms. */
export async function sleepsForAnHour(): Promise<number> {
  const began = Date.now();
  await sleep("1 hour");
  return Date.now() - began;
}
