import { english, say, sayAt, type Sentence } from "../sentences/sentence.ts";
import { PROBLEMS, type ProblemCode } from "../tables/problems.ts";
import type { Problem, ProblemDetail, ToldProblem } from "./problem.ts";

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

/** A refusal that is what it says and what to do. @param retryAfter as `Refusal` has it. */
export function refusal(
  code: ProblemCode,
  detail: Sentence,
  hint: Sentence,
  retryAfter?: number,
): Refusal {
  return new Refusal({ code, detail, hint }, retryAfter);
}

/** Whether something was refused for this reason. */
export function isRefusal(error: unknown, code: ProblemCode): error is Refusal {
  return error instanceof Refusal && error.problem.code === code;
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
  override readonly name = "ProblemError";
  readonly problem: ToldProblem;
  /** HTTP status: as it was answered, or as the table of problems has it. */
  readonly status: number;
  /** Seconds after which a repeat may work. */
  readonly retryAfter: number | undefined;

  constructor(problem: ToldProblem, retryAfter?: number, status?: number) {
    super(inOneText(problem));
    this.problem = problem;
    this.status = status ?? PROBLEMS[problem.code].status;
    this.retryAfter = retryAfter;
  }
}

/** So many wrong places are named in the message of an error; all of them are in its problem. */
const PLACES_IN_MESSAGE = 5;

/** What a log shows of a problem: what is wrong, where several places are wrong each of them, and the next step. */
function inOneText({ detail, hint, errors = [] }: ToldProblem): string {
  const told = errors.length < 2 ? [] : errors.slice(0, PLACES_IN_MESSAGE);
  const places = told.map((place) => `\n  ${place.pointer} ${place.detail}`);
  const more = errors.length > told.length && told.length > 0 ? ["\n  …"] : [];
  const end = hint === undefined ? "" : `${told.length > 0 ? "\n" : " "}${hint}`;
  return [detail, ...places, ...more, end].join("");
}
