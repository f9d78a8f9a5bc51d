import type { Handle } from "../auth/internal-request.ts";
import { createRecheckAccess } from "../auth/recheck-access.ts";
import type { ApiMetrics } from "../http/observe.ts";
import type { Route } from "../http/route.ts";
import { createListFeed } from "../stream/feed/list-feed.ts";
import { createHoldViewers } from "../stream/hold-viewers.ts";
import { createOpenSockets } from "../stream/open-sockets.ts";
import { ACCESS_MS } from "../stream/settings.ts";
import { agentRoutes } from "./agents.ts";
import type { ApiDeps } from "./api-deps.ts";
import { hitlRoutes } from "./compat/hitl-socket.ts";
import { importRoutes } from "./compat/imports.ts";
import { s1TodoRoutes } from "./compat/s1-todos.ts";
import { fileRoutes } from "./files.ts";
import { holdRoutes } from "./holds.ts";
import { listRoutes } from "./lists.ts";
import { liveRoutes } from "./live.ts";
import { mcpRoutes } from "./mcp.ts";
import { editRoutes } from "./plans/edits.ts";
import { planReadingRoutes } from "./plans/plan-reading.ts";
import { planRoutes } from "./plans/plans.ts";
import { todoEditRoutes } from "./plans/todo-edits.ts";
import { workRoutes } from "./plans/work.ts";
import { scheduleRoutes } from "./schedules.ts";
import { codecRoutes } from "./service/codec.ts";
import { keyRoutes } from "./service/keys.ts";
import { serviceRoutes } from "./service/service.ts";
import { signInRoutes } from "./service/sign-in.ts";
import { systemRoutes } from "./service/system.ts";
import { sessionRoutes } from "./sessions.ts";
import { templateRoutes } from "./templates.ts";
import { toolRoutes } from "./tools.ts";
import { webhookRoutes } from "./webhooks.ts";

/**
 * Every route of the API, in the order of its document.
 * @param handle takes the commands of sockets, as requests.
 */
export function createRoutes(deps: ApiDeps, metrics: ApiMetrics, handle: Handle) {
  const recheckAccess = createRecheckAccess(deps, deps.stream?.accessMs ?? ACCESS_MS);
  const openSockets = createOpenSockets({ ...deps, recheckAccess }, handle);
  const routes = [
    ...serviceRoutes((): readonly Route[] => routes, metrics, deps),
    ...listRoutes(deps),
    ...workRoutes(deps),
    ...sessionRoutes(deps),
    ...editRoutes(deps),
    ...fileRoutes(deps),
    ...importRoutes(deps),
    ...todoEditRoutes(deps),
    ...planReadingRoutes(deps),
    ...planRoutes(deps),
    ...holdRoutes(
      deps,
      createHoldViewers(() => Date.parse(deps.now())),
    ),
    ...liveRoutes(
      deps,
      createListFeed(deps.lists, { ending: deps.feeds.ending }),
      recheckAccess,
      openSockets,
    ),
    ...hitlRoutes(deps, openSockets),
    ...s1TodoRoutes(deps),
    ...templateRoutes(deps),
    ...scheduleRoutes(deps),
    ...webhookRoutes(deps),
    ...agentRoutes(deps),
    ...toolRoutes(deps),
    ...systemRoutes(deps),
    ...signInRoutes(deps),
    ...keyRoutes(deps),
    ...codecRoutes(deps),
    ...mcpRoutes(handle, deps),
  ];
  return routes;
}
