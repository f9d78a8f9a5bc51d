import type { Sentence } from "../sentences/sentence.ts";
import type { Problem } from "./problem.ts";

/** A problem with what stands at one place, of which its detail says everything. */
export function problemAt(
  code: Problem["code"],
  pointer: string,
  detail: Sentence,
  hint: Sentence,
): Problem {
  return { code, detail, hint, errors: [{ pointer, detail }] };
}

/** That something cannot be done now. @param legal what can be done instead. */
export function notNow(detail: Sentence, hint: Sentence, legal: readonly string[] = []): Problem {
  return { code: "illegal_transition", detail, hint, legal };
}
