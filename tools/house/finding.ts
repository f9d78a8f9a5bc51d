/** One breach of a house rule: where, which, and what to do about it. */
export interface Finding {
  /** Path from the root of the tree. */
  readonly file: string;
  /** Place in the source text in UTF-16 units; 0 when the finding is about the file itself. */
  readonly offset: number;
  readonly rule: string;
  readonly message: string;
}

/** `file:line:column rule message`, the form that editors and terminals turn into a link. */
export function formatFinding(finding: Finding, source: string): string {
  const before = source.slice(0, finding.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `${finding.file}:${before.length}:${column} ${finding.rule} ${finding.message}`;
}
