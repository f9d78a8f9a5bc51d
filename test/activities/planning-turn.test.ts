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
import type { ProblemDetail } from "../../src/contract/problems/problem.ts";
import { englishAt } from "../../src/contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
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

interface Thought {
  readonly offer: Offer;
  readonly mistakes: readonly ProblemDetail[];
}

/** A plan's planner with a model of two turns, and agents that anybody may save meanwhile. */
function planner(
  tools: readonly Tool[] = [],
  configured: readonly AgentSettings[] = [],
  answers: readonly Json[] = [draft, draft],
) {
  const agents = [saved("writer", 1, "Writes letters")];
  const model = createScriptedModel(answers.map((json) => ({ json })));
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
  ): Promise<Thought> =>
    new MockActivityEnvironment(info).run((): Promise<Thought> =>
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
  const asking = { ...pay, name: "pay_asking", requires_approval: true };
  const agent = { instructions: "Work.", tools: ["pay"] };
  const agents = [
    AgentSettingsSchema.parse({ ...agent, name: "careful", approval_tools: ["pay"] }),
    AgentSettingsSchema.parse({ ...agent, name: "reckless" }),
    AgentSettingsSchema.parse({ ...agent, name: "reader", tools: [] }),
    // Its tool asks, whatever it says itself.
    AgentSettingsSchema.parse({ ...agent, name: "asker", tools: ["pay_asking"] }),
  ];
  const { run } = planner([pay, asking], agents);
  const { offer } = await run("holdpoint.replan", 1, replanning);
  expect(offer.unasked).toEqual(["reckless"]);
});

const mail = defineTool({
  name: "mail",
  description: "Sends a mail",
  input: z.strictObject({ to: z.string(), text: z.string() }),
  output: z.null(),
  run: () => null,
});
const note = defineTool({
  name: "note",
  description: "Writes a note",
  input: z.strictObject({ text: z.string() }),
  output: z.null(),
  run: () => null,
});
const present = [
  { id: "noted", tool_name: "note", tool_params: { text: "Tea" } },
  { id: "wrong", tool_name: "note", tool_params: { txet: "Tea" } },
  { id: "mailed", tool_name: "mail", tool_params: { to: "ann", text: "{{todo.noted.result}}" } },
  { id: "by_agent", agent_name: "writer" },
  // As a model is told of arguments that are long.
  { id: "long", tool_name: "note", tool_params: '{"text":"Tea and…' },
];
const change = (target_id: string, changes: JsonObject) => ({
  edit_type: "modify_todo",
  target_id,
  params: { changes },
  reason: "Better so.",
});

test.each<[string, JsonObject[], string[]]>([
  ["to a tool that takes less", [change("mailed", { tool_name: "note" })], ["/edits/0/"]],
  ["to a tool that takes more", [change("noted", { tool_name: "mail" })], ["/edits/0/"]],
  ["of an agent's todo", [change("by_agent", { tool_name: "note" })], ["/edits/0/"]],
  [
    "of a todo that it has just added",
    [
      {
        edit_type: "add_todo",
        params: {
          todo: { id: "new", title: "New", tool_name: "note", tool_params: { text: "Tea" } },
        },
        reason: "Needed.",
      },
      change("new", { tool_name: "mail" }),
    ],
    ["/edits/1/"],
  ],
  ["where it saw a part of the arguments", [change("long", { tool_name: "mail" })], ["/edits/0/"]],
  ["of a todo that it was not told of", [change("other", { tool_name: "mail" })], ["/edits/0/"]],
  [
    "with arguments that fit",
    [change("long", { tool_name: "mail", tool_params: { to: "ann", text: "Tea" } })],
    [],
  ],
  [
    "whose arguments were changed before",
    [
      change("noted", { tool_params: { to: "ann", text: "Tea" } }),
      change("noted", { tool_name: "mail" }),
    ],
    ["/edits/0/"],
  ],
  ["to the tool that it has", [change("wrong", { tool_name: "note" })], []],
  ["to nobody's", [change("noted", { tool_name: null, kind: "manual" })], []],
  ["that is none", [change("wrong", { title: "Nicer" })], []],
])(
  "a model's change of a todo's tool is checked with its arguments: %s",
  async (_, edits, where) => {
    const answer = { summary: "Other tools", edits };
    const { run } = planner([mail, note], [], [answer]);
    const plan = { title: "Tea", todos: present };
    const { mistakes } = await run("holdpoint.replan", 1, { ...replanning, plan });
    const places = new Set(mistakes.map(({ pointer }) => pointer.slice(0, "/edits/0/".length)));
    expect([...places], mistakes.map(englishAt).join(" ")).toEqual(where);
    for (const { pointer } of mistakes) expect(pointer).toContain("/tool_params");
  },
);
