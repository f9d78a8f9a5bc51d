import type { OutlineReading } from "../../contract/words.ts";
import { inOwnWords } from "../messages/tell.ts";
import { dim, green } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { readingLines } from "./holds/proposal-lines.ts";

/** What was understood of an outline, a line for each of its lines, and then what was not. */
export function outlineLines({ understood, not_understood }: OutlineReading): string[] {
  const byLine = new Map<number, string[]>();
  for (const each of understood) {
    const told = byLine.get(each.line) ?? [];
    byLine.set(each.line, [...told, oneLine(inOwnWords(each, "meaning"))]);
  }
  return [
    ...[...byLine].map(([line, told]) => `${green("✔")} ${dim(String(line))} ${told.join(" · ")}`),
    ...readingLines({ understood: [], not_understood, choices: [] }),
  ];
}
