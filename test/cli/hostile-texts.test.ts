/* eslint-disable no-control-regex -- control characters are what these tests are about */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { logText } from "../../src/cli/commands/edits/todo-log.ts";
import { sessionLines } from "../../src/cli/commands/plans/sessions.ts";
import { terminationLines } from "../../src/cli/commands/plans/terminate.ts";
import { agentNote } from "../../src/cli/render/agents/agent-note.ts";
import { answerLines, goalLines } from "../../src/cli/render/agents/goal-lines.ts";
import { transcriptLines } from "../../src/cli/render/agents/transcript-lines.ts";
import { renderBoard } from "../../src/cli/render/board.ts";
import * as changes from "../../src/cli/render/change-lines.ts";
import { checkpointLines } from "../../src/cli/render/checkpoint-lines.ts";
import { eventLine } from "../../src/cli/render/event-line.ts";
import { graphLines } from "../../src/cli/render/graph-lines.ts";
import { argumentMatchLines } from "../../src/cli/render/holds/argument-match-lines.ts";
import { askedLines } from "../../src/cli/render/holds/asked-lines.ts";
import * as choices from "../../src/cli/render/holds/choice-lines.ts";
import { deadlineNote } from "../../src/cli/render/holds/deadline-note.ts";
import { demandedNote } from "../../src/cli/render/holds/demanded-note.ts";
import * as holds from "../../src/cli/render/holds/hold-lines.ts";
import { listedTitles } from "../../src/cli/render/holds/listed-titles.ts";
import { proposalLines, readingLines } from "../../src/cli/render/holds/proposal-lines.ts";
import { proposalLookLines } from "../../src/cli/render/holds/proposal-look-lines.ts";
import { reasonsText, reasonText, skipText } from "../../src/cli/render/holds/reasons.ts";
import { reviewedLines } from "../../src/cli/render/holds/reviewed-lines.ts";
import { unawaitedLine } from "../../src/cli/render/holds/unawaited-line.ts";
import * as lists from "../../src/cli/render/lists.ts";
import { planWord } from "../../src/cli/render/marks.ts";
import { nextLines, whyLines } from "../../src/cli/render/next-lines.ts";
import { outlineLines } from "../../src/cli/render/outline-lines.ts";
import { schemaLines } from "../../src/cli/render/schema-lines.ts";
import { todoLines } from "../../src/cli/render/todo-lines.ts";
import * as tools from "../../src/cli/render/tool-lines.ts";
import * as webhooks from "../../src/cli/render/webhook-lines.ts";
import { yamlText } from "../../src/cli/render/yaml-text.ts";
import { problemLines } from "../../src/cli/session/errors/report-error.ts";
import { jsonText, shown } from "../../src/cli/terminal/output.ts";
import { EVENT_TYPES } from "../../src/contract/plan/event.ts";
import { TODO_DEFAULTS } from "../../src/contract/tables/vocabulary.ts";

/** Clears the screen, writes the clipboard, rings, reorders, breaks the line, and hides. */
const HOSTILE =
  "a\u001b[2J\u001b]52;c;aGk=\u0007\u009b31m\u202eb\u2066\u200b\u200d\u2028\u2029\u00ad\u3164\ufeff\u{e0041}\r\u0008c";
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0041}]/u;

