import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentSettingsSchema } from "../../src/contract/agent.ts";
import type { Json, JsonObject } from "../../src/contract/text.ts";
import type { ScriptedTurn } from "../../src/testing/scripted-model.ts";
import { createLedgerProject } from "../chaos/ledger.ts";
import { saying, serveModel, STREAM } from "../chaos/support/wire-model.ts";
import { useCliStack } from "../cli/support/cli-stack.ts";
import { startTalk, type Talk } from "../cli/support/talk.ts";
import { useScript } from "../support/use-script.ts";
import { crash, startHoldpointIn, untilTaken } from "./support/ledger-holdpoint.ts";

/*
 * S2's phase 5 and what it foresees, from the query on: what its users type, word for word, in a
 * conversation that has no plan yet. A model plans, and its teams are agents of their own.
 */

const { say, script, model, models } = useScript();

const team = (name: string) =>
  AgentSettingsSchema.parse({ name, instructions: `You are ${name}.`, team: name, tools: [] });
const stack = useCliStack({
  config: {
    models,
    agents: ["search_team", "analysis_team", "document_team"].map(team),
  },
  model,
});
const LONG = { timeout: 60_000 };

const LEASE = "집주인이 전세금 3억을 10억으로 올려달래. 법적으로 해결방법 알려줘";
const SEARCH = { id: "todo_001", title: "search_team 실행", agent_name: "search_team" };
const ANALYSIS = {
  id: "todo_002",
  title: "analysis_team 실행",
  agent_name: "analysis_team",
  depends_on: ["todo_001"],
};

/** What the planner answers: S2's analyzed intent, and an ExecutionPlan of these steps. */
function draft(type: string, title: string, todos: JsonObject[], strategy = "sequential"): Json {
  const intent = { type, confidence: 0.92, keywords: ["전세금", "인상"], entities: {} };
  return { intent, question: null, title, strategy, todos };
}
const report = (answer: string, ...cites: string[]) => ({ json: { answer, cites } });

/** What the agent of a turn was told to do. */
const assigned = (turn: number) => String(script().requests[turn]!.messages[1]!.content);

const get = (id: string) => stack().api.plan(id);
const asks = (title: string) => `${title} — 결정을 기다립니다`;
const reviews = (title: string) => `${title} — 계획 검토를 기다립니다`;
/** The card of an agent's todo, which names the agent that is about to start. */
const names = (title: string, agent: string) =>
  new RegExp(`${title} — 결정을 기다립니다\\n[^—]*\\n에이전트 +${agent}\\n`);
const startedIn = async (id: string) =>
  (await stack().api.events(id)).flatMap(({ type, todo_id }) =>
    type === "todo.started" ? [todo_id] : [],
  );

/** Begins a conversation with a query; answers the id of the plan that it becomes, once it is being made. */
async function query(talk: Talk, words: string): Promise<string> {
  talk.says(`/plan ${words}`);
  const [, id = ""] = await talk.reads(/계획 (\w+)[을를] 짜고/);
  return id;
}

