import type { Problem } from "../contract/problem.ts";

/** Thrown anywhere below a route to answer with a problem. */
export class Refused extends Error {
  readonly problem: Problem;
  /** Seconds after which a repeat may work. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}
