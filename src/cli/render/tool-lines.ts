import { TOOL_MARKS, type ToolView } from "../../contract/tool.ts";
import { words, heads } from "../messages/i18n.ts";
import { bold, dim } from "../terminal/colors.ts";
import { oneLine, printable } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { wrapWords } from "../terminal/width.ts";
import { schemaLines } from "./schema-lines.ts";

interface Shape {
  readonly columns: number;
}

/** The tools, each with its marks and the first line of what it says of itself. */
export function toolListLines(tools: readonly ToolView[], { columns }: Shape): string[] {
  const heading = heads("tool", "marks", "for");
  const rows = tools.map(({ name, marks, description }) => [
    oneLine(name),
    marksText(marks),
    oneLine(description.trim().split(/[\r\n\u2028\u2029]/u)[0] ?? ""),
  ]);
  return table(heading, rows, { columns, flexible: [2] });
}

/** A tool with all that it says of itself, what it takes and what it gives. */
export function toolLines(
  { name, description, input, output, marks }: ToolView,
  { columns }: Shape,
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
      : schemaLines(input, columns, { isWritten: true })),
    "",
    words("tool_result"),
    ...(output === undefined
      ? [`  ${words("tool_schema_unknown")}`]
      : schemaLines(output, columns, { isWritten: false })),
  ];
}

function marksText(marks: ToolView["marks"]): string {
  return marks.length === 0 ? "–" : marks.map((mark) => words(`tool_mark_${mark}`)).join(", ");
}
