import { Context } from "@temporalio/activity";
import { expect, test } from "vitest";
import type { ModelAnswer } from "../../src/contract/model.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { anyTool, defer, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";

const server = useDevServer();
const usage = { input_tokens: 100, output_tokens: 10, cost_usd: 0.25 };
const answering = (content: string): ModelAnswer => ({
  content,
  tool_calls: [],
  ended: "done",
  model: "scripted-1",
  usage,
});

/** A model that is done when it is told to stop: its answer comes all the same. */
function finishingModel(content: string) {
  const asked = defer<void>();
  return {
    asked,
    turn: async (): Promise<ModelAnswer> => {
      asked.resolve();
      await Context.current().cancelled.catch(() => undefined);
      return answering(content);
    },
  };
}

test.each([
  ["skipped", "control_todo", { todo_id: "report", action: "skip" }, "skipped"],
  ["stopped by a cancel", "cancel", {}, "cancelled"],
] as const)(
  "what the last turn of an agent cost that was %s meanwhile is in the plan's books",
  async (_what, name, command, status) => {
    const model = finishingModel("The page is written.");
    const worker = await server().startWorker([echo], {
      agents: { writer: agentOf([]) },
      modelTurn: model.turn,
    });
    const todos = [{ id: "report", title: "Write", agent_name: "writer" }];
    const plan = await worker.start({ title: "With an agent", todos });
    await model.asked.promise;
    await plan.send(name, command);
    const ended = await plan.ended();
    // Nothing else follows from what it said.
    expect(ended.todos[0]).toMatchObject({ status, result_data: null });
    expect(ended.todos[0]!.agent?.spent).toMatchObject({ turns: 1, cost_usd: 0.25 });
    expect(ended.spent).toMatchObject({ turns: 1, input_tokens: 100, cost_usd: 0.25 });
    expect(await plan.brokenTasks()).toEqual([]);
  },
);

test("neither a turn of an agent nor a word of the orchestrator is cut while the model still may answer", async () => {
  const model = scriptModel({
    report: [{ calls: [["ask_orchestrator", { question: "Which year?" }]] }, { say: "Done." }],
    orchestrator: [{ say: '{"answer": "2025", "citations": []}' }],
  });
  const allowed = new Map<string, number>();
  const worker = await server().startWorker([echo], {
    agents: { writer: agentOf([]) },
    modelTurn(request) {
      const { startToCloseTimeoutMs } = Context.current().info;
      allowed.set(request.role, startToCloseTimeoutMs);
      return model.modelTurn(request);
    },
  });
  const todos = [{ id: "report", title: "Write", agent_name: "writer", timeout_seconds: 7_200 }];
  const plan = await worker.start({ title: "Slow models", todos });
  await plan.untilHold("report");
  await plan.send("input", { value: "2025" });
  await plan.ended();
  const settings = { base_url: "http://127.0.0.1:1/v1", model: "slow" };
  const slowest = ModelSettingsSchema.parse({ ...settings, timeout_seconds: 3_600 });
  expect(allowed.get("agent")).toBeGreaterThan(slowest.timeout_seconds * 1_000);
  const usual = ModelSettingsSchema.parse(settings);
  expect(allowed.get("orchestrator")).toBeGreaterThan(usual.timeout_seconds * 1_000);
});

test("what a model cost is in the plan's books that was asked for other changes when nobody needed them any more", async () => {
  const model = finishingModel('{"summary": "As it is.", "edits": []}');
  const broken = anyTool("broken", () => {
    throw new ToolError("validation_error", "No such page.");
  });
  const worker = await server().startWorker([echo, broken], { model });
  const failing = { validation_error: { action: "REPLAN" } } as const;
  const plan = await worker.start({
    title: "Planned anew",
    failure: failing,
    todos: [
      { id: "a", title: "A", tool_name: "broken" },
      { id: "wait", title: "Wait", tool_name: "echo", requires_approval: true },
    ],
  });
  await model.asked.promise;
  await plan.send("control_todo", { todo_id: "a", action: "skip" });
  const [dropped] = await plan.untilEvents(1, "model.turn_dropped");
  expect(dropped).toMatchObject({ data: { role: "editor", turn: 1, usage } });
  expect((await plan.view()).spent).toMatchObject({ turns: 1, cost_usd: 0.25 });
  await plan.send("approval", { todo_id: "wait", decision: "approve" });
  expect((await plan.ended()).status).toBe("completed");
  expect(await plan.brokenTasks()).toEqual([]);
});
