import { symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import {
  CollectedSchema,
  collectReviews,
  createCollectReviews,
} from "../../examples/review-report/collect-reviews.ts";
import { collect, folderWith, HEADER, runTool, toCsv } from "./review-tools.ts";

const ALL = { file: "reviews.csv" };
const GOOD = ["X1", "크림", "b", "true", "ko", "5", "2026-07-01", "좋아요"];

/** A good row with some fields replaced. */
const rowWith = (changes: Record<string, string>) =>
  HEADER.split(",").map((name, at) => changes[name] ?? GOOD[at]!);

const collectFrom = (content: string | Uint8Array, input: object = {}) =>
  collect({ file: "a.csv", ...input }, createCollectReviews(folderWith("a.csv", content)));

describe("collect_reviews over the example", () => {
  test("keeps reviews without rating or text and names the rows it cannot use", async () => {
    const { reviews, count, skipped, source } = await collect(ALL);
    expect(count).toBe(reviews.length);
    expect(count).toBeGreaterThanOrEqual(240);
    expect(source).toEqual({ file: "reviews.csv", rows: count + 3, outside_dates: 0 });
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "review_id R0118 is there twice",
      "rating must be 1–5 or empty",
      "date must be a day such as 2026-07-01",
    ]);
    expect(reviews.filter((review) => review.rating === null)).toHaveLength(5);
    expect(reviews.filter((review) => review.text === "")).toHaveLength(4);
    expect(reviews.filter((review) => /["\n,]/.test(review.text)).length).toBeGreaterThan(50);
  });

  test("has two own products, competitors, and both languages in every month", async () => {
    const { reviews } = await collect(ALL);
    const products = (own: boolean) =>
      new Set(reviews.filter((review) => review.own === own).map((review) => review.product)).size;
    expect([products(true), products(false)]).toEqual([2, 3]);
    const months = reviews.map((review) => `${review.date.slice(0, 7)} ${review.language}`);
    expect([...new Set(months)].toSorted()).toEqual(
      ["2026-07", "2026-08", "2026-09"].flatMap((month) => [`${month} en`, `${month} ko`]),
    );
  });

  test("takes the first and the last day of a date filter and counts what is outside", async () => {
    const all = await collect(ALL);
    const august = await collect({ ...ALL, date_from: "2026-08-01", date_to: "2026-08-31" });
    const expected = all.reviews.filter((review) => review.date.startsWith("2026-08-"));
    expect(august.reviews).toEqual(expected);
    expect(august.source.outside_dates).toBe(all.count - expected.length);

    const { date } = expected[0]!;
    const day = await collect({ ...ALL, date_from: date, date_to: date });
    expect(day.reviews).toEqual(all.reviews.filter((review) => review.date === date));
    expect(day.count).toBeGreaterThan(0);
  });

  test("reports progress that never goes back and ends at 100", async () => {
    const { percents } = await runTool(collectReviews, CollectedSchema, ALL);
    expect(percents.length).toBeGreaterThan(3);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
  });
});

describe("collect_reviews over odd files", () => {
  test.each([
    ["an empty id", { review_id: "" }, "review_id is empty"],
    ["a product that is only spaces", { product: "  " }, "product is empty"],
    ["an own that is neither true nor false", { own: "yes" }, "own must be true or false"],
    ["another language", { language: "fr" }, "language must be ko or en"],
    ["half a star", { rating: "4.5" }, "rating must be 1–5 or empty"],
    ["a day that does not exist", { date: "2026-02-30" }, "date must be a day such as 2026-07-01"],
    ["a very long text", { text: "a".repeat(5_001) }, "text is over 5,000 characters"],
  ])("skips %s and says why", async (_, changes, reason) => {
    const { count, skipped } = await collectFrom(toCsv([GOOD, rowWith(changes)]));
    expect(count).toBe(1);
    expect(skipped).toEqual([{ row: 3, reason }]);
  });

  test("names every fault of a row", async () => {
    const { skipped } = await collectFrom(toCsv([rowWith({ own: "", rating: "x" })]));
    expect(skipped[0]?.reason).toBe("own must be true or false; rating must be 1–5 or empty");
  });

  test("skips rows with too few or too many cells", async () => {
    const { count, skipped } = await collectFrom(`${toCsv([GOOD])}X2,크림\n${"x,".repeat(9)}x\n`);
    expect(count).toBe(1);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "2 cells where the header has 8",
      "10 cells where the header has 8",
    ]);
  });

  test("reads a byte order mark, CRLF, blank lines, other columns and another column order", async () => {
    const csv = `\uFEFFtext,note,${HEADER.replace(",text", "")}\r\n\r\n"a\r\nb",n,${GOOD.slice(0, 7).join(",")}\r\n`;
    const { reviews, skipped } = await collectFrom(csv);
    expect(skipped).toEqual([]);
    expect(reviews).toMatchObject([{ review_id: "X1", rating: 5, own: true, text: "a\r\nb" }]);
  });

  test("a file with a header only has no reviews", async () => {
    expect(await collectFrom(`${HEADER}\n`)).toMatchObject({ count: 0, skipped: [] });
  });

  test.each([
    ["no column names", "a,b\n1,2\n", /lacks the columns review_id, product/],
    ["nothing in it", "", /lacks the columns/],
    ["a quote that never ends", `${HEADER}\nX1,"크림,b`, /is not CSV: .*[Qq]uote/],
    ["another encoding", new Uint8Array([0xbe, 0xc8, 0xb3, 0xe7]), /is not UTF-8: save it/],
  ])("refuses a file with %s", async (_, content, message) => {
    await expect(collectFrom(content)).rejects.toMatchObject({
      type: "validation_error",
      message: expect.stringMatching(message),
    });
  });
});

