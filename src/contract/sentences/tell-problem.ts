import type { Problem, ToldProblem } from "../problems/problem.ts";
import type { Language } from "./catalog.ts";
import { textOf } from "./sentence.ts";

/** A problem in words, with the sentences beside them for those who say it in words of their own. */
export function tellProblem(problem: Problem, language: Language): ToldProblem {
  const { detail, hint, errors, ...facts } = problem;
  return {
    ...facts,
    detail: textOf(detail, language),
    detail_said: detail,
    ...(hint !== undefined && { hint: textOf(hint, language), hint_said: hint }),
    ...(errors !== undefined && {
      errors: errors.map((place) => ({
        ...place,
        detail: textOf(place.detail, language),
        detail_said: place.detail,
      })),
    }),
  };
}
