import { readPlanText, type KnownTools, type PlanText } from "../../client/plan-text.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import type { JsonObject } from "../../contract/text.ts";
import { language, words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { readText, toEdit } from "./read-input.ts";

/** A plan as it stands in a file. */
interface PlanFile extends PlanText {
  readonly file: string;
  readonly plan: JsonObject;
}

/** A file of words is called so; plan files are YAML or JSON. */
export const isOutline = (file: string): boolean => /\.(?:md|markdown|txt)$/i.test(file);

/** Reads a plan file, and looks for everything that is wrong with it. @throws CliError when there is none. */
export async function readPlanFile(file: string, tools?: KnownTools): Promise<PlanFile> {
  const { plan, mistakes, placeOf } = readPlanText(await readText(file), language(), tools);
  if (plan === undefined && mistakes.length === 0) {
    throw usageError(words("no_object", { file }), toEdit(file));
  }
  return { file, plan: plan ?? {}, mistakes, placeOf };
}

/**
 * A refusal with what is wrong in the file besides: the API may look no further than at the tools.
 * @param options the fields that flags said instead of the file.
 */
export function withMistakes(
  { file, mistakes }: PlanFile,
  options: object,
  error: unknown,
): unknown {
  if (!(error instanceof ProblemError) || error.problem.errors === undefined) return error;
  const { problem, retryAfter, status } = error;
  const { errors = [], detail_said: _, ...told } = problem;
  const known = new Set(errors.map(({ pointer }) => pointer));
  const others = mistakes.filter(
    ({ pointer }) => !known.has(pointer) && !((pointer.split("/")[1] ?? "") in options),
  );
  if (others.length === 0) return error;
  const all = [...errors, ...others.map(({ pointer, detail }) => ({ pointer, detail }))];
  const detail = words("file_wrong", { file, count: all.length });
  return new ProblemError({ ...told, detail, errors: all }, retryAfter, status);
}
