/** Text from outside, as one line of Markdown that shows exactly these characters and does nothing. */
export function escapeMarkdown(text: string): string {
  return (
    text
      // Line ends would leave the cell; direction marks would let a text rearrange its row.
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "")
      .replace(/\p{Cs}/gu, "\uFFFD")
      .replace(/[\\`*_[\]<>|~&$@]/g, "\\$&")
      // Bare addresses become links by themselves in many viewers.
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`)
      .trim()
  );
}

/** A Markdown table; every cell is escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}
