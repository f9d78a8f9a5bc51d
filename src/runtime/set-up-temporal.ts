import { Connection } from "@temporalio/client";
import { notice, type Notice } from "../contract/service/notices.ts";
import {
  addressOf,
  connectionOptions,
  reach,
  type TemporalPlace,
} from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { ensureNamespace } from "../temporal/connection/ensure-namespace.ts";
import { tellSecretKeyId } from "../temporal/connection/known-key.ts";
import { forgetStores } from "../temporal/connection/same-stores.ts";

/**
 * Gives any Temporal what Holdpoint needs of it: the namespace and its search attributes. How long
 * it keeps histories stays as it is.
 * @param newStores what its workers share is elsewhere from now on.
 * @throws NoticeError when it does not answer, or has an attribute of another type.
 */
export async function setUpTemporal(
  place: TemporalPlace,
  { newStores = false }: { readonly newStores?: boolean } = {},
): Promise<{ address: string; namespace: string; changes: readonly Notice[] }> {
  const { connection: options, namespace } = connectionOptions(place);
  const connection = await reach(options, () => Connection.connect(options));
  try {
    const { search_attributes } = readDevConfig();
    const changes = await ensureNamespace(connection, { namespace, search_attributes });
    const address = addressOf(options);
    if (!newStores) return { address, namespace, changes };
    await forgetStores(connection, namespace);
    await tellSecretKeyId(connection, namespace, "");
    return { address, namespace, changes: [...changes, notice("stores_forgotten")] };
  } finally {
    await connection.close();
  }
}