const shape = { columns: 200, now: Date.parse("2026-11-20T12:00:00Z"), plain: false };
const at = "2026-11-20T11:00:00Z";
const titles = new Map([["t1", HOSTILE]]);
const text_said = { id: "waits_for_todos", values: { todos: HOSTILE } };
const reason = { code: "dependency", text: HOSTILE, text_said, todo_ids: ["t1"], person: HOSTILE };
const skipped = { cause: "operator", by: HOSTILE, reason: HOSTILE, todo_id: "t1" };
const decision = {
  decision: "edit",
  by: HOSTILE,
  at,
  comment: HOSTILE,
  args: { [HOSTILE]: HOSTILE },
};
const asked = {
  id: "t1",
  title: "A todo",
  tool_name: "echo",
  requires_approval: true,
};
const about = { stops: [{ id: "t1", title: HOSTILE }], starts: [{ id: "t1", title: HOSTILE }] };
const choice = {
  ...about,
  choice: "approve",
  approval: null,
  asks: [{ id: "t1", title: HOSTILE }],
  may_run_again: [{ id: "t1", title: HOSTILE }],
  unawaited: [{ about: { id: "t1", title: HOSTILE }, todos: [{ id: "t1", title: HOSTILE }] }],
  plan_ends: null,
};
const todo = (status: string) => ({
  id: "t1",
  title: HOSTILE,
  description: HOSTILE,
  status,
  kind: "tool",
  depends_on: [],
  run: 1,
  retry_count: 0,
  progress_percentage: 0,
  progress_message: HOSTILE,
  started_at: null,
  completed_at: null,
  due_at: null,
  tool_name: HOSTILE,
  agent_name: HOSTILE,
  agent: null,
  agent_purpose: HOSTILE,
  expected_output: HOSTILE,
  review_result: true,
  priority: 5,
  timeout_seconds: 300,
  max_retries: 3,
  optional: true,
  input_data: { [HOSTILE]: HOSTILE },
  context: { [HOSTILE]: HOSTILE },
  created_at: at,
  estimated_seconds: null,
  error_message: HOSTILE,
  input_request: { question: HOSTILE },
  waits_for: [reason],
  result_data: { [HOSTILE]: HOSTILE },
  assignee: HOSTILE,
  claimed_by: HOSTILE,
  skipped,
});
const hold = {
  id: "p.h1",
  plan_id: "p",
  kind: "input",
  todo_id: "t1",
  status: "open",
  title: HOSTILE,
  plan_title: HOSTILE,
  message: HOSTILE,
  tool_name: HOSTILE,
  args: { [HOSTILE]: HOSTILE },
  input_data: { [HOSTILE]: [HOSTILE] },
  output_path: HOSTILE,
  needs: { approvals: 3, given: [HOSTILE], approvers: [HOSTILE], not_by: [HOSTILE] },
  input_request: {
    input_type: "form",
    question: HOSTILE,
    options: [HOSTILE],
    schema: { properties: { [HOSTILE]: { title: HOSTILE, description: HOSTILE, type: "string" } } },
  },
  digest: "sha256:0",
  asked_by: { agent_name: HOSTILE, context: HOSTILE, suggested_answers: [HOSTILE] },
  deadline_at: null,
  assignee: HOSTILE,
  deciding: null,
  on_timeout: "fail",
  on_reject: "skip",
  decision,
  decisions: [decision],
};
const STATUSES = ["pending", "failed", "skipped", "completed", "in_progress", "needs_approval"];
const plan = {
  id: "p",
  title: HOSTILE,
  status: "running",
  mode: "running",
  version: 1,
  open_holds: 1,
  paused: { reason: HOSTILE },
  goal_phase: null,
  ended_because: HOSTILE,
  progress: { percentage: 0, total: 1, counts: {} },
  todo_count: 9,
  completed_at: null,
  created_at: at,
  ended_at: null,
  next_deadline: null,
};
const board = {
  plan,
  todos: STATUSES.map((status, place) => ({ ...todo(status), id: `t${place + 1}` })),
  schedule: { running: ["t5"], next: ["t1"], waiting: [{ todo_id: "t1", reasons: [reason] }] },
  holds: [hold],
};
const field = (name: string, value: string): string => `${name} ${value}`;
const fields = [{ field: HOSTILE, before: HOSTILE, after: { [HOSTILE]: HOSTILE } }];
const list = { has_more: false, complete: true, partly_listed: [], workers: { state: "up" } };
const event = (type: string) => ({
  seq: 1,
  type,
  at,
  by: HOSTILE,
  todo_id: "t1",
  hold_id: "p.h1",
  data: {
    prompt: { left: HOSTILE },
    ...Object.fromEntries(
      [
        "reason",
        "comment",
        "message",
        "error",
        "to",
        "assignee",
        "detail",
        "note",
        "decision",
        "code",
      ].map((name) => [name, HOSTILE]),
    ),
  },
});
const reading = {
  understood: [{ text: HOSTILE, line: 1, column: 1, meaning: HOSTILE }],
  not_understood: [{ text: HOSTILE, line: 1, column: 1, detail: HOSTILE, instead: [HOSTILE] }],
  choices: [{ name: HOSTILE, options: [{ todo_id: "t1", title: HOSTILE }] }],
};
const goal = {
  text: HOSTILE,
  answers: [{ question: HOSTILE, answer: HOSTILE }],
  calls: [
    {
      role: "planner",
      model: HOSTILE,
      prompt: { name: "a", version: "1" },
      usage: { cost_usd: 1 },
    },
  ],
  report: { text: HOSTILE, cites: ["t1"], failed: [HOSTILE], skipped: [] },
};
const planning = {
  raw_query: HOSTILE,
  analyzed_intent: { [HOSTILE]: HOSTILE },
  intent_confidence: 1,
  execution_strategy: HOSTILE,
  parallel_groups: [[HOSTILE]],
  estimated_total_time: 1,
  available_agents: [HOSTILE],
  available_teams: [HOSTILE],
  validation_errors: [HOSTILE],
};
const problem = {
  code: "invalid_edit",
  detail: HOSTILE,
  errors: [1, 2].map(() => ({ pointer: HOSTILE, detail: HOSTILE })),
  decided: { decision: "reject", by: HOSTILE, at, reason: HOSTILE },
  legal: [HOSTILE],
};

