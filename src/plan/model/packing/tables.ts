/** Objects with the same fields: what they have in common is told once, and the rest row by row. */
export interface Table {
  /** Where in the list each row stands. */
  readonly at: readonly number[];
  readonly same: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
  /** For each row its values, in the order of the fields. */
  readonly rows: readonly (readonly unknown[])[];
}

type Item = Readonly<Record<string, unknown>>;

/** Longer values are not compared: who looks for what is the same reads little. */
const COMPARED = 200;

/**
 * A list of JSON objects as tables, one for each set of fields. Lists whose objects say much the same take
 * a fraction of the space so; `fromTables` gives the same list again.
 */
export function toTables(list: readonly object[]): Table[] {
  const groups = new Map<string, { fields: string[]; at: number[]; items: Item[] }>();
  for (const [place, value] of list.entries()) {
    const item = value as Item;
    // JSON leaves out what is undefined, and in a row it would be null.
    const fields = Object.keys(item).filter((field) => item[field] !== undefined);
    const key = JSON.stringify(fields);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { fields, at: [], items: [] }));
    group.at.push(place);
    group.items.push(item);
  }
  return [...groups.values()].map(({ fields, at, items }) => {
    const [first] = items as [Item];
    const common = fields.filter((field) => items.every(sameAs(field, first[field])));
    const told = fields.filter((field) => !common.includes(field));
    return {
      at,
      same: Object.fromEntries(common.map((field) => [field, first[field]])),
      fields: told,
      rows: items.map((item) => told.map((field) => item[field])),
    };
  });
}

function sameAs(field: string, value: unknown): (item: Item) => boolean {
  if (typeof value !== "object" || value === null) return (item) => item[field] === value;
  const text = JSON.stringify(value);
  if (text.length > COMPARED) return () => false;
  return (item) => JSON.stringify(item[field]) === text;
}

/** The list that was made into tables. */
export function fromTables(tables: readonly Table[]): object[] {
  const list: object[] = [];
  for (const { at, same, fields, rows } of tables) {
    const common = JSON.stringify(same);
    for (const [row, place] of at.entries()) {
      // Whoever changes one item's container changes no other's.
      const item = JSON.parse(common) as Record<string, unknown>;
      for (const [column, field] of fields.entries()) item[field] = rows[row]![column];
      list[place] = item;
    }
  }
  return list;
}
