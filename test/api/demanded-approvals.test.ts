import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import { ToolListSchema } from "../../src/contract/tool.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { scriptModel } from "../support/scripted-agent.ts";

const sent: string[] = [];
const mailer = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: "Sends a mail.",
    input: z.strictObject({ to: z.string() }),
    output: z.object({ sent: z.string() }),
    requires_approval: true,
    ...more,
    run: ({ to }) => {
      sent.push(to);
      return { sent: to };
    },
  });
const model = scriptModel({
  late: [{ calls: [["send_mail", { to: "late@example.org" }]] }, { say: "Not sent." }],
  write: [{ calls: [["send_mail", { to: "agent@example.org" }]] }, { say: "Sent." }],
});
const api = useApi({
  tools: [mailer("send_mail"), mailer("send_quickly", { quick: true })],
  model: { turn: (request) => model.modelTurn(request) },
  config: {
    agents: [
      AgentSettingsSchema.parse({
        name: "writer",
        instructions: "Write.",
        tools: ["send_mail"],
        todo_list: false,
      }),
    ],
  },
});

const mail = (to: string, more: object = {}): NewPlanInput["todos"][number] => ({
  id: "mail",
  title: "Tell the team",
  tool_name: "send_mail",
  tool_params: { to },
  ...more,
});

async function approve({ id, digest }: Hold): Promise<void> {
  const said = await api().post(`/v1/holds/${id}/decision`, { decision: "approve", digest });
  expect(said.status, await said.text()).toBe(200);
}

/** A plan that somebody starts through Temporal, which knows nothing of the installation's tools. */
async function startByHand(plan: NewPlanInput): Promise<string> {
  const id = `hand-${randomUUID()}`;
  const { client, taskQueue } = api();
  await client.workflow.start(TEMPORAL_NAMES.plan_workflow, {
    workflowId: TEMPORAL_NAMES.plan_prefix + id,
    taskQueue,
    args: [plan],
  });
  return id;
}

const typesOf = async (id: string): Promise<string[]> =>
  (await api().events(id)).map(({ type }) => type);

test("a mail is sent only once a person has said so, though its plan asks for nobody", async () => {
  const todos = [mail("ana@example.org", { requires_approval: false })];
  const { id } = await api().create({ title: "Mail", todos });
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "approval", required_by: "tool", on_timeout: "fail" });
  expect(await api().get<Todo>(`/v1/plans/${id}/todos/mail`)).toMatchObject({
    status: "needs_approval",
    requires_approval: false,
    required_by: "tool",
  });
  expect(sent).not.toContain("ana@example.org");
  await approve(hold!);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(sent).toContain("ana@example.org");
  expect(await typesOf(id)).not.toContain("todo.approval_demanded");
});

test("no deadline may approve it: whoever writes that is shown the field", async () => {
  const todos = [mail("bo@example.org", { approval: { on_timeout: "approve" } })];
  for (const path of ["/v1/plans", "/v1/plans/preview"]) {
    const refused = await problemOf(
      api().post(path, { title: "Mail", todos }),
      "validation_failed",
    );
    expect(refused.errors).toMatchObject([{ pointer: "/todos/0/approval/on_timeout" }]);
  }
  const plan = { title: "Mail", todos };
  const template = api().request("PUT", `/v1/templates/t${randomUUID()}`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "Mail", plan }),
  });
  await problemOf(template, "validation_failed");
});

test("an agent's call of it asks as if the agent had to ask", async () => {
  const todos = [{ id: "write", title: "write", agent_name: "writer" }];
  const { id } = await api().create({ title: "Agent", todos });
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({
    tool_name: "send_mail",
    required_by: "tool",
    asked_by: { agent_name: "writer" },
  });
  expect(sent).not.toContain("agent@example.org");
  await approve(hold!);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect((await model.asked("write", 2)).messages.at(-1)!.content).toContain("agent@example.org");
  expect(sent).toContain("agent@example.org");
});

