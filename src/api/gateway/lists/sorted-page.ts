import { z } from "zod";
import type { PageEnd } from "../../../contract/paging.ts";
import { fromCursor, toCursor } from "../../http/requests/list-cursor.ts";

/** What a row is sorted by, and its id; null comes last. */
export type Place = readonly [string | null, string];
const PlaceSchema = z.tuple([z.string().nullable(), z.string()]);

export interface Page<Row> extends PageEnd {
  readonly shown: Row[];
}

/** Cuts one page from a list that is sorted here. */
export interface Pager {
  /** The place that the page follows; undefined for the first page. */
  readonly after: Place | undefined;
  readonly cut: <Row>(rows: readonly Row[], placeOf: (row: Row) => Place) => Page<Row>;
}

/**
 * @param list names the list and its filters: cursors of another list are refused.
 * @throws Refusal for such a cursor.
 */
export function createPager(
  list: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Pager {
  const after = cursor === undefined ? undefined : fromCursor(list, cursor, PlaceSchema);
  return {
    after,
    cut(rows, placeOf) {
      const left = rows
        .map((row) => ({ row, place: placeOf(row) }))
        .filter(({ place }) => after === undefined || compare(place, after) > 0)
        .toSorted((a, b) => compare(a.place, b.place));
      const shown = left.slice(0, limit);
      const last = shown.at(-1);
      const has_more = left.length > limit && last !== undefined;
      return {
        shown: shown.map(({ row }) => row),
        has_more,
        next_cursor: has_more ? toCursor(list, last.place) : null,
      };
    },
  };
}

function compare([keyA, idA]: Place, [keyB, idB]: Place): number {
  if (keyA !== keyB) {
    if (keyA === null || keyB === null) return keyA === null ? 1 : -1;
    return keyA < keyB ? -1 : 1;
  }
  return idA === idB ? 0 : idA < idB ? -1 : 1;
}
