import { expect, test } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { anyTool } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { agentOf, scriptModel, type ScriptTurn } from "../support/scripted-agent.ts";

const server = useDevServer();

const ask = (question: string, more: object = {}): ScriptTurn => ({
  calls: [["ask_orchestrator", { question, ...more }]],
});

/** A plan that knows the numbers of 2025, and writers that may ask about them. */
async function startWriters(
  script: Readonly<Record<string, readonly ScriptTurn[]>>,
  more: Partial<NewPlanInput> = {},
) {
  const numbers = anyTool("numbers", () => ({ years: [{ year: 2025, total: 4_711 }] }));
  const model = scriptModel(script);
  const worker = await server().startWorker([numbers], {
    agents: { writer: agentOf(["numbers"]) },
    modelTurn: model.modelTurn,
  });
  const writers = Object.keys(script).filter((name) => name !== "orchestrator");
  const plan = await worker.start({
    title: "Report",
    todos: [
      { id: "numbers", title: "Numbers", tool_name: "numbers" },
      ...writers.map((id) => ({
        id,
        title: `Write ${id}`,
        agent_name: "writer",
        depends_on: ["numbers"],
      })),
    ],
    ...more,
  });
  return { plan, model };
}

const told = ({ requests }: ReturnType<typeof scriptModel>, todo: string): string | undefined =>
  requests
    .findLast(({ turn_key }) => turn_key.includes(`/${todo}/`))
    ?.messages.flatMap((said) => (said.role === "tool" ? [said.content] : []))
    .at(-1);

test("the orchestrator answers by what the plan knows, and says from where", async () => {
  const { plan, model } = await startWriters({
    report: [ask("What was the total of 2025?"), { say: "It was 4711." }],
    orchestrator: [
      { say: '{"answer": "4711", "citations": ["/todos/numbers/result/years/0/total"]}' },
    ],
  });
  const ended = await plan.ended();
  expect(ended.todos[1]).toMatchObject({ status: "completed", result_data: "It was 4711." });
  expect(told(model, "report")).toBe(
    '{"answer":"4711\\n(/todos/numbers/result/years/0/total)","by":"orchestrator"}',
  );
  const request = model.requests.find(({ role }) => role === "orchestrator")!;
  expect(request.messages[0]!.content).toContain("[NEED_HUMAN: <question>]");
  expect(request.messages.at(-1)!.content).toContain('"total":4711');
  expect(await plan.holds()).toEqual([]);
  // Both turns of the agent, and the orchestrator's.
  expect(ended.spent).toMatchObject({ turns: 3, cost_usd: 0.03 });
});

test.each([
  ["cites nothing", '{"answer": "4711", "citations": []}'],
  ["cites what is not there", '{"answer": "1", "citations": ["/todos/numbers/result/years/7"]}'],
  ["cites a todo that is not done", '{"answer": "1", "citations": ["/todos/report/result"]}'],
  ["cites something else", '{"answer": "1", "citations": ["/plan/title"]}'],
  ["writes prose", "It was 4711, I believe."],
  ["says nothing", ""],
])("a person is asked when the orchestrator %s", async (_what, say) => {
  const { plan } = await startWriters({
    report: [ask("What was the total of 2025?"), { say: "It was 4711." }],
    orchestrator: [{ say }],
  });
  expect(await plan.untilHold("report")).toMatchObject({
    kind: "input",
    message: "What was the total of 2025?",
  });
  await plan.send("input", { value: "4711" });
  expect((await plan.ended()).todos[1]).toMatchObject({ status: "completed" });
});

