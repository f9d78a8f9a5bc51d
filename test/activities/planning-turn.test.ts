import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import type { KeptAgents } from "../../src/activities/kept-agents.ts";
import { thinkingActivities } from "../../src/activities/think.ts";
import {
  AgentSettingsSchema,
  KeptAgentSummarySchema,
  type AgentSettings,
  type KeptAgentSummary,
} from "../../src/contract/agent.ts";
import type { Offer } from "../../src/plan/model/state/thought.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { defineTool, type Tool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/registry.ts";
import { createFolder } from "../support/tool-context.ts";

const saved = (name: string, version: number, description: string): KeptAgentSummary =>
  KeptAgentSummarySchema.parse({
    name,
    description,
    tools: [],
    version,
    saved_by: "ana",
    saved_at: "2026-01-01T00:00:00.000Z",
  });

const draft = { intent: { type: "talk", confidence: 1 }, question: null, todos: [] };
const planning = { goal: "Tea", answers: [], refused: null };

/** A plan's planner with a model of two turns, and agents that anybody may save meanwhile. */
function planner(tools: readonly Tool[] = [], configured: readonly AgentSettings[] = []) {
  const agents = [saved("writer", 1, "Writes letters")];
  const model = createScriptedModel([{ json: draft }, { json: draft }]);
  const artifacts = createArtifactStore(createFolder());
  const keptAgents: KeptAgents = {
    find: () => Promise.resolve(undefined),
    list: () => Promise.resolve([...agents]),
  };
  const activities = thinkingActivities(createToolRegistry(tools), {
    artifacts,
    model,
    keptAgents,
    agents: configured,
  });
  const info = { workflowExecution: { workflowId: "plan-mind-turn", runId: "r" } };
  const run = (
    about: "holdpoint.plan_goal" | "holdpoint.replan",
    turn: number,
    input: unknown,
  ): Promise<{ offer: Offer }> =>
    new MockActivityEnvironment(info).run((): Promise<{ offer: Offer }> =>
      activities[about]({ plan_id: "mind-turn", turn, input: input as never }),
    );
  return { agents, model, run };
}

const replanning = {
  version: 1,
  plan: { title: "Tea", todos: [] },
  why: { kind: "asked", text: "more" },
  refused: null,
};

test.each([
  ["holdpoint.plan_goal", planning],
  ["holdpoint.replan", replanning],
] as const)(
  "an agent that is saved between two attempts of %s changes neither, and the turn is paid once",
  async (about, input) => {
    const { agents, model, run } = planner();
    const first = await run(about, 1, input);
    agents[0] = saved("writer", 2, "Writes bills");
    agents.push(saved("reader", 1, "Reads"));
    expect(await run(about, 1, input)).toEqual(first);
    expect(first.offer.agents).toEqual(["writer"]);
    expect(model.requests).toHaveLength(1);

    const next = await run(about, 2, input);
    expect(next.offer.agents).toEqual(["writer", "reader"]);
    expect(JSON.stringify(model.requests[1])).toContain("Writes bills");
  },
);

test("a plan is told which agents may do what nobody can undo without asking", async () => {
  const pay = defineTool({
    name: "pay",
    description: "Pays somebody",
    input: z.object({}),
    output: z.object({}),
    irreversible: true,
    run: () => ({}),
  });
  const agent = { instructions: "Work.", tools: ["pay"] };
  const agents = [
    AgentSettingsSchema.parse({ ...agent, name: "careful", approval_tools: ["pay"] }),
    AgentSettingsSchema.parse({ ...agent, name: "reckless" }),
    AgentSettingsSchema.parse({ ...agent, name: "reader", tools: [] }),
  ];
  const { run } = planner([pay], agents);
  const { offer } = await run("holdpoint.replan", 1, replanning);
  expect(offer.unasked).toEqual(["reckless"]);
});
