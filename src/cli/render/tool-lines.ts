import { TOOL_MARKS, type ToolView } from "../../contract/tool.ts";
import { heads, type Words } from "../messages/words.ts";
import { bold, dim } from "../terminal/colors.ts";
import { oneLine, printable } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { wrapWords } from "../terminal/width.ts";
import { schemaLines } from "./schema-lines.ts";

interface Shape {
  readonly columns: number;
  readonly words: Words;
}

/** The tools, each with its marks and the first line of what it says of itself. */
export function toolListLines(tools: readonly ToolView[], { columns, words }: Shape): string[] {
  const heading = heads(words, "tool", "marks", "for");
  const rows = tools.map(({ name, marks, description }) => [
    oneLine(name),
    marksText(marks, words),
    oneLine(description.trim().split(/[\r\n\u2028\u2029]/u)[0] ?? ""),
  ]);
  return table(heading, rows, { columns, flexible: [2] });
}

/** A tool with all that it says of itself, what it takes and what it gives. */
export function toolLines(
  { name, description, input, output, marks }: ToolView,
  { columns, words }: Shape,
): string[] {
  return [
    bold(oneLine(name)),
    ...printable(description.trim())
      .split(/\r?\n/)
      .filter((line) => line !== "")
      .flatMap((line) => wrapWords(`  ${line}`, columns)),
    ...TOOL_MARKS.filter((mark) => marks.includes(mark)).flatMap((mark) =>
      wrapWords(`  ${dim(words(`tool_says_${mark}`))}`, columns),
    ),
    "",
    words("tool_arguments"),
    ...(input === undefined
      ? [`  ${words("tool_schema_unknown")}`]
      : schemaLines(input, columns, { words, isWritten: true })),
    "",
    words("tool_result"),
    ...(output === undefined
      ? [`  ${words("tool_schema_unknown")}`]
      : schemaLines(output, columns, { words, isWritten: false })),
  ];
}

function marksText(marks: ToolView["marks"], words: Words): string {
  return marks.length === 0 ? "–" : marks.map((mark) => words(`tool_mark_${mark}`)).join(", ");
}
