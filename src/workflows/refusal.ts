import { ApplicationFailure } from "@temporalio/workflow";
import type { Problem } from "../contract/problems/problem.ts";
import { english } from "../contract/sentences/sentence.ts";

/** What an update that is refused fails with: whoever sent it reads the problem from its details. */
export function refusal(problem: Problem): ApplicationFailure {
  return ApplicationFailure.nonRetryable(english(problem.detail), problem.code, problem);
}
