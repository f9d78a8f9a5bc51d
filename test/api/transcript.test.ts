import { stripVTControlCharacters as plainText } from "node:util";
import { expect, test } from "vitest";
import { speak } from "../../src/cli/messages/i18n.ts";
import { cutCall, transcriptLines } from "../../src/cli/render/agents/transcript-lines.ts";
import type { TranscriptPage } from "../../src/contract/plan/agents/transcript.ts";
import { useEnglish } from "../cli/support/use-english.ts";
import { useApi } from "../support/api-harness.ts";
import { anyTool, createGate, defer } from "../support/plan-tools.ts";
import { configuredAgent, scriptModel, withAgents } from "../support/scripted-agent.ts";

useEnglish();

const gate = createGate("agentgate");
const answered = defer<void>();
const long = `${"word ".repeat(1_000)}the end`;
const huge = `${"x".repeat(70_000)} the end`;
const large = anyTool("large", ({ kind }) => (kind === "long" ? long : { huge }));
const model = scriptModel({
  reads: [
    { calls: [["large", { kind: "long" }]] },
    { calls: [["large", { kind: "huge" }]] },
    { say: "Read." },
  ],
  again: [
    { say: "I begin.", calls: [["agentgate", {}]] },
    { say: "Done.", after: answered.promise },
  ],
  report: [
    { say: "I look first.", calls: [["agentgate", { page: 1 }]], cost_usd: 0.02 },
    { calls: [["ask_orchestrator", { question: "Which year?" }]] },
    { say: "The report of 2025." },
  ],
  renamed: [{ say: "Asked." }],
  orchestrator: [{ say: "[NEED_HUMAN: Which year is it?]" }],
});
const api = useApi({
  tools: [gate.tool, large],
  ...withAgents(model, configuredAgent(["agentgate", "large"])),
});
const read = (plan: string, todo: string, page = "") =>
  api().get<TranscriptPage>(`/v1/plans/${plan}/todos/${todo}/transcript${page}`);

test("a conversation is read turn by turn while it goes on, and after the plan's end", async () => {
  const { id } = await api().create({
    id: "agents-transcript",
    title: "Transcript",
    todos: [
      { id: "report", title: "Write", description: "Write about tea.", agent_name: "writer" },
      { id: "other", title: "Other", kind: "milestone" },
    ],
  });
  await gate.begun("report");
  const live = await read(id, "report");
  expect(live).toMatchObject({
    total: 2,
    live: true,
    next_offset: null,
    turns: [
      {
        run: 1,
        attempt: 1,
        task: "report",
        turn_index: 0,
        role: "orchestrator",
        content: expect.stringContaining("Write about tea."),
        usage: null,
        tool_calls: [],
      },
      {
        turn_index: 1,
        role: "agent",
        content: "I look first.",
        model: "scripted-1",
        usage: { input_tokens: 100, output_tokens: 10, cost_usd: 0.02 },
        tool_calls: [{ name: "agentgate", arguments: '{"page":1}', result: null }],
      },
    ],
  });
  gate.open("report");
  const [hold] = await api().untilHolds(id);
  // What the person is asked is said as soon as it is asked.
  await expect
    .poll(async () => (await read(id, "report")).turns.at(-1))
    .toMatchObject({ role: "orchestrator", content: "Which year is it?" });
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "2025" });
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed" });

  const ended = await read(id, "report");
  expect(ended.live).toBe(false);
  expect(ended.turns.map(({ turn_index, role, content }) => [turn_index, role, content])).toEqual([
    [0, "orchestrator", expect.stringContaining("Write about tea.")],
    [1, "agent", "I look first."],
    [2, "agent", ""],
    [3, "orchestrator", "Which year is it?"],
    [4, "orchestrator", "2025"],
    [5, "agent", "The report of 2025."],
  ]);
  expect(ended.turns[1]!.tool_calls[0]!.result).toBe('{"by":"report"}');
  const times = ended.turns.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted());
  expect(await read(id, "report", "?offset=1&limit=2")).toMatchObject({
    turns: [{ turn_index: 1 }, { turn_index: 2 }],
    total: 6,
    next_offset: 3,
  });
  expect(await read(id, "other")).toEqual({ turns: [], total: 0, live: false, next_offset: null });
  const unknown = await api().request("GET", `/v1/plans/${id}/todos/none/transcript`);
  expect(unknown.status).toBe(404);

  for (const [language, who] of [
    ["en", "agent"],
    ["ko", "에이전트"],
  ] as const) {
    speak(language);
    const lines = transcriptLines(ended.turns).join("\n");
    expect(lines).toContain(who);
    expect(lines).toContain("I look first.");
    expect(lines).toContain("agentgate");
    expect(lines).not.toMatch(/^(?:Run|실행) 1$/m);
  }
});

