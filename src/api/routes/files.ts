import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { lineText, PlanIdSchema } from "../../contract/text.ts";
import { FileSchema } from "../../contract/todo.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { progressQuery } from "../../workflows/messages.ts";
import type { ApiDeps } from "../deps.ts";
import { keepFile } from "../files.ts";
import { json, onInvalid, problems } from "../openapi.ts";
import { readBytes } from "../read-body.ts";

const upload = createRoute({
  method: "post",
  path: "/{plan_id}/files",
  request: {
    params: z.object({ plan_id: PlanIdSchema }),
    query: z.object({ name: lineText(LIMITS.file_name).default("file") }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
    },
  },
  responses: { 201: json(FileSchema, "What to answer an input hold with"), ...problems },
});

/** `/v1/plans/{id}/files`: files for the answers to input holds of type `file`. */
export function fileRoutes({ plans, artifacts }: ApiDeps) {
  return new OpenAPIHono({ defaultHook: onInvalid }).openapi(upload, async (c) => {
    // Files are kept for plans that there are.
    await plans.query(c.req.valid("param").plan_id, progressQuery);
    const bytes = await readBytes(c.req.raw, LIMITS.file_bytes);
    return c.json(await keepFile(artifacts, bytes, c.req.valid("query").name), 201);
  });
}
