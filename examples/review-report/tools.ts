import type { Tool } from "holdpoint/tools";
import { collectReviews } from "./collect-reviews.ts";
import { compareCompetitors } from "./compare-competitors.ts";
import { renderReport } from "./render-report.ts";
import { scoreSentiment } from "./score-sentiment.ts";

/** The custom tools that `plan.yaml` uses; `write_file` is built in. */
export const tools: Tool[] = [collectReviews, scoreSentiment, compareCompetitors, renderReport];
