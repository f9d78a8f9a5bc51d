import { ProblemError } from "../contract/problems/problem-error.ts";
import type { ToldProblem } from "../contract/problems/problem.ts";
import { INSTANCE_HEADER } from "../contract/tables/headers.ts";
import { jsonOf } from "../text/json-of.ts";
import { ConnectionError } from "./connection-error.ts";

/** @throws ConnectionError when an answer is not of a Holdpoint API, which says in each whose plans it serves. */
export async function assertHoldpoint(url: string, response: Response): Promise<void> {
  if (response.headers.has(INSTANCE_HEADER)) return;
  await response.body?.cancel().catch(() => undefined);
  throw new ConnectionError(url, "not_holdpoint", { status: response.status });
}

/** The error that an answer is which is no success, by its text. */
export function toFailure(
  url: string,
  { status, headers }: Response,
  text: string,
): ProblemError | ConnectionError {
  // What stands between may answer in its own words.
  const problem = jsonOf(text);
  if (!isProblem(problem)) return new ConnectionError(url, "not_holdpoint", { status });
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new ProblemError(problem, Number.isFinite(seconds) ? seconds : undefined, status);
}

function isProblem(answer: unknown): answer is ToldProblem {
  if (typeof answer !== "object" || answer === null) return false;
  const { code, detail } = answer as Partial<ToldProblem>;
  return typeof code === "string" && typeof detail === "string";
}
