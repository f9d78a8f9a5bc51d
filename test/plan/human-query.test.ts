import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/contract/sentences/catalog.ts";
import { textOf } from "../../src/contract/sentences/sentence.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { isMalformedQuery, parseHumanQuery } from "../../src/plan/agents/answers.ts";
import { nextQuestion } from "../../src/plan/agents/orchestrator.ts";
import { OWN_TOOLS } from "../../src/plan/agents/own-tools.ts";
import { AGENT_PROMPT } from "../../src/plan/agents/prompts/agent.ts";
import { ORCHESTRATOR_PROMPT } from "../../src/plan/agents/prompts/orchestrator.ts";
import type { HumanQuery } from "../../src/plan/model/state/state.ts";
import { toLogged } from "../../src/plan/model/state/to-logged.ts";
import { eventSentence } from "../../src/plan/views/log/event-sentence.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

describe("a question for a person", () => {
  test.each([
    ["[NEED_HUMAN: Which year?]", "Which year?"],
    ["\n  [NEED_HUMAN: 몇 년도 자료인가요?]\n", "몇 년도 자료인가요?"],
    ["[NEED_HUMAN: First line\nand second]", "First line\nand second"],
    ["[NEED_HUMAN: 목록 [1, 2] 가운데 어느 것인가요?]", "목록 [1, 2] 가운데 어느 것인가요?"],
    ["[NEED_HUMAN: Does it need human eyes?]", "Does it need human eyes?"],
    ["[NEED_HUMAN: Which of [a] and [b]]", "Which of [a] and [b]"],
  ])("is the whole text %j", (text, question) => {
    expect(parseHumanQuery(text)).toEqual({ question });
    expect(isMalformedQuery(text)).toBe(false);
  });

  test.each([
    "[NEED_HUMAN:]",
    "[NEED_HUMAN: ]",
    "[NEED_HUMAN:Which year?]",
    "[NEED_HUMAN Which year?]",
    "[need_human: Which year?]",
    "NEED_HUMAN: Which year?",
    "I think [NEED_HUMAN: Which year?]",
    "[NEED_HUMAN: Which year?] Please.",
    "[NEED_HUMAN: a] [NEED_HUMAN: b]",
    "[NEED_HUMAN: a [NEED_HUMAN: b]]",
    "[NEED_HUMAN: a] b]",
    "[NEED_HUMAN: [a]",
    "[[NEED_HUMAN: Which year?]]",
    "`[NEED_HUMAN: Which year?]`",
    '{"answer": "[NEED_HUMAN: Which year?]"}',
    "[NEED HUMAN: 몇 년도?]",
  ])("is not %j, which is noticed", (text) => {
    expect(parseHumanQuery(text)).toBeUndefined();
    expect(isMalformedQuery(text)).toBe(true);
  });

  test.each(["", "Which year?", "A human needs this.", "[HUMAN: Which?]"])("is not %j", (text) => {
    expect(parseHumanQuery(text)).toBeUndefined();
    expect(isMalformedQuery(text)).toBe(false);
  });

  test("is a rule that only the orchestrator is told", () => {
    expect(ORCHESTRATOR_PROMPT.text).toContain("[NEED_HUMAN: <question>]");
    expect(AGENT_PROMPT.text + JSON.stringify(OWN_TOOLS)).not.toMatch(/need.?human/i);
  });
});

test.each([
  "two or more steps",
  "its scope is not clear yet",
  "several things are asked for",
  "it is one thing but a complex one",
  "one step in_progress at a time",
  "completed as soon as it is done",
  "When the scope changes, update your list before you go on.",
])("agents are told S3's rule for their lists: %s", (rule) => {
  expect(AGENT_PROMPT).toMatchObject({ version: "2", text: expect.stringContaining(rule) });
});

/** An agent's todo `a`, whose attempt puts calls of its first turn to the orchestrator, which asks a person. */
function asking(it: Drive, attempt: number, ...calls: readonly string[]): void {
  putting(it, "Which?", attempt, ...calls);
}

/** The same, where the orchestrator asks in words of its own. */
function putting(it: Drive, words: string, attempt: number, ...calls: readonly string[]): void {
  asks(it, "Which?", attempt, ...calls);
  for (const call_id of calls) {
    const answer = { content: `[NEED_HUMAN: ${words}]`, usage: USAGE };
    it.report({ type: "orchestrator_said", todo_id: "a", run: 1, attempt, call_id, answer });
  }
}

const USAGE = { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 };

/** Its attempt asks the orchestrator in its first turn. */
function asks(it: Drive, words: string, attempt: number, ...calls: readonly string[]): void {
  const question = { question: words, context: null, suggested_answers: [] };
  it.report({
    type: "agent_turn",
    ...{ todo_id: "a", run: 1, attempt },
    turn: 1,
    model: "m",
    usage: USAGE,
    goes_on: true,
    steps: [],
    calls: [],
    questions: calls.map((call_id) => ({ call_id, ...question })),
    cost_limit_usd: null,
  });
}