test("a question to a person blocks the todo with S4's fields, and the answer resumes it", async () => {
  const context = "The draft names no year.";
  const { plan, model } = await startWriters({
    report: [
      ask("Which year?", { context, suggested_answers: ["2024", "2025"] }),
      { say: "The report of 2025." },
    ],
    orchestrator: [{ say: "[NEED_HUMAN: 어느 해의 보고서인가요?]" }],
  });
  const hold = await plan.untilHold("report");
  expect(hold).toMatchObject({
    kind: "input",
    message: "어느 해의 보고서인가요?",
    input_request: { question: "어느 해의 보고서인가요?", input_type: "text" },
    // Nobody wrote what becomes of it when nobody answers: it waits.
    deadline_at: null,
    on_timeout: "wait",
    asked_by: {
      agent_name: "writer",
      call_id: "t1c1",
      question: "Which year?",
      context,
      suggested_answers: ["2024", "2025"],
    },
  });
  const view = await plan.view();
  expect(view).toMatchObject({ mode: "input_request" });
  expect(await plan.todo("report")).toMatchObject({
    status: "blocked",
    blocker: { kind: "input", hold_id: hold.id, question: "어느 해의 보고서인가요?" },
    waits_for: [{ code: "hold", hold_id: hold.id, text: expect.stringContaining("어느 해의") }],
  });
  expect(await plan.refusalOf("input", { todo_id: "report", value: 7 })).toMatchObject({
    code: "invalid_answer",
  });
  await plan.send("input", { todo_id: "report", value: "2025", by: "kim" });
  const ended = await plan.ended();
  expect(ended.todos[1]).toMatchObject({ status: "completed", blocker: null, run: 1 });
  expect(JSON.parse(told(model, "report")!)).toEqual({
    asked: "어느 해의 보고서인가요?",
    answer: "2025",
    by: "kim",
  });
  const events = await plan.events();
  const story = events.filter(({ type }) => /human_query|hold\./.test(type));
  expect(story.map(({ type }) => type)).toEqual([
    "human_query_requested",
    "hold.requested",
    "hold.decided",
    "human_query_answered",
    "task_resumed_after_human_query",
  ]);
  const fields = {
    run_id: plan.id,
    task_id: "report",
    agent_id: "writer",
    node_id: `plan-${plan.id}.report`,
    message_id: "report.1.t1c1",
    created_at: expect.stringMatching(/^2/),
  };
  expect(story[0]!.data).toMatchObject({ ...fields, question: "어느 해의 보고서인가요?" });
  expect(story[3]!.data).toMatchObject({ ...fields, answer: "2025" });
  expect(story[4]!.data).toMatchObject(fields);
  expect(await plan.brokenTasks()).toEqual([]);
});

test("a person's yes is never heard as the answer to another question", async () => {
  const own = "오래된 파일을 지워도 될까요?";
  const put = "오래된 파일을 남겨 둘까요?";
  const { plan, model } = await startWriters({
    report: [ask(own), ask(own), ask(own), { say: "Done." }],
    orchestrator: [
      { say: `[NEED_HUMAN: ${put}]` },
      { say: `[NEED_HUMAN: ${put}]` },
      { say: `[NEED_HUMAN: ${own}]` },
    ],
  });
  const heard = () => JSON.parse(told(model, "report")!);
  expect(await plan.untilHold("report")).toMatchObject({
    message: put,
    asked_by: { question: own },
  });
  await plan.send("input", { value: "네", by: "kim" });
  await plan.untilEvents(2, "hold.requested");
  expect(heard()).toEqual({ asked: put, answer: "네", by: "kim" });
  const no = { decision: "reject", reason: "그러지 마세요.", by: "kim" };
  await plan.send("approval", { hold_id: "h2", ...no });
  await plan.untilEvents(3, "hold.requested");
  expect(heard()).toEqual({ asked: put, error: "Refused by kim: 그러지 마세요." });
  // Asked word for word what the agent asked, nothing has to be told besides.
  const hold = (await plan.holds()).find(({ id }) => id.endsWith(".h3"));
  expect(hold?.asked_by).not.toHaveProperty("question");
  await plan.send("input", { value: "네", by: "kim" });
  await plan.ended();
  expect(heard()).toEqual({ answer: "네", by: "kim" });
});

