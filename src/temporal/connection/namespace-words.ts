import type { Connection } from "@temporalio/client";
import { isForbidden } from "./ensure-namespace.ts";

type Asked = Pick<Connection, "workflowService">;

/** What is written down about a namespace in Temporal, for all that work for it. */
export async function readSaid(
  { workflowService }: Asked,
  namespace: string,
): Promise<Readonly<Record<string, string>>> {
  const { namespaceInfo } = await workflowService.describeNamespace({ namespace });
  return namespaceInfo?.data ?? {};
}

/** Writes it down; false where only administrators may. */
export async function tellOfNamespace(
  { workflowService }: Asked,
  namespace: string,
  data: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    await workflowService.updateNamespace({ namespace, updateInfo: { data } });
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}
