import { defineTool, ToolError } from "holdpoint/tools";
import { z } from "zod";
import { ReviewsInputSchema } from "./review.ts";
import type { Review } from "./review.ts";
import { roundRatio } from "./round-ratio.ts";

const SideSchema = z.strictObject({
  products: z.int().min(0),
  reviews: z.int().min(0),
  rated: z.int().min(0),
  average_rating: z.number().min(1).max(5).nullable(),
  four_or_more: z.int().min(0),
  /** Ratings of 4 and 5 among all ratings, 0–1. */
  share_four_or_more: z.number().min(0).max(1).nullable(),
});
/** Own minus competitors; null when a side has no rating. */
const DifferenceSchema = z.number().nullable();

export const ComparisonSchema = z.strictObject({
  own: SideSchema,
  competitors: SideSchema,
  average_rating_difference: DifferenceSchema,
  share_four_or_more_difference: DifferenceSchema,
  /** One per calendar month that has a review, oldest first. */
  months: z.array(
    z.strictObject({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      own: SideSchema,
      competitors: SideSchema,
      average_rating_difference: DifferenceSchema,
    }),
  ),
});

interface Counts {
  readonly products: number;
  readonly reviews: number;
  readonly rated: number;
  readonly ratingSum: number;
  readonly fourOrMore: number;
}

/** Own products against competitors, over all reviews and month by month. */
export const compareCompetitors = defineTool({
  name: "compare_competitors",
  description: "Compares the ratings of own products and competitors, month by month",
  input: ReviewsInputSchema,
  output: ComparisonSchema,
  run({ reviews }, ctx) {
    assertOneSidePerProduct(reviews);
    ctx.progress(20, "Comparing all reviews");
    const { own, competitors } = countSides(reviews);
    const months = [...new Set(reviews.map((review) => review.date.slice(0, 7)))].toSorted();
    return {
      own: toSide(own),
      competitors: toSide(competitors),
      average_rating_difference: averageDifference(own, competitors),
      share_four_or_more_difference: difference(
        [own.fourOrMore, own.rated],
        [competitors.fourOrMore, competitors.rated],
        3,
      ),
      months: months.map((month, position) => {
        ctx.signal.throwIfAborted();
        ctx.progress(20 + (80 * (position + 1)) / months.length, `Compared ${month}`);
        const sides = countSides(reviews.filter((review) => review.date.startsWith(month)));
        return {
          month,
          own: toSide(sides.own),
          competitors: toSide(sides.competitors),
          average_rating_difference: averageDifference(sides.own, sides.competitors),
        };
      }),
    };
  },
});

/** A product on both sides would be compared with itself. */
function assertOneSidePerProduct(reviews: readonly Review[]): void {
  const sides = new Map<string, boolean>();
  for (const { product, own, review_id } of reviews) {
    if ((sides.get(product) ?? own) !== own) {
      throw new ToolError(
        "validation_error",
        `"${product}" is own in some rows and a competitor's in others (see ${review_id}): make the column own agree.`,
      );
    }
    sides.set(product, own);
  }
}

function countSides(reviews: readonly Review[]): { own: Counts; competitors: Counts } {
  return {
    own: countSide(reviews.filter((review) => review.own)),
    competitors: countSide(reviews.filter((review) => !review.own)),
  };
}

function countSide(reviews: readonly Review[]): Counts {
  const ratings = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return {
    products: new Set(reviews.map((review) => review.product)).size,
    reviews: reviews.length,
    rated: ratings.length,
    ratingSum: ratings.reduce((sum, rating) => sum + rating, 0),
    fourOrMore: ratings.filter((rating) => rating >= 4).length,
  };
}

function toSide(counts: Counts): z.infer<typeof SideSchema> {
  return {
    products: counts.products,
    reviews: counts.reviews,
    rated: counts.rated,
    average_rating: roundRatio(counts.ratingSum, counts.rated, 2),
    four_or_more: counts.fourOrMore,
    share_four_or_more: roundRatio(counts.fourOrMore, counts.rated, 3),
  };
}

function averageDifference(own: Counts, competitors: Counts): number | null {
  return difference([own.ratingSum, own.rated], [competitors.ratingSum, competitors.rated], 2);
}

/** The difference of two fractions, rounded once at the end. */
function difference(
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
  digits: number,
): number | null {
  return roundRatio(a * d - c * b, b * d, digits);
}
