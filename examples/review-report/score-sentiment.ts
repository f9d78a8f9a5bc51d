import { defineTool } from "holdpoint/tools";
import { z } from "zod";
import { judgeReview } from "./judge-review.ts";
import type { Judgement, Sentiment } from "./judge-review.ts";
import { lexicon } from "./lexicon.ts";
import { ReviewsInputSchema } from "./review.ts";
import type { Review } from "./review.ts";
import { roundRatio } from "./round-ratio.ts";

const EXCERPT_CHARACTERS = 160;
const LISTED_ROWS = 50;

const ShareSchema = z.strictObject({
  reviews: z.int().min(0),
  /** Of the judged reviews, 0–1; null when none was judged. */
  share: z.number().min(0).max(1).nullable(),
});
const ProductSentimentSchema = z.strictObject({
  product: z.string(),
  brand: z.string(),
  own: z.boolean(),
  reviews: z.int().min(1),
  rated: z.int().min(0),
  average_rating: z.number().min(1).max(5).nullable(),
  positive: ShareSchema,
  neutral: ShareSchema,
  negative: ShareSchema,
  /** Reviews with neither rating nor text: in no share. */
  not_judged: z.int().min(0),
  /** Most named first; `reviews` counts the reviews that complain with the word. */
  complaints: z.array(z.strictObject({ word: z.string(), reviews: z.int().min(1) })),
  /** The most critical negative review, so that a person reads one beside the figures. */
  sharpest: z.strictObject({ review_id: z.string(), text: z.string() }).nullable(),
});
const NamedReviewSchema = z.strictObject({
  review_id: z.string(),
  product: z.string(),
  rating: z.int().nullable(),
  text: z.string(),
});
const NamedReviewsSchema = z.strictObject({
  reviews: z.int().min(0),
  /** The first of them, for people to look at. */
  listed: z.array(NamedReviewSchema).max(LISTED_ROWS),
});

export const SentimentSchema = z.strictObject({
  reviews: z.int().min(0),
  first_date: z.iso.date().nullable(),
  last_date: z.iso.date().nullable(),
  /** Own products first, then by name. */
  products: z.array(ProductSentimentSchema),
  without_rating: NamedReviewsSchema,
  without_text: NamedReviewsSchema,
});
type ProductSentiment = z.infer<typeof ProductSentimentSchema>;

interface Judged {
  readonly review: Review;
  readonly judgement: Judgement;
}

/** Sentiment, ratings and complaints of each product, counted from the rows by `sentiment-rule.md`. */
export const scoreSentiment = defineTool({
  name: "score_sentiment",
  description: "Counts praise, criticism and complaint words per product",
  input: ReviewsInputSchema.extend({
    /** How many complaint words to name per product. */
    top: z.int().min(1).max(20).default(3),
  }),
  output: SentimentSchema,
  run({ reviews, top }, ctx) {
    const byProduct = new Map<string, Judged[]>();
    reviews.forEach((review, position) => {
      if (position % 500 === 0) {
        ctx.signal.throwIfAborted();
        ctx.progress((90 * position) / reviews.length, `Judged ${position} of ${reviews.length}`);
      }
      const judged = { review, judgement: judgeReview(review) };
      const others = byProduct.get(review.product);
      if (others === undefined) byProduct.set(review.product, [judged]);
      else others.push(judged);
    });
    const dates = reviews.map((review) => review.date).toSorted();
    const products = [...byProduct.values()].map((judged) => summarize(judged, top));
    ctx.progress(100, `${products.length} products`);
    return {
      reviews: reviews.length,
      first_date: dates.at(0) ?? null,
      last_date: dates.at(-1) ?? null,
      products: products.toSorted(ownFirstThenName),
      without_rating: nameReviews(reviews.filter((review) => review.rating === null)),
      without_text: nameReviews(reviews.filter((review) => review.text.trim() === "")),
    };
  },
});

function summarize(judged: readonly Judged[], top: number): ProductSentiment {
  const { product, brand, own } = judged[0]!.review;
  const ratings = judged.flatMap(({ review }) => (review.rating === null ? [] : [review.rating]));
  const total = judged.filter(({ judgement }) => judgement.sentiment !== null).length;
  const share = (sentiment: Sentiment) => {
    const count = judged.filter(({ judgement }) => judgement.sentiment === sentiment).length;
    return { reviews: count, share: roundRatio(count, total, 3) };
  };
  return {
    product,
    brand,
    own,
    reviews: judged.length,
    rated: ratings.length,
    average_rating: roundRatio(
      ratings.reduce((sum, rating) => sum + rating, 0),
      ratings.length,
      2,
    ),
    positive: share("positive"),
    neutral: share("neutral"),
    negative: share("negative"),
    not_judged: judged.length - total,
    complaints: countComplaints(judged).slice(0, top),
    sharpest: findSharpest(judged),
  };
}

function countComplaints(judged: readonly Judged[]): { word: string; reviews: number }[] {
  const counts = new Map(lexicon.negativeWords.map((word) => [word, 0]));
  for (const { judgement } of judged) {
    for (const word of judgement.complaints) counts.set(word, counts.get(word)! + 1);
  }
  return [...counts]
    .filter(([, reviews]) => reviews > 0)
    .map(([word, reviews]) => ({ word, reviews }))
    .toSorted((a, b) => b.reviews - a.reviews);
}

/** The negative review whose text criticises most; of equals the earliest in the input. */
function findSharpest(judged: readonly Judged[]): { review_id: string; text: string } | null {
  const [sharpest] = judged
    .filter(({ review, judgement }) => judgement.sentiment === "negative" && review.text !== "")
    .toSorted((a, b) => a.judgement.text_score - b.judgement.text_score);
  if (sharpest === undefined) return null;
  return { review_id: sharpest.review.review_id, text: excerpt(sharpest.review.text) };
}

function nameReviews(reviews: readonly Review[]): z.infer<typeof NamedReviewsSchema> {
  const listed = reviews.slice(0, LISTED_ROWS).map(({ review_id, product, rating, text }) => ({
    review_id,
    product,
    rating,
    text: excerpt(text),
  }));
  return { reviews: reviews.length, listed };
}

/** The beginning of a text, cut between characters and not inside one. */
function excerpt(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= EXCERPT_CHARACTERS) return text;
  return `${characters.slice(0, EXCERPT_CHARACTERS).join("")}…`;
}

function ownFirstThenName(a: ProductSentiment, b: ProductSentiment): number {
  if (a.own !== b.own) return a.own ? -1 : 1;
  return a.product < b.product ? -1 : 1;
}
