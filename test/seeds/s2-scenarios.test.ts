import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { ImportInputSchema } from "../../src/compat/import-contract.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import { createLedgerProject } from "../chaos/ledger.ts";
import { createGate } from "../support/plan-tools.ts";
import { createCountedTools } from "./support/counted-tools.ts";
import { crash, startHoldpointIn } from "./support/ledger-holdpoint.ts";
import type { Person } from "./support/person.ts";
import { usePerson } from "./support/seed-world.ts";

/** The two teams of seed S2, phase 5; the figures are those of its first scenario. */
const teams = createCountedTools({
  search_team: ({ query }) => ({ query, deposit: 300_000_000, asked: 1_000_000_000, limit: 5 }),
  analysis_team: ({ deposit, asked, limit }) => {
    const increase = Math.round((Number(asked) / Number(deposit) - 1) * 1_000) / 10;
    return { increase_percent: increase, over_legal_limit: increase > Number(limit) };
  },
});
const slow = createGate("slow_search_team");
const person = usePerson([...teams.tools, slow.tool]);

type Steps = NonNullable<z.input<typeof ImportInputSchema>["plan"]["steps"]>;

/** The steps of S2's ExecutionPlans. */
const SEARCH = { agent_name: "search_team", priority: 1, input_mapping: { query: "전세금 인상" } };
const ANALYSIS = {
  agent_name: "analysis_team",
  priority: 2,
  dependencies: ["search_team"],
  input_mapping: {
    deposit: "search_team.deposit",
    asked: "search_team.asked",
    limit: "search_team.limit",
  },
};
/** An ExecutionPlan of these steps, as todos of which each asks before it runs. */
const executionPlan = (id: string, raw_query: string, ...steps: Steps) => ({
  id,
  approval: "every_todo" as const,
  plan: { raw_query, strategy: "sequential", steps },
});
const LEASE = "집주인이 전세금 3억을 10억으로 올려달래. 법적으로 해결방법 알려줘";

/** S2's `/todos`: the summary and the list. */
const summaryOf = ({ progress: { total, counts, percentage } }: PlanView) => ({
  total,
  percentage,
  completed: counts["completed"],
  in_progress: counts["in_progress"],
  failed: counts["failed"],
  skipped: counts["skipped"],
});
const IDLE = { in_progress: 0, failed: 0, skipped: 0 };
const statusesOf = (plan: PlanView) => plan.todos.map(({ id, status }) => [id, status]);

