import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { ApiMetrics } from "../observe.ts";
import { problems } from "../openapi.ts";

const read = createRoute({
  method: "get",
  path: "/metrics",
  responses: {
    200: {
      description: "Requests by route, in Prometheus' text form",
      content: { "text/plain": { schema: z.string() } },
    },
    ...problems,
  },
});

/** `/metrics`: what Prometheus scrapes. */
export function metricsRoutes(metrics: ApiMetrics) {
  return new OpenAPIHono().openapi(read, async (c) => {
    const { text, type } = await metrics.read();
    return c.text(text, 200, { "content-type": type });
  });
}
