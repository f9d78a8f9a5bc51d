import { describe, expect, test } from "vitest";
import { createCollectReviews } from "../../examples/review-report/collect-reviews.ts";
import { compareCompetitors } from "../../examples/review-report/compare-competitors.ts";
import { escapeMarkdown } from "../../examples/review-report/markdown.ts";
import { renderReport, ReportSchema } from "../../examples/review-report/render-report.ts";
import type { Review } from "../../examples/review-report/review.ts";
import { roundRatio } from "../../examples/review-report/round-ratio.ts";
import { scoreSentiment } from "../../examples/review-report/score-sentiment.ts";
import { compare, folderWith, readTables, report, runTool, score, toCsv } from "./review-tools.ts";

const review = (changes: Partial<Review> = {}): Review => ({
  ...{ review_id: "X1", product: "크림", brand: "b", own: true, language: "ko" },
  ...{ rating: 4, date: "2026-07-01", text: "좋아요" },
  ...changes,
});
const rival = (changes: Partial<Review> = {}) =>
  review({ review_id: "X2", product: "젤", own: false, ...changes });

async function render(reviews: Review[], changes: object = {}) {
  const input = {
    title: "보고서",
    source: { file: "a.csv", rows: reviews.length, outside_dates: 0 },
    skipped: [],
    sentiment: await score(reviews),
    comparison: await compare(reviews),
    ...changes,
  };
  return (await runTool(renderReport, ReportSchema, input)).result;
}

describe("hostile review text", () => {
  const HOSTILE =
    "끈적 | a || b \\| c\n# Heading\r\n| x | y |\u2028<script>alert(1)</script> <!-- " +
    "[link](https://evil.test) ![i](x) `code` **bold** ~~no~~ &amp; $x$ me@evil.test www.evil.test \u202Eknil";

  test("stays in its cell and shows as the characters it is", async () => {
    const row = ["X1", "a|b", "c\\", "false", "en", "1", "2026-07-01", HOSTILE.slice(0, 150)];
    const unrated = ["X2", "a|b", "c\\", "false", "en", "", "2026-07-01", HOSTILE.slice(90)];
    const folder = folderWith("a.csv", toCsv([row, unrated]));
    const { markdown } = await report({ file: "a.csv" }, createCollectReviews(folder));
    const tables = readTables(markdown);
    const shown = (text: string) => text.replace("\u202E", "").split(/\s+/).join(" ");
    expect(tables["Complaints"]).toEqual([
      ["a|b", "끈적임·sticky (1)", `X1: ${shown(HOSTILE.slice(0, 150))}`],
    ]);
    expect(tables["Without rating"]).toEqual([["X2", "a|b", shown(HOSTILE.slice(90))]]);
    expect(tables["Sentiment by product"]?.[0]?.slice(0, 2)).toEqual(["a|b", "c\\"]);
    expect(markdown).not.toMatch(/^# Heading/m);
  });

  test("leaves no character that Markdown would act on", () => {
    const escaped = escapeMarkdown(HOSTILE);
    expect(escaped).not.toMatch(/[\p{Cc}\u2028\u202E]/u);
    expect(escaped.replace(/\\[!-/:-@[-`{-~]/g, "")).not.toMatch(/[\\`*_[\]<>|~&$@]|:\/\/|www\./);
  });

  test("a cut text ends between characters", async () => {
    const { sharpest } = (await score([review({ rating: 1, text: `끈적${"😀".repeat(300)}` })]))
      .products[0]!;
    expect(sharpest?.text).toBe(`끈적${"😀".repeat(158)}…`);
  });

  test("half a surrogate pair becomes a replacement character", () => {
    expect(escapeMarkdown("a\uD83D b 😀")).toBe("a\uFFFD b 😀");
  });

  test("a title cannot start another line", async () => {
    const { markdown } = await render([review(), rival()], { title: "A\n# B | <b>" });
    expect(markdown.split("\n")[0]).toBe("# A # B \\| \\<b\\>");
  });
});

describe("the headline", () => {
  test.each([
    [5, 3, "자사 제품 평균 별점은 5.00점, 경쟁사는 3.00점으로 자사가 2.00점 높습니다."],
    [1, 3, "자사 제품 평균 별점은 1.00점, 경쟁사는 3.00점으로 자사가 2.00점 낮습니다."],
    [4, 4, "자사 제품 평균 별점은 4.00점, 경쟁사는 4.00점으로 차이가 없습니다."],
    [null, 3, "자사와 경쟁사 중 별점이 없는 쪽이 있어 평균을 비교할 수 없습니다."],
  ])("with ratings %s and %s", async (ours, theirs, headline) => {
    const rendered = await render([review({ rating: ours }), rival({ rating: theirs })]);
    expect(rendered.headline).toBe(headline);
    expect(rendered.markdown.split("\n")[2]).toBe(headline);
  });
});

describe("figures that do not exist", () => {
  test("are dashes, not zeros", async () => {
    const tables = readTables((await render([review({ rating: null, text: "" })])).markdown);
    expect(tables["Sentiment by product"]?.[0]?.slice(5)).toEqual(["–", "0", "0", "0", "1"]);
    expect(tables["Own products and competitors"]?.[3]?.slice(1)).toEqual(["–", "–", "–"]);
    expect(tables["Monthly trend"]).toEqual([["2026-07", "–", "0", "–", "0", "–"]]);
  });

  test("no review at all gives a report that says so", async () => {
    const { markdown } = await render([]);
    expect(readTables(markdown)["Scope"]?.[1]).toEqual(["First review", "–"]);
    expect(markdown).toContain("없습니다. Nothing.");
  });
});

describe("the analysing tools refuse", () => {
  test("figures that come from different reviews", async () => {
    const sentiment = await score([review()]);
    await expect(render([review(), rival()], { sentiment })).rejects.toMatchObject({
      type: "validation_error",
      message: expect.stringContaining("covers 1 reviews and the comparison 2"),
    });
  });

  test("a product that is own in one row and a competitor's in another", async () => {
    await expect(compare([review(), review({ review_id: "X9", own: false })])).rejects.toThrow(
      /"크림" is own in some rows.*X9/,
    );
  });

  test.each([
    ["reviews that are not a list", { reviews: "all" }],
    ["a rating of 6", { reviews: [review({ rating: 6 })] }],
    ["half a star", { reviews: [review({ rating: 4.5 })] }],
    ["a review without its date", { reviews: [{ ...review(), date: undefined }] }],
    ["a field that reviews do not have", { reviews: [{ ...review(), extra: 1 }] }],
    ["an unknown argument", { reviews: [], file: "x" }],
  ])("%s", (_, input) => {
    expect(scoreSentiment.input.safeParse(input).success).toBe(false);
    expect(compareCompetitors.input.safeParse(input).success).toBe(false);
  });

  test("a report without title or figures", () => {
    expect(renderReport.input.safeParse({ title: " " }).success).toBe(false);
  });
});

describe("rounding", () => {
  test.each([
    [321, 200, 2, 1.61],
    [201, 200, 2, 1.01],
    [-321, 200, 2, -1.61],
    [1, 3, 3, 0.333],
    [2, 3, 3, 0.667],
    [-1, 1000, 2, 0],
    [0, 7, 2, 0],
    [1, 0, 2, null],
  ])("%i / %i to %i decimals is %s", (numerator, denominator, digits, rounded) => {
    expect(roundRatio(numerator, denominator, digits)).toBe(rounded);
  });
});
