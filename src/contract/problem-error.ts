import type { Problem, ProblemDetail, ToldProblem } from "./problem.ts";
import { english, say, sayAt, type Sentence } from "./sentences/sentence.ts";
import { PROBLEMS, type ProblemCode } from "./tables/problems.ts";

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

/** As many wrong places are named. */
const MOST_PLACES = 50;

/**
 * A refusal of what is wrong at places, of which there is one at least.
 * @param several what is said where it is more than one.
 */
export function wrongAt(
  errors: readonly ProblemDetail[],
  hint: Sentence,
  code: ProblemCode = "validation_failed",
  several: Sentence = say("values_invalid", { count: errors.length }),
): Refusal {
  const [first] = errors;
  const detail =
    errors.length === 1 && first !== undefined ? sayAt(first, say("the_body")) : several;
  return new Refusal({ code, detail, hint, errors: errors.slice(0, MOST_PLACES) });
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
