import { expect, test } from "vitest";
import { useApi } from "../support/api-harness.ts";
import { anyTool } from "../support/plan-tools.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";

const model = scriptModel({
  report: [
    {
      calls: [
        ["todo_write", { todos: [{ id: "write", content: "Write", status: "in_progress" }] }],
      ],
    },
    { say: "I stop here." },
    {
      calls: [["todo_write", { todos: [{ id: "write", content: "Write", status: "completed" }] }]],
    },
    { say: "Written." },
  ],
});
const settings = configuredAgent(["save"], { todo_list: true, countdown_seconds: 60 });
const api = useApi({
  tools: [anyTool("save", () => "ok")],
  ...withAgents(model, settings),
});

test("a countdown that is cancelled over HTTP asks how the agent goes on, and no words let it continue", async () => {
  const { id } = await api().create({
    id: "agent-countdown",
    title: "Countdown",
    todos: [
      { id: "report", title: "Write", agent_name: "writer" },
      { id: "other", title: "Other", kind: "milestone" },
    ],
  });
  const halt = (todo: string) =>
    api().post(`/v1/plans/${id}/todos/${todo}/halt`, { reason: "Not yet" });
  const refused = await halt("other");
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: "illegal_transition" },
  ]);
  await api().watch.until(id, async () =>
    (await api().events(id)).some(({ type }) => type === "agent.countdown"),
  );
  expect((await halt("report")).status).toBe(200);
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "input", input_request: { required: false } });
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: null });
  const ended = await api().untilEnded(id);
  expect(ended.todos[0]).toMatchObject({ status: "completed", result_data: "Written." });
});
