import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import type { ApiDeps } from "./deps.ts";
import { identify } from "./identity.ts";
import { problemResponse } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { Refused } from "./refused.ts";
import { editRoutes } from "./routes/edits.ts";
import { holdRoutes } from "./routes/holds.ts";
import { planRoutes } from "./routes/plans.ts";

/** The API as a function from request to response; it listens nowhere by itself. */
export function createApp(deps: ApiDeps) {
  const app = new OpenAPIHono();
  const onlyKnownMethods = methodNotAllowed({ app, onMethodNotAllowed: wrongMethod });
  app.use(requestId(), secureHeaders(), loopbackHostOnly, identify(deps));
  app.use(onlyKnownMethods, readBody);
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
  return app
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .route("/v1/plans", editRoutes(deps))
    .route("/v1/plans", planRoutes(deps))
    .route("/v1/holds", holdRoutes(deps));
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

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/i;

/**
 * The API listens on loopback and trusts who reaches it, so a web page must not be able to: a page
 * whose name resolves to 127.0.0.1 (DNS rebinding) still sends its own name as host.
 */
const loopbackHostOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  if (LOOPBACK_HOST.test(host)) return next();
  throw new Refused({
    code: "forbidden_host",
    detail: `"${host.slice(0, 100)}" is not a name of this machine's loopback.`,
    hint: "Use http://127.0.0.1 or http://localhost.",
  });
};
