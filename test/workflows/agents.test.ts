import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { anyTool, createGate, defer, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";

const server = useDevServer();

const plan = (todo: Partial<NewPlanInput["todos"][number]> = {}): NewPlanInput => ({
  title: "With an agent",
  todos: [
    {
      id: "report",
      title: "Write the report",
      description: "Write one page about tea.",
      agent_name: "writer",
      agent_purpose: "You write, others read.",
      expected_output: "One page.",
      ...todo,
    },
    {
      id: "after",
      title: "After",
      tool_name: "echo",
      tool_params: { text: "{{todo.report.result}}" },
      depends_on: ["report"],
    },
  ],
});

test("an agent works with its tools until its last words, which are the todo's result", async () => {
  const model = scriptModel({
    report: [
      {
        say: "First I look.",
        calls: [
          ["echo", { page: 1 }],
          ["echo", { page: 2 }],
        ],
      },
      { calls: [["write", { text: "tea" }]] },
      { say: "The page is written." },
    ],
  });
  const seen: unknown[] = [];
  const write = anyTool("write", (args, ctx) => {
    seen.push([args, ctx.idempotency_key]);
    return { bytes: 3 };
  });
  const worker = await server().startWorker([echo, write], {
    agents: { writer: agentOf(["echo", "write"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  const ended = await started.ended();
  expect(ended.todos).toMatchObject([
    {
      kind: "agent",
      status: "completed",
      result_data: "The page is written.",
      agent: { turn: 3, spent: { turns: 3, input_tokens: 300, output_tokens: 30, cost_usd: 0.03 } },
    },
    { status: "completed", result_data: { text: "The page is written." } },
  ]);
  const key = new RegExp(`^${started.id}/report/1/t2c1/[0-9a-f]{16}$`);
  expect(seen).toEqual([[{ text: "tea" }, expect.stringMatching(key)]]);
  const [first, second, third] = model.requests;
  expect(first!.messages).toMatchObject([
    { role: "system", content: expect.stringContaining("You write reports.") },
    { role: "user", content: expect.stringMatching(/Write one page about tea\.[^]*One page\./) },
  ]);
  expect(second!.messages.slice(2)).toEqual([
    {
      role: "assistant",
      content: "First I look.",
      tool_calls: [
        { id: "t1c1", name: "echo", arguments: '{"page":1}' },
        { id: "t1c2", name: "echo", arguments: '{"page":2}' },
      ],
    },
    { role: "tool", tool_call_id: "t1c1", content: '{"page":1}' },
    { role: "tool", tool_call_id: "t1c2", content: '{"page":2}' },
  ]);
  expect(third!.turn_key).toBe(`${started.id}/report/1/3`);
  expect(await started.brokenTasks()).toEqual([]);
});

test.each([
  ["with those that do", "reader", 'There is no agent "writer". Agents: reader.'],
  [
    "with the one that was meant",
    "writers",
    'There is no agent "writer". Agents: writers. Did you mean "writers"?',
  ],
])("an agent that does not exist is told %s", async (_what, name, error_message) => {
  const worker = await server().startWorker([echo], { agents: { [name]: agentOf([]) } });
  const started = await worker.start(plan());
  expect((await started.ended()).todos[0]).toMatchObject({ status: "failed", error_message });
});

test("what a tool or a model gets wrong is told to the model, and the agent goes on", async () => {
  const model = scriptModel({
    report: [
      {
        calls: [
          ["broken", {}],
          ["nothing_like_it", {}],
          ["echo", { raw: "{not json" }],
          ["echo", [1]],
          ["echo", { raw: '{"__proto__": 1}' }],
        ],
      },
      { say: "I did what I could." },
    ],
  });
  const broken = anyTool("broken", () => {
    throw new Error("The printer burns.");
  });
  const worker = await server().startWorker([echo, broken], {
    agents: { writer: agentOf(["echo", "broken"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  expect((await started.ended()).todos[0]).toMatchObject({ status: "completed" });
  const told = model.requests[1]!.messages.flatMap((said) =>
    said.role === "tool" ? [said.content] : [],
  );
  expect(told).toEqual([
    '{"error":"The printer burns."}',
    '{"error":"There is no tool \\"nothing_like_it\\". Your tools are: echo, broken."}',
    '{"error":"The arguments are no JSON."}',
    '{"error":"The arguments have to be a JSON object."}',
    expect.stringContaining("The arguments are not acceptable"),
  ]);
});

test.each([
  ["turns", { turns: 2 }, "The agent used all of its 2 turns"],
  ["tokens", { tokens: 200 }, "The agent used 220 tokens; it may use 200."],
])(
  "an agent that never ends fails when its %s are over, where it is written that nobody is asked",
  async (_what, limits, message) => {
    const again = { calls: [["echo", {}]] } as const;
    const model = scriptModel({ report: [again, again, again] });
    const worker = await server().startWorker([echo], {
      agents: { writer: agentOf(["echo"], { limits }) },
      modelTurn: model.modelTurn,
    });
    const started = await worker.start(plan());
    expect((await started.ended()).todos[0]).toMatchObject({
      status: "failed",
      error_message: expect.stringContaining(message),
    });
    expect(model.requests).toHaveLength(2);
  },
);

test.each([
  ["refuses", { say: "I may not do this.", ended: "refused" }, "The model refused to go on: I may"],
  ["is cut off", { say: "And then", ended: "length" }, "cut off"],
  ["says nothing", {}, "without a word"],
] as const)("a model that %s fails the todo and says so", async (_what, turn, message) => {
  const model = scriptModel({ report: [turn] });
  const worker = await server().startWorker([echo], {
    agents: { writer: agentOf(["echo"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  expect((await started.ended()).todos[0]).toMatchObject({
    status: "failed",
    error_message: expect.stringContaining(message),
  });
});

test("no turn begins while the plan is paused", async () => {
  const gate = createGate();
  const model = scriptModel({ report: [{ calls: [["gate", {}]] }, { say: "Done." }] });
  const worker = await server().startWorker([gate.tool, echo], {
    agents: { writer: agentOf(["gate"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  await gate.begun("report");
  await started.send("pause");
  gate.open("report");
  const agent = server().client.workflow.getHandle(`plan-${started.id}.report`);
  await expect
    .poll(async () => JSON.stringify(await agent.query("transcript")))
    .toContain('"result":"{\\"by\\":\\"report\\"}"');
  expect(model.requests).toHaveLength(1);
  await started.send("resume");
  expect((await started.ended()).todos[0]).toMatchObject({ status: "completed" });
  expect(model.requests).toHaveLength(2);
});

test("a cancelled plan stops its agent in the middle of a turn", async () => {
  const model = scriptModel({ report: [{ after: defer<void>().promise }] });
  const worker = await server().startWorker([echo], {
    agents: { writer: agentOf(["echo"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  await model.asked("report", 1);
  await started.send("cancel", { reason: "enough" });
  expect(await started.ended()).toMatchObject({
    status: "cancelled",
    todos: [{ status: "cancelled" }, { status: "cancelled" }],
  });
  const agent = server().client.workflow.getHandle(`plan-${started.id}.report`);
  await expect.poll(async () => (await agent.describe()).status.name).toBe("COMPLETED");
});

test.each([
  ["of a tool that may be repeated", true],
  ["of a tool that may not be repeated", false],
])(
  "a worker that stops in mid-conversation loses no turn and asks none again; its call, %s, is made again under the same key",
  async (_, repeatable) => {
    const gate = createGate();
    const model = scriptModel({
      report: [
        { calls: [["echo", { turn: 1 }]] },
        { calls: [["gate", {}]] },
        { calls: [["echo", { turn: 3 }]] },
        { say: "Done." },
      ],
    });
    const options = { agents: { writer: agentOf(["gate", "echo"]) }, modelTurn: model.modelTurn };
    const tool = { ...gate.tool, repeatable };
    const queue = server().queue([tool, echo], options);
    const first = await queue.run();
    const started = await queue.start(plan());
    await gate.begun("report");
    await first.stop();
    gate.open("report");
    await queue.run();
    expect((await started.ended()).todos[0]).toMatchObject({ status: "completed", run: 1 });
    expect(model.requests.map(({ turn_key }) => turn_key.split("/").at(-1))).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
    expect(new Set(gate.runs.map(({ idempotency_key }) => idempotency_key)).size).toBe(1);
    // Told of a failure, the model would call again under another key what may be done already.
    expect(JSON.stringify(model.requests)).not.toContain("shutting down");
  },
);

test("an agent whose todo a person takes over stops, also where its plan goes on in another run just then", async () => {
  const model = scriptModel({ report: [{ after: defer<void>().promise }] });
  const worker = await server().startWorker([echo], {
    agents: { writer: agentOf(["echo"]) },
    modelTurn: model.modelTurn,
  });
  const takesOver = async (history_events?: number): Promise<number> => {
    const started = await worker.start(plan(), history_events ? { history_events } : {});
    const agent = server().client.workflow.getHandle(`plan-${started.id}.report`);
    await expect
      .poll(() => model.requests.some(({ turn_key }) => turn_key.includes(started.id)))
      .toBe(true);
    const { historyLength } = await started.handle.describe();
    const changes = { agent_name: null };
    const ops = [{ edit_type: "modify_todo", target_id: "report", params: { changes } }];
    await started.send("edit", { ops });
    await agent.result();
    await started.send("cancel");
    await started.ended();
    runs.push((await started.runs()).length);
    return historyLength;
  };
  const runs: number[] = [];
  const length = await takesOver();
  // One of these is the run's last task.
  for (const more of [1, 2, 3, 4, 5, 6]) await takesOver(length + more);
  expect(Math.max(...runs)).toBeGreaterThan(1);
});

test("an agent is told one thing of its plan after the other: none can overtake another", async () => {
  const gate = createGate();
  const calls = [1, 2, 3, 4, 5].map((page) => ["gate", { page }] as const);
  const model = scriptModel({ report: [{ calls }, { say: "Done." }] });
  const worker = await server().startWorker([gate.tool, echo], {
    agents: { writer: agentOf(["gate"], { approval: ["gate"] }) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan());
  await started.untilEvents(calls.length, "hold.requested");
  const holds = await started.holds();
  await Promise.all(
    holds.map(({ id }) => started.send("approval", { hold_id: id, decision: "reject" })),
  );
  expect((await started.ended()).todos[0]).toMatchObject({ status: "completed" });
  let onTheWay = 0;
  for (const event of (await started.runs()).flat()) {
    if (event.signalExternalWorkflowExecutionInitiatedEventAttributes) onTheWay += 1;
    if (event.externalWorkflowExecutionSignaledEventAttributes) onTheWay -= 1;
    expect(onTheWay).toBeLessThanOrEqual(1);
  }
});

test("a conversation goes on over runs of its plan", async () => {
  const gate = createGate();
  const model = scriptModel({ report: [{ calls: [["gate", {}]] }, { say: "Done." }] });
  const worker = await server().startWorker([gate.tool, echo], {
    agents: { writer: agentOf(["gate"]) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan(), { history_events: 60 });
  await gate.begun("report");
  await started.nextRun();
  gate.open("report");
  expect((await started.ended()).todos[0]).toMatchObject({ status: "completed", run: 1 });
  expect(model.requests).toHaveLength(2);
});

test("a long conversation goes on in a new run of its own: nothing is lost, and no turn is paid twice", async () => {
  const model = scriptModel({
    report: [
      { say: "I begin.", calls: [["echo", { turn: 1 }]] },
      {
        calls: [
          [
            "todo_write",
            { todos: [{ id: "s", content: "Look at all pages", status: "in_progress" }] },
          ],
        ],
      },
      ...[3, 4, 5, 6, 7, 8].map((turn) => ({ calls: [["echo", { turn }]] as const })),
      { calls: [["send", { to: "ann" }]] },
      ...[10, 11, 12, 13].map((turn) => ({ calls: [["echo", { turn }]] as const })),
      {
        calls: [
          [
            "todo_write",
            { todos: [{ id: "s", content: "Look at all pages", status: "completed" }] },
          ],
        ],
      },
      { say: "The page is written." },
    ],
  });
  const sent: unknown[] = [];
  const send = anyTool("send", (args) => {
    sent.push(args);
    return "sent";
  });
  const worker = await server().startWorker([echo, send], {
    agents: { writer: agentOf(["echo", "send"], { approval: ["send"] }) },
    modelTurn: model.modelTurn,
  });
  const started = await worker.start(plan(), { history_events: 60 });
  const agent = server().client.workflow.getHandle(`plan-${started.id}.report`);
  const first = (await started.untilHold("report")) && (await agent.describe()).runId;
  await started.send("approval", { todo_id: "report", decision: "approve" });
  expect((await started.ended()).todos[0]).toMatchObject({
    status: "completed",
    run: 1,
    result_data: "The page is written.",
    agent: { turn: 15, spent: { turns: 15 }, steps: [{ id: "s", status: "completed" }] },
  });
  const { runId } = await agent.describe();
  expect(runId).not.toBe(first);
  expect(sent).toEqual([{ to: "ann" }]);
  // Each turn was asked for once, with all that had been said before.
  expect(model.requests.map(({ turn_key }) => Number(turn_key.split("/").at(-1)))).toEqual(
    Array.from({ length: 15 }, (_, place) => place + 1),
  );
  expect(model.requests.map(({ messages }) => messages.length)).toEqual(
    Array.from({ length: 15 }, (_, place) => 2 + 2 * place),
  );
  const transcript =
    await agent.query<{ turn_index: number; role: string; tool_calls: object[] }[]>("transcript");
  expect(transcript.map(({ turn_index }) => turn_index)).toEqual(transcript.map((_, at) => at));
  expect(transcript.filter(({ role }) => role === "agent")).toHaveLength(15);
  expect(transcript.flatMap(({ tool_calls }) => tool_calls)).toHaveLength(14);
  expect(JSON.stringify(transcript)).not.toContain('"result":null');
});