test("시나리오 1: 정상 실행 (사용자 승인)", LONG, async () => {
  say(
    { json: draft("COMPREHENSIVE", "전세금 인상 대응", [SEARCH, ANALYSIS]) },
    "전세금 3억, 요구 10억, 법정 한도 5%",
    "인상률 233.3%, 법정 한도 초과",
    report("인상률이 233.3%로 법정 한도를 넘습니다 [todo_002].", "todo_001", "todo_002"),
  );
  const talk = startTalk(null, stack().url);
  const id = await query(talk, LEASE);
  // 5.
  await talk.reads(names("search_team 실행", "search_team"));
  // 1. to 4. The intent, the plan, its todos, and the state that is kept.
  expect(await get(id)).toMatchObject({
    planning: {
      raw_query: LEASE,
      analyzed_intent: { intent_type: "COMPREHENSIVE", confidence: 0.92 },
      available_agents: ["search_team", "analysis_team", "document_team"],
      execution_strategy: "sequential",
    },
    todos: [
      { id: "todo_001", agent_name: "search_team", depends_on: [] },
      { id: "todo_002", agent_name: "analysis_team", depends_on: ["todo_001"] },
    ],
  });
  expect(await startedIn(id)).toEqual([]);
  talk.says("/todos");
  await talk.sees("2개 중 0개 완료");
  talk.says("/todo approve");
  // 6. and 7.
  await talk.reads(names("analysis_team 실행", "analysis_team"));
  talk.says("/todos");
  await talk.sees("2개 중 1개 완료");
  talk.says("/todo approve");
  // 8. to 10.
  const ended = await stack().api.untilEnded(id);
  expect(ended).toMatchObject({
    status: "completed",
    todos: [
      { result_data: "전세금 3억, 요구 10억, 법정 한도 5%" },
      { result_data: "인상률 233.3%, 법정 한도 초과" },
    ],
    goal: {
      phase: "reported",
      report: { text: expect.stringContaining("233.3%"), cites: ["todo_001", "todo_002"] },
    },
  });
  expect(await startedIn(id)).toEqual(["todo_001", "todo_002"]);
  // Each team was told what was asked for, and the analysis what the search found.
  for (const turn of [1, 2]) expect(assigned(turn)).toContain(LEASE);
  expect(assigned(2)).toContain("요구 10억");
  expect(script().left).toBe(0);
  expect(await talk.leaves("/quit")).toBe(0);
});

test("시나리오 2: 사용자 계획 수정", LONG, async () => {
  say(
    { json: draft("MARKET", "강남구 아파트 시세 조회", [SEARCH]) },
    "84㎡ 25억",
    "1년 새 8% 올랐습니다",
    report("84㎡가 25억이고 [todo_001] 8% 올랐습니다 [todo_002].", "todo_001", "todo_002"),
  );
  const talk = startTalk(null, stack().url);
  const id = await query(talk, "강남구 아파트 시세 조회");
  await talk.sees(asks("search_team 실행"));
  talk.says("/todos");
  await talk.sees("1개 중 0개 완료");
  // What is only said is told as it was understood, and changes nothing before they agree.
  talk.says("검색만으로 부족할 것 같아. 분석도 추가해줘.");
  await talk.sees("바뀐 것은 없습니다.");
  expect((await get(id)).todos).toHaveLength(1);
  talk.says("/todo add legal_team");
  await talk.sees("에이전트: search_team, analysis_team, document_team.");
  talk.says("/todo add analysis_team");
  await talk.sees("analysis_team 추가 실행");
  expect(await get(id)).toMatchObject({
    todos: [
      { id: "todo_001", status: "needs_approval" },
      { title: "analysis_team 추가 실행", agent_name: "analysis_team" },
    ],
  });
  talk.says("/todo approve");
  await talk.sees(asks("analysis_team 추가 실행"));
  expect(await startedIn(id)).toEqual(["todo_001"]);
  talk.says("/todo approve");
  const ended = await stack().api.untilEnded(id);
  expect(ended).toMatchObject({ status: "completed", goal: { phase: "reported" } });
  expect(ended.todos[1]?.result_data).toBe("1년 새 8% 올랐습니다");
  // Who was only added by name knows what it is about.
  expect(assigned(2)).toContain("analysis_team 추가 실행");
  expect(assigned(2)).toContain("강남구 아파트 시세 조회");
  expect(script().left).toBe(0);
  // A team that there is not was refused.
  expect(await talk.leaves("/quit")).toBe(1);
});

