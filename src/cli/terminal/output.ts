import { withCodes } from "../../text/visible.ts";
import { printable } from "./printable.ts";

/** How `colors.ts` colours; it moves nothing and hides nothing. */
// eslint-disable-next-line no-control-regex -- a terminal's own sequence is what is looked for
const COLOUR = /(\u001b\[[0-9;]*m)/;

/**
 * The text as it goes to a terminal: colours pass, everything else that a terminal would obey or hide
 * is written out. Whatever a renderer has forgotten stops here.
 */
export function shown(text: string): string {
  return text
    .split(COLOUR)
    .map((part, place) => (place % 2 === 1 ? part : printable(part)))
    .join("");
}

/** Writes lines to standard output: what a command was asked for. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(`${shown(lines.join("\n"))}\n`);
}

/**
 * Writes bytes to standard output as they are, which must be no terminal.
 * @returns whether somebody still reads them.
 */
export function printBytes(bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => process.stdout.write(bytes, (error) => resolve(error == null)));
}

/** Writes a line to standard error: talk beside the answer. */
export function talk(line: string): void {
  process.stderr.write(`${shown(line)}\n`);
}

/** Clears the line that is being typed. */
export function clearTyped(): void {
  process.stderr.write("\r\u001b[K");
}

/** A value as JSON on one line; what a terminal would obey or hide is escaped, and read back the same. */
export function jsonText(data: unknown): string {
  return escapedJson(JSON.stringify(data) ?? "null");
}

/** JSON as it is written, with escapes for what a terminal would obey or hide: it is read back the same. */
export function escapedJson(json: string): string {
  // Between values stands no unseen sign but this one; within texts it is never as it is.
  return withCodes(json.replaceAll(/\r(?!\n)/g, "\n"), escaped);
}

function escaped(sign: string): string {
  return Array.from(
    { length: sign.length },
    (_, place) => `\\u${sign.charCodeAt(place).toString(16).padStart(4, "0")}`,
  ).join("");
}
