import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import type { ApiDeps } from "./deps.ts";
import { conditionalReads } from "./conditional-reads.ts";
import { idempotent } from "./idempotency.ts";
import { identify } from "./identity.ts";
import { detectLanguage } from "./language.ts";
import { knownQueryOnly } from "./known-query.ts";
import { createApiMetrics, observe } from "./observe.ts";
import { problemResponse } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { Refused } from "./refused.ts";
import { editRoutes } from "./routes/edits.ts";
import { exportRoutes } from "./routes/exports.ts";
import { fileRoutes } from "./routes/files.ts";
import { forkRoutes } from "./routes/forks.ts";
import { holdRoutes } from "./routes/holds.ts";
import { listRoutes } from "./routes/lists.ts";
import { importRoutes } from "./routes/imports.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { planReadingRoutes } from "./routes/plan-reading.ts";
import { planRoutes } from "./routes/plans.ts";
import { s1TodoRoutes } from "./routes/s1-todos.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { serviceRoutes } from "./routes/service.ts";
import { todoEditRoutes } from "./routes/todo-edits.ts";
import { templateRoutes } from "./routes/templates.ts";
import { servedHostsOnly } from "./served-hosts.ts";
import { traceRequests } from "./trace-requests.ts";
import { mountStream } from "./stream/mount-stream.ts";

/** The API as a function from request to response; it listens nowhere by itself. */
export function createApp(deps: ApiDeps) {
  const app = new OpenAPIHono();
  const onlyKnownMethods = methodNotAllowed({ app, onMethodNotAllowed: wrongMethod });
  const metrics = createApiMetrics();
  const note = observe((request) => {
    metrics.note(request);
    deps.onRequest?.(request);
  });
  app.use(
    requestId(),
    detectLanguage,
    traceRequests,
    note,
    secureHeaders(),
    servedHostsOnly(deps.hosts),
    identify(deps),
  );
  app.use(onlyKnownMethods, knownQueryOnly(app), conditionalReads, readBody, idempotent());
  app.onError((error, c) => {
    if (error instanceof Refused) return problemResponse(c, error.problem, error.retryAfter);
    const id = c.get("requestId") as string;
    deps.onError(error, { id, path: c.req.path });
    return problemResponse(c, {
      code: "internal_error",
      detail: "The error was logged with this request's id.",
      hint: `Look for ${id} in the API's log.`,
    });
  });
  app.notFound((c) =>
    problemResponse(c, {
      code: "not_found",
      detail: `${c.req.method} ${c.req.path} is not here.`,
      hint: "Routes begin with /v1/plans and /v1/holds.",
    }),
  );
  mountStream(app, deps, (request, env) => app.fetch(request, env));
  return app
    .route("/", serviceRoutes(app))
    .route("/", metricsRoutes(metrics))
    .route("/v1", listRoutes(deps))
    .route("/v1/plans", editRoutes(deps))
    .route("/v1/plans", exportRoutes(deps))
    .route("/v1/plans", fileRoutes(deps))
    .route("/v1/plans", forkRoutes(deps))
    .route("/v1/plans", importRoutes(deps))
    .route("/v1/plans", todoEditRoutes(deps))
    .route("/v1/plans", planReadingRoutes(deps))
    .route("/v1/plans", planRoutes(deps))
    .route("/v1/holds", holdRoutes(deps))
    .route("/api/todos", s1TodoRoutes(deps))
    .route("/v1/templates", templateRoutes(deps))
    .route("/v1/schedules", scheduleRoutes(deps));
}

/** The API's type, from which the client is made. */
export type AppType = ReturnType<typeof createApp>;

function wrongMethod(c: Context, methods: string[]): Response {
  const allow = methods.join(", ");
  const answer = problemResponse(c, {
    code: "method_not_allowed",
    detail: `${c.req.path} does not take ${c.req.method}.`,
    hint: `It takes ${allow}.`,
  });
  answer.headers.set("allow", allow);
  return answer;
}
