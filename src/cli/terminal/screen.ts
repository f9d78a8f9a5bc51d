import { shown } from "./output.ts";

/** The part of a terminal that is drawn again and again, below what was written before. */
export interface Screen {
  draw(lines: readonly string[]): void;
  /** What was drawn is no longer where it was: the next drawing begins on a clear screen. */
  forget(): void;
  /** Gives the cursor back; what was drawn last stays. */
  leave(): void;
  columns(): number;
  rows(): number;
}

const HIDE = "\u001b[?25l";
const SHOW = "\u001b[?25h";
const CLEAR_BELOW = "\u001b[J";
const CLEAR_LINE = "\u001b[K";
const USUAL_COLUMNS = 80;
const CLEAR_ALL = "\u001b[2J\u001b[H";

/**
 * How wide lines may be: as COLUMNS says, else as the terminal is; without a terminal there is no end, since
 * programs look for what stands in them.
 */
export function columnsOf({
  isTTY,
  columns,
}: Pick<NodeJS.WriteStream, "isTTY" | "columns">): number {
  const wanted = Number(process.env["COLUMNS"]);
  if (Number.isInteger(wanted) && wanted > 0) return wanted;
  return isTTY ? columns || USUAL_COLUMNS : Infinity;
}

/** A screen on a terminal. */
export function createScreen(terminal: NodeJS.WriteStream): Screen {
  let drawn = 0;
  let before = "";
  return {
    draw(lines) {
      const text = lines.map((line) => `${shown(line)}${CLEAR_LINE}\n`).join("");
      if (text === before) return;
      const up = drawn === 0 ? HIDE : `\u001b[${drawn}A\r`;
      terminal.write(`${up}${text}${CLEAR_BELOW}`);
      drawn = lines.length;
      before = text;
    },
    forget() {
      if (drawn > 0) terminal.write(`${CLEAR_ALL}${HIDE}`);
      drawn = 0;
      before = "";
    },
    leave: () => void terminal.write(SHOW),
    // Longer lines than the terminal's would not be where they are drawn over.
    columns: () => terminal.columns || columnsOf(terminal),
    rows: () => terminal.rows || 24,
  };
}
