import type { MiddlewareHandler } from "hono";
import { Counter, Histogram, Registry } from "prom-client";
import { routeNameOf } from "./matched-routes.ts";

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

export interface ApiMetrics {
  note(request: RequestNote): void;
  /** All metrics in Prometheus' text form, and its content type. */
  read(): Promise<{ text: string; type: string }>;
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
    async read() {
      const [registry] = registers;
      return { text: await registry!.metrics(), type: registry!.contentType };
    },
  };
}

const IDS = ["plan_id", "todo_id", "hold_id"] as const;

/** Notes every request once it is answered. */
export function observe(note: (request: RequestNote) => void): MiddlewareHandler {
  return async function noteRequest(c, next) {
    const began = performance.now();
    await next();
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
