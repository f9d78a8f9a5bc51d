import { z } from "zod";
import { NewPlanSchema } from "./plan.ts";

/** Where the API serves the schema of plan files, and where the repository has it below `docs`. */
export const PLAN_FILE_SCHEMA = "plan.schema.json";

/** The JSON Schema of plan files, with which editors complete and check them. */
export function planFileSchema(): Record<string, unknown> {
  return {
    title: "Holdpoint plan",
    ...z.toJSONSchema(NewPlanSchema, { io: "input", unrepresentable: "any" }),
  };
}