test("시나리오 1과 2의 JSON: 이름, 에이전트, 선행 할 일, 걸린 시간", LONG, async () => {
  say("전세금 3억, 요구 10억, 법정 한도 5%");
  const id = "s2-query-json";
  const body = { id, title: LEASE, approval: "every_todo" as const, max_parallel: 1 };
  await stack().api.create({ ...body, todos: [SEARCH, ANALYSIS] });
  await stack().api.untilHolds(id);
  const says = async (...lines: string[]) => {
    const env = { HOLDPOINT_LANG: "ko" };
    const input = `${lines.join("\n")}\n`;
    const { out } = await stack().run(["chat", id, "--json"], { input, env });
    return out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as JsonObject);
  };
  const [before, approved] = await says("/todos", "/todo approve");
  expect(before).toMatchObject({
    summary: { total: 2, pending: 2, completed: 0 },
    todos: [
      {
        id: "todo_001",
        name: "search_team 실행",
        // S2 prints "pending" for it: S0's word is more exact.
        status: "needs_approval",
        agent_name: "search_team",
        dependencies: [],
      },
      {
        id: "todo_002",
        name: "analysis_team 실행",
        status: "blocked",
        agent_name: "analysis_team",
        dependencies: ["todo_001"],
        duration: null,
      },
    ],
    current_todo_id: "todo_001",
  });
  expect(approved).toMatchObject({ status: "resumed", todo_id: "todo_001" });
  const isAsked = async () => (await get(id)).todos[1]?.status === "needs_approval";
  await stack().api.watch.until(id, isAsked);
  const [after, added] = await says("/todos", "/todo add analysis_team");
  const { started_at, completed_at } = (await get(id)).todos[0]!;
  expect(after).toMatchObject({
    summary: { total: 2, pending: 1, completed: 1 },
    todos: [
      {
        id: "todo_001",
        status: "completed",
        duration: (Date.parse(completed_at!) - Date.parse(started_at!)) / 1_000,
      },
      { id: "todo_002", status: "needs_approval", dependencies: ["todo_001"], duration: null },
    ],
    current_todo_id: "todo_002",
  });
  expect(added).toMatchObject({
    status: "added",
    todo: {
      name: "analysis_team 추가 실행",
      agent_name: "analysis_team",
      status: "pending",
      dependencies: [],
    },
  });
  await stack().api.post(`/v1/plans/${id}/cancel`);
});

test("Phase 6: LLM 기반 동적 계획 조정", LONG, async () => {
  const todo = { id: "additional_search", title: "추가 검색", agent_name: "search_team" };
  const add = { edit_type: "add_todo", params: { todo: { ...todo, blocks: ["todo_002"] } } };
  say(
    { json: draft("COMPREHENSIVE", "전세금 인상 대응", [SEARCH, ANALYSIS]) },
    "한 건뿐입니다",
    { json: { summary: "검색 결과 부족", edits: [{ ...add, reason: "한 건으로는 모자랍니다" }] } },
    "판례 세 건",
    "한도를 넘습니다",
    report("한도를 넘습니다 [todo_002].", "todo_002"),
  );
  const talk = startTalk(null, stack().url);
  const id = await query(talk, LEASE);
  await talk.sees(asks("search_team 실행"));
  const changes = { review_result: true };
  const ops = [{ edit_type: "modify_todo", target_id: "todo_001", params: { changes } }];
  expect((await stack().api.post(`/v1/plans/${id}/edits`, { ops })).status).toBe(200);
  talk.says("/todo approve");
  // The model has seen the result; a person says whether its todo is added.
  await talk.sees("검색 결과 부족");
  expect((await get(id)).todos).toHaveLength(2);
  talk.says("/todo approve");
  await talk.sees(asks("추가 검색"));
  talk.says("/todo approve");
  await talk.sees(asks("analysis_team 실행"));
  talk.says("/todo approve");
  expect(await stack().api.untilEnded(id)).toMatchObject({ status: "completed" });
  expect(await startedIn(id)).toEqual(["todo_001", "additional_search", "todo_002"]);
  expect(script().left).toBe(0);
  expect(await talk.leaves("/quit")).toBe(0);
});

