import type { Connection } from "@temporalio/client";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import { readDevConfig } from "./dev-config.ts";
import { isForbidden, missingSearchAttributes } from "./ensure-namespace.ts";
import { hasGrpcStatus } from "./grpc-status.ts";

/**
 * Checks before a start that `holdpoint setup` was there: without its search attributes every plan's
 * first workflow task fails, again and again, and nobody sees why.
 * @throws NoticeError naming the command that sets it up.
 */
export async function assertSetUp(
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
