import { writeFileSync } from "node:fs";
import { optionOf } from "./options.ts";
import { format } from "./statistics.ts";

/** One line of the table: Holdpoint beside the same by hand, or a figure of its own. */
export interface Row {
  readonly name: string;
  readonly unit: "ms" | "ms per todo" | "s" | "KB" | "MB";
  readonly holdpoint: number;
  /** Null where there is nothing to compare with. */
  readonly minimal: number | null;
  /** The median of the rounds' own ratios, to `minimal` or to what the heading says. */
  readonly ratio: number | null;
}

/** What was measured: printed row by row, and kept for `--json FILE`. */
export class Report {
  readonly #rows: Row[] = [];

  heading(title: string): void {
    console.log(`\n${title}`);
    console.log("                                          unit   by hand Holdpoint    ratio");
  }

  row(row: Row): void {
    this.#rows.push(row);
    const { name, unit, minimal, holdpoint, ratio } = row;
    const cells = [minimal, holdpoint, ratio].map((value, place) =>
      value === null ? "".padStart(8) : format(value, place === 2 ? 3 : 2),
    );
    console.log(`  ${name.padEnd(32)} ${unit.padStart(11)}  ${cells.join("  ")}`.trimEnd());
  }

  /** Writes the file that `--json` names, if it does. */
  write(): void {
    const file = optionOf("--json");
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(this.#rows, null, 2)}\n`);
  }
}