describe("scenario 1: a person approves every step", () => {
  test("and sees before each what would run, and after each what came of it", async () => {
    const id = "s2-step-by-step";
    // 2. to 4. The plan of agents becomes one of todos.
    const made = await person().imports(executionPlan(id, LEASE, SEARCH, ANALYSIS));
    expect(made).toMatchObject({ title: LEASE, approval: "every_todo", max_parallel: 1 });

    // 5. "Shall the next todo run?"
    const search = await person().isAsked(id, "todo_001");
    expect(search).toMatchObject({
      kind: "approval",
      title: "search_team 실행",
      tool_name: "search_team",
      args: { query: "전세금 인상" },
    });
    // /todos
    const before = await person().plan(id);
    expect(before).toMatchObject({ status: "running", mode: "approval_wait", version: 1 });
    expect(summaryOf(before)).toEqual({ total: 2, percentage: 0, completed: 0, ...IDLE });
    expect(before.todos).toMatchObject([
      { id: "todo_001", status: "needs_approval", priority: 5, depends_on: [] },
      { id: "todo_002", status: "blocked", priority: 2, depends_on: ["todo_001"] },
    ]);
    expect(teams.ran(id)).toEqual([]);

    // /todo approve; 6. and 7.
    await person().decides(search, { decision: "approve" });
    const analysis = await person().isAsked(id, "todo_002");
    expect(analysis).toMatchObject({
      title: "analysis_team 실행",
      args: { deposit: 300_000_000, asked: 1_000_000_000, limit: 5 },
    });
    const between = await person().plan(id);
    expect(summaryOf(between)).toEqual({ total: 2, percentage: 50, completed: 1, ...IDLE });
    expect(statusesOf(between)).toEqual([
      ["todo_001", "completed"],
      ["todo_002", "needs_approval"],
    ]);
    // How long it took can be told.
    const [{ started_at, completed_at }] = between.todos as [PlanView["todos"][number]];
    expect(Date.parse(completed_at!)).toBeGreaterThanOrEqual(Date.parse(started_at!));
    expect(teams.ran(id)).toEqual(["todo_001/1.1"]);

    // /todo approve; 8. to 10.
    await person().decides(analysis, { decision: "approve" });
    const ended = await person().seesEnd(id);
    expect(ended).toMatchObject({ status: "completed", mode: "running", version: 1 });
    expect(summaryOf(ended)).toEqual({ total: 2, percentage: 100, completed: 2, ...IDLE });
    expect(ended.todos[1]).toMatchObject({
      approved_by: "local-operator",
      result_data: { increase_percent: 233.3, over_legal_limit: true },
    });
    expect(teams.ran(id)).toEqual(["todo_001/1.1", "todo_002/1.1"]);
    const events = await person().events(id);
    expect(events.map(({ type, todo_id = "" }) => `${type} ${todo_id}`.trimEnd())).toEqual([
      "plan.created",
      "plan.started",
      "hold.requested todo_001",
      "hold.decided todo_001",
      "todo.started todo_001",
      "todo.completed todo_001",
      "hold.requested todo_002",
      "hold.decided todo_002",
      "todo.started todo_002",
      "todo.completed todo_002",
      "plan.completed",
    ]);
    // The state was kept after every step.
    const checkpoints = await person().checkpoints(id);
    expect(checkpoints.map((each) => [each.todo_id, each.overall_progress])).toEqual([
      [null, 0],
      ["todo_001", 50],
      ["todo_002", 100],
    ]);
  });

  test("or skips one, and the next is asked about without it", async () => {
    const id = "s2-skip";
    const input_mapping = { deposit: 300_000_000, asked: 315_000_000, limit: 5 };
    await person().imports(executionPlan(id, LEASE, SEARCH, { ...ANALYSIS, input_mapping }));
    await person().isAsked(id, "todo_001");
    await person().sends(`/v1/plans/${id}/todos/todo_001/skip`, { reason: "이미 찾아봤어요" });
    await person().decides(await person().isAsked(id, "todo_002"), { decision: "approve" });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      todos: [
        { status: "skipped", error_message: "이미 찾아봤어요", result_data: null },
        { status: "completed", result_data: { increase_percent: 5, over_legal_limit: false } },
      ],
    });
    expect(teams.ran(id)).toEqual(["todo_002/1.1"]);
    const [asked] = await person().holds(id, "all");
    expect(asked).toMatchObject({ todo_id: "todo_001", status: "withdrawn" });
  });
});

