import { z } from "zod";
import { FileSchema } from "../../contract/plan/todo.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { lineText } from "../../contract/text.ts";
import { progressQuery } from "../../workflows/wire/messages.ts";
import { readBytes } from "../body/read-body.ts";
import { keepFile } from "../commands/files.ts";
import { BYTES, json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";
import { PlanParams } from "./plans/params.ts";

/** `/v1/plans/{id}/files`: files for the answers to input holds of type `file`, and for the work of people. */
export const fileRoutes = (deps: ApiDeps) => [
  route({
    at: "POST /v1/plans/:plan_id/files",
    id: "uploadFile",
    tag: "plans",
    // Who answers sends the file, and so does who reports a todo of their own as done.
    role: "approver",
    orRole: "operator",
    summary: "Upload a file to answer with, or to report as what was done",
    params: PlanParams,
    query: z.object({ name: lineText(LIMITS.file_name).default("file") }),
    body: BYTES,
    responses: { 201: json(FileSchema, "The file, as an answer or a report names it") },
    async handler(c, { params, query }) {
      // Files are kept for plans that there are.
      await deps.plans.query(params.plan_id, progressQuery);
      const bytes = await readBytes(c.req.raw, LIMITS.file_bytes);
      return c.json(await keepFile(deps, bytes, query.name, params.plan_id), 201);
    },
  }),
];
