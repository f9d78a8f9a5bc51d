import type { DocumentText } from "../../client/document-text.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import type { JsonObject } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { parseObject, readText } from "./read-input.ts";

/**
 * Sends what a file holds. What the API refuses is told with the lines of the file.
 * @param flags the fields that flags said instead of the file.
 * @throws CliError when there is no such file, or it holds no object.
 */
export async function sendFile<Answer>(
  file: string,
  send: (object: JsonObject) => Promise<Answer>,
  flags: object = {},
): Promise<Answer> {
  const written = await readText(file);
  const object = await parseObject(file, written);
  return send(object).catch(placingIn(file, written, { flags }));
}

/**
 * Throws a refusal of what a file holds, with the lines of the file.
 * @param written what stands in the file.
 * @param toFile where something stands in the file that was sent at a place.
 */
export function placingIn(
  file: string,
  written: string,
  {
    flags = {},
    toFile = (pointer) => pointer,
  }: { readonly flags?: object; readonly toFile?: (pointer: string) => string },
): (error: unknown) => Promise<never> {
  return async (error) => {
    // Where things stand is wanted by nobody whose file is right.
    const { readDocument } = await import("../../client/document-text.ts");
    const { placeOf } = readDocument(written);
    throw placedIn({ file, placeOf: (pointer) => placeOf(toFile(pointer)) }, flags, error);
  };
}

/**
 * A refusal of the API with the lines of the file in which its places are.
 * @param flags the fields that flags said instead of the file.
 * @param meantBy the field that was probably meant at a place.
 */
export function placedIn(
  { file, placeOf }: Pick<DocumentText, "placeOf"> & { readonly file: string },
  flags: object,
  error: unknown,
  meantBy: (pointer: string) => string | undefined = () => undefined,
): unknown {
  if (!(error instanceof ProblemError)) return error;
  const { problem, retryAfter, status } = error;
  // What is told here is more than the sentence of the API, which therefore goes.
  const errors = problem.errors?.map(({ detail_said: _, ...mistake }) => {
    const [, field = ""] = mistake.pointer.split("/");
    if (field in flags) return { ...mistake, pointer: `--${field}` };
    const { line, column } = placeOf(mistake.pointer);
    return {
      ...mistake,
      pointer: `${file}:${line}:${column} ${mistake.pointer}`,
      detail: withMeant(mistake.detail, meantBy(mistake.pointer)),
    };
  });
  if (errors === undefined) return error;
  const [only, ...others] = errors;
  if (only === undefined || others.length > 0) {
    return new ProblemError({ ...problem, errors }, retryAfter, status);
  }
  const { detail_said: _, ...told } = problem;
  const detail = `${only.pointer}: ${only.detail}`;
  return new ProblemError({ ...told, detail, errors }, retryAfter, status);
}

/** What is wrong, and the field that was probably meant. */
export function withMeant(problem: string, meant: string | undefined): string {
  return meant === undefined ? problem : words("field_meant", { problem, meant });
}
