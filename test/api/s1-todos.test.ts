import { describe, expect, test } from "vitest";
import type { z } from "zod";
import {
  S1CheckpointsSchema,
  S1HistorySchema,
  S1ProgressSchema,
  S1TodosSchema,
} from "../../src/compat/s1-contract.ts";
import { pointersOf, problemOf, useApi } from "../support/api-harness.ts";
import { serveApi } from "./stream/support/served-api.ts";

const api = useApi();
const STEPS = [
  { step_id: "step_0", agent_name: "echo", description: "첫째", priority: 5 },
  {
    step_id: "step_1",
    agent_name: "echo",
    description: "둘째",
    priority: 3,
    dependencies: ["step_0"],
  },
];
const AGENTS = { echo: { tool_name: "echo", tool_params: { text: "x" } } };

/** A session as S1 has it before its user approved. */
async function session(plan_review = true): Promise<string> {
  const answer = await api().post("/v1/plans/import", {
    plan: { execution_steps: STEPS },
    agents: AGENTS,
    plan_review,
  });
  const { plan } = (await answer.json()) as { plan: { id: string } };
  if (plan_review) await api().untilHolds(plan.id);
  return plan.id;
}

async function read<Schema extends z.ZodObject>(schema: Schema, path: string) {
  const data = await api().get(`/api/todos/${path}`);
  // Exactly S1's fields.
  return schema.strict().parse(data) as z.output<Schema>;
}
const todosOf = (id: string) => read(S1TodosSchema, id);
const post = (path: string, body: object = {}) => api().post(`/api/todos/${path}`, body);

