import { expect, test } from "vitest";
import type { TranscriptPage } from "../../src/contract/plan/agents/transcript.ts";
import type { EditPreview } from "../../src/contract/plan/edit.ts";
import type { TodoDetail } from "../../src/contract/plan/plan.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { defer } from "../support/plan-tools.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";

const never = defer<void>();
const model = scriptModel({
  writes: [
    { say: "I look first.", calls: [["echo", { text: "tea" }]] },
    { say: "Too late.", after: never.promise },
  ],
  drafts: [{ say: "Too late.", after: never.promise }],
  asks: [{ calls: [["ask_orchestrator", { question: "Which year?" }]] }],
  orchestrator: [{ say: "[NEED_HUMAN: Which year?]" }],
});
const api = useApi(withAgents(model, configuredAgent(["echo"])));

const todoOf = (planId: string, id: string) =>
  api().get<TodoDetail>(`/v1/plans/${planId}/todos/${id}`);
/** The edit by which a person says that they do it themselves. */
const mine = (target_id: string) => ({
  ops: [
    {
      edit_type: "modify_todo",
      target_id,
      params: { changes: { agent_name: null, assignee: "kim" } },
    },
  ],
});

test("a person takes over what an agent is at: it stops, what it said stays, and what waits goes on with the person's result", async () => {
  const { id } = await api().create({
    title: "Taken over",
    todos: [
      { id: "writes", title: "Write", agent_name: "writer" },
      {
        id: "after",
        title: "After",
        tool_name: "echo",
        tool_params: { text: "{{todo.writes.result}}" },
        depends_on: ["writes"],
      },
    ],
  });
  await model.asked("writes", 2);
  const claim = await api().post(`/v1/plans/${id}/todos/writes/claim`, {});
  expect(await problemOf(claim, "illegal_transition")).toMatchObject({
    hint: expect.stringContaining("`agent_name: null`"),
  });

  // What it stops is shown before it is made, and looking stops nothing.
  const looked = await api().post(`/v1/plans/${id}/edits?validate_only=true`, mine("writes"));
  const { impact } = (await looked.json()) as EditPreview;
  expect(impact).toMatchObject({ stops: ["writes"], starts: [], ends_plan: false });
  expect(await todoOf(id, "writes")).toMatchObject({ kind: "agent", status: "in_progress" });

  expect((await api().post(`/v1/plans/${id}/edits`, mine("writes"))).status).toBe(200);
  expect(await todoOf(id, "writes")).toMatchObject({
    kind: "manual",
    status: "pending",
    assignee: "kim",
    waits_for: [{ code: "unclaimed" }],
  });
  // The agent's own workflow ends, and only then is all that it said kept.
  const agent = api().client.workflow.getHandle(`${TEMPORAL_NAMES.plan_prefix}${id}.writes`);
  await agent.result();
  await expect
    .poll(() => api().get<TranscriptPage>(`/v1/plans/${id}/todos/writes/transcript`))
    .toMatchObject({ live: false, turns: [{}, { content: "I look first." }] });

  const done = { result: "Written by hand." };
  expect((await api().post(`/v1/plans/${id}/todos/writes/done`, done)).status).toBe(200);
  const ended = await api().untilEnded(id);
  expect(ended.status).toBe("completed");
  expect(ended.todos).toMatchObject([
    { id: "writes", status: "completed", result_data: "Written by hand.", run: 2 },
    { id: "after", result_data: { text: "Written by hand." } },
  ]);
});

test("what an agent had asked is asked no more once a person does its todo", async () => {
  const { id } = await api().create({
    title: "Asked before",
    todos: [{ id: "asks", title: "Write", agent_name: "writer" }],
  });
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "input" });
  expect((await api().post(`/v1/plans/${id}/edits`, mine("asks"))).status).toBe(200);
  expect(await api().holds(id)).toEqual([]);
  expect(await todoOf(id, "asks")).toMatchObject({ kind: "manual", status: "pending" });
  expect((await api().post(`/v1/plans/${id}/todos/asks/done`, {})).status).toBe(200);
  expect((await api().untilEnded(id)).status).toBe("completed");
});

test("its other fields stay as they are while an agent is at it", async () => {
  const { id } = await api().create({
    title: "Not so",
    todos: [{ id: "drafts", title: "Write", agent_name: "writer" }],
  });
  await model.asked("drafts", 1);
  const changes = { expected_output: "Two pages." };
  const edit = { ops: [{ edit_type: "modify_todo", target_id: "drafts", params: { changes } }] };
  const problem = await problemOf(
    await api().post(`/v1/plans/${id}/edits`, edit),
    "todo_not_editable",
  );
  expect(problem.detail).toContain("expected_output");
  await api().post(`/v1/plans/${id}/cancel`, {});
  await api().untilEnded(id);
});
