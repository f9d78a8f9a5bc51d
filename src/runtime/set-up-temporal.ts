import { Connection } from "@temporalio/client";
import { notice, NoticeError, type Notice } from "../contract/service/notices.ts";
import { connectionOptions, type TemporalPlace } from "../temporal/connection/connect.ts";
import { readDevConfig } from "../temporal/connection/dev-config.ts";
import { ensureNamespace } from "../temporal/connection/ensure-namespace.ts";

export interface TemporalSetup {
  readonly address: string;
  readonly namespace: string;
  /** What had to be changed; empty when all was as wanted. */
  readonly changes: readonly Notice[];
}

/**
 * Gives any Temporal what Holdpoint needs of it: the namespace and its search attributes. How long
 * it keeps histories stays as it is.
 * @throws NoticeError when it does not answer, or has an attribute of another type.
 */
export async function setUpTemporal(place: TemporalPlace): Promise<TemporalSetup> {
  const { connection: options, namespace } = connectionOptions(place);
  const address = options.address ?? "127.0.0.1:7233";
  const connection = await connect(options, address);
  try {
    const { search_attributes } = readDevConfig();
    const changes = await ensureNamespace(connection, { namespace, search_attributes });
    return { address, namespace, changes };
  } finally {
    await connection.close();
  }
}

async function connect(
  options: ReturnType<typeof connectionOptions>["connection"],
  address: string,
): Promise<Connection> {
  try {
    return await Connection.connect(options);
  } catch (error) {
    throw new NoticeError(notice("no_temporal", { address }), { cause: error });
  }
}
