import { ParameterSchema, type ParameterValues } from "../../../src/contract/template.ts";
import type { JsonObject } from "../../../src/contract/text.ts";
import { fillTemplate } from "../../../src/plan/create/template.ts";
import { drive, planOf } from "./drive.ts";

/** What the todo `source` gives. */
export const SECRET = "the secret";

/** What the tool of `use` gets where the template says `written`. */
export function argumentOf(written: string, values: ParameterValues): unknown {
  const names = Object.keys(values);
  const parameters = names.map((name) => ParameterSchema.parse({ name, required: false }));
  const todos = [{ id: "use", depends_on: ["source"], tool_params: { it: written } }];
  const filled = fillTemplate({ parameters, plan: { todos } }, values);
  if ("problem" in filled) throw new Error(JSON.stringify(filled.problem));
  const [user] = filled.plan["todos"] as JsonObject[];
  const plan = drive(planOf(["source", user as { id: string }]));
  plan.complete("source", SECRET);
  return plan.argsOf("use")["it"];
}