describe("collect_reviews refuses", () => {
  test.each([
    ["no file", {}],
    ["a file that is a number", { file: 7 }],
    ["a field it does not know", { file: "reviews.csv", limit: 10 }],
    ["a date that is not one", { file: "reviews.csv", date_from: "July" }],
    [
      "dates in the wrong order",
      { file: "reviews.csv", date_from: "2026-09-01", date_to: "2026-08-31" },
    ],
  ])("%s, before it runs", (_, input) => {
    expect(collectReviews.input.safeParse(input).success).toBe(false);
  });

  test.each([
    ["a file that is not there", "none.csv", /There is no file "none.csv"/],
    ["another kind of file", "tools.ts", /must be a relative path that ends in \.csv/],
    ["an absolute path", "/etc/reviews.csv", /must be a relative path/],
    [
      "a path that leads out",
      "../../test/examples/labels-by-reading.csv",
      /outside the example's folder/,
    ],
  ])("%s", async (_, file, message) => {
    await expect(collect({ file })).rejects.toMatchObject({
      type: "validation_error",
      message: expect.stringMatching(message),
    });
  });

  test("a symbolic link that leads out", async () => {
    const outside = folderWith("secret.csv", toCsv([GOOD]));
    const folder = folderWith("a.csv", toCsv([GOOD]));
    symlinkSync(`${outside}/secret.csv`, `${folder}/link.csv`);
    const tool = createCollectReviews(folder);
    await expect(collect({ file: "link.csv" }, tool)).rejects.toThrow(/outside/);
    expect((await collect({ file: "a.csv" }, tool)).count).toBe(1);
  });

  test("to go on when its todo is cancelled", async () => {
    const { signal, ...rest } = {
      ...{ plan_id: "p", todo_id: "t", run: 1, attempt: 1, idempotency_key: "k", input_data: {} },
      ...{ workspace: tmpdir(), log: { info() {}, warn() {}, error() {} }, progress() {} },
      signal: AbortSignal.abort(new Error("cancelled")),
    };
    await expect(collectReviews.run(ALL, { ...rest, signal })).rejects.toThrow("cancelled");
  });
});