const asksAnn = () => drive(planOf([{ id: "a", tool_name: null, agent_name: "ann" }]));
const heardBy = (it: Drive) => it.runs.find(({ todo_id }) => todo_id === "a")?.agent;

test("an agent is told which question a person answered, or refused, when it was not its own", () => {
  const answered = asksAnn();
  putting(answered, "Keep the old files?", 1, "t1c1");
  expect(answered.hold("a")).toMatchObject({
    message: "Keep the old files?",
    asked_by: { question: "Which?" },
  });
  expect(heardBy(answered)).toMatchObject({
    asked: [{ call_id: "t1c1", question: "Keep the old files?" }],
  });
  answered.accept("input", { todo_id: "a", value: "Yes.", by: "kim" });
  expect(heardBy(answered)?.replies).toEqual([
    { call_id: "t1c1", kind: "answer", asked: "Keep the old files?", by: "kim", text: "Yes." },
  ]);

  const refused = asksAnn();
  putting(refused, "Keep the old files?", 1, "t1c1");
  const { id: hold_id } = refused.hold("a");
  refused.accept("approval", { hold_id, decision: "reject", reason: "No." });
  expect(heardBy(refused)?.replies).toMatchObject([
    { kind: "refused", asked: "Keep the old files?", reason: "No." },
  ]);
});

test("the orchestrator is told what the agent that asks is to do: a person it asks knows only the question", () => {
  const todo = { id: "a", title: "Name the release", description: "In the style of the last one." };
  const it = drive(planOf([{ ...todo, tool_name: null, agent_name: "ann" }]));
  asks(it, "Which?", 1, "t1c1");
  const told = nextQuestion(it.plan)!.request.messages.at(-1)!.content!;
  const { question } = JSON.parse(told.slice(told.indexOf("{"))) as { question: object };
  expect(question).toMatchObject({ agent: "ann", todo, question: "Which?" });
});

test("an agent whose own question was put to a person is told the answer alone", () => {
  const it = asksAnn();
  asking(it, 1, "t1c1");
  expect(it.hold("a").asked_by).not.toHaveProperty("question");
  expect(heardBy(it)).not.toHaveProperty("asked");
  it.accept("input", { todo_id: "a", value: "Yes.", by: "kim" });
  expect(heardBy(it)?.replies).toEqual([
    { call_id: "t1c1", kind: "answer", by: "kim", text: "Yes." },
  ]);
});

test("the log says whether an agent goes on with an answer, or why without one", () => {
  const story = (decide: (it: Drive) => void, approval = {}): string[] => {
    const it = drive(planOf([{ id: "a", tool_name: null, agent_name: "ann", approval }]));
    asking(it, 1, "t1c1");
    decide(it);
    return it.events.flatMap((event) =>
      event.type === "task_resumed_after_human_query"
        ? LANGUAGES.map((language) => textOf(eventSentence(toLogged(event)), language))
        : [],
    );
  };
  const by = "kim";
  expect(story((it) => it.accept("input", { todo_id: "a", value: "This.", by }))).toEqual([
    "Continuing with the answer",
    "답을 받아 계속함",
  ]);
  expect(story((it) => it.accept("approval", { hold_id: "h1", decision: "reject", by }))).toEqual([
    "kim refused the question; continuing without an answer",
    "kim이 질문을 거절해 답 없이 계속함",
  ]);
  const hurry = { timeout_seconds: 60, on_timeout: "skip" };
  expect(story((it) => it.pass(60), hurry)).toEqual([
    "Nobody answered in time; continuing without an answer",
    "제때 답한 사람이 없어 답 없이 계속함",
  ]);
});

test("an agent whose question ends the plan is not said to go on", () => {
  const it = asksAnn();
  asking(it, 1, "t1c1");
  const before = it.events.length;
  it.accept("approval", { hold_id: "h1", decision: "reject", then: "abort", by: "kim" });
  const told = it.events.slice(before).map((event) => textOf(eventSentence(toLogged(event)), "en"));
  expect(told[0]).toBe("kim rejected it: the plan ends");
  expect(told.join("\n")).not.toMatch(/[Cc]ontinu/);
  it.pass(60);
  expect(it.plan.state.status).toBe("failed");
  expect(it.todo("a").blocker).toBeNull();
});

