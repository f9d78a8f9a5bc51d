import { PROBLEMS, type Problem, type ToldProblem } from "./problem.ts";
import { english } from "./sentences/sentence.ts";

/** A refusal that is thrown below a route. */
export class Refusal extends Error {
  readonly problem: Problem;
  /** Seconds after which a repeat may work. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    const { detail, hint } = problem;
    super(hint === undefined ? english(detail) : `${english(detail)} ${english(hint)}`);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A refusal as the client gets it, in the language that it asked for. */
export class ProblemError extends Error {
  readonly problem: ToldProblem;
  /** HTTP status: as it was answered, or as the table of problems has it. */
  readonly status: number;
  /** Seconds after which a repeat may work. */
  readonly retryAfter: number | undefined;

  constructor(problem: ToldProblem, retryAfter?: number, status?: number) {
    super(problem.hint === undefined ? problem.detail : `${problem.detail} ${problem.hint}`);
    this.problem = problem;
    this.status = status ?? PROBLEMS[problem.code].status;
    this.retryAfter = retryAfter;
  }
}
