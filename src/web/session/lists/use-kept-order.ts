import { useState } from "react";
import { keepOrder } from "./kept-order.ts";

const NONE: readonly string[] = [];

/**
 * The rows of a list in the order in which they were first read, so that nothing moves under a pointer;
 * `showNew` shows what has come between them since.
 * @param list says which list it is: another one, such as by another filter, is shown as it is read.
 */
export function useKeptOrder<Row>(
  list: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  cannotWait: (row: Row) => boolean = () => false,
) {
  const [kept, setKept] = useState({ list, order: NONE });
  const before = kept.list === list ? kept.order : NONE;
  const { order, shown, newOnes } = keepOrder(before, rows, nameOf, cannotWait);
  if (kept.list !== list || kept.order !== order) setKept({ list, order });
  return {
    shown,
    newOnes,
    showNew: () => setKept({ list, order: NONE }),
    /** Whether anything has left the list since it was shown. */
    isAnyGone: shown.length < order.length,
  };
}
