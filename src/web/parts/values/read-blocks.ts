/** A part of a text that somebody wrote with Markdown's marks. */
export type Block =
  | { readonly as: "heading" | "paragraph" | "code"; readonly text: string }
  | { readonly as: "item"; readonly mark: string; readonly depth: number; readonly text: string }
  | {
      readonly as: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const HEADING = /^#{1,6} +(\S.*)$/;
const ITEM = /^( {0,12})([-*+]|\d{1,4}[.)]) +(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ROW = /^\|.*\|\s*$/;
const RULE = /^\|[\s:|-]+\|\s*$/;
const STRONG = /\*\*[^*\n]+\*\*/;
const DEEPEST = 4;

/** Whether a text has marks of Markdown, so that it reads better without them. */
export function looksMarked(text: string): boolean {
  const lines = text.split("\n");
  const items = lines.filter((line) => ITEM.test(line)).length;
  return (
    items > 1 ||
    STRONG.test(text) ||
    lines.some(
      (line, place) =>
        HEADING.test(line) ||
        FENCE.test(line) ||
        (ROW.test(line) && RULE.test(lines[place + 1] ?? "")),
    )
  );
}

/** The blocks of a text, in their order. Only these marks are read; every other one stays as it is written. */
export function readBlocks(text: string): readonly Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) blocks.push({ as: "paragraph", text: paragraph.join("\n") });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, fence] = FENCE.exec(line) ?? [];
    const [, heading] = HEADING.exec(line) ?? [];
    const [, indent, mark, item] = ITEM.exec(line) ?? [];
    if (fence !== undefined) {
      endParagraph();
      const rest = lines.slice(at + 1);
      const end = rest.findIndex((one) => one.trim().startsWith(fence));
      const code = end === -1 ? rest : rest.slice(0, end);
      blocks.push({ as: "code", text: code.join("\n") });
      at += code.length + 1;
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? "")) {
      endParagraph();
      const columns = cellsOf(line);
      const rest = lines.slice(at + 2);
      const end = rest.findIndex((one) => !ROW.test(one));
      const rows = (end === -1 ? rest : rest.slice(0, end)).map(cellsOf);
      blocks.push({ as: "table", columns, rows });
      at += rows.length + 1;
    } else if (heading !== undefined) {
      endParagraph();
      blocks.push({ as: "heading", text: heading });
    } else if (indent !== undefined && mark !== undefined && item !== undefined) {
      endParagraph();
      const depth = Math.min(DEEPEST, Math.floor(indent.length / 2));
      blocks.push({ as: "item", mark: /\d/.test(mark) ? mark : "•", depth, text: item });
    } else if (line.trim() === "") endParagraph();
    else paragraph.push(line);
  }
  endParagraph();
  return blocks;
}

function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}
