import { dim } from "./colors.ts";
import { cut, pad, widthOf } from "./width.ts";

/** A cell: its text, and how it is coloured once it has its width. */
export type Cell = string | readonly [text: string, paint: (text: string) => string];

export interface TableShape {
  /** How wide the table may be; nothing is cut where that is endless. */
  readonly columns: number;
  /** Which columns give way when the table is too wide, by place. */
  readonly flexible: readonly number[];
  /** Which column is left out where not all of them fit, by its place. */
  readonly spare?: number;
}

const GAP = 2;
const NARROWEST = 8;

/** Lines of aligned columns under a heading, none without rows; the last column ends with its text. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly Cell[])[],
  { columns, flexible, spare }: TableShape,
): string[] {
  if (rows.length === 0) return [];
  const texts = rows.map((row) => row.map(textOf));
  const widths = heading.map((title, place) =>
    Math.max(widthOf(title), ...texts.map((row) => widthOf(row[place] ?? ""))),
  );
  const gaps = GAP * (heading.length - 1);
  const least = widths.map((width, place) =>
    flexible.includes(place) ? Math.min(width, NARROWEST) : width,
  );
  if (spare !== undefined && sum(least) + gaps > columns) {
    const others = <One>(all: readonly One[]): One[] => all.filter((_, place) => place !== spare);
    const moved = flexible.map((place) => (place > spare ? place - 1 : place));
    return table(others(heading), rows.map(others), { columns, flexible: moved });
  }
  let excess = sum(widths) + gaps - columns;
  while (excess > 0) {
    const widest = flexible.toSorted((a, b) => widths[b]! - widths[a]!)[0];
    if (widest === undefined || widths[widest]! <= NARROWEST) break;
    widths[widest]! -= 1;
    excess -= 1;
  }
  const last = heading.length - 1;
  const draw = (cell: Cell, place: number): string => {
    const fitted = cut(textOf(cell), widths[place]!);
    const filled = place === last ? fitted : pad(fitted, widths[place]!);
    return typeof cell === "string" ? filled : cell[1](filled);
  };
  const gap = " ".repeat(GAP);
  return [
    dim(heading.map(draw).join(gap)),
    ...rows.map((row) => row.map(draw).join(gap).trimEnd()),
  ];
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell[0];
}
