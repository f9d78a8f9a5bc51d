const DELIMITERS = ["\t", ",", ";"];
const LONGEST_HEADING = 60;

/**
 * The records of a text with a line of headings, such as CSV; null for every other text.
 * @param isSaid whether somebody says that it is CSV: then commas of mere prose need not be told apart.
 */
export function readDelimited(text: string, isSaid = false): readonly string[][] | null {
  for (const delimiter of DELIMITERS) {
    const records = recordsOf(text, delimiter);
    if (records !== null && isTable(records, isSaid)) return records;
  }
  return null;
}

function isTable(records: readonly string[][], isSaid: boolean): boolean {
  const [head, ...rows] = records;
  if (head === undefined || head.length < 2 || rows.length === 0) return false;
  if (records.some(({ length }) => length !== head.length)) return false;
  if (isSaid) return true;
  const isHeading = (one: string) => one.trim() !== "" && one.length <= LONGEST_HEADING;
  // In prose, a comma has a space behind it.
  const isProse = records.some((record) => record.slice(1).some((one) => one.startsWith(" ")));
  return !isProse && head.every(isHeading) && new Set(head).size === head.length;
}

/** Null where a quoted field does not end, or goes on behind its end. */
function recordsOf(text: string, delimiter: string): string[][] | null {
  if (!text.includes(delimiter)) return null;
  const records: string[][] = [];
  let record: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at <= text.length) {
    let field = "";
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1);
      if (end === -1) return null;
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const from = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at += 1;
      field = text.slice(from, at).replace(/\r$/, "");
    }
    record.push(field);
    if (text[at] === "\r") at += 1;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (at < text.length && text[at] !== "\n") return null;
    // An empty line separates nothing.
    if (record.length > 1 || field !== "") records.push(record);
    record = [];
    at += 1;
  }
  return records;
}

function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
