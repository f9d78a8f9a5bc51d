import type { Connection } from "@temporalio/client";
import { notice, NoticeError } from "../contract/service/notices.ts";
import {
  addressOf,
  connectionOptions,
  isEmbedded,
  type TemporalPlace,
} from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { isForbidden, missingSearchAttributes } from "../temporal/connection/ensure-namespace.ts";
import { hasGrpcStatus } from "../temporal/connection/grpc-status.ts";
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

/**
 * Checks before a start that `holdpoint setup` was there: without its search attributes every plan's
 * first workflow task fails, again and again, and nobody sees why.
 * @throws NoticeError naming the command that sets it up.
 */
async function assertSetUp(
  connection: Pick<Connection, "operatorService">,
  { address, namespace }: { readonly address: string; readonly namespace: string },
): Promise<void> {
  const fix = `holdpoint setup --address ${address} --namespace ${namespace}`;
  const { search_attributes } = readDevConfig();
  let missing: readonly string[];
  try {
    missing = await missingSearchAttributes(connection, { namespace, search_attributes });
  } catch (error) {
    if (hasGrpcStatus(error, "NOT_FOUND")) {
      throw new NoticeError(notice("no_namespace", { namespace }), { cause: error, fix });
    }
    // Where only administrators see them, nobody else can say what is missing.
    if (isForbidden(error)) return;
    throw error;
  }
  if (missing.length === 0) return;
  const names = missing.join(", ");
  throw new NoticeError(notice("not_set_up", { address, namespace, names }), { fix });
}
