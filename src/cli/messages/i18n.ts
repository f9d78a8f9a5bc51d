import type { Language } from "../../contract/sentences/catalog.ts";
import { fill } from "../../text/fill.ts";
import { oneLine } from "../terminal/printable.ts";
import { languageOf } from "./language.ts";
import { TABLES, type HeadName, type Values, type WordKey } from "./words.ts";

let spoken: Language = languageOf(process.argv.slice(2), process.env);

/** The language of this process, which help texts need before a command has read its flags. */
export function language(): Language {
  return spoken;
}

/** Has the process speak another one, as tests do. */
export function speak(other: Language): void {
  spoken = other;
}

/**
 * A sentence of the CLI, its places filled as `fill` says. What takes a place is shown on one line,
 * without anything that a terminal would obey.
 */
export function words(key: WordKey, values: Values = {}): string {
  return fill(TABLES[spoken][key], (name) => oneLine(String(values[name] ?? "")));
}

/** What stands above the columns of a table. */
export function heads(...names: readonly HeadName[]): string[] {
  return names.map((name) => words(`head_${name}`));
}
