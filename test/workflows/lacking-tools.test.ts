import { expect, test, vi } from "vitest";
import { lookAt } from "../../src/api/gateway/lists/live-todos.ts";
import { english, type Wording } from "../../src/contract/sentences/sentence.ts";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";
import type { StartedPlan } from "../support/started-plan.ts";
import { useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();
const dev = useDevServer();
const todos = [{ id: "a", title: "A", tool_name: "late", max_retries: 0 }];
const untilGivenBack = (plan: StartedPlan): Promise<void> =>
  vi.waitFor(
    async () => {
      const events = (await plan.runs()).flat();
      expect(events.some((one) => one.activityTaskFailedEventAttributes != null)).toBe(true);
    },
    { timeout: 20_000 },
  );

test("a worker that does not have the tool yet uses up no attempt of its todo", async () => {
  const late = anyTool("late", (_args, { attempt }) => Promise.resolve({ attempt }));
  const old = await dev().startWorker([echo]);
  const plan = await old.start({ title: "While workers are replaced", todos });
  await untilGivenBack(plan);
  expect(await plan.todo("a")).toMatchObject({ status: "in_progress", retry_count: 0 });
  await old.stop();
  await dev().startWorker([late], { taskQueue: old.taskQueue });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.todo("a")).toMatchObject({ retry_count: 0, result_data: { attempt: 1 } });
});

test("a tool that no worker has fails its todo at last, in its first attempt, and names those there are", async () => {
  const worker = await server().startWorker([echo]);
  const began = await server().now();
  const [todo] = todos;
  const plan = await worker.start({ title: "Nowhere", todos: [{ ...todo!, max_retries: 3 }] });
  await plan.result().catch(() => undefined);
  expect(await plan.todo("a")).toMatchObject({
    status: "failed",
    error_type: "api_error",
    error_message: 'This worker has no tool "late"; it has echo.',
    retry_count: 0,
  });
  expect((await server().now()) - began).toBeGreaterThanOrEqual(31_000);
});

test("a todo that waits for a worker with its tool can be cancelled", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({ title: "Called off", todos });
  await untilGivenBack(plan);
  await plan.signal("cancel", { reason: "Enough" });
  expect(await plan.ended()).toMatchObject({ status: "cancelled" });
  expect(await plan.todo("a")).toMatchObject({ status: "cancelled" });
});

/** What is told of the first run of todo `a`; empty for nothing. */
const told = async (plan: StartedPlan): Promise<string> => {
  const { live } = (await lookAt(dev().client, plan.id))!;
  return english((live["a.1"]?.message ?? "") as Wording);
};
const untilTold = (plan: StartedPlan): Promise<void> =>
  vi.waitFor(async () => expect(await told(plan)).toContain('without the tool "late"'), {
    timeout: 20_000,
  });
const mails = agentOf(["late"]);
const script = () => scriptModel({ a: [{ calls: [["late", { to: "ann" }]] }, { say: "Sent." }] });
const agentTodo = [{ id: "a", title: "A", agent_name: "writer", max_retries: 0 }];

test.each([
  ["a todo", todos],
  ["a long todo", [{ ...todos[0]!, timeout_seconds: 3_600 }]],
])("%s says that it waits for a worker with its tool, until one has it", async (_, waiting) => {
  const gate = createGate("late");
  const old = await dev().startWorker([echo]);
  const plan = await old.start({ title: "Told", todos: waiting });
  await untilTold(plan);
  await old.stop();
  await dev().startWorker([gate.tool], { taskQueue: old.taskQueue });
  await gate.begun("a");
  expect(await told(plan)).toBe("");
  gate.open("a");
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("an agent's call waits for a worker with its tool, says so, and its model hears only the result", async () => {
  const model = script();
  const keys: string[] = [];
  const late = anyTool("late", (_args, { idempotency_key }) => {
    keys.push(idempotency_key);
    return "sent";
  });
  const agents = { agents: { writer: mails }, modelTurn: model.modelTurn };
  const old = await dev().startWorker([echo], agents);
  const plan = await old.start({ title: "An agent's", todos: agentTodo });
  await untilTold(plan);
  await old.stop();
  await dev().startWorker([late], { ...agents, taskQueue: old.taskQueue });
  expect((await plan.ended()).todos[0]).toMatchObject({ status: "completed", retry_count: 0 });
  expect(keys).toHaveLength(1);
  const heard = model.requests[1]!.messages.filter(({ role }) => role === "tool");
  expect(heard).toMatchObject([{ content: "sent" }]);
});

test("an agent's call of a tool that no worker has is told to its model after half a minute", async () => {
  const model = script();
  const worker = await server().startWorker([echo], {
    agents: { writer: mails },
    modelTurn: model.modelTurn,
  });
  const began = await server().now();
  const plan = await worker.start({ title: "An agent's, nowhere", todos: agentTodo });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await server().now()) - began).toBeGreaterThanOrEqual(31_000);
  const heard = model.requests[1]!.messages.filter(({ role }) => role === "tool");
  expect(heard).toMatchObject([{ content: expect.stringContaining('has no tool \\"late\\"') }]);
});

test("an agent whose call waits for a worker with its tool can be cancelled", async () => {
  const worker = await dev().startWorker([echo], {
    agents: { writer: mails },
    modelTurn: script().modelTurn,
  });
  const plan = await worker.start({ title: "An agent called off", todos: agentTodo });
  await untilTold(plan);
  await plan.signal("cancel", { reason: "Enough" });
  expect(await plan.ended()).toMatchObject({ status: "cancelled" });
});
