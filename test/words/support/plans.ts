import type { PlanTodo } from "../../../src/words/edits/read-instruction.ts";

const todo = (id: string, title: string, more: Partial<PlanTodo> = {}): PlanTodo => ({
  id,
  title,
  priority: 5,
  depends_on: [],
  requires_approval: false,
  hasEnded: false,
  ...more,
});

const plan = (titles: readonly string[]): PlanTodo[] => {
  const [collect = "", sentiment = "", keyword = "", video = "", report = "", survey = ""] = titles;
  return [
    todo("collect", collect, { priority: 8, hasEnded: true }),
    todo("sentiment", sentiment, { depends_on: ["collect"] }),
    todo("keyword", keyword, { depends_on: ["collect"] }),
    todo("video", video, { depends_on: ["sentiment"], priority: 2 }),
    todo("report", report, { depends_on: ["sentiment", "keyword"], priority: 10 }),
    todo("survey", survey, { depends_on: ["report"], requires_approval: true }),
  ];
};

/** S0's plan, as people here call its todos. */
export const KOREAN = plan([
  "리뷰 수집",
  "감성분석",
  "키워드 분석",
  "영상 생성",
  "보고서 작성",
  "설문 발송",
]);

/** The same plan in English. */
export const ENGLISH = plan([
  "Review collection",
  "Sentiment analysis",
  "Keyword analysis",
  "Video generation",
  "Report",
  "Send survey",
]);
