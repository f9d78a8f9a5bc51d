import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { judgeReview } from "../../examples/review-report/judge-review.ts";
import { parseLexicon } from "../../examples/review-report/lexicon.ts";
import { collect } from "./review-tools.ts";

const feelingOf = (text: string, rating: number | null = null) =>
  judgeReview({ text, rating }).sentiment;

describe("the text of a review", () => {
  test.each([
    ["촉촉하고 좋아요", "positive"],
    ["끈적여서 별로예요", "negative"],
    ["끈적이지 않아요", "positive"],
    ["끈적임이 하나도 없어요", "positive"],
    ["끈적임없이 스며들어요", "positive"],
    ["화장이 안 밀려요", "positive"],
    ["마음에 안 들어요", "negative"],
    ["효과가 없었어요", "negative"],
    ["속당김이 사라졌어요", "positive"],
    ["예전 것보다 덜 끈적여요", "positive"],
    ["Soft and gentle", "positive"],
    ["It stings", "negative"],
    ["It doesn’t sting", "positive"],
    ["not greasy at all", "positive"],
    ["NOT GOOD", "negative"],
    ["neither good nor bad", "neutral"],
    ["Good, not bad", "positive"],
    ["Not for me, but good", "positive"],
    ["Nice cream, faulty lid", "neutral"],
    ["Texture는 부드러운데 smell이 artificial해요. 부드러워요", "positive"],
    ["Goodness knows", "neutral"],
    ["I have it in my bag", "neutral"],
  ])("%j is %s", (text, sentiment) => {
    expect(feelingOf(text)).toBe(sentiment);
  });

  test("a negation does not reach past its clause or its words", () => {
    expect(feelingOf("No. Good.")).toBe("positive");
    expect(feelingOf("not what my older sister calls good")).toBe("positive");
    expect(feelingOf("not what anyone calls good")).toBe("negative");
    expect(feelingOf("끈적여요. 향은 없어요")).toBe("negative");
  });

  test("only criticism that is not denied counts as a complaint, once per review", () => {
    const { complaints } = judgeReview({ text: "Sticky, greasy, sticky! No redness.", rating: 1 });
    expect(complaints).toEqual(["끈적임·sticky"]);
  });
});

describe("rating and text together", () => {
  test.each([
    ["good", 5, "positive"],
    ["good", 3, "positive"],
    ["good", 2, "neutral"],
    ["sticky", 5, "neutral"],
    ["sticky", 3, "negative"],
    ["", 4, "positive"],
    ["", 3, "neutral"],
    ["", 1, "negative"],
    ["arrived on Tuesday", null, "neutral"],
    ["", null, null],
    [" \n ", null, null],
  ])("%j with rating %s is %s", (text, rating, sentiment) => {
    expect(feelingOf(text, rating)).toBe(sentiment);
  });
});

test("agrees with labels given by reading as often as sentiment-rule.md says", async () => {
  const labels: { review_id: string; label: string }[] = parse(
    readFileSync(new URL("labels-by-reading.csv", import.meta.url), "utf8"),
    { columns: true },
  );
  const { reviews } = await collect({ file: "reviews.csv" });
  const byId = new Map(reviews.map((review) => [review.review_id, review]));
  const agreed = (withRating: boolean) =>
    labels.filter(({ review_id, label }) => {
      const { text, rating } = byId.get(review_id)!;
      return feelingOf(text, withRating ? rating : null) === label;
    }).length;
  const rule = readFileSync(
    new URL("../../examples/review-report/sentiment-rule.md", import.meta.url),
    "utf8",
  );
  expect(rule.replace(/\s+/g, " ")).toContain(
    `${agreed(false)} of ${labels.length} from the text alone and ${agreed(true)} of ${labels.length} with the rating`,
  );
});

describe("the lexicon", () => {
  const entry = (ko: string[], en: string[]) => ({ word: "w", ko, en });

  test.each([
    ["an English word twice", [entry([], ["good"])], [entry([], ["good"])], /"good" twice/],
    ["overlapping Korean stems", [entry(["좋"], [])], [entry(["좋지"], [])], /overlap/],
    ["capitals", [entry([], ["Good"])], [], /lower-case English/],
    ["a stem that is not Korean", [entry(["good"], [])], [], /Korean letters only/],
    ["an empty stem", [entry([""], [])], [], /Korean letters only/],
  ])("refuses %s", (_, positive, negative, message) => {
    expect(() => parseLexicon(JSON.stringify({ positive, negative }))).toThrow(message);
  });
});