/** What each renderer makes of such texts; `never`, because the values have what is shown and no more. */
const added = {
  ...TODO_DEFAULTS,
  title: HOSTILE,
  kind: "tool",
  tool_name: HOSTILE,
  tool_params: { [HOSTILE]: HOSTILE },
  tags: [HOSTILE],
};
const HOSTILE_FIELD = { title: HOSTILE, description: HOSTILE, type: "string", default: HOSTILE };
const HOSTILE_SCHEMA = {
  type: "object",
  properties: {
    [HOSTILE]: { ...HOSTILE_FIELD, pattern: HOSTILE, format: HOSTILE },
    form: { ...HOSTILE_FIELD, pattern: HOSTILE.slice(0, 20) },
    list: { type: "array", items: { properties: { [HOSTILE]: { enum: [HOSTILE] } } } },
    one: { const: HOSTILE },
    odd: { type: HOSTILE },
  },
};
const HOSTILE_TOOL = {
  name: HOSTILE,
  description: `${HOSTILE}\n${HOSTILE}`,
  input: HOSTILE_SCHEMA,
  output: HOSTILE_SCHEMA,
  marks: ["irreversible" as const],
};
const RENDERERS: Readonly<Record<string, () => unknown>> = {
  renderBoard: () => renderBoard(board as never, shape),
  comparisonLines: () =>
    changes.comparisonLines({
      added: [{ id: "t1", title: HOSTILE }],
      removed: [{ id: "t1", title: HOSTILE }],
      changed: [{ todo_id: "t1", fields }],
      settings: fields,
    } as never),
  planChangesLines: () =>
    changes.planChangesLines({
      todos: [
        { todo_id: "t1", before: null, after: added },
        { todo_id: "t1", before: { title: HOSTILE }, after: null },
        { todo_id: "t1", before: { title: "a" }, after: { title: HOSTILE } },
      ],
      settings: null,
    } as never),
  impactLines: () =>
    changes.impactLines({
      ...Object.fromEntries(
        [
          "runs_again",
          "may_run_again",
          "cannot_be_undone",
          "starts",
          "holds_closed",
          "holds_opened",
          "stops",
          "results_dropped",
        ].map((name) => [name, [HOSTILE]]),
      ),
      unawaited: [{ about: HOSTILE, todos: [HOSTILE] }],
    } as never),
  unawaitedLines: () =>
    changes.unawaitedLines({ unawaited: [{ about: HOSTILE, todos: [HOSTILE] }] } as never),
  unawaitedLine: () => unawaitedLine(HOSTILE, [{ title: HOSTILE }]),
  historyLines: () =>
    changes.historyLines(
      [
        {
          version: 1,
          at,
          by: HOSTILE,
          reason: HOSTILE,
          change_type: "edit",
          of_version: null,
          changes: { todos: [] },
        },
      ] as never,
      shape,
    ),
  checkpointLines: () =>
    checkpointLines(
      [
        {
          checkpoint_id: "c1",
          timestamp: at,
          version: 1,
          overall_progress: 0,
          phase: HOSTILE,
          todo_id: null,
        },
      ] as never,
      shape,
    ),
  consequenceLines: () => choices.consequenceLines(choice as never),
  choiceLines: () =>
    choices.choiceLines(hold as never, { choices: [choice], timeout: null } as never, 200, true),
  listedTitles: () => listedTitles(about.stops),
  timeoutLines: () => choices.timeoutLines({ ...choice, at, action: "fail" } as never),
  questionAbout: () => choices.questionAbout(choices.consequenceLines(choice as never), "Sure?"),
  // It says nothing of a plan whose texts are refused.
  agentNote: () =>
    agentNote(
      { title: "A plan", todos: [{ title: asked.title, agent_name: "writer" }] },
      [],
      "agent_unknown",
    ),
  demandedNote: () => demandedNote([{ title: HOSTILE, isDemanded: true }]),
  deadlineNote: () => deadlineNote({ title: "A plan", todos: [asked] }),
  eventLine: () => EVENT_TYPES.map((type) => eventLine(event(type) as never, titles)),
  graphLines: () => graphLines(board.todos as never, shape),
  holdLines: () => holds.holdLines(hold as never, Infinity),
  editedLines: () => holds.editedLines({ decision, deciding: null } as never),
  fieldIn: () => holds.fieldIn(8)(HOSTILE, "1"),
  decisionText: () => holds.decisionText(decision as never),
  decidingText: () => holds.decidingText({ ...decision, takes_effect_at: at } as never),
  decidingNote: () =>
    holds.decidingNote({ id: "p.h1", deciding: { ...decision, takes_effect_at: at } as never }),
  waysToDecide: () => holds.waysToDecide(hold as never),
  questionLines: () =>
    holds.questionLines({ input_type: "choice", options: [HOSTILE] } as never, field),
  reviewedLines: () =>
    reviewedLines(
      {
        approval: "marked",
        todos: (["tool", "agent", "question", "manual", "milestone"] as const).map((kind) => ({
          ...TODO_DEFAULTS,
          title: HOSTILE,
          input_request: { question: HOSTILE, input_type: "choice", options: [HOSTILE] },
          kind,
          tool_name: HOSTILE,
          tool_params: { [HOSTILE]: HOSTILE },
          agent_name: HOSTILE,
          description: HOSTILE,
          assignee: HOSTILE,
          depends_on: [HOSTILE],
          tags: [HOSTILE],
        })),
      } as never,
      Infinity,
    ),
  askedLines: () => {
    const todos = [{ ...TODO_DEFAULTS, title: HOSTILE, kind: "manual" }];
    return askedLines({ reviewed: { approval: "marked", todos: todos as never } });
  },
  argumentLines: () => holds.argumentLines("name", { [HOSTILE]: HOSTILE }, Infinity, field),
  noticeLines: () =>
    lists.noticeLines(
      [
        {
          plan_id: HOSTILE,
          ended_at: at,
          reason: HOSTILE,
          todo: { id: "t1", title: HOSTILE, error_type: null, error_message: HOSTILE },
        } as never,
      ],
      shape,
    ),
  inboxLines: () => lists.inboxLines({ ...list, holds: [hold] } as never, shape),
  askedOf: () => lists.askedOf(hold as never),
  workLines: () =>
    lists.workLines(
      {
        ...list,
        work: [{ ...todo("pending"), plan_id: "p", todo_id: "t1", plan_title: HOSTILE }],
      } as never,
      shape,
    ),
  terminationLines: () =>
    terminationLines({
      ...list,
      title: HOSTILE,
      stuck: { attempt: 2, since: at, says: HOSTILE },
      loses: { unfinished_todos: 1, running_todos: [HOSTILE], open_holds: 1 },
      as_of: at,
    } as never),
  planListLines: () => lists.planListLines({ ...list, plans: [plan] } as never, shape),
  listNotes: () =>
    lists.listNotes({ ...list, workers: { state: "down", last_seen_at: at } } as never),
  planWord: () => planWord(plan as never),
  nextLines: () => nextLines(board as never),
  whyLines: () =>
    STATUSES.flatMap((status) =>
      whyLines({ todo: todo(status), reasons: [reason], timeout: null } as never, titles),
    ),
  reasonText: () => reasonText(reason as never, titles),
  reasonsText: () => reasonsText([reason, reason] as never, titles),
  skipText: () => skipText({ id: "t1", skipped } as never, titles),
  todoLines: () =>
    todoLines({
      todo: todo("failed"),
      holds: [hold],
      events: [event("todo.failed")],
      titles,
    } as never),
  logText: () => [
    logText({ attempt: 1, at, level: "info", message: HOSTILE, fields: { [HOSTILE]: HOSTILE } }),
  ],
  transcriptLines: () => {
    const call = { call_id: "t1c1", name: HOSTILE, arguments: HOSTILE, result: HOSTILE };
    const said = { turn_index: 0, role: "agent", content: HOSTILE, timestamp: at, usage: null };
    return transcriptLines([{ ...said, tool_calls: [call] }] as never);
  },
  answerLines: () => answerLines(goal as never),
  goalLines: () => goalLines({ goal, planning } as never),
  outlineLines: () => outlineLines(reading as never),
  proposalLines: () =>
    proposalLines({
      ...reading,
      impact: null,
      diff: {
        todos: [{ todo_id: "t1", before: null, after: added }],
        settings: null,
      },
    } as never),
  argumentMatchLines: () => {
    const match = { offset: 7, bytes: 1, before: HOSTILE, text: HOSTILE, after: HOSTILE };
    const found = { pointer: HOSTILE, find: HOSTILE, total: 1, is_complete: true };
    return [
      ...argumentMatchLines({ ...found, matches: [match] }),
      ...argumentMatchLines({ ...found, total: 0, matches: [] }),
    ];
  },
  proposalLookLines: () => {
    const problem = { code: "invalid_edit", detail: HOSTILE };
    const line = { line: 1, meaning: HOSTILE, reason: HOSTILE, problem };
    return proposalLookLines({
      lines: [line, { ...line, problem: null }],
      problem,
      impact: null,
      diff: {
        todos: [{ todo_id: "t1", before: null, after: added }],
        settings: null,
      },
    } as never);
  },
  readingLines: () => readingLines(reading as never),
  schemaLines: () =>
    [HOSTILE_SCHEMA, { anyOf: [HOSTILE_SCHEMA, { type: "null" }] }].flatMap((schema) =>
      schemaLines(schema, 200, { isWritten: true }),
    ),
  toolListLines: () => tools.toolListLines([HOSTILE_TOOL], shape),
  toolLines: () => tools.toolLines(HOSTILE_TOOL, shape),
  webhookLines: () =>
    webhooks.webhookLines(
      [{ id: "wh_1", url: HOSTILE, events: [], disabled: null } as never],
      shape,
    ),
  notToldLines: () =>
    webhooks.notToldLines(
      {
        last: { at, took_ms: 1, status: 500, answer: HOSTILE, error: HOSTILE },
        next_attempt_at: at,
      },
      { id: HOSTILE, url: HOSTILE },
    ),
  deliveryLines: () =>
    webhooks.deliveryLines(
      [
        {
          id: HOSTILE,
          time: at,
          type: HOSTILE,
          subject: HOSTILE,
          status: "pending",
          attempt_count: 1,
          last: { at, took_ms: 1, status: 500, answer: HOSTILE, error: HOSTILE },
          next_attempt_at: at,
        } as never,
      ],
      shape,
    ),
  sessionLines: () =>
    sessionLines(
      [
        {
          id: "s1",
          agent: HOSTILE,
          assignee: HOSTILE,
          lease: null,
          todos: { done: 0, left: 1, total: 1 },
          countdown: null,
          prompt: null,
          skipped: null,
        },
      ] as never,
      shape,
    ),
  approvedText: () => holds.approvedText(undefined, HOSTILE),
  yamlText: () => yamlText({ title: HOSTILE, [HOSTILE]: HOSTILE }),
  problemLines: () => problemLines(problem as never),
};
/** They show no text of a plan: signs, numbers, ids, and yes or no. */
const TEXTLESS = [
  "writtenTodos",
  "cutCall",
  "PREVIEW_LINES",
  "SHORT",
  "bar",
  "drawsBars",
  "markOf",
  "shortHold",
  "rejectionOf",
  "touchesOthers",
  "isOffered",
  "openWork",
  "isUndecided",
  "timeoutWord",
  "TODO_MARKS",
  "PLAN_PAINTS",
];

