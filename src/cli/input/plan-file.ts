import { readPlanText, type KnownTools, type PlanText } from "../../client/plan-text.ts";
import type { JsonObject } from "../../contract/text.ts";
import { language, words } from "../messages/i18n.ts";
import { usageError } from "../session/cli-error.ts";
import { readText, toEdit } from "./read-input.ts";

/** A plan as it stands in a file. */
interface PlanFile extends PlanText {
  readonly file: string;
  readonly plan: JsonObject;
}

/** Reads a plan file, and looks for everything that is wrong with it. @throws CliError when there is none. */
export async function readPlanFile(file: string, tools?: KnownTools): Promise<PlanFile> {
  const { plan, mistakes, placeOf } = readPlanText(await readText(file), language, tools);
  if (plan === undefined && mistakes.length === 0) {
    throw usageError(words("no_object", { file }), toEdit(file));
  }
  return { file, plan: plan ?? {}, mistakes, placeOf };
}
