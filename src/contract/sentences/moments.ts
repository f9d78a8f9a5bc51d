import type { Said, SaidValue } from "./catalog.ts";

/** What sentences call a moment. What stands elsewhere may be somebody's title, which stays as it is. */
const MOMENTS = new Set(["at", "made", "since", "time", "until", "due_at", "deadline_at"]);
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A sentence, and those that stand in it, with its moments as `write` writes an ISO 8601 time. */
export function withMoments(said: SaidValue, write: (at: string) => string): SaidValue {
  if (typeof said !== "object") return said;
  if (!("id" in said)) return said.map((line) => sentenceWithMoments(line, write));
  return sentenceWithMoments(said, write);
}

function sentenceWithMoments({ id, values }: Said, write: (at: string) => string): Said {
  const written = Object.entries(values).map(([name, value]): [string, SaidValue] => [
    name,
    typeof value === "string" && MOMENTS.has(name) && UTC.test(value)
      ? write(value)
      : withMoments(value, write),
  ]);
  return { id, values: Object.fromEntries(written) };
}

/** The texts of `fieldText` with their moments written so. */
export function fieldWithMoments<Texts extends object>(
  texts: Texts,
  field: string,
  write: (at: string) => string,
): Texts {
  const name = `${field}_said`;
  const said = Reflect.get(texts, name) as SaidValue | undefined;
  return said === undefined ? texts : { ...texts, [name]: withMoments(said, write) };
}
