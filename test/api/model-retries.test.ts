import { expect, test, vi } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import type { Board } from "../../src/contract/plan/board.ts";
import type { PlanView, TodoDetail } from "../../src/contract/plan/plan.ts";
import { say } from "../../src/contract/sentences/sentence.ts";
import { ModelFailure } from "../../src/llm/model-failure.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { useApi } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";

/** Within the time that the todo has. */
const RETRY_AFTER_MS = 120_000;
const secondAttempt = defer<void>();
let attempts = 0;
const api = useApi({
  config: {
    agents: [AgentSettingsSchema.parse({ name: "writer", instructions: "Write.", tools: [] })],
    models: ModelSettingsSchema.parse({ model: "gpt-4o" }),
  },
  model: {
    async turn({ turn_key }) {
      if (/\/busy\/|^busy-/.test(turn_key)) {
        const how = { type: "api_error", isFinal: false, retryAfterMs: RETRY_AFTER_MS } as const;
        throw new ModelFailure(say("model_busy"), how);
      }
      attempts += 1;
      if (attempts === 1) {
        throw new ModelFailure(say("model_server_failed", { status: 500 }), {
          type: "api_error",
          isFinal: false,
        });
      }
      await secondAttempt.promise;
      const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0 };
      return { content: "Tea.", tool_calls: [], ended: "done", model: "fake", usage };
    },
  },
});

const start = (id: string) =>
  api().create({ title: id, todos: [{ id, title: id, agent_name: "writer" }] });
/** What is told of the todo on its own page, once something is. */
const untilTold = (planId: string, id: string, what: RegExp): Promise<void> =>
  vi.waitFor(
    async () => {
      const todo = await api().get<TodoDetail>(`/v1/plans/${planId}/todos/${id}`);
      expect(todo.progress_message).toMatch(what);
    },
    { timeout: 30_000 },
  );

test("while a busy model is asked again, its agent's todo says why, how often and when", async () => {
  const { id } = await start("busy");
  await untilTold(
    id,
    "busy",
    /^The model gave no answer: The model's server has too many requests \(HTTP 429\)\. Attempt 2 of 10 starts at /,
  );
  const { todos } = await api().get<Board>(`/v1/plans/${id}/board`);
  const { at } = todos[0]!.progress_message_said!.values as { at: string };
  expect(Date.parse(at) - Date.now()).toBeGreaterThan(RETRY_AFTER_MS / 2);
  expect(todos[0]).toMatchObject({ status: "in_progress", progress_percentage: 0 });
  await api().post(`/v1/plans/${id}/cancel`, { reason: "Enough." });
  expect((await api().untilEnded(id)).todos[0]!.progress_message).toBeUndefined();
});

test("an attempt that goes on after a failure says so, and nothing is left of it once the model answers", async () => {
  const { id } = await start("shaky");
  await untilTold(
    id,
    "shaky",
    /^The model gave no answer: The model's server failed \(HTTP 500\)\. Attempt 2 of 10 is under way\.$/,
  );
  secondAttempt.resolve();
  const [todo] = (await api().untilEnded(id)).todos;
  expect(todo).toMatchObject({ status: "completed", result_data: "Tea." });
  expect(todo!.progress_message).toBeUndefined();
});

test("while a busy model is asked again to plan a goal, the plan says why, how often and when", async () => {
  const response = await api().post("/v1/plans", { id: "busy-goal", goal: "Tea for two" });
  expect(response.status, await response.clone().text()).toBe(201);
  const plan = () => api().get<PlanView>("/v1/plans/busy-goal");
  await vi.waitFor(
    async () =>
      expect((await plan()).thinking_message).toMatch(
        /^The model gave no answer: The model's server has too many requests \(HTTP 429\)\. Attempt 2 of 12 starts at /,
      ),
    { timeout: 30_000 },
  );
  const { plan: head } = await api().get<Board>("/v1/plans/busy-goal/board");
  expect(head).toMatchObject({ goal_phase: "planning", thinking_message: expect.any(String) });
  await api().post("/v1/plans/busy-goal/cancel", { reason: "Enough." });
  const ended = await api().untilEnded("busy-goal");
  expect(ended.thinking_message).toBeUndefined();
});
