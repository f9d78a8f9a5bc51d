import { useQuery } from "@tanstack/react-query";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { logQuery, useClient } from "../../session/api.ts";

/** What its time did with a request that nobody decided; undefined of another, and until the log has told it. */
export function useExpiry(hold: Hold | undefined): LoggedEvent | undefined {
  const log = useQuery({
    ...logQuery(useClient(), hold?.plan_id ?? "", { types: "hold.expired" }),
    enabled: hold?.status === "expired",
  });
  return log.data?.events.find(({ hold_id }) => hold_id === hold?.id);
}