describe("scenario 2: a person changes the plan", () => {
  const ADDED = { title: "analysis_team 추가 실행", tool_name: "analysis_team" };
  const add = (todo: object) => ({
    ops: [{ edit_type: "add_todo", params: { todo } }],
    reason: "검색만으로 부족할 것 같아. 분석도 추가해줘.",
  });

  test("at a question, and the added todo asks for its own approval", async () => {
    const id = "s2-added";
    await person().imports(executionPlan(id, "강남구 아파트 시세 조회", SEARCH));
    const asked = await person().isAsked(id, "todo_001");
    expect((await person().plan(id)).todos).toMatchObject([{ title: "search_team 실행" }]);

    // /todo add analysis_team
    const tool_params = { deposit: 100, asked: 103, limit: 5 };
    await person().sends(`/v1/plans/${id}/edits`, add({ ...ADDED, tool_params }));
    const changed = await person().plan(id);
    expect(changed).toMatchObject({ version: 2, todo_count: 2 });
    expect(changed.todos[1]).toMatchObject({ id: "todo_002", ...ADDED, depends_on: [] });
    expect(await person().versions(id)).toMatchObject([
      { version: 1, change_type: "created" },
      { version: 2, change_type: "edit", by: "local-operator", reason: add({}).reason },
    ]);

    // /todo approve: the question from before the change is still the same, and only its todo runs.
    await person().decides(asked, { decision: "approve" });
    await person().sees(id, ({ todos }) => todos[0]?.status === "completed");
    const next = await person().isAsked(id, "todo_002");
    expect(next).toMatchObject({ title: ADDED.title, args: tool_params, plan_version: 2 });
    expect(teams.ran(id)).toEqual(["todo_001/1.1"]);
    await person().decides(next, { decision: "approve" });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      version: 2,
      todos: [
        { status: "completed" },
        { status: "completed", result_data: { increase_percent: 3, over_legal_limit: false } },
      ],
    });
    expect(teams.ran(id)).toEqual(["todo_001/1.1", "todo_002/1.1"]);
  });

  test("while a todo runs, and the added one works on what that answers", async () => {
    const id = "s2-mid-run";
    const search = { id: "gangnam", title: "search_team 실행", tool_name: slow.tool.name };
    await person().creates({ id, title: "강남구 아파트 시세 조회", todos: [search] });
    await slow.begun("gangnam");
    const tool_params = { deposit: 100, asked: 110, limit: 5, source: { $from: "gangnam" } };
    await person().sends(`/v1/plans/${id}/edits`, add({ ...ADDED, tool_params }));
    expect(await person().plan(id)).toMatchObject({
      version: 2,
      todos: [
        { id: "gangnam", status: "in_progress" },
        { status: "blocked", depends_on: ["gangnam"] },
      ],
    });
    expect(teams.ran(id)).toEqual([]);
    slow.open("gangnam");
    const ended = await person().seesEnd(id);
    expect(statusesOf(ended).map(([, status]) => status)).toEqual(["completed", "completed"]);
    expect(ended.todos[1]!.result_data).toMatchObject({ over_legal_limit: true });
    expect(slow.runs.filter(({ plan_id }) => plan_id === id)).toHaveLength(1);
    expect(teams.ran(id)).toEqual([`${ended.todos[1]!.id}/1.1`]);
  });
});

