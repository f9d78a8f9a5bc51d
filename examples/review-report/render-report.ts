import { defineTool, ToolError } from "holdpoint/tools";
import { z } from "zod";
import { ComparisonSchema } from "./compare-competitors.ts";
import { escapeMarkdown } from "./markdown.ts";
import { renderSections } from "./report-sections.ts";
import { SkippedRowSchema, SourceSchema } from "./review.ts";
import { SentimentSchema } from "./score-sentiment.ts";

export const ReportSchema = z.strictObject({
  /** The report in one Korean sentence. */
  headline: z.string(),
  markdown: z.string(),
});

/** The report as Markdown: every figure is one of the inputs. */
export const renderReport = defineTool({
  name: "render_report",
  description: "Writes the report as Markdown from the figures of the other tools",
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    source: SourceSchema,
    skipped: z.array(SkippedRowSchema),
    sentiment: SentimentSchema,
    comparison: ComparisonSchema,
  }),
  output: ReportSchema,
  run(input, ctx) {
    const compared = input.comparison.own.reviews + input.comparison.competitors.reviews;
    if (compared !== input.sentiment.reviews) {
      throw new ToolError(
        "validation_error",
        `The sentiment covers ${input.sentiment.reviews} reviews and the comparison ${compared}: give both the same reviews.`,
      );
    }
    const headline = writeHeadline(input.comparison);
    ctx.progress(50, headline);
    const markdown = [
      `# ${escapeMarkdown(input.title)}`,
      headline,
      ...renderSections(input),
      "",
    ].join("\n\n");
    ctx.progress(100, `${markdown.length} characters`);
    return { headline, markdown: `${markdown.trimEnd()}\n` };
  },
});

function writeHeadline(comparison: z.infer<typeof ComparisonSchema>): string {
  const { own, competitors, average_rating_difference: difference } = comparison;
  if (own.average_rating === null || competitors.average_rating === null || difference === null) {
    return "자사와 경쟁사 중 별점이 없는 쪽이 있어 평균을 비교할 수 없습니다.";
  }
  const means = `자사 제품 평균 별점은 ${own.average_rating.toFixed(2)}점, 경쟁사는 ${competitors.average_rating.toFixed(2)}점으로`;
  if (difference === 0) return `${means} 차이가 없습니다.`;
  return `${means} 자사가 ${Math.abs(difference).toFixed(2)}점 ${difference > 0 ? "높습니다" : "낮습니다"}.`;
}
