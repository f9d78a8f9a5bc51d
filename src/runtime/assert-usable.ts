import type { Connection } from "@temporalio/client";
import { assertSetUp } from "../temporal/connection/assert-set-up.ts";
import {
  addressOf,
  connectionOptions,
  isEmbedded,
  type TemporalPlace,
} from "../temporal/connection/connect.ts";
import { assertSameStores } from "../temporal/connection/same-stores.ts";
import { storesOf } from "./artifacts.ts";
import type { LoadedConfig } from "./config.ts";

interface Wanted {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  /** A queue of its own, which shares no stores with the product's. */
  readonly taskQueue?: string;
}

/**
 * Checks before a start that Temporal is set up, and that this process keeps things where all others do.
 * @throws NoticeError with what to do.
 */
export async function assertUsable(
  connection: Pick<Connection, "operatorService" | "workflowService">,
  { config, place, taskQueue }: Wanted,
): Promise<void> {
  const { connection: settings, namespace } = connectionOptions(place);
  await assertSetUp(connection, { address: addressOf(settings), namespace });
  if (taskQueue !== undefined) return;
  const alone = { isAlone: isEmbedded(place) };
  await assertSameStores(connection, namespace, storesOf(config), alone);
}