test("another attempt of a run has a conversation of its own: no two turns have the same place", async () => {
  gate.open("again");
  const { id } = await api().create({
    id: "agents-attempts",
    title: "Attempts",
    failure: { timeout: { action: "RETRY", max_retries: 1, retry_delay: 1 } },
    todos: [{ id: "again", title: "Write", agent_name: "writer", timeout_seconds: 5 }],
  });
  await api().watch.until(id, async () =>
    (await api().events(id)).some(({ type }) => type === "todo.attempt_failed"),
  );
  answered.resolve();
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed" });
  const { turns } = await read(id, "again");
  expect(
    turns.map(({ run, attempt, turn_index, content }) => [run, attempt, turn_index, content]),
  ).toEqual([
    [1, 1, 0, expect.stringContaining("Todo: Write")],
    [1, 1, 1, "I begin."],
    [1, 2, 0, expect.stringContaining("Todo: Write")],
    [1, 2, 1, "I begin."],
    [1, 2, 2, "Done."],
  ]);

  // Somebody who has it run again reads where the second run begins, too.
  const rerun = turns.slice(0, 2).map((turn) => ({ ...turn, run: 2 }));
  for (const [language, headings] of [
    ["en", ["Run 1", "Attempt 2 of run 1", "Run 2"]],
    ["ko", ["1차 실행", "1차 실행의 2번째 시도", "2차 실행"]],
  ] as const) {
    speak(language);
    const lines = transcriptLines([...turns, ...rerun]).map(plainText);
    const places = headings.map((heading) => lines.indexOf(heading));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const place of places) expect(lines.slice(place, place + 3)[2]).toMatch(/^#0 /);
  }
});

test("an answer that is too long to be shown says how large it is, and all of it can be read", async () => {
  const { id } = await api().create({
    title: "Large",
    todos: [{ id: "reads", title: "Read", agent_name: "writer" }],
  });
  await api().untilEnded(id);
  const { turns } = await read(id, "reads");
  const [first, second] = turns.flatMap(({ tool_calls }) => tool_calls);
  expect(first).toMatchObject({ call_id: "t1c1", whole_bytes: long.length });
  expect(first!.result).toBe(`${long.slice(0, 4_000)}…`);
  // What the model itself was told only the beginning of is told as it was, with the size of all of it.
  const whole = JSON.stringify({ huge });
  expect(second).toMatchObject({ call_id: "t2c1", whole_bytes: whole.length });
  expect(JSON.parse(second!.result!)).toMatchObject({ too_long: true, read_result: "t2c1" });
  const { tools = [] } = await model.asked("reads", 3);
  expect(tools.find(({ name: called }) => called === "read_result")?.description).toContain(
    "`too_long`: what stands there is only how it begins and ends",
  );

  const answer = async (query: string) => {
    const read = await api().request("GET", `/v1/plans/${id}/todos/reads/result?${query}`);
    return [read.status, JSON.parse(await read.text())];
  };
  expect(await answer("call_id=t1c1")).toEqual([200, long]);
  expect(await answer("call_id=t2c1&run=1&attempt=1")).toEqual([200, { huge }]);
  expect(await answer("call_id=t2c1&pointer=/huge")).toEqual([200, huge]);
  expect(await answer("call_id=t2c1&pointer=/none")).toMatchObject([404, { code: "not_found" }]);
  expect(await answer("call_id=t2c1&run=2")).toMatchObject([404, { code: "not_found" }]);
  expect(await answer("call_id=t9c9")).toMatchObject([
    404,
    { detail: 'The todo\'s agent has made no call "t9c9" that was answered.' },
  ]);
  expect(await answer("")).toEqual([200, "Read."]);

  expect(cutCall(turns)).toBe("t2c1");
  const lines = transcriptLines(turns).map(plainText).join("\n");
  expect(lines).toContain(`(the beginning of ${whole.length} bytes)`);
});

test("an agent is told the title that a person approved, whoever renames its todo meanwhile", async () => {
  const { id } = await api().create({
    title: "Renamed",
    todos: [
      {
        id: "renamed",
        title: "Ask the landlord",
        description: "One letter.",
        agent_name: "writer",
        requires_approval: true,
      },
    ],
  });
  const [hold] = await api().untilHolds(id);
  await api().post(`/v1/plans/${id}/edits`, {
    ops: [
      {
        edit_type: "modify_todo",
        target_id: "renamed",
        params: { changes: { title: "Pay the landlord" } },
      },
    ],
  });
  expect(hold?.title).toBe("Ask the landlord");
  await api().post(`/v1/holds/${hold?.id}/decision`, { decision: "approve", digest: hold?.digest });
  expect(await api().untilEnded(id)).toMatchObject({ status: "completed" });
  const { turns } = await read(id, "renamed");
  expect(turns[0]?.content).toContain("Todo: Ask the landlord");
});
