import { expect, test } from "vitest";
import { keepOrder } from "../../src/web/session/lists/kept-order.ts";

interface Row {
  readonly id: string;
  readonly says?: string;
}

const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }));
/** A list that was read as `first`, and now as `then`. */
const read = (
  first: string,
  then: readonly Row[],
  cannotWait: (row: Row) => boolean = () => false,
) => {
  const nameOf = ({ id }: Row) => id;
  const { order } = keepOrder([], rows(first), nameOf, () => false);
  const { shown, newOnes } = keepOrder(order, then, nameOf, cannotWait);
  return { shown: shown.map(nameOf).join(""), newOnes, rows: shown };
};

test("shows what is read first as it is read", () => {
  expect(read("", rows("cab"))).toMatchObject({ shown: "cab", newOnes: 0 });
});

test("keeps every row where it is, with what it says now", () => {
  const then = [{ id: "c", says: "done" }, ...rows("ab")];
  const { shown, rows: now } = read("abc", then);
  expect(shown).toBe("abc");
  expect(now[2]).toEqual({ id: "c", says: "done" });
});

test("counts what has come before and between the rows, and moves none of them", () => {
  expect(read("abc", rows("xaybzc"))).toMatchObject({ shown: "abc", newOnes: 3 });
});

test("shows what comes behind the last row: that is where one reads on", () => {
  expect(read("abc", rows("abcde"))).toMatchObject({ shown: "abcde", newOnes: 0 });
});

test("takes what is read further for no news when a row has moved behind it", () => {
  expect(read("abc", rows("bcdae"))).toMatchObject({ shown: "abcde", newOnes: 0 });
});

test("leaves out what has gone, and shows it in its place when it comes back", () => {
  const nameOf = ({ id }: Row) => id;
  const keep = (order: readonly string[], ids: string) =>
    keepOrder(order, rows(ids), nameOf, () => false);
  const first = keep([], "abc");
  const gone = keep(first.order, "ac");
  expect(gone.shown).toEqual(rows("ac"));
  expect(keep(gone.order, "abc")).toMatchObject({ shown: rows("abc"), newOnes: 0 });
});

test("shows at once what cannot wait, where the list has it", () => {
  const isUrgent = ({ id }: Row) => "xy".includes(id);
  expect(read("abc", rows("xaybnc"), isUrgent)).toMatchObject({ shown: "xaybc", newOnes: 1 });
});

test("shows the whole list when everything that was shown has gone", () => {
  expect(read("abc", rows("de"))).toMatchObject({ shown: "de", newOnes: 0 });
});
