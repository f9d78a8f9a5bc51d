import type { Client } from "@temporalio/client";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import { hasGrpcStatus } from "./grpc-status.ts";

/**
 * The id of the client's namespace: whoever serves the same plans has the same, and nobody else.
 * @throws NoticeError when there is no such namespace.
 */
export async function readInstance({ workflowService, options }: Client): Promise<string> {
  const { namespace } = options;
  try {
    const { namespaceInfo } = await workflowService.describeNamespace({ namespace });
    return namespaceInfo?.id ?? namespace;
  } catch (error) {
    throw hasGrpcStatus(error, "NOT_FOUND")
      ? new NoticeError(notice("no_namespace", { namespace }), { cause: error })
      : error;
  }
}
