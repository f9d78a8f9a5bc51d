import { Hono } from "hono";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { say } from "../contract/sentences/sentence.ts";
import { identify } from "./auth/identity.ts";
import { LARGE_AT_ONCE, readBody } from "./body/read-body.ts";
import { createConcurrencyLimit } from "./gateway/asking/concurrency-limit.ts";
import { refusalFor } from "./gateway/failed-request.ts";
import { detectLanguage } from "./http/language.ts";
import { matchRoutes, routesBeside, routesOf } from "./http/matched-routes.ts";
import { mountRoutes } from "./http/mount-routes.ts";
import { createApiMetrics, observe, traceRequests } from "./http/observe.ts";
import { ownInstance } from "./http/origins/own-instance.ts";
import { codecOrigins, ownPagesOnly } from "./http/origins/own-pages.ts";
import { serveScreen } from "./http/origins/screen.ts";
import { servedHostsOnly } from "./http/origins/served-hosts.ts";
import { problemResponse } from "./http/problem.ts";
import { keptByCallerAlone, conditionalReads } from "./http/requests/conditional-reads.ts";
import { idempotent } from "./http/requests/idempotency.ts";
import { knownMethodsOnly } from "./http/requests/known-methods.ts";
import { knownQueryOnly } from "./http/requests/known-query.ts";
import { readableHeadersOnly } from "./http/requests/request-headers.ts";
import { roomForChanges } from "./http/storage.ts";
import { tellTime } from "./http/tell-time.ts";
import { createRoutes } from "./routes/all-routes.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

const noScreen = () => Promise.resolve(undefined);

/** The API as a function from request to response; it listens nowhere by itself. */
export function createApp(deps: ApiDeps) {
  const app = new Hono();
  const metrics = createApiMetrics();
  const note = observe((request) => {
    metrics.note(request);
    deps.onRequest?.(request);
  });
  const routes = createRoutes(deps, metrics, (request, env) => app.fetch(request, env));
  app.use(
    requestId(),
    matchRoutes(routes),
    detectLanguage,
    ownInstance(deps.instance),
    tellTime(deps.now),
    traceRequests,
    note,
    // Over http browsers pass it over. What other names of the domain speak is not ours to say.
    secureHeaders({ strictTransportSecurity: "max-age=15552000" }),
    keptByCallerAlone,
    servedHostsOnly(deps.hosts),
    serveScreen(deps.screen ?? noScreen, routes),
    ownPagesOnly(deps.codecOrigins),
    codecOrigins(deps.codecOrigins),
    identify(deps),
  );
  app.use(
    knownMethodsOnly(routes),
    knownQueryOnly,
    readableHeadersOnly,
    conditionalReads,
    roomForChanges(deps),
    readBody(createConcurrencyLimit(LARGE_AT_ONCE)),
    idempotent(),
  );
  app.onError(async (thrown, c) => {
    const { problem, retryAfter } = await refusalFor(c, deps, thrown);
    const own = routesOf(c).at(-1)?.declared?.refuses?.(c, problem);
    return own ?? problemResponse(c, problem, retryAfter);
  });
  app.notFound((c) => {
    const { method, path } = c.req;
    const beside = routesBeside(routes, method, path);
    return problemResponse(c, {
      code: "not_found",
      detail: say("no_route", { method, path }),
      hint:
        beside.length === 0
          ? say("routes_described")
          : say("routes_beside", { routes: beside.join(", ") }),
    });
  });
  mountRoutes(app, routes);
  return app;
}
