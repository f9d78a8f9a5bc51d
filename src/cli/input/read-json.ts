import { textOf } from "../../contract/sentences/sentence.ts";
import type { Json } from "../../contract/text.ts";
import { inexactNumber } from "../../json/inexact-number.ts";
import { language, words } from "../messages/i18n.ts";
import { CliError, usageError } from "../session/errors/cli-error.ts";

/** How much of what is wrong is shown. */
const NEAR = 20;

/**
 * What a text says in JSON. @param what names it.
 * @throws CliError with the place where it is none any more, or with a number that would lose digits.
 */
export function readJson(what: string, text: string, next?: string): Json {
  try {
    return exactJson(text);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const place = placeOfMistake(text);
    const lines = text.slice(0, place).split("\n");
    const rest = text.slice(place);
    const near = rest.trim() === "" ? words("its_end") : `"${rest.slice(0, NEAR)}"`;
    const at = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, near };
    throw usageError(words("not_json", { what, ...at }), next);
  }
}

/** What a text says in JSON. @throws SyntaxError, or CliError for a whole number that would be read as another one. */
export function exactJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  const mistake = inexactNumber(text, value);
  if (mistake === null) return value;
  throw usageError(textOf(mistake.detail, language()));
}

/** Behind the longest beginning that could go on as JSON: engines do not always say where that is. */
function placeOfMistake(text: string): number {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (couldGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function couldGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, position] = /^(?!Unexpected token).* at position (\d+)/s.exec(message) ?? [];
    return message.startsWith("Unexpected end") || Number(position) === beginning.length;
  }
}
