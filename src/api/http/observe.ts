import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, MiddlewareHandler } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Figures } from "../../contract/service/figures.ts";
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

/** One answered request, as logs and metrics see it. */
export interface RequestNote {
  readonly id: string;
  readonly method: string;
  /** The route's pattern: one name for all plans. Empty when no route was meant. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Name of the key or operator; absent when nobody was identified. */
  readonly actor?: string;
  readonly plan_id?: string;
  readonly todo_id?: string;
  readonly hold_id?: string;
}

/** Told of an error that nobody expected, and which request met it; the caller gets only its id. */
export type OnError = (error: unknown, request: ReturnType<typeof requestIn>) => void;

/** A request, by what its caller and the log name it. */
export function requestIn(c: Context): { readonly id: string; readonly path: string } {
  return { id: c.get("requestId") as string, path: c.req.path };
}

export interface ApiMetrics {
  note(request: RequestNote): void;
  /**
   * All metrics in Prometheus' text form, and its content type.
   * @param figures what Temporal counts; null when it does not answer.
   */
  read(figures: Figures | null): Promise<{ text: string; type: string }>;
}

/** Counts and times requests by route, in a registry of its own. */
export function createApiMetrics(): ApiMetrics {
  const registers = [new Registry()];
  const requests = new Counter({
    name: "holdpoint_http_requests_total",
    help: "Requests that the API answered",
    labelNames: ["route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "holdpoint_http_request_seconds",
    help: "How long answers took; an event stream counts until it begins",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  return {
    note({ route, status, ms }) {
      const label = route === "" ? "none" : route;
      requests.inc({ route: label, status: String(status) });
      seconds.observe({ route: label }, ms / 1_000);
    },
    async read(figures) {
      const [registry] = registers;
      const texts = await Promise.all([registry!.metrics(), toGauges(figures).metrics()]);
      return { text: texts.join("\n"), type: registry!.contentType };
    },
  };
}

/** The figures as gauges. What is not known is left out: a gauge that nobody read would be 0. */
function toGauges(figures: Figures | null): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `holdpoint_${name}`, help, labelNames, registers: [registry] });
  const set = (name: string, help: string, value: number | null): void => {
    if (value !== null) gauge(name, help).set(value);
  };
  set("temporal_up", "1 when Temporal told the figures below, 0 when it did not", figures ? 1 : 0);
  if (figures === null) return registry;
  const plans = gauge("plans", "Plans that Temporal keeps, by status", ["status"]);
  for (const [status, count] of Object.entries(figures.plans)) plans.set({ status }, count);
  const { oldest_hold_at, stuck_plans, open_holds, open_work, pending_deliveries } = figures;
  const oldest = oldest_hold_at === null ? null : oldest_hold_at / 1_000;
  set("stuck_plans", "Open plans that no worker can go on with", stuck_plans);
  set("open_holds", "Holds that wait for a decision", open_holds);
  set("oldest_open_hold_timestamp_seconds", "When the oldest open hold began", oldest);
  set("open_work", "Todos that people can do or have claimed", open_work);
  set("webhook_deliveries_pending", "Deliveries that were not made yet", pending_deliveries);
  return registry;
}

const IDS = ["plan_id", "todo_id", "hold_id"] as const;

/** Notes every request once it is answered. */
export function observe(note: (request: RequestNote) => void): MiddlewareHandler {
  return async function noteRequest(c, next) {
    const began = performance.now();
    await next();
    // What a handler answers with as a whole has none of the headers that were set before it.
    c.header("X-Request-Id", c.get("requestId") as string);
    const params = c.req.param() as Readonly<Record<string, string>>;
    const actor = c.get("actor") as { readonly name: string } | undefined;
    note({
      id: c.get("requestId") as string,
      method: c.req.method,
      route: routeNameOf(c) ?? "",
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      ...(actor !== undefined && { actor: actor.name }),
      ...Object.fromEntries(IDS.flatMap((name) => (params[name] ? [[name, params[name]]] : []))),
    });
  };
}
