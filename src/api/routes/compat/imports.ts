import {
  ImportedSchema,
  ImportInputSchema,
  ImportPreviewSchema,
} from "../../../compat/import-contract.ts";
import { importPlan } from "../../../compat/import-plan.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { assertApproversDecide } from "../../auth/who-decides.ts";
import { DryRunSchema } from "../../commands/edits/send-edit.ts";
import { judgePlan } from "../../commands/judge-plan.ts";
import { knownNames } from "../../commands/known-agents.ts";
import { originOf, startPlan } from "../../commands/start-plan.ts";
import { parseFilledPlan } from "../../commands/templates/write-template.ts";
import { json, route } from "../../http/route.ts";
import type { ApiDeps } from "../api-deps.ts";

/** `/v1/plans/import`: plans in the forms of S1 and S2, with what could not be mapped. */
export const importRoutes = (deps: ApiDeps) => [
  route({
    at: "POST /v1/plans/import",
    id: "importPlan",
    tag: "plans",
    role: "operator",
    summary: "Start a plan written for S1 or S2",
    query: DryRunSchema,
    body: ImportInputSchema,
    example: {
      plan: {
        strategy: "sequential",
        steps: [{ agent_name: "search_team" }, { agent_name: "document_team" }],
      },
    },
    responses: {
      200: json(ImportPreviewSchema, "The plan that would start"),
      201: json(ImportedSchema, "The plan, stored and started"),
    },
    async handler(c, { query, body }) {
      const imported = importPlan(body, await knownNames(deps));
      const written = imported.plan as unknown as JsonObject;
      const { unmapped } = imported;
      const origin = originOf(c, deps, body.id);
      const make = () => judgePlan(deps, parseFilledPlan(written), origin);
      if (query.validate_only === "true") {
        await assertApproversDecide(deps, make());
        return c.json({ validate_only: true as const, plan: written, unmapped }, 200);
      }
      return c.json({ plan: await startPlan(c, deps, origin.id, make), unmapped }, 201);
    },
  }),
];
