import { describe, expect, test } from "vitest";
import type { Progress } from "../../src/contract/plan/plan.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();
const COUNT = 10_000;

describe("a plan of 10,000 todos with Korean descriptions", () => {
  const description = "올리브영에서 라네즈 제품 리뷰를 모읍니다. ".repeat(3);
  const todos = Array.from({ length: COUNT }, (_, position) => ({
    id: `t${position}`,
    title: `할 일 ${position}`,
    description,
    tool_name: "gate",
    tool_params: { name: "large" },
    ...(position > 0 && { depends_on: [`t${position - 1}`] }),
  }));

  // Of a plan that has ended, each page of the log has a worker replay it.
  test(
    "is accepted, starts, is read page by page, and is cancelled",
    { timeout: 300_000 },
    async () => {
      const created = await api().create({ id: "large", title: "만 개의 할 일", todos });
      expect(created).toMatchObject({ todo_count: COUNT, next_offset: 200 });
      expect(created.todos).toHaveLength(200);

      const progress = await api().watch.until("large", async () => {
        const now = await api().get<Progress>("/v1/plans/large/progress");
        return now.counts["in_progress"] === 1 && now;
      });
      expect(progress).toMatchObject({ total: COUNT, percentage: 0 });

      const ids: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: PlanView = await api().get(`/v1/plans/large?offset=${offset}&limit=1000`);
        expect(page.todos.every((todo) => todo.description === description)).toBe(true);
        ids.push(...page.todos.map(({ id }) => id));
        offset = page.next_offset;
      }
      expect(ids).toEqual(todos.map(({ id }) => id));

      const answer = await api().post("/v1/plans/large/cancel", { reason: "zu groß" });
      expect(answer.status).toBe(200);
      const ended = await api().untilEnded("large");
      expect(ended).toMatchObject({ status: "cancelled", ended_because: "zu groß" });
      expect(ended.progress.counts).toMatchObject({ cancelled: COUNT, in_progress: 0 });

      const events = await api().events("large");
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, position) => position + 1));
      expect(events.filter(({ type }) => type === "todo.cancelled")).toHaveLength(COUNT);
    },
  );
});