test("the same call asks by another message in another attempt (S4)", () => {
  const ann = { id: "a", tool_name: null, agent_name: "ann" };
  const failure = {
    timeout: { action: "RETRY", max_retries: 1, retry_delay: 5, fallback: "FAIL" },
  } as const;
  const it = drive(planOf([ann], { failure }));
  asking(it, 1, "t1c1");
  it.failAttempt("a", "timeout");
  it.pass(5);
  asking(it, 2, "t1c1");
  it.accept("input", { todo_id: "a", value: "This one." });
  const messages = it.events.flatMap((event) =>
    /^human_query|^task_resumed/.test(event.type) ? [(event.data as HumanQuery).message_id] : [],
  );
  expect(messages).toEqual(["a.1.t1c1", "a.1.t1c1.2", "a.1.t1c1.2", "a.1.t1c1.2"]);
});

test("an agent goes on once the time of both its questions is over, at the same moment", () => {
  const ann = {
    id: "a",
    tool_name: null,
    agent_name: "ann",
    approval: { timeout_seconds: 60, on_timeout: "skip" as const },
  };
  const it = drive(planOf([ann]));
  asking(it, 1, "c1", "c2");
  expect(it.plan.openHolds.size).toBe(2);
  it.pass(60);
  expect(it.plan.openHolds.size).toBe(0);
  expect(it.plan.todos.get("a")).toMatchObject({ status: "in_progress", blocker: null });
  expect(it.events.filter(({ type }) => type === "task_resumed_after_human_query")).toHaveLength(1);
});

test("a question that is too long is cut between two signs, and the plan and its log go on", () => {
  const it = asksAnn();
  putting(it, `${"a".repeat(LIMITS.description - 1)}😀?`, 1, "t1c1");
  expect(it.hold("a").message).toHaveLength(LIMITS.description);
  it.accept("input", { todo_id: "a", value: "Yes.", by: "kim" });
  expect(heardBy(it)?.replies).toMatchObject([{ kind: "answer", text: "Yes." }]);
  const said = it.plan.state.orchestrator.said.map((exchange) => exchange.said.isWellFormed());
  expect(said).toEqual([true]);
});

test("so is all that the orchestrator said", () => {
  const it = asksAnn();
  putting(it, `${"a".repeat(LIMITS.answer - "[NEED_HUMAN: ".length - 1)}😀?`, 1, "t1c1");
  const [{ said } = { said: "" }] = it.plan.state.orchestrator.said;
  expect(said).toHaveLength(LIMITS.answer);
  expect(said.isWellFormed()).toBe(true);
});

test("an agent goes on where it was stopped when its takeover is undone before anybody began", () => {
  const it = asksAnn();
  putting(it, "Which?", 1, "t1c1");
  const changes = { agent_name: null };
  it.accept("edit", { ops: [{ edit_type: "modify_todo", target_id: "a", params: { changes } }] });
  expect(it.status("a")).toBe("pending");
  it.accept("undo");
  expect(it.runs).toMatchObject([{ todo_id: "a", run: 1, attempt: 2 }]);
});

test.each(["its model was away", "a pause has interrupted it"])(
  "an agent that begins again since %s is told what a person had answered, and they are not asked again",
  (why) => {
    const it = asksAnn();
    putting(it, "To whom is it?", 1, "t1c1");
    it.accept("input", { todo_id: "a", value: "Ana.", by: "kim" });
    if (why === "its model was away") {
      it.failAttempt("a");
      it.pass(1);
    } else {
      it.accept("pause", { mode: "interrupt" });
      it.stopped("a");
      it.accept("resume");
    }
    const { run, attempt } = it.runs[0]!;
    expect(run).toBe(1);
    asks(it, "Which?", attempt, "t1c1");
    expect(heardBy(it)?.replies).toEqual([
      { call_id: "t1c1", kind: "answer", asked: "To whom is it?", by: "kim", text: "Ana." },
    ]);
    expect(it.status("a")).toBe("in_progress");
    expect(it.plan.openHolds.size).toBe(0);
  },
);

test("another question at the same place is asked, whatever was answered before", () => {
  const it = asksAnn();
  asking(it, 1, "t1c1");
  it.accept("input", { todo_id: "a", value: "Ana.", by: "kim" });
  it.accept("pause", { mode: "interrupt" });
  it.stopped("a");
  it.accept("resume");
  asks(it, "When?", 2, "t1c1");
  expect(heardBy(it)?.replies).toEqual([]);
  expect(it.plan.todos.get("a")?.agent?.questions).toMatchObject([{ question: "When?" }]);
});

test("the orchestrator is not asked for an agent that somebody skips", () => {
  const it = asksAnn();
  asks(it, "Which?", 1, "t1c1");
  expect(nextQuestion(it.plan)).toMatchObject({ todo_id: "a", call_id: "t1c1" });
  it.accept("control_todo", { todo_id: "a", action: "skip" });
  expect(it.running).toEqual([]);
  expect(nextQuestion(it.plan)).toBeNull();
});
