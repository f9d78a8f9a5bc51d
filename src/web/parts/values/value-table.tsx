import { useState } from "react";
import type { Json } from "../../../contract/text.ts";
import { maskSeals } from "../../../json/seals.ts";
import { cutText } from "../../../text/cut-text.ts";
import { RESULTS } from "../../words/catalogs/results.ts";
import { useSpeechWith } from "../../words/words.ts";
import { OpenAll } from "./open-more.tsx";

const FIRST_ROWS = 20;
/** More rows make a page slow; the download has them all. */
const MOST_ROWS = 1_000;
const LONGEST_CELL = 300;
/** What is as short stays in one line: a narrow page would break it within its words. */
const ONE_LINE = 16;

/** Rows under headings, which scroll sideways by themselves where they are wider than the page. */
export function ValueTable({
  columns,
  rows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Json | undefined)[])[];
}) {
  const { words } = useSpeechWith(RESULTS);
  const [isOpen, setOpen] = useState(false);
  const shown = rows.slice(0, isOpen ? MOST_ROWS : FIRST_ROWS);
  return (
    <div>
      <div
        role="region"
        aria-label={words("value_table", { rows: rows.length, columns: columns.length })}
        // What scrolls is reached by keys, too.
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="min-w-full border-collapse text-small">
          <thead>
            <tr className="bg-raised text-left">
              {columns.map((name, place) => (
                <th
                  key={place}
                  scope="col"
                  className={`px-2.5 py-1.5 font-medium ${name.length > ONE_LINE ? "" : "whitespace-nowrap"}`}
                  lang=""
                >
                  {maskSeals(name, words("masked"))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              <tr key={place} className="border-t border-line align-top">
                {columns.map((_, column) => (
                  <Cell key={column} value={row[column]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <OpenAll
        count={rows.length}
        first={FIRST_ROWS}
        most={MOST_ROWS}
        isOpen={isOpen}
        onChange={setOpen}
        label={words("value_all_rows", { count: rows.length })}
      />
    </div>
  );
}

function Cell({ value }: { readonly value: Json | undefined }) {
  const { words } = useSpeechWith(RESULTS);
  const written =
    typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  const text = maskSeals(written, words("masked"));
  const lines = text.length > ONE_LINE ? "whitespace-pre-wrap" : "whitespace-pre";
  const look = typeof value === "number" ? "text-right tabular-nums" : "";
  return (
    <td className={`max-w-80 px-2.5 py-1.5 ${lines} ${look}`} lang="">
      {cutText(text, LONGEST_CELL)}
    </td>
  );
}
