import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import { routeNameOf } from "./matched-routes.ts";

/**
 * Makes each request a span, within the caller's trace when it names one (W3C `traceparent`). Costs
 * nothing where the process sends no traces.
 */
export const traceRequests: MiddlewareHandler = async function traceRequest(c, next) {
  const headers = Object.fromEntries(c.req.raw.headers);
  const parent = propagation.extract(context.active(), headers);
  const name = routeNameOf(c) ?? "no route";
  const span = trace.getTracer("holdpoint").startSpan(name, { kind: SpanKind.SERVER }, parent);
  try {
    await context.with(trace.setSpan(parent, span), next);
    span.setAttribute("http.response.status_code", c.res.status);
    span.setAttribute("holdpoint.request_id", c.get("requestId") as string);
    if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  } finally {
    span.end();
  }
};
