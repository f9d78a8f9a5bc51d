import type { Connection } from "@temporalio/client";
import { whichUnapprovable } from "../api/auth/who-decides.ts";
import { notice } from "../contract/service/notices.ts";
import type { SearchedPlace } from "../temporal/doctor.ts";
import { named, type Finding } from "../temporal/waiting-plans.ts";
import { gatewaysAt } from "./check-schedules.ts";
import type { LoadedConfig } from "./config.ts";
import { openKeys } from "./keys.ts";

/**
 * Which open plans wait for an approval that nobody here could give with the keys that there are; where there are
 * no keys, everybody could.
 */
export async function findUnapproved(
  config: LoadedConfig,
  connection: Connection,
  place: SearchedPlace,
): Promise<Finding[]> {
  const keys = openKeys(config);
  if (!(await keys.inUse())) return [];
  const { lists } = await gatewaysAt(config, connection, place);
  const { plans } = await lists.activePlans(null);
  const open = plans.flatMap(({ holds }) => holds);
  const found = await whichUnapprovable({ keys, now: place.now }, open);
  const [first] = found;
  if (first === undefined) return [];
  const said = notice("plans_unapproved", { ids: named(found.map(({ plan_id }) => plan_id)) });
  return [{ said, fix: `holdpoint show ${first.id}` }];
}
