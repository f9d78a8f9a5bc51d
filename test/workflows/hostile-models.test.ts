import { expect, test } from "vitest";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { anyTool } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";

const server = useDevServer();

/** An agent that may send mails when a person agrees, with a model that means harm. */
async function startMailer(turns: readonly ScriptTurn[]) {
  const sent: unknown[] = [];
  const send = anyTool("send", (args) => {
    sent.push(args);
    return "sent";
  });
  const model = scriptModel({ a: turns });
  const worker = await server().startWorker([send], {
    agents: { writer: agentOf(["send"], { approval: ["send"] }) },
    modelTurn: model.modelTurn,
  });
  const todos = [{ id: "a", title: "A", agent_name: "writer", max_retries: 0 }];
  const plan = await worker.start({
    title: "Harm",
    failure: { validation_error: { action: "FAIL" } },
    todos,
  });
  return { plan, model, sent };
}

/** Arguments whose objects stand within each other. */
function nested(levels: number): JsonObject {
  let args: JsonObject = {};
  for (let level = 1; level < levels; level += 1) args = { a: args };
  return args;
}

test("arguments as deep as any may be are asked about, and run as approved", async () => {
  const args = nested(LIMITS.json_depth);
  const { plan, sent } = await startMailer([{ calls: [["send", args]] }, { say: "Sent." }]);
  await plan.untilEvents(1, "hold.requested");
  const [hold] = await plan.holds();
  await plan.send("approval", { hold_id: hold!.id, decision: "approve", digest: hold!.digest });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(sent).toEqual([args]);
});

test.each([
  ["an own prototype", '{"__proto__":{"to":"eve"}}'],
  ["half a character", String.raw`{"to":"\ud83d"}`],
  ["half a character in a name", String.raw`{"\ude00":"ann"}`],
  ["a number that is none", '{"count":1e999}'],
  ["more levels than any", JSON.stringify(nested(LIMITS.json_depth + 1))],
  ["levels without end", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  ["a list", "[]"],
  ["no JSON", "{to: ann}"],
])("nobody is asked about arguments with %s: the model is told why", async (_, raw) => {
  const { plan, model, sent } = await startMailer([
    { calls: [["send", { raw }]] },
    { say: "Nothing." },
  ]);
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(await plan.holds()).toEqual([]);
  const [told] = model.requests[1]!.messages.filter(({ role }) => role === "tool");
  expect(JSON.parse(told!.content!)).toEqual({ error: expect.stringMatching(/^The arguments /) });
  expect(sent).toEqual([]);
});

test("a turn of which the plan cannot take note fails the todo, and leaves nobody waiting", async () => {
  const { plan, sent } = await startMailer([
    { calls: [["send", { to: "ann" }]], tokens: 1.5 },
    { say: "Sent." },
  ]);
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "failed",
    error_type: "validation_error",
    error_message: expect.stringContaining("cannot take note of the agent's turn"),
  });
  expect(sent).toEqual([]);
});

const call = {
  role: "editor",
  prompt: { name: "replan", version: "1" },
  model: "scripted-1",
  usage: { input_tokens: 1, output_tokens: 1, cost_usd: null },
};
const none = { call, text: "", read: { problem: "empty" } };
const nobody = () => Promise.reject(new Error("Nobody asks it."));
const offer = { tools: [], agents: [], teams: [] };

test.each([
  ["nothing", null],
  ["no answer", { offer, mistakes: [], base_version: 1 }],
  ["an answer of nobody", { answer: { ...none, call: {} }, offer, mistakes: [], base_version: 1 }],
  ["an answer that says nothing", { answer: { ...none, read: {} }, offer, mistakes: [] }],
  ["not what there is", { answer: none, mistakes: [], base_version: 1 }],
])("a person is told of a worker that says of a turn that plans anew %s", async (_what, answer) => {
  const broken = anyTool("broken", () => {
    throw new ToolError("validation_error", "No such page.");
  });
  const odd = { "holdpoint.replan": () => Promise.resolve(answer) };
  const worker = await server().startWorker([broken], { odd, model: { turn: nobody } });
  const plan = await worker.start({
    title: "Planned anew",
    failure: { validation_error: { action: "REPLAN" } },
    todos: [{ id: "a", title: "A", tool_name: "broken" }],
  });
  const [failed] = await plan.untilEvents(1, "plan.replan_failed");
  expect(failed).toMatchObject({ data: { call: null } });
  expect(await plan.brokenTasks()).toEqual([]);
});