test("an agent's call is not allowed by a deadline, whatever its todo says", async () => {
  const approval = { on_timeout: "approve" as const, timeout_seconds: 3_600 };
  const todos = [{ id: "write", title: "write", agent_name: "writer", approval }];
  const { id } = await api().create({ title: "Agent", todos });
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ on_timeout: "skip" });
  await api().post(`/v1/plans/${id}/cancel`, {});
  await api().untilEnded(id);
});

test("a plan that was started by hand asks, too: the worker does not send what nobody approved", async () => {
  const id = await startByHand({ title: "By hand", todos: [mail("cho@example.org")] });
  const [hold] = await api().untilHolds(id);
  expect(hold).toMatchObject({ kind: "approval", required_by: "tool" });
  expect(sent).not.toContain("cho@example.org");
  await approve(hold!);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(sent.filter((to) => to === "cho@example.org")).toHaveLength(1);
  expect(await typesOf(id)).toContain("todo.approval_demanded");
});

test("a plan that was started by hand may let a deadline decide, and the worker does not take it for a person", async () => {
  const approval = { on_timeout: "approve" as const, timeout_seconds: 1 };
  const todos = [mail("dan@example.org", { requires_approval: true, approval })];
  const id = await startByHand({ title: "By hand", todos });
  const plan = await api().untilEnded(id);
  expect(plan.status).toBe("failed");
  expect(sent).not.toContain("dan@example.org");
  expect(await api().holds(id, "all")).toMatchObject([
    { status: "expired", on_timeout: "approve" },
    { status: "expired", on_timeout: "fail" },
  ]);
});

test("nor for an agent's call in such a plan: the agent is told that nobody approved it", async () => {
  const approval = { on_timeout: "approve" as const, timeout_seconds: 1 };
  const todos = [{ id: "late", title: "late", agent_name: "writer", approval }];
  const id = await startByHand({ title: "By hand", todos });
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(await api().holds(id, "all")).toMatchObject([{ status: "expired" }]);
  const told = (await model.asked("late", 2)).messages.at(-1)!.content;
  expect(told).toContain("Nobody has approved exactly this call.");
  expect(sent).not.toContain("late@example.org");
});

test("what a person approved in such a plan is sent without being asked about again", async () => {
  const todos = [mail("eve@example.org", { requires_approval: true })];
  const id = await startByHand({ title: "By hand", todos });
  const [hold] = await api().untilHolds(id);
  await approve(hold!);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(await api().holds(id, "all")).toHaveLength(1);
});

test("a long todo that was started by hand asks, too, beside its plan", async () => {
  const todos = [mail("fay@example.org", { timeout_seconds: 7_200 })];
  const id = await startByHand({ title: "By hand", todos });
  const [hold] = await api().untilHolds(id);
  expect(sent).not.toContain("fay@example.org");
  await approve(hold!);
  expect((await api().untilEnded(id)).status).toBe("completed");
  expect(sent).toContain("fay@example.org");
});

test("a quick tool that has to ask runs in no segment", async () => {
  const quick = { tool_name: "send_quickly" };
  const state = await startByHand({ title: "By hand", todos: [mail("gus@example.org", quick)] });
  const { id } = await api().create({ title: "Quick", todos: [mail("hal@example.org", quick)] });
  for (const planId of [state, id]) {
    const [hold] = await api().untilHolds(planId);
    expect(sent).not.toContain("gus@example.org");
    expect(sent).not.toContain("hal@example.org");
    expect(hold).toMatchObject({ required_by: "tool" });
    await api().post(`/v1/plans/${planId}/cancel`, {});
  }
});

test("the catalogue says which tools ask first", async () => {
  const { tools } = ToolListSchema.parse(await api().get("/v1/tools?name=send_quickly"));
  expect(tools[0]!.marks).toEqual(["requires_approval", "quick"]);
});
