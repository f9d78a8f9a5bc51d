import { expect, test } from "vitest";
import type { Json } from "../../src/contract/text.ts";
import { anyTool } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";

const server = useDevServer();

const steps = (first: string, second: string): readonly [string, Json] => [
  "todo_write",
  {
    todos: [
      { id: "look", content: "Look", status: first },
      { id: "write", content: "Write", status: second },
    ],
  },
];

async function startWriter(
  turns: readonly ScriptTurn[],
  tools: readonly string[],
  more: { readonly name?: string; readonly countdown_seconds?: number } = {},
) {
  const wrote: [string, unknown][] = [];
  const made = tools.map((name) => anyTool(name, (args) => (wrote.push([name, args]), "ok")));
  const model = scriptModel({ report: turns });
  const worker = await server().startWorker(made, {
    agents: { writer: agentOf(tools, { todo_list: true, ...more }) },
    modelTurn: model.modelTurn,
  });
  const todos = [{ id: "report", title: "Write", agent_name: "writer" }];
  return { plan: await worker.start({ title: "Steps", todos }), model, wrote };
}

test("an agent that has to keep a list changes nothing before it has one, and may read", async () => {
  const { plan, model, wrote } = await startWriter(
    [
      {
        calls: [
          ["save", { n: 1 }],
          ["read", {}],
        ],
      },
      { calls: [steps("in_progress", "pending"), ["save", { n: 2 }]] },
      { calls: [steps("completed", "pending"), ["save", { n: 3 }]] },
      { calls: [steps("completed", "in_progress"), ["save", { n: 4 }]] },
      { calls: [steps("completed", "completed"), ["save", { n: 5 }]] },
      { say: "Saved." },
    ],
    ["save", "read"],
  );
  const ended = await plan.ended();
  expect(wrote.filter(([name]) => name === "save")).toEqual([
    ["save", { n: 2 }],
    ["save", { n: 4 }],
  ]);
  expect(wrote).toContainEqual(["read", {}]);
  const told = model.requests
    .at(-1)!
    .messages.flatMap((said) =>
      said.role === "tool" && said.content.includes("error") ? [said.content] : [],
    );
  expect(told).toEqual([
    expect.stringContaining("Write your list with todo_write first"),
    expect.stringContaining("No step is in_progress."),
    expect.stringContaining("All steps of your list are over."),
  ]);
  expect(ended.todos[0]).toMatchObject({
    status: "completed",
    agent: {
      steps: [
        { id: "look", content: "Look", status: "completed" },
        { id: "write", status: "completed" },
      ],
    },
  });
});

test("steps are not begun and ended in one turn, before anything was done for them", async () => {
  const { plan, model, wrote } = await startWriter(
    [
      { calls: [steps("in_progress", "pending"), steps("completed", "in_progress")] },
      { calls: [["save", { n: 1 }]] },
      { calls: [steps("completed", "in_progress"), steps("completed", "completed")] },
      { say: "" },
      { calls: [steps("completed", "completed")] },
      { say: "Saved." },
    ],
    ["save"],
  );
  // With a step left, to stop without a word is to stop: the agent is told to go on (S3).
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "completed",
    result_data: "Saved.",
  });
  expect(wrote).toEqual([["save", { n: 1 }]]);
  const refused = model.requests
    .at(-1)!
    .messages.filter(({ role, content }) => role === "tool" && content.includes("error"));
  expect(refused).toMatchObject([
    { content: expect.stringContaining("was never in_progress") },
    { content: expect.stringContaining("not several at once") },
  ]);
});

test("an agent that stops with steps left is told to go on, after a countdown of two seconds", async () => {
  const { plan, model } = await startWriter(
    [
      { calls: [steps("in_progress", "pending")] },
      { say: "I stop here." },
      { calls: [steps("completed", "in_progress")] },
      { calls: [steps("completed", "completed")] },
      { say: "All is done." },
    ],
    ["save"],
  );
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "completed",
    result_data: "All is done.",
  });
  expect(model.requests[2]!.messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringContaining("[status: 0/2 done, 2 left]"),
  });
  const counted = (await plan.events()).filter(({ type }) => type === "agent.countdown");
  expect(counted.map(({ data }) => data)).toEqual([
    { seconds: 2, left: 2, agent: "writer" },
    { seconds: 1, left: 2, agent: "writer" },
    { seconds: 0, left: 2, agent: "writer" },
  ]);
});

