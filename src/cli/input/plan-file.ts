import {
  fieldMeantBy,
  readPlanText,
  type KnownTools,
  type PlanText,
} from "../../client/plan-text.ts";
import { ProblemError } from "../../contract/problem-error.ts";
import type { JsonObject } from "../../contract/text.ts";
import { language, words } from "../messages/i18n.ts";
import type { Words } from "../messages/words.ts";
import { CliError, EXIT } from "../session/cli-error.ts";
import { readText, toEdit } from "./read-input.ts";

/** A plan as it stands in a file. */
interface PlanFile extends PlanText {
  readonly file: string;
  readonly plan: JsonObject;
}

/** Reads a plan file, and looks for everything that is wrong with it. @throws CliError when there is none. */
export async function readPlanFile(
  file: string,
  words: Words,
  tools?: KnownTools,
): Promise<PlanFile> {
  const { plan, mistakes, placeOf } = readPlanText(await readText(file, words), language, tools);
  if (plan === undefined && mistakes.length === 0) {
    throw new CliError(words("no_object", { file }), toEdit(file), EXIT.usage);
  }
  return { file, plan: plan ?? {}, mistakes, placeOf };
}

/**
 * A refusal of the API with the lines of the file in which its places are.
 * @param flags the fields that flags said instead of the file.
 */
export function placedIn(plan: PlanFile, flags: object, error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { problem, retryAfter, status } = error;
  // What is told here is more than the sentence of the API, which therefore goes.
  const errors = problem.errors?.map(({ detail_said: _, ...mistake }) => {
    const [, field = ""] = mistake.pointer.split("/");
    if (field in flags) return { ...mistake, pointer: `--${field}` };
    const { line, column } = plan.placeOf(mistake.pointer);
    const meant = fieldMeantBy(mistake.pointer);
    return {
      ...mistake,
      pointer: `${plan.file}:${line}:${column} ${mistake.pointer}`,
      detail: withMeant(mistake.detail, meant),
    };
  });
  if (errors === undefined) return error;
  const [only, ...others] = errors;
  if (only === undefined || others.length > 0) {
    return new ProblemError({ ...problem, errors }, retryAfter, status);
  }
  const { detail_said: _, ...told } = problem;
  const detail = `${only.pointer}: ${only.detail}`;
  return new ProblemError({ ...told, detail, errors }, retryAfter, status);
}

/** What is wrong, and the field that was probably meant. */
export function withMeant(problem: string, meant: string | undefined): string {
  return meant === undefined ? problem : words("field_meant", { problem, meant });
}
