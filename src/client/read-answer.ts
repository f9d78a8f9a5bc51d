import type { ToldProblem } from "../contract/problem.ts";

/** What a text of JSON holds; undefined for any other text: what stands between may answer in its own words. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether an answer is a problem of the API's. */
export function isProblem(answer: unknown): answer is ToldProblem {
  if (typeof answer !== "object" || answer === null) return false;
  const { code, detail } = answer as Partial<ToldProblem>;
  return typeof code === "string" && typeof detail === "string";
}
