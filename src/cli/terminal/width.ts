import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();
/** An invisible sign as `printable` writes it: half of it would be another. */
const WRITTEN_OUT = /(\\u\{[0-9a-f]{1,6}\})/;

/** What is not to be torn: signs as a person sees them, and those that are written out. */
function piecesOf(text: string): string[] {
  return text
    .split(WRITTEN_OUT)
    .flatMap((part, place) =>
      place % 2 === 1 ? [part] : Array.from(segmenter.segment(part), ({ segment }) => segment),
    );
}

/** How many columns a terminal needs for a text; a Hangul syllable takes two. Colours take none. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text in at most so many columns, with "…" in place of what does not fit. No colours inside. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return "";
  let kept = "";
  let width = 0;
  for (const segment of piecesOf(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** The text with spaces behind it, up to so many columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** The text on as many lines as it needs; nothing is lost. No colours inside. */
export function wrap(text: string, columns: number, indent = ""): string[] {
  const room = Math.max(8, columns - widthOf(indent));
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const segment of piecesOf(text)) {
    const more = widthOf(segment);
    if (width + more > room) {
      lines.push(indent + line);
      line = "";
      width = 0;
    }
    line += segment;
    width += more;
  }
  lines.push(indent + line);
  return lines;
}

/**
 * The text on lines that end between words where they can; all but the first begin with the indent.
 * Colours may stand within words.
 */
export function wrapWords(text: string, columns: number, indent = "  "): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=[^ ] )/)) {
    if (line !== "" && widthOf(line + word.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += word;
  }
  lines.push(line.trimEnd());
  return lines;
}
