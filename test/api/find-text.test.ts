import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { findText } from "../../src/api/commands/find-text.ts";

const sign = fc.constantFrom("a", "A", "b", "é", "É", "İ", "가", "😀", "\n", '"');
const text = fc.string({ unit: sign, maxLength: 60 });

/** The bytes in pieces of a few each, as they come from a store. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.prop(
  [text, fc.string({ unit: sign, minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 40 })],
  {
    numRuns: 2_000,
  },
)("finds what is there, at its bytes", async (whole, find, from) => {
  const bytes = Buffer.from(whole);
  const { matches, total, is_complete } = await findText(inPieces(bytes, bytes.length), {
    find,
    from,
    limit: 100,
  });
  expect(is_complete).toBe(true);
  expect(matches).toHaveLength(total);
  let last = 0;
  for (const { offset, bytes: length, text: found, before, after } of matches) {
    expect(offset).toBeGreaterThanOrEqual(Math.max(from, last));
    last = offset + length;
    expect(bytes.subarray(offset, last).toString()).toBe(found);
    expect(found.toLowerCase()).toBe(find.toLowerCase());
    expect(whole).toContain(before + found + after);
  }
  const isThere = [...Array(bytes.length).keys()].some(
    (at) => at >= from && bytes.subarray(at, at + Buffer.byteLength(find)).toString() === find,
  );
  // A place that overlaps one before it is not told again.
  if (isThere && from === 0) expect(total).toBeGreaterThan(0);
});

test("a long text in any pieces is found as in one", async () => {
  const whole = Buffer.from(`${"가나다 ".repeat(90_000)}Needle 😀${" x".repeat(300_000)} needle`);
  const wanted = { find: "needle", from: 0, limit: 5 };
  const [first, ...others] = await Promise.all(
    [whole.length, 65_536, 1_000_003].map((size) => findText(inPieces(whole, size), wanted)),
  );
  expect(first!.matches.map(({ text: found }) => found)).toEqual(["Needle", "needle"]);
  for (const { offset, bytes, text: found } of first!.matches) {
    expect(whole.subarray(offset, offset + bytes).toString()).toBe(found);
  }
  for (const other of others) expect(other).toEqual(first);
});

test("bytes that are no text are searched as they are", async () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from("MAGIC"),
    Buffer.from([0xff]),
  ]);
  const found = await findText(inPieces(bytes, bytes.length), { find: "magic", from: 0, limit: 5 });
  expect(found.matches.map(({ offset }) => offset)).toEqual([3]);
});
