import { Refusal } from "../../../contract/problems/problem-error.ts";
import type { Problem, ProblemDetail } from "../../../contract/problems/problem.ts";
import { say, sayAt } from "../../../contract/sentences/sentence.ts";
import { parsePointer } from "../../../json/json-pointer.ts";

/** Where a field of the todo, or with no path the todo itself, stands in what the caller sent. */
export type PlaceOf = (path: readonly string[]) => {
  readonly pointer: string;
  /** What of it is wrong, where no place of the request's own is. */
  readonly about?: string;
};

/**
 * Makes a request about one todo. A refusal names places in what the caller sent, which was no operation.
 * @param placeOf where the todo's fields stand in it.
 */
export async function inItsPlaces<Result>(
  todoId: string | undefined,
  placeOf: PlaceOf,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(toTodoPlaces(error.problem, todoId, placeOf), error.retryAfter);
  }
}

function toTodoPlaces(problem: Problem, todoId: string | undefined, placeOf: PlaceOf): Problem {
  if (problem.errors === undefined) return problem;
  const errors = problem.errors.map((error) => inTodo(error, todoId, placeOf));
  const [now, ...others] = errors;
  if (problem.detail.id !== "at_place" || now === undefined || others.length > 0) {
    return { ...problem, errors };
  }
  return { ...problem, errors, detail: sayAt(now) };
}

/** A place in the edit's operations, or in the plan's todo, as a place in what the caller sent. */
function inTodo(error: ProblemDetail, todoId: string | undefined, placeOf: PlaceOf): ProblemDetail {
  const path = pathInTodo(error.pointer, todoId);
  if (path === null) return error;
  const { pointer, about } = placeOf(path);
  const detail =
    about === undefined ? error.detail : say("it_at", { place: about, what: error.detail });
  return { ...error, pointer, detail };
}

/** The path of a place in the todo; null for a place elsewhere. */
function pathInTodo(pointer: string, todoId: string | undefined): readonly string[] | null {
  const [list, item, ...path] = parsePointer(pointer) ?? [];
  if (list === "todos" && item === todoId) return path;
  if (list !== "ops") return null;
  const [part, field] = path;
  if (part === "params") return path.slice(field === "position" ? 1 : 2);
  return part === "target_id" ? [] : path;
}
