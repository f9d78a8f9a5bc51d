import { expect, test } from "vitest";
import type { TranscriptPage } from "../../src/contract/plan/agents/transcript.ts";
import { useApi } from "../support/api-harness.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";

const model = scriptModel({
  misfits: [
    {
      calls: [
        ["echo", { text: "a", times: 99 }],
        ["echo", { text: "a", extra: 1 }],
        ["echo", {}],
      ],
    },
    { calls: [["echo", { text: "a", times: 2 }]] },
    { say: "Done." },
  ],
  endless: [
    {
      calls: [
        ["echo", { text: "whole" }],
        ["echo", { raw: '{"text":"aaaa' }],
        ["todo_write", { raw: '{"todos":[{"con' }],
        ["echo", { raw: "" }],
      ],
      ended: "length",
    },
    { calls: [["echo", { raw: '{"text":"aaaa' }]] },
    { say: "Done." },
  ],
});
const api = useApi(withAgents(model, configuredAgent(["echo"], { approval_tools: ["echo"] })));

/** What the model was told of its calls when it was asked for its `turn`th turn of a todo. */
async function toldBefore(todo: string, turn: number): Promise<string[]> {
  const { messages } = await model.asked(todo, turn);
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).map(({ content }) => content);
}

const start = (todo: string) =>
  api().create({ title: todo, todos: [{ id: todo, title: todo, agent_name: "writer" }] });

test("nobody is asked about a call that its tool would not take, and the model is told why", async () => {
  const { id } = await start("misfits");
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ args: { text: "a", times: 2 }, asked_by: { call_id: "t2c1" } });
  expect(await toldBefore("misfits", 2)).toEqual([
    expect.stringContaining("not accepted: /times: must be at most 9."),
    expect.stringContaining("not accepted: /extra: Unknown key"),
    expect.stringContaining("not accepted: /text: is missing."),
  ]);
  const decision = { decision: "approve", digest: hold!.digest };
  expect((await api().post(`/v1/holds/${hold!.id}/decision`, decision)).status).toBe(200);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(await toldBefore("misfits", 3)).toEqual(['{"text":"aa"}']);
  expect(await api().holds(id, "all")).toHaveLength(1);

  // What the worker found is for the model alone: nobody reads it as something that was called.
  const { turns } = await api().get<TranscriptPage>(`/v1/plans/${id}/todos/misfits/transcript`);
  expect(Object.keys(turns[1]!.tool_calls[0]!).toSorted()).toEqual([
    "arguments",
    "call_id",
    "name",
    "result",
  ]);
});

test("a model whose answer was cut off is told so, and what was whole is asked about", async () => {
  const { id } = await start("endless");
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ args: { text: "whole" } });
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", digest: hold!.digest });
  const cut = expect.stringMatching(/cut off because it reached its length limit.* shorter/);
  expect(await toldBefore("endless", 2)).toEqual(['{"text":"whole"}', cut, cut, cut]);
  expect(await toldBefore("endless", 3)).toEqual(['{"error":"The arguments are no JSON."}']);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(await api().holds(id, "all")).toHaveLength(1);
});
