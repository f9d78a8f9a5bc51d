/** One run, as the words of a query find it: Temporal's own fields and custom search attributes, by name. */
export type Found = ReadonlyMap<string, FieldValue>;
export type FieldValue = string | number | boolean | Date | readonly string[];
type Literal = string | number | boolean;
type Matches = (run: Found) => boolean;

const TOKEN =
  /\s*(?:(?<quoted>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?<word>[A-Za-z]\w*)|(?<number>-?\d+(?:\.\d+)?)|(?<sign><=|>=|!=|[=<>(),]))/y;

/**
 * What a list's query in Temporal's language finds, as much of the language as Holdpoint writes.
 * @throws Error with what stands where something else belongs.
 */
export function readListQuery(query: string): Matches {
  const tokens = tokensOf(query);
  let place = 0;
  const matches = anyOf();
  if (place < tokens.length) throw unexpected();
  return matches;

  function unexpected(): Error {
    return new Error(`Unexpected ${tokens[place] ?? "end"} in the query: ${query}`);
  }

  function takes(wanted: string): boolean {
    const isNext = tokens[place]?.toUpperCase() === wanted;
    if (isNext) place += 1;
    return isNext;
  }

  function next(): string {
    const token = tokens[place];
    if (token === undefined) throw unexpected();
    place += 1;
    return token;
  }

  function expect(wanted: string): void {
    if (!takes(wanted)) throw unexpected();
  }

  function anyOf(): Matches {
    const parts = [allOf()];
    while (takes("OR")) parts.push(allOf());
    return (run) => parts.some((part) => part(run));
  }

  function allOf(): Matches {
    const parts = [term()];
    while (takes("AND")) parts.push(term());
    return (run) => parts.every((part) => part(run));
  }

  function term(): Matches {
    if (takes("(")) {
      const inside = anyOf();
      expect(")");
      return inside;
    }
    const field = next();
    if (takes("IS")) {
      const isWanted = takes("NOT");
      expect("NULL");
      return (run) => run.has(field) === isWanted;
    }
    if (takes("NOT")) {
      expect("IN");
      return unlessNull(field, without(oneOf(literals())));
    }
    if (takes("IN")) return unlessNull(field, oneOf(literals()));
    if (takes("STARTS_WITH")) {
      const start = String(literal());
      return unlessNull(field, (value) => String(value).startsWith(start));
    }
    const compare = COMPARISONS[next()];
    if (compare === undefined) {
      place -= 1;
      throw unexpected();
    }
    return unlessNull(field, compare(literal()));
  }

  function literals(): Literal[] {
    expect("(");
    const found = [literal()];
    while (takes(",")) found.push(literal());
    expect(")");
    return found;
  }

  function literal(): Literal {
    const token = next();
    if (/^['"]/.test(token)) return token.slice(1, -1).replaceAll(/\\(.)/g, "$1");
    if (/^(?:true|false)$/i.test(token)) return token.toLowerCase() === "true";
    if (/^[-\d]/.test(token)) return Number(token);
    place -= 1;
    throw unexpected();
  }
}

function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  const reader = new RegExp(TOKEN);
  const text = query.trimEnd();
  while (reader.lastIndex < text.length) {
    const at = reader.lastIndex;
    const token = reader.exec(text)?.[0].trim();
    if (token === undefined) throw new Error(`Unexpected ${text.slice(at)} in the query: ${query}`);
    tokens.push(token);
  }
  return tokens;
}

type Test = (value: FieldValue) => boolean;

/** As in SQL, nothing compares with what is not there. */
function unlessNull(field: string, test: Test): Matches {
  return (run) => {
    const value = run.get(field);
    return value !== undefined && test(value);
  };
}

const without =
  (test: Test): Test =>
  (value) =>
    !test(value);

const oneOf =
  (wanted: readonly Literal[]): Test =>
  (value) =>
    wanted.some((one) => equals(value, one));

function equals(value: FieldValue, wanted: Literal): boolean {
  if (typeof value === "object" && !(value instanceof Date)) return value.includes(String(wanted));
  return order(value, wanted) === 0;
}

/** Below, at or above zero as the value is before, at or after what it is compared with. */
function order(value: FieldValue, wanted: Literal): number {
  if (value instanceof Date) return value.getTime() - Date.parse(String(wanted));
  if (typeof value === "string") {
    const text = String(wanted);
    return value === text ? 0 : value < text ? -1 : 1;
  }
  return Number(value) - Number(wanted);
}

const COMPARISONS: Readonly<Record<string, (wanted: Literal) => Test>> = {
  "=": (wanted) => (value) => equals(value, wanted),
  "!=": (wanted) => (value) => !equals(value, wanted),
  "<": (wanted) => (value) => order(value, wanted) < 0,
  "<=": (wanted) => (value) => order(value, wanted) <= 0,
  ">": (wanted) => (value) => order(value, wanted) > 0,
  ">=": (wanted) => (value) => order(value, wanted) >= 0,
};
