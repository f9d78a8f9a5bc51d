import { findFreePort } from "../../../src/temporal/machine/free-port.ts";

const given: number[] = [];

/**
 * A free port that no other part of the cluster has got, for good: parts are stopped and started again.
 * Above those that the scripts of this project begin at, and below those that systems choose for whoever
 * connects (Linux: 32768), which somebody may have between two starts; Temporal's table of members
 * takes no higher ones.
 */
export async function choosePort(): Promise<number> {
  const port = await findFreePort(17_000 + Math.floor(Math.random() * 15_000), given);
  given.push(port);
  return port;
}