describe("scenario 3: after a crash a person restores a checkpoint", () => {
  /** Starts take seconds, and a busy machine makes them many. */
  const LONG = { timeout: 180_000 };
  const team = (id: string, name: string, tool_name: string, ...depends_on: string[]) => ({
    id,
    title: `${name} 실행`,
    tool_name,
    depends_on,
  });
  const passed = async (from: Person, id: string) =>
    (await from.checkpoints(id)).map((each) => [each.phase, each.todo_id, each.overall_progress]);

  test("when everything died while the second todo waited", LONG, async () => {
    const id = "s2-crash";
    const project = createLedgerProject();
    const first = await startHoldpointIn(project);
    await first.person.creates({
      id,
      title: "집주인이 전세금을 올려달래",
      approval: "every_todo",
      todos: [
        team("todo_001", "search_team", "effect"),
        team("todo_002", "analysis_team", "effect", "todo_001"),
      ],
    });
    const search = await first.person.isAsked(id, "todo_001");
    await first.person.decides(search, { decision: "approve" });
    const waiting = await first.person.isAsked(id, "todo_002");
    const before = await first.person.plan(id);
    await crash(first);

    const { person: back } = await startHoldpointIn(project);
    // Nothing was lost, not even the question.
    expect(await back.plan(id)).toEqual(before);
    expect(await back.holds(id)).toEqual([waiting]);
    // /checkpoint list
    expect(await passed(back, id)).toEqual([
      ["created", null, 0],
      ["completed", "todo_001", 50],
    ]);
    // /checkpoint restore
    const checkpoint_id = (await back.checkpoints(id)).at(-1)!.checkpoint_id;
    await back.sends(`/v1/plans/${id}/rollback`, { checkpoint_id });
    const restored = await back.plan(id);
    expect(restored).toMatchObject({ status: "running", mode: "approval_wait", version: 2 });
    expect(statusesOf(restored)).toEqual([
      ["todo_001", "completed"],
      ["todo_002", "needs_approval"],
    ]);
    await back.decides(await back.isAsked(id, "todo_002"), { decision: "approve" });
    expect(await back.seesEnd(id)).toMatchObject({ status: "completed" });
    expect(project.entries().map(({ todo_id, key }) => [todo_id, key])).toEqual([
      ["todo_001", `${id}/todo_001/1`],
      ["todo_002", `${id}/todo_002/1`],
    ]);
  });

  test("when the worker died in the middle of a todo", LONG, async () => {
    const id = "s2-worker-killed";
    const project = createLedgerProject();
    const { cli, person: user, workerPid } = await startHoldpointIn(project);
    await user.creates({
      id,
      title: "집주인이 전세금을 올려달래",
      approval: "every_todo",
      todos: [
        team("todo_001", "search_team", "effect"),
        team("todo_002", "analysis_team", "gate", "todo_001"),
        team("todo_003", "document_team", "effect", "todo_002"),
      ],
    });
    const approves = async (todoId: string): Promise<void> => {
      await user.decides(await user.isAsked(id, todoId), { decision: "approve" });
    };
    await approves("todo_001");
    await approves("todo_002");
    await project.begun("todo_002");
    process.kill(workerPid, "SIGKILL");
    await cli.sees(/The worker is back \(pid \d+\)/);

    // Another worker does what the dead one had begun; the plan has only waited.
    project.open("todo_002");
    const report = await user.isAsked(id, "todo_003");
    expect(await passed(user, id)).toEqual([
      ["created", null, 0],
      ["completed", "todo_001", 33.3],
      ["completed", "todo_002", 66.7],
    ]);

    // The person does not trust what came out of that, and goes back to where it was safe.
    const checkpoint = (await user.checkpoints(id)).find(({ todo_id }) => todo_id === "todo_001")!;
    const { checkpoint_id } = checkpoint;
    await user.sends(`/v1/plans/${id}/rollback`, { checkpoint_id, reason: "크래시가 있었어요" });
    // What was asked about its outcome is asked no more.
    const late = `/v1/holds/${report.id}/decision`;
    await user.isRefused(late, { decision: "approve" }, "hold_stale");
    const restored = await user.sees(id, ({ mode }) => mode === "approval_wait");
    expect(restored.progress.percentage).toBe(checkpoint.overall_progress);
    expect(restored.todos).toMatchObject([
      { status: "completed", result_data: { done: true } },
      { status: "needs_approval", result_data: null, approved_by: null },
      { status: "blocked" },
    ]);
    expect(await user.versions(id)).toMatchObject([
      { version: 1 },
      { version: 2, change_type: "restore", of_version: 1, reason: "크래시가 있었어요" },
    ]);
    await approves("todo_002");
    await approves("todo_003");
    expect(await user.seesEnd(id)).toMatchObject({
      status: "completed",
      todos: [{ run: 1 }, { run: 2 }, { run: 1 }],
    });
    const did = project.entries().map(({ what, key, attempt }) => `${what} ${key} ${attempt}`);
    expect(did).toEqual([
      `effect ${id}/todo_001/1 1`,
      `begun ${id}/todo_002/1 1`,
      `begun ${id}/todo_002/1 2`,
      `effect ${id}/todo_002/1 2`,
      `begun ${id}/todo_002/2 1`,
      `effect ${id}/todo_002/2 1`,
      `effect ${id}/todo_003/1 1`,
    ]);
  });
});