test("Phase 7: TODO 우선순위 동적 조정", LONG, async () => {
  const raise = {
    edit_type: "change_priority",
    target_id: "todo_002",
    params: { priority: 8 },
    reason: "사용자가 중요하다고 합니다",
  };
  say(
    { json: draft("COMPREHENSIVE", "전세금 인상 대응", [SEARCH, ANALYSIS]) },
    { json: { summary: "분석을 먼저 합니다", edits: [raise] } },
  );
  const talk = startTalk(null, stack().url);
  const id = await query(talk, LEASE);
  await talk.sees(asks("search_team 실행"));
  talk.says("/replan 분석이 중요해");
  await talk.sees("분석을 먼저 합니다");
  const proposal = (await stack().api.untilHolds(id, 2)).find(({ kind }) => kind === "proposal")!;
  talk.says(`/todo approve ${proposal.id.split(".").at(-1)}`);
  await expect.poll(async () => (await get(id)).todos[1]?.priority).toBe(8);
  // S2 calls that HIGH.
  expect((await stack().api.plan(id)).version).toBeGreaterThan(1);
  await stack().api.post(`/v1/plans/${id}/cancel`);
  expect(await talk.leaves("/quit")).toBe(0);
});

test("Phase 8: Parallel Execution 지원", LONG, async () => {
  let both: () => void = () => undefined;
  const areBothAsked = new Promise<void>((resolve) => (both = resolve));
  let asked = 0;
  /** Answered only once both teams have been asked: one after the other, nobody would be. */
  const together: ScriptedTurn = async () => {
    asked += 1;
    if (asked === 2) both();
    await areBothAsked;
    return "찾았습니다";
  };
  const search = { ...SEARCH, id: "search" };
  const document = { id: "document", title: "document_team 실행", agent_name: "document_team" };
  const todos = [search, document, { ...ANALYSIS, depends_on: ["search", "document"] }];
  say(
    { json: draft("COMPREHENSIVE", "계약서와 시세", todos, "parallel") },
    together,
    together,
    "한도를 넘습니다",
    report("한도를 넘습니다 [todo_002].", "todo_002"),
  );
  const body = { goal: LEASE, id: "s2-query-parallel" };
  expect((await stack().api.post("/v1/plans", body)).status).toBe(201);
  const [review] = await stack().api.untilHolds(body.id);
  expect((await get(body.id)).planning).toMatchObject({
    execution_strategy: "parallel",
    parallel_groups: [["search", "document"], ["todo_002"]],
  });
  await stack().api.post(`/v1/holds/${review!.id}/decision`, { decision: "approve" });
  const ended = await stack().api.untilEnded(body.id);
  expect(ended).toMatchObject({ status: "completed", goal: { report: { cites: ["todo_002"] } } });
  expect(await startedIn(body.id)).toEqual(["search", "document", "todo_002"]);
  expect(script().left).toBe(0);
});

