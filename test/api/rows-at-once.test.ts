import { describe, expect, test } from "vitest";
import { ROWS_AT_ONCE, rowsAfter } from "../../src/api/gateway/lists/rows-at-once.ts";

const pageOf = (count: number, bytes: number) =>
  Array.from({ length: count }, () => ({
    memo: {
      fields: {
        holds: { data: new Uint8Array(bytes / 2) },
        work: { data: new Uint8Array(bytes / 2) },
      },
    },
  }));

describe("a list of thousands of plans", () => {
  test("is read in a few large pages where plans tell little of themselves", () => {
    let rows = ROWS_AT_ONCE;
    let read = 0;
    let pages = 0;
    while (read < 5_000) {
      read += rows;
      pages += 1;
      rows = rowsAfter(pageOf(rows, 1_000), rows);
    }
    expect(pages).toBeLessThanOrEqual(6);
  });

  test("is read in pages that fit into an answer, by the largest plan that was seen", () => {
    const page = [...pageOf(199, 200), ...pageOf(1, 6_000)];
    const rows = rowsAfter(page, ROWS_AT_ONCE);
    expect(rows).toBeGreaterThan(ROWS_AT_ONCE);
    expect(rows * 2 * 6_000).toBeLessThan(4 * 1024 * 1024);
    expect(rowsAfter(pageOf(200, 20_000), ROWS_AT_ONCE)).toBe(ROWS_AT_ONCE);
    expect(rowsAfter([], ROWS_AT_ONCE)).toBeLessThanOrEqual(1_000);
    expect(rowsAfter([{}, { memo: null }], ROWS_AT_ONCE)).toBe(1_000);
  });
});