test("an agent that says it has changed what it could not without a list is told so once, then writes one", async () => {
  const { plan, model, wrote } = await startWriter(
    [
      { calls: [["save", { n: 1 }]] },
      { say: "Saved." },
      { calls: [steps("in_progress", "cancelled"), ["save", { n: 2 }]] },
      { calls: [steps("completed", "cancelled")] },
      { say: "Now it is saved." },
    ],
    ["save"],
  );
  expect((await plan.ended()).todos[0]).toMatchObject({
    status: "completed",
    result_data: "Now it is saved.",
  });
  expect(model.requests[2]!.messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringContaining("it has not been done"),
  });
  expect(wrote).toEqual([["save", { n: 2 }]]);
});

test.each([
  ["stops twice", "writer", 3],
  ["only plans, and is not told", "plan", 2],
])(
  "an agent without the list that it needed has not done its todo: one that %s",
  async (_, name, turns) => {
    const { plan, model, wrote } = await startWriter(
      [{ calls: [["save", { n: 1 }]] }, { say: "Saved." }, { say: "It is saved." }],
      ["save"],
      { name },
    );
    expect((await plan.ended()).todos[0]).toMatchObject({
      status: "failed",
      error_type: "validation_error",
      error_message: expect.stringContaining("never wrote the list of its steps"),
    });
    expect(model.requests).toHaveLength(turns);
    expect(wrote).toEqual([]);
  },
);

test.each(["plan", "planner-sisyphus"])(
  "the planning agent %s is not told to go on with what it left",
  async (name) => {
    const { plan, model } = await startWriter(
      [{ calls: [steps("in_progress", "pending")] }, { say: "This is the plan." }],
      ["save"],
      { name },
    );
    expect((await plan.ended()).todos[0]).toMatchObject({ result_data: "This is the plan." });
    expect(model.requests).toHaveLength(2);
  },
);

test("an agent whose name only begins as a planning agent's is told to go on", async () => {
  const { plan, model } = await startWriter(
    [
      { calls: [steps("in_progress", "cancelled")] },
      { say: "I stop here." },
      { calls: [steps("completed", "cancelled")] },
      { say: "All is done." },
    ],
    ["save"],
    { name: "planner-other", countdown_seconds: 1 },
  );
  expect((await plan.ended()).todos[0]).toMatchObject({ result_data: "All is done." });
  expect(model.requests).toHaveLength(4);
});

test("an agent that may change nothing is not told to go on", async () => {
  const { plan, model } = await startWriter(
    [{ calls: [steps("in_progress", "pending")] }, { say: "I only looked." }],
    ["read"],
  );
  expect((await plan.ended()).todos[0]).toMatchObject({ result_data: "I only looked." });
  expect(model.requests).toHaveLength(2);
});

test("an agent that counts down when its plan is paused goes on no sooner than the plan, after a whole countdown", async () => {
  const { plan, model } = await startWriter(
    [
      { calls: [steps("in_progress", "pending")] },
      { say: "I stop here." },
      { calls: [steps("completed", "in_progress")] },
      { calls: [steps("completed", "completed")] },
      { say: "All is done." },
    ],
    ["save"],
    { countdown_seconds: 4 },
  );
  await plan.untilEvents(1, "agent.countdown");
  for (const word of ["pause", "resume", "pause"] as const) await plan.send(word);
  expect(model.requests).toHaveLength(2);
  await plan.send("resume");
  expect((await plan.ended()).todos[0]).toMatchObject({ result_data: "All is done." });
  const told: unknown[] = (await plan.events()).map(({ type, data }) =>
    type === "agent.countdown" ? data?.["seconds"] : type,
  );
  expect(told.slice(told.lastIndexOf("plan.paused"))).toMatchObject([
    "plan.paused",
    "plan.resumed",
    ...[4, 3, 2, 1, 0],
    ...told.slice(told.lastIndexOf(0) + 1),
  ]);
});

test("an agent whose countdown was cancelled waits for a person, and goes on with their words", async () => {
  const { plan, model } = await startWriter(
    [
      { calls: [steps("in_progress", "pending")] },
      { say: "I stop here." },
      { say: "I stop again." },
      { calls: [steps("completed", "in_progress")] },
      { calls: [steps("completed", "completed")] },
      { say: "All is done." },
    ],
    ["save"],
    // Long enough for a busy machine; nothing here waits for its end.
    { countdown_seconds: 60 },
  );
  const halt = { todo_id: "report", action: "halt" };
  await plan.untilEvents(1, "agent.countdown");
  await plan.send("control_todo", halt);
  await plan.untilHold("report");
  await plan.send("input", { value: "Write it in one line." });
  await model.asked("report", 3);
  expect(model.requests[2]!.messages.at(-1)).toMatchObject({
    role: "user",
    content: "Write it in one line.",
  });
});
