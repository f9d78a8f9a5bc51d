/** A list as a person has it before them. */
export interface KeptOrder<Row> {
  /** The names of everything that has been shown, in the order in which it is. */
  readonly order: readonly string[];
  readonly shown: readonly Row[];
  /** How many rows have come between those that are shown, and wait to be asked for. */
  readonly newOnes: number;
}

/**
 * A list that was read again, in the order in which it was first read: what is known stays where it is,
 * what has gone leaves, and what comes behind the last row is shown there, as it moves nothing. A row that
 * would come between others waits, unless it cannot.
 * @param order of what has been shown; empty shows everything.
 * @param cannotWait rows that are shown at once, where the list has them.
 */
export function keepOrder<Row>(
  order: readonly string[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  cannotWait: (row: Row) => boolean,
): KeptOrder<Row> {
  const read = new Map(rows.map((row) => [nameOf(row), row]));
  const known = new Set(order);
  const last = order.findLast((name) => read.has(name));
  const end = rows.findIndex((row) => nameOf(row) === last);
  const next = [...order];
  let newOnes = 0;
  for (const [place, row] of rows.entries()) {
    const name = nameOf(row);
    if (known.has(name)) continue;
    if (place > end) next.push(name);
    else if (cannotWait(row)) {
      const follower = rows.slice(place + 1).find((one) => known.has(nameOf(one)));
      next.splice(follower === undefined ? next.length : next.indexOf(nameOf(follower)), 0, name);
    } else newOnes += 1;
  }
  return {
    order: next.length === order.length ? order : next,
    shown: next.flatMap((name) => read.get(name) ?? []),
    newOnes,
  };
}