describe("a text that would command the terminal", () => {
  test("is known to this test in everything that shows plans", async () => {
    const folder = new URL("../../src/cli/render/", import.meta.url);
    const modules = await Promise.all(
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => import(new URL(name, folder).href) as Promise<object>),
    );
    const exported = modules.flatMap((module) => Object.keys(module));
    const known = [...Object.keys(RENDERERS), ...TEXTLESS];
    expect(exported.filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(Object.keys(RENDERERS))("is written out by %s", (name) => {
    const text = [RENDERERS[name]!()].flat(2).join("\n");
    expect(text).not.toMatch(OBEYED);
    expect(text).not.toBe("");
  });

  test("is written out at the last where a renderer forgot it, and colours stay", () => {
    expect(shown(`\u001b[1m${HOSTILE}\u001b[22m 가족 👨‍👩‍👧‍👦\n`)).toMatch(
      /^\u001b\[1ma\\u\{1b\}\[2J.*c\u001b\[22m 가족 👨‍👩‍👧‍👦\n$/s,
    );
    expect(shown(HOSTILE)).not.toMatch(OBEYED);
  });

  test("is escaped in JSON and YAML, which are read back the same", () => {
    const data = { [HOSTILE]: [HOSTILE, "가족 👨‍👩‍👧‍👦", "\\u{200b}", "a\nb"] };
    expect(jsonText(data).replaceAll("👨‍👩‍👧‍👦", "")).not.toMatch(OBEYED);
    expect(JSON.parse(jsonText(data))).toEqual(data);
    expect(yamlText(data).replaceAll("👨‍👩‍👧‍👦", "")).not.toMatch(OBEYED);
    expect(parse(yamlText(data))).toEqual(data);
    expect(yamlText({ a: "plain 가족" })).toBe("a: plain 가족\n");
  });
});
