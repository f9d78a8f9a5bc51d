import { ProblemError } from "../../../contract/problems/problem-error.ts";
import type { ToldProblem } from "../../../contract/problems/problem.ts";

/** A refusal of what a file holds, with what to type next about the file. */
export class FileProblem extends ProblemError {
  readonly next: string;

  constructor(problem: ToldProblem, { retryAfter, status }: ProblemError, next: string) {
    super(problem, retryAfter, status);
    this.next = next;
  }
}