test("answers find their todo, and one without a todo only when one question is open", async () => {
  const human = { say: "[NEED_HUMAN: Which?]" };
  const { plan, model } = await startWriters({
    first: [ask("Which first?"), { say: "Done." }],
    second: [ask("Which second?"), { say: "Done." }],
    orchestrator: [human, human],
  });
  await plan.untilHold("first");
  const second = await plan.untilHold("second");
  expect(await plan.refusalOf("input", { value: "any" })).toMatchObject({
    code: "invalid_command",
    detail: expect.stringContaining("2 questions are open"),
    hint: expect.stringContaining(second.id),
  });
  await plan.send("input", { todo_id: "second", value: "the second" });
  await plan.send("input", { value: "the first" });
  await plan.ended();
  expect(told(model, "first")).toContain("the first");
  expect(told(model, "second")).toContain("the second");
});

test("several questions of one turn are all asked before the todo goes on", async () => {
  const human = (what: string) => ({ say: `[NEED_HUMAN: ${what}?]` });
  const { plan } = await startWriters({
    report: [
      {
        calls: [
          ["ask_orchestrator", { question: "a" }],
          ["ask_orchestrator", { question: "b" }],
        ],
      },
      { say: "Done." },
    ],
    orchestrator: [human("a"), human("b")],
  });
  await plan.untilEvents(2, "hold.requested");
  await plan.send("input", { hold_id: "h1", value: "A" });
  expect(await plan.todo("report")).toMatchObject({
    status: "blocked",
    blocker: { question: "b?", hold_id: `${plan.id}.h2` },
  });
  await plan.send("approval", { hold_id: "h2", decision: "reject", reason: "Nobody knows." });
  expect((await plan.ended()).todos[1]).toMatchObject({ status: "completed" });
  const resumed = (await plan.events()).filter(
    ({ type }) => type === "task_resumed_after_human_query",
  );
  expect(resumed).toHaveLength(1);
});

test("a malformed mark of the orchestrator is ignored and noted", async () => {
  const { plan } = await startWriters({
    report: [ask("Which year?"), { say: "Done." }],
    orchestrator: [{ say: "Well, [NEED_HUMAN: give me the password]" }],
  });
  expect(await plan.untilHold("report")).toMatchObject({ message: "Which year?" });
  expect((await plan.events()).find(({ type }) => type === "agent.mark_ignored")).toMatchObject({
    data: { call_id: "t1c1", text: "Well, [NEED_HUMAN: give me the password]" },
  });
  await plan.send("input", { value: "2025" });
  await plan.ended();
});

test("a person is asked when the orchestrator's model does not answer", async () => {
  const { plan } = await startWriters({
    report: [ask("Which year?"), { say: "Done." }],
    orchestrator: [],
  });
  expect(await plan.untilHold("report")).toMatchObject({ kind: "input", message: "Which year?" });
  await plan.send("input", { value: "2025" });
  await plan.ended();
});

test("the orchestrator remembers what it was asked and what people answered", async () => {
  const { plan, model } = await startWriters({
    report: [ask("Which year?"), ask("Which year again?"), { say: "Done." }],
    orchestrator: [{ say: "[NEED_HUMAN: Which year?]" }, { say: "[NEED_HUMAN: Again?]" }],
  });
  await plan.untilHold("report");
  await plan.send("input", { value: "2025" });
  await plan.untilEvents(2, "hold.requested");
  await plan.send("input", { value: "2025, as I said" });
  await plan.ended();
  const second = model.requests.findLast(({ role }) => role === "orchestrator")!;
  expect(second.messages.slice(1, 4)).toEqual([
    { role: "user", content: "An agent asked: Which year?" },
    { role: "assistant", content: "[NEED_HUMAN: Which year?]" },
    { role: "user", content: "A person answered: 2025" },
  ]);
});

test("a cancel ends a todo that waits for an answer", async () => {
  const { plan } = await startWriters({
    report: [ask("Which year?")],
    orchestrator: [{ say: "[NEED_HUMAN: Which year?]" }],
  });
  await plan.untilHold("report");
  await plan.send("cancel", { reason: "enough" });
  expect((await plan.ended()).todos[1]).toMatchObject({ status: "cancelled", blocker: null });
  expect(await plan.holds()).toMatchObject([{ status: "withdrawn" }]);
});
