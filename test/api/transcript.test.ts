import { stripVTControlCharacters as plainText } from "node:util";
import { expect, test } from "vitest";
import { createWords } from "../../src/cli/messages/words.ts";
import { transcriptLines } from "../../src/cli/render/agents/transcript-lines.ts";
import type { TranscriptPage } from "../../src/contract/plan/agents/transcript.ts";
import { useApi } from "../support/api-harness.ts";
import { createGate, defer } from "../support/plan-tools.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";

const gate = createGate("agentgate");
const answered = defer<void>();
const model = scriptModel({
  again: [
    { say: "I begin.", calls: [["agentgate", {}]] },
    { say: "Done.", after: answered.promise },
  ],
  report: [
    { say: "I look first.", calls: [["agentgate", { page: 1 }]], cost_usd: 0.02 },
    { calls: [["ask_orchestrator", { question: "Which year?" }]] },
    { say: "The report of 2025." },
  ],
  orchestrator: [{ say: "[NEED_HUMAN: Which year is it?]" }],
});
const { name, instructions } = agentOf([]);
const settings = {
  name,
  instructions,
  limits: { turns: 20, tokens: 500_000, cost_usd: null, seconds: 3_600 },
  description: "",
  team: null,
  model: null,
  tools: ["agentgate"],
  approval_tools: [],
  todo_list: false,
};
const api = useApi({
  tools: [gate.tool],
  config: { agents: [settings] },
  model: { turn: (request) => model.modelTurn(request) },
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
    const lines = transcriptLines(ended.turns, createWords(language)).join("\n");
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
    const lines = transcriptLines([...turns, ...rerun], createWords(language)).map(plainText);
    const places = headings.map((heading) => lines.indexOf(heading));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const place of places) expect(lines.slice(place, place + 3)[2]).toMatch(/^#0 /);
  }
});