describe("S1's session", () => {
  test("shows its steps, and that it waits for approval", async () => {
    const id = await session();
    const shown = await todosOf(id);
    expect(shown).toMatchObject({
      session_id: id,
      overall_progress: 0,
      completed_count: 0,
      total_count: 2,
      awaiting_approval: true,
      user_approved: false,
    });
    expect(
      shown.execution_steps.map((step) => [step.step_id, step.agent_name, step.description]),
    ).toEqual([
      ["step_0", "echo", "첫째"],
      ["step_1", "echo", "둘째"],
    ]);
  });

  test("loses a step whose id is a word of S1's addresses, and is not approved by that", async () => {
    const words = ["approve", "modify", "add", "progress", "history", "checkpoints", "rollback"];
    const todos = words.map((id) => ({ id, title: id, kind: "milestone" as const }));
    const { id } = await api().create({
      title: "Words",
      plan_review: true,
      todos: [...todos, { id: "last", title: "last", kind: "milestone" }],
    });
    for (const word of words) {
      const answer = await api().request("DELETE", `/api/todos/${id}/${word}`);
      expect(await answer.json()).toEqual({ success: true, removed_step_id: word });
    }
    const { execution_steps, user_approved } = await todosOf(id);
    expect(execution_steps.map(({ step_id }) => step_id)).toEqual(["last"]);
    expect(user_approved).toBe(false);
  });

  test("runs once its user approved, and shows how far it is", async () => {
    const id = await session();
    const answer = await post(`${id}/approve`);
    expect(await answer.json()).toEqual({ success: true, approved: true });
    await api().untilEnded(id);
    expect(await todosOf(id)).toMatchObject({
      overall_progress: 100,
      completed_count: 2,
      awaiting_approval: false,
      user_approved: true,
      execution_steps: [
        { status: "completed", progress_percentage: 100, result: { text: "x" } },
        { status: "completed" },
      ],
    });
    expect(await read(S1ProgressSchema, `${id}/progress`)).toEqual({
      overall_progress: 100,
      completed_count: 2,
      failed_count: 0,
      total_count: 2,
      current_step: null,
    });
    expect((await post(`${id}/approve`)).status).toBe(200);
  });

  test("says what runs now", async () => {
    const { id } = await api().create({
      title: "p",
      todos: [{ title: "오래 걸림", tool_name: "gate", tool_params: { name: "s1", percent: 0 } }],
    });
    const progress = await api().watch.until(id, async () => {
      const shown = await read(S1ProgressSchema, `${id}/progress`);
      return shown.current_step !== null && shown;
    });
    expect(progress.current_step).toBe("오래 걸림");
    api().tools.open("s1");
    await api().untilEnded(id);
  });

  test("can be changed as in S1's example", async () => {
    const id = await session();
    const answer = await post(`${id}/modify`, {
      step_id: "step_0",
      modifications: { priority: 10, optional: true },
      reason: "우선순위 변경",
    });
    expect(await answer.json()).toEqual({ success: true, modified_step_id: "step_0" });
    const { execution_steps, awaiting_approval } = await todosOf(id);
    expect(execution_steps[0]).toMatchObject({
      priority: 10,
      optional: true,
      modified_by_user: true,
      original_values: { priority: 5, optional: false },
    });
    expect(awaiting_approval).toBe(true);
  });

  test("can be changed to what it is, as often as somebody says so, and that is no change", async () => {
    const id = await session();
    const same = { step_id: "step_0", modifications: { priority: 5, description: "첫째" } };
    for (const body of [same, same, { step_id: "step_0", modifications: {} }]) {
      const answer = await post(`${id}/modify`, body);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { success: true, modified_step_id: "step_0" },
      ]);
    }
    expect(await read(S1HistorySchema, `${id}/history`)).toMatchObject({ total_count: 0 });
    // What stays as it is for another reason was not done.
    const input_mapping = { text: "step_0.text" };
    await post(`${id}/modify`, { step_id: "step_1", modifications: { input_mapping } });
    const free = { step_id: "step_1", modifications: { dependencies: [] } };
    await problemOf(post(`${id}/modify`, free), "nothing_changed");
  });

  test("takes new steps and gives them S1's ids", async () => {
    const id = await session();
    const step = {
      agent_name: "human_review",
      description: "검토",
      priority: 4,
      dependencies: ["step_1"],
      reason: "r",
    };
    expect(await (await post(`${id}/add`, step)).json()).toEqual({
      success: true,
      new_step_id: "step_2",
    });
    expect(await (await post(`${id}/add`, { ...step, dependencies: [] })).json()).toEqual({
      success: true,
      new_step_id: "step_3",
    });
    const { execution_steps, total_count } = await todosOf(id);
    expect(total_count).toBe(4);
    expect(execution_steps[2]).toMatchObject({
      agent_name: "human_review",
      dependencies: ["step_1"],
    });
  });

  test("takes every step of several that are added at the same time", async () => {
    const id = await session();
    const names = ["a", "b", "c", "d"];
    const answers = await Promise.all(
      names.map((name) =>
        post(`${id}/add`, { agent_name: "human_review", description: name, priority: 4 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = await Promise.all(
      answers.map(async (one) => ((await one.json()) as { new_step_id: string }).new_step_id),
    );
    const { execution_steps } = await todosOf(id);
    const added = new Map(execution_steps.map((step) => [step.step_id, step.description]));
    expect(told.map((step) => added.get(step))).toEqual(names);
    expect(told.toSorted()).toEqual(["step_2", "step_3", "step_4", "step_5"]);
  });

  test("gives its steps to agents, tools and people by the name it says", async () => {
    for (const name of ["s1_scout", "s1_judge"]) {
      const agent = JSON.stringify({ instructions: "Be brief.", todo_list: false });
      const headers = { "content-type": "application/json" };
      await api().request("PUT", `/v1/agents/${name}`, { body: agent, headers });
    }
    const id = await session();
    const add = { agent_name: "s1_scout", description: "찾기", priority: 4 };
    await post(`${id}/add`, add);
    const kinds = async () =>
      (await api().plan(id)).todos.map((todo) => [todo.kind, todo.agent_name ?? todo.tool_name]);
    expect(await kinds()).toEqual([
      ["tool", "echo"],
      ["tool", "echo"],
      ["agent", "s1_scout"],
    ]);
    const give = async (agent_name: string) => {
      const modifications = { agent_name };
      expect((await post(`${id}/modify`, { step_id: "step_2", modifications })).status).toBe(200);
      expect((await todosOf(id)).execution_steps[2]!.agent_name).toBe(agent_name);
      return (await kinds())[2];
    };
    expect(await give("s1_judge")).toEqual(["agent", "s1_judge"]);
    // S1 knows no arguments, and this tool needs some: it could never run.
    const modifications = { agent_name: "echo" };
    expect((await post(`${id}/modify`, { step_id: "step_2", modifications })).status).toBe(422);
    expect(await give("s1_scout")).toEqual(["agent", "s1_scout"]);
    expect(await give("김 대리")).toEqual(["manual", null]);
  });

  test("lets go of steps, and keeps every change with its reason", async () => {
    const id = await session();
    await post(`${id}/modify`, { step_id: "step_0", modifications: { description: "새 이름" } });
    const gone = await api().request(
      "DELETE",
      `/api/todos/${id}/step_1?reason=${encodeURIComponent("필요 없음")}`,
    );
    expect(await gone.json()).toEqual({ success: true, removed_step_id: "step_1" });
    const { modifications, total_count } = await read(S1HistorySchema, `${id}/history`);
    expect(total_count).toBe(2);
    expect(modifications).toMatchObject([
      {
        step_id: "step_0",
        modification_type: "modify",
        field_changed: "description",
        old_value: "첫째",
        new_value: "새 이름",
        reason: null,
      },
      { step_id: "step_1", modification_type: "remove", new_value: null, reason: "필요 없음" },
    ]);
  });

  test("returns to a checkpoint", async () => {
    const id = await session();
    await post(`${id}/modify`, { step_id: "step_0", modifications: { priority: 1 } });
    const { checkpoints } = await read(S1CheckpointsSchema, `${id}/checkpoints`);
    expect(checkpoints.map(({ phase }) => phase)).toEqual(["edit", "created"]);
    const { checkpoint_id } = checkpoints[1]!;
    const answer = await post(`${id}/rollback?checkpoint_id=${checkpoint_id}`);
    expect(await answer.json()).toEqual({
      success: true,
      checkpoint_id,
      restored_state: { current_phase: "planning", overall_progress: 0 },
    });
    expect((await todosOf(id)).execution_steps[0]).toMatchObject({
      priority: 5,
      modified_by_user: false,
      original_values: null,
    });
  });

  test("goes S1's way: planned, looked at, changed, approved, followed, taken back and finished", async () => {
    const gate = (name: string) => ({ tool_name: "gate", tool_params: { name, percent: 50 } });
    const planned = await api().post("/v1/plans/import", {
      plan: {
        raw_query: "AI 시장 보고서",
        analyzed_intent: { primary_action: "report" },
        intent_confidence: 0.9,
        execution_steps: [
          { step_id: "step_0", agent_name: "search_team", description: "검색", priority: 5 },
          {
            step_id: "step_1",
            agent_name: "analysis_team",
            description: "분석",
            priority: 3,
            dependencies: ["step_0"],
          },
          {
            step_id: "step_2",
            agent_name: "document_team",
            description: "보고서",
            priority: 1,
            dependencies: ["step_1"],
          },
        ],
      },
      agents: {
        search_team: gate("s1-0"),
        analysis_team: gate("s1-1"),
        document_team: gate("s1-2"),
      },
      plan_review: true,
    });
    const { id } = ((await planned.json()) as { plan: { id: string } }).plan;
    await api().untilHolds(id);
    const shown = await todosOf(id);
    expect(shown).toMatchObject({ total_count: 3, overall_progress: 0, awaiting_approval: true });
    expect(shown.planning_state).toMatchObject({
      raw_query: "AI 시장 보고서",
      intent_confidence: 0.9,
    });

    await post(`${id}/modify`, {
      step_id: "step_0",
      modifications: { priority: 10, optional: true },
    });
    await post(`${id}/approve`);
    // A running step tells its percent to Temporal, which nothing announces.
    const runs = async (current_step: string, progress: object): Promise<void> => {
      await expect
        .poll(() => read(S1ProgressSchema, `${id}/progress`), { timeout: 30_000 })
        .toMatchObject({ current_step, ...progress });
    };
    // (0 × 100 + 50) / 3
    await runs("검색", { overall_progress: 16, completed_count: 0 });
    // At any time: while it runs, too.
    await post(`${id}/modify`, { step_id: "step_0", modifications: { optional: false } });
    api().tools.open("s1-0");
    await runs("분석", { overall_progress: 50, completed_count: 1 });
    api().tools.open("s1-1");
    await runs("보고서", { overall_progress: 83, completed_count: 2 });
    api().tools.open("s1-2");
    await api().untilEnded(id);
    expect(await todosOf(id)).toMatchObject({ overall_progress: 100, completed_count: 3 });

    const { checkpoints } = await read(S1CheckpointsSchema, `${id}/checkpoints`);
    expect(checkpoints.map((one) => [one.phase, one.overall_progress])).toEqual([
      ["completed", 100],
      ["completed", 66],
      ["completed", 33],
      ["edit", 0],
      ["edit", 0],
      ["created", 0],
    ]);
    const searched = checkpoints[2]!.checkpoint_id;
    const back = await post(`${id}/rollback?checkpoint_id=${searched}`);
    expect(await back.json()).toEqual({
      success: true,
      checkpoint_id: searched,
      restored_state: { current_phase: "executing", overall_progress: 33 },
    });
    await api().untilEnded(id);
    // What was done by then was kept, and the rest ran again.
    const { todos } = await api().plan(id);
    expect(todos.map(({ run }) => run)).toEqual([1, 2, 2]);
    expect(await read(S1ProgressSchema, `${id}/progress`)).toMatchObject({
      overall_progress: 100,
      completed_count: 3,
      failed_count: 0,
    });
  });

  test("is the same plan as at /v1", async () => {
    const id = await session();
    await post(`${id}/modify`, { step_id: "step_0", modifications: { priority: 9 } });
    expect(await api().get(`/v1/plans/${id}`)).toMatchObject({ version: 2 });
  });

  test("takes a repeat with the same Idempotency-Key once", async () => {
    const id = await session();
    const body = JSON.stringify({ agent_name: "echo2", description: "d", priority: 1 });
    const headers = { "content-type": "application/json", "idempotency-key": "s1-add" };
    const add = () => api().request("POST", `/api/todos/${id}/add`, { headers, body });
    const [first, second] = [await (await add()).text(), await (await add()).text()];
    expect(second).toBe(first);
    expect((await todosOf(id)).total_count).toBe(3);
  });
});

test("S1's change of a step is answered as before when its answer was lost, although the step has changed since", async () => {
  const id = await session();
  // A name that is no tool's becomes a tag of the step, beside those that it has.
  const modifications = { agent_name: "of-this-session", description: "다시" };
  const body = JSON.stringify({ step_id: "step_0", modifications });
  const headers = { "content-type": "application/json", "idempotency-key": `s1-${id}` };
  const at = `/api/todos/${id}/modify`;
  const first = await api().request("POST", at, { headers, body });
  expect(first.status).toBe(200);
  const later = { agent_name: "echo", input_mapping: { text: "y" } };
  expect((await post(`${id}/modify`, { step_id: "step_0", modifications: later })).status).toBe(
    200,
  );
  const { execution_steps: before } = await todosOf(id);
  // Another process, which remembers no answers.
  const { url } = await serveApi(api().deps);
  const again = await fetch(url + at, { method: "POST", headers, body });
  expect(await again.text()).toBe(await first.text());
  expect((await todosOf(id)).execution_steps).toEqual(before);
  const other = JSON.stringify({ step_id: "step_0", modifications: { agent_name: "someone" } });
  await problemOf(
    fetch(url + at, { method: "POST", headers, body: other }),
    "idempotency_key_reused",
  );
});

describe("S1's routes refuse with a problem", () => {
  test("a session that is not there", async () => {
    for (const path of ["none", "none/progress", "none/history", "none/checkpoints"]) {
      await problemOf(api().request("GET", `/api/todos/${path}`), "plan_not_found");
    }
    await problemOf(post("none/approve"), "plan_not_found");
    await problemOf(api().request("DELETE", "/api/todos/none/step_0"), "plan_not_found");
  });

  test("a step that is not there", async () => {
    const id = await session();
    await problemOf(
      post(`${id}/modify`, { step_id: "x", modifications: { priority: 1 } }),
      "todo_not_found",
    );
    await problemOf(api().request("DELETE", `/api/todos/${id}/x`), "todo_not_found");
  });

  test("fields that a user cannot change", async () => {
    const id = await session();
    const body = { step_id: "step_0", modifications: { status: "completed", result: {} } };
    const problem = await problemOf(post(`${id}/modify`, body), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/modifications/status", "/modifications/result"]);
  });

  test.each([
    ["that is longer than that of any tool or agent", 65],
    ["of nobody here that is too long to stay with its step", 59],
  ])("a name %s", async (_, signs) => {
    const id = await session();
    const agent_name = "김".repeat(signs);
    const modifications = { agent_name };
    const changed = post(`${id}/modify`, { step_id: "step_0", modifications });
    expect(pointersOf(await problemOf(changed, "validation_failed"))).toEqual([
      "/modifications/agent_name",
    ]);
    const added = post(`${id}/add`, { agent_name, description: "d", priority: 1 });
    expect(pointersOf(await problemOf(added, "validation_failed"))).toEqual(["/agent_name"]);
  });

  test("a dependency that is not there, and a circle", async () => {
    const id = await session();
    const set = (dependencies: string[]) =>
      post(`${id}/modify`, { step_id: "step_0", modifications: { dependencies } });
    expect((await set(["nothing"])).status).toBe(422);
    await problemOf(set(["step_1"]), "dependency_cycle");
  });

  test("at the places that the caller wrote: S1 knows no operations", async () => {
    const id = await session();
    const step = { agent_name: "echo", description: "d", priority: 1 };
    const modify = (step_id: string, modifications: object) =>
      post(`${id}/modify`, { step_id, modifications });
    const places = async (answer: Promise<Response>) =>
      pointersOf((await (await answer).json()) as Parameters<typeof pointersOf>[0]);
    const lacking = await problemOf(post(`${id}/add`, step), "invalid_tool_input");
    expect(lacking.errors).toMatchObject([{ pointer: "/agent_name", detail: "text is missing." }]);
    const lost = { ...step, agent_name: "min", dependencies: ["nothing"] };
    expect(await places(post(`${id}/add`, lost))).toEqual(["/dependencies"]);
    expect(await places(modify("step_0", { dependencies: ["nothing"] }))).toEqual([
      "/modifications/dependencies",
    ]);
    expect(await places(modify("step_0", { input_mapping: { txt: "a" } }))).toEqual([
      "/modifications/input_mapping/text",
      "/modifications/input_mapping/txt",
    ]);
    expect(await places(modify("x", { priority: 1 }))).toEqual(["/step_id"]);
    expect(await places(api().request("DELETE", `/api/todos/${id}/x`))).toEqual(["/param/step_id"]);
    const rolled = post(`${id}/rollback?checkpoint_id=cp_999`);
    expect(await places(rolled)).toEqual(["/query/checkpoint_id"]);
  });

  test("an approval that nobody asked for", async () => {
    const id = await session(false);
    const problem = await problemOf(post(`${id}/approve`), "illegal_transition");
    expect(problem.hint).toContain("plan_review");
  });

  test("an approval after somebody rejected the plan, with who did", async () => {
    const id = await session();
    const [hold] = await api().holds(id);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "reject", reason: "nein" });
    const problem = await problemOf(post(`${id}/approve`), "hold_already_decided");
    expect(problem.decided).toMatchObject({ decision: "reject", by: "local-operator" });
  });

  test("a checkpoint that is not there, or not named", async () => {
    const id = await session();
    await problemOf(post(`${id}/rollback?checkpoint_id=cp_999`), "version_not_found");
    await problemOf(post(`${id}/rollback`), "validation_failed");
  });
});
