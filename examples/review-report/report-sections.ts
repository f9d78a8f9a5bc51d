import type { z } from "zod";
import type { ComparisonSchema } from "./compare-competitors.ts";
import { markdownTable } from "./markdown.ts";
import type { SkippedRowSchema, SourceSchema } from "./review.ts";
import type { SentimentSchema } from "./score-sentiment.ts";

interface Figures {
  readonly source: z.infer<typeof SourceSchema>;
  readonly skipped: readonly z.infer<typeof SkippedRowSchema>[];
  readonly sentiment: z.infer<typeof SentimentSchema>;
  readonly comparison: z.infer<typeof ComparisonSchema>;
}

const LISTED_SKIPPED_ROWS = 50;
const NONE = "–";

/** The blocks of the report below its headline: headings, tables and notes. */
export function renderSections(figures: Figures): string[] {
  return [
    "## 분석 범위 · Scope",
    scopeTable(figures),
    "## 제품별 반응 · Sentiment by product",
    sentimentTable(figures),
    "긍정·중립·부정 비율은 판단할 수 있는 리뷰(별점이나 본문이 있는 리뷰) 중의 비율입니다.",
    "## 자주 나온 불만 · Complaints",
    complaintTable(figures),
    "## 경쟁사 비교 · Own products and competitors",
    comparisonTable(figures),
    "## 월별 추이 · Monthly trend",
    trendTable(figures),
    "차이는 반올림하기 전의 값으로 계산했습니다.",
    "## 확인이 필요한 행 · Rows to look at",
    ...rowsToLookAt(figures),
  ];
}

function scopeTable({ source, skipped, sentiment }: Figures): string {
  const { first_date, last_date } = sentiment;
  return markdownTable(
    ["Scope", "Value"],
    [
      ["File", source.file],
      ["First review", first_date ?? NONE],
      ["Last review", last_date ?? NONE],
      ["Rows in the file", String(source.rows)],
      ["Reviews used", String(sentiment.reviews)],
      ["Outside the dates", String(source.outside_dates)],
      ["Skipped rows", String(skipped.length)],
      ["Reviews without rating", String(sentiment.without_rating.reviews)],
      ["Reviews without text", String(sentiment.without_text.reviews)],
    ],
  );
}

function sentimentTable({ sentiment }: Figures): string {
  return markdownTable(
    [
      "Product",
      "Brand",
      "Side",
      "Reviews",
      "Rated",
      "Average",
      "Positive",
      "Neutral",
      "Negative",
      "Not judged",
    ],
    sentiment.products.map((product) => [
      product.product,
      product.brand,
      product.own ? "own" : "competitor",
      String(product.reviews),
      String(product.rated),
      average(product.average_rating),
      countAndShare(product.positive.reviews, product.positive.share),
      countAndShare(product.neutral.reviews, product.neutral.share),
      countAndShare(product.negative.reviews, product.negative.share),
      String(product.not_judged),
    ]),
  );
}

function complaintTable({ sentiment }: Figures): string {
  return markdownTable(
    ["Product", "Most named", "Sharpest review"],
    sentiment.products.map(({ product, complaints, sharpest }) => [
      product,
      complaints.map(({ word, reviews }) => `${word} (${reviews})`).join(", ") || NONE,
      sharpest === null ? NONE : `${sharpest.review_id}: ${sharpest.text}`,
    ]),
  );
}

function comparisonTable({ comparison }: Figures): string {
  const { own, competitors } = comparison;
  const count = (name: string, of: "products" | "reviews" | "rated") => [
    name,
    String(own[of]),
    String(competitors[of]),
    "",
  ];
  return markdownTable(
    ["Measure", "Own", "Competitors", "Difference"],
    [
      count("Products", "products"),
      count("Reviews", "reviews"),
      count("Rated", "rated"),
      [
        "Average rating",
        average(own.average_rating),
        average(competitors.average_rating),
        signed(comparison.average_rating_difference, 2),
      ],
      [
        "Ratings of 4 or 5",
        countAndShare(own.four_or_more, own.share_four_or_more),
        countAndShare(competitors.four_or_more, competitors.share_four_or_more),
        percentagePoints(comparison.share_four_or_more_difference),
      ],
    ],
  );
}

function trendTable({ comparison }: Figures): string {
  return markdownTable(
    [
      "Month",
      "Own average",
      "Own ratings",
      "Competitors' average",
      "Competitors' ratings",
      "Difference",
    ],
    comparison.months.map(({ month, own, competitors, average_rating_difference }) => [
      month,
      average(own.average_rating),
      String(own.rated),
      average(competitors.average_rating),
      String(competitors.rated),
      signed(average_rating_difference, 2),
    ]),
  );
}

function rowsToLookAt({ sentiment, skipped }: Figures): string[] {
  const { without_rating: unrated, without_text: silent } = sentiment;
  const blocks = [
    ...listing("별점 없음 · Without rating", ["Review", "Product", "Text"], unrated.reviews, [
      ...unrated.listed.map((row) => [row.review_id, row.product, row.text || NONE]),
    ]),
    ...listing("본문 없음 · Without text", ["Review", "Product", "Rating"], silent.reviews, [
      ...silent.listed.map((row) => [row.review_id, row.product, String(row.rating ?? NONE)]),
    ]),
    ...listing("제외한 행 · Skipped", ["Row", "Reason"], skipped.length, [
      ...skipped.slice(0, LISTED_SKIPPED_ROWS).map(({ row, reason }) => [String(row), reason]),
    ]),
  ];
  return blocks.length === 0 ? ["없습니다. Nothing."] : blocks;
}

/** A listing never hides how many rows it leaves out. */
function listing(title: string, head: string[], total: number, rows: string[][]): string[] {
  if (total === 0) return [];
  const left = total - rows.length;
  return [
    `### ${title}`,
    markdownTable(head, rows),
    ...(left > 0 ? [`이 밖에 ${left}건 더 있습니다. ${left} more not listed.`] : []),
  ];
}

function average(value: number | null): string {
  return value === null ? NONE : value.toFixed(2);
}

function countAndShare(count: number, share: number | null): string {
  return share === null ? String(count) : `${count} (${(share * 100).toFixed(1)}%)`;
}

function signed(value: number | null, digits: number): string {
  if (value === null) return NONE;
  return `${value > 0 ? "+" : ""}${value.toFixed(digits)}`;
}

function percentagePoints(value: number | null): string {
  return value === null ? NONE : `${signed(value * 100, 1)} %p`;
}