test("시나리오 3: Checkpoint 복원", { timeout: 180_000 }, async () => {
  const answers = [
    draft("COMPREHENSIVE", "전세금 인상 대응", [SEARCH, ANALYSIS]),
    "전세금 3억, 요구 10억, 법정 한도 5%",
    "인상률 233.3%, 법정 한도 초과",
    { answer: "인상률이 233.3%입니다 [todo_002].", cites: ["todo_001", "todo_002"] },
  ];
  let asked = 0;
  const model = await serveModel((_, response) => {
    const answer = answers[asked++];
    const text = typeof answer === "string" ? answer : JSON.stringify(answer ?? null);
    response.writeHead(200, STREAM).end(saying(text).join(""));
    return Promise.resolve();
  });
  const project = createLedgerProject();
  const agents = ["search_team", "analysis_team"].map((name) => ({ name, instructions: name }));
  const config = {
    models: { base_url: `${model}/v1`, key_variable: null, model: "gpt-4o" },
    agents,
  };
  writeFileSync(
    join(project.folder, "holdpoint.config.ts"),
    `export default { api: { port: 0 }, temporal: { port: 0, ui_port: 0 }, ...${JSON.stringify(config)} };\n`,
  );
  const first = await startHoldpointIn(project);
  const before = startTalk(null, first.url);
  const id = await query(before, LEASE);
  await before.sees(asks("search_team 실행"));
  before.says("/todo approve");
  await before.sees(asks("analysis_team 실행"));
  await crash(first);

  const again = await startHoldpointIn(project);
  await untilTaken(again, id);
  const checkpoints = await again.person.checkpoints(id);
  const { checkpoint_id } = checkpoints.find(({ todo_id }) => todo_id === "todo_001")!;
  const newest = Math.max(...checkpoints.map(({ version }) => version));
  const talk = startTalk(id, again.url);
  talk.says("/checkpoint list");
  await talk.sees(checkpoint_id);
  // A pipe cannot be asked whether it is sure.
  talk.says(`/checkpoint restore ${checkpoint_id} --yes`);
  // Its todos stood as they do after it, so that it is waited for by what it says and makes.
  await talk.reads(new RegExp(`${checkpoint_id}(?:으)?로 되돌렸습니다`));
  const restored = await again.person.sees(id, ({ version }) => version === newest + 1);
  expect(restored.todos).toMatchObject([
    { id: "todo_001", status: "completed" },
    { id: "todo_002", status: "needs_approval" },
  ]);
  await again.person.isAsked(id, "todo_002");
  talk.says("/todo approve");
  expect(await again.person.seesEnd(id)).toMatchObject({
    status: "completed",
    todos: [{ run: 1 }, { result_data: "인상률 233.3%, 법정 한도 초과" }],
    goal: { report: { text: "인상률이 233.3%입니다 [todo_002]." } },
  });
  // Nothing was asked of the model twice.
  expect(asked).toBe(answers.length);
  expect(await talk.leaves("/quit")).toBe(0);
});

test("Phase 10: TODO 템플릿", LONG, async () => {
  // The plan that is made again and again, as it was made the last time.
  say("61㎡ 20억", "1년 새 5% 올랐습니다");
  const from_plan = "s2-estate-before";
  await stack().api.create({
    id: from_plan,
    title: "종합 분석",
    description: "서초구",
    plan_review: true,
    todos: [{ ...SEARCH, description: "서초구" }, ANALYSIS],
  });
  const [review] = await stack().api.untilHolds(from_plan);
  await stack().api.post(`/v1/holds/${review!.id}/decision`, { decision: "approve" });
  expect(await stack().api.untilEnded(from_plan)).toMatchObject({ status: "completed" });

  const places = ["/description", "/todos/0/description"];
  const parameters = [{ name: "region", title: "지역", places }];
  const body = JSON.stringify({ title: "부동산 종합 분석", from_plan, parameters });
  const headers = { "content-type": "application/json" };
  const saved = await stack().api.request("PUT", "/v1/templates/s2-estate", { body, headers });
  expect(saved.status).toBe(201);
  expect(await saved.json()).toMatchObject({
    parameters: [{ name: "region", default: "서초구" }],
    plan: { todos: [{ description: "{{param.region}}" }, { title: ANALYSIS.title }] },
  });
  // No model plans it, though there is one: its turns are those of the teams.
  say("84㎡ 25억", "1년 새 8% 올랐습니다");
  const talk = startTalk(null, stack().url);
  talk.says("/plan 부동산 종합 분석 템플릿으로 지역은 강남구");
  await talk.sees('템플릿 "부동산 종합 분석"');
  await talk.sees("지역 값은 강남구");
  const [, id = ""] = await talk.reads(/계획 (\w+)[을를] 시작했습니다/);
  await talk.sees(reviews("종합 분석"));
  talk.says("/todo approve");
  const ended = await stack().api.untilEnded(id);
  expect(ended).toMatchObject({
    status: "completed",
    description: "강남구",
    todos: [{ result_data: "84㎡ 25억" }, { result_data: "1년 새 8% 올랐습니다" }],
  });
  expect(JSON.stringify(script().requests[0])).toContain("강남구");
  expect(script().left).toBe(0);
  expect(await talk.leaves("/quit")).toBe(0);
});
