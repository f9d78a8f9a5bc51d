import { describe, expect, test } from "vitest";
import type { NewPlanInput, PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { createGate } from "../support/plan-tools.ts";
import { createCountedTools } from "./support/counted-tools.ts";
import { usePerson } from "./support/seed-world.ts";

/** The flows of seed S0, §5.4, on its example of product reviews. */
const tools = createCountedTools({
  collect: ({ brand }) => ({ brand, reviews: 1_000 }),
  analyse: ({ reviews }) => ({ positive: Number(reviews) * 0.8 }),
  publish: (args) => args,
});
const gate = createGate("slow_collect");
const person = usePerson([...tools.tools, gate.tool]);

const collect: NewTodoInput = {
  id: "collect",
  title: "라네즈 리뷰 수집",
  tool_name: "collect",
  tool_params: { brand: "라네즈" },
};
const analyse: NewTodoInput = {
  id: "analyse",
  title: "감성 분석",
  tool_name: "analyse",
  tool_params: { reviews: { $from: "collect", path: "/reviews" } },
};
const publish: NewTodoInput = {
  id: "publish",
  title: "보고서 발행",
  tool_name: "publish",
  tool_params: { to: "전사" },
};
const archive: NewTodoInput = { ...publish, id: "archive", title: "보관", depends_on: ["publish"] };

const statusesOf = (plan: PlanView) =>
  Object.fromEntries(plan.todos.map(({ id, status }) => [id, status]));
const eventsOf = async (planId: string): Promise<string[]> =>
  (await person().events(planId)).map(({ type, todo_id = "" }) => `${type} ${todo_id}`.trimEnd());
const nothingRan = (planId: string) => expect(tools.ran(planId)).toEqual([]);

describe("1. plan review: before anything runs, a person", () => {
  const reviewed = (id: string): NewPlanInput => ({
    id,
    title: "라네즈 리뷰 보고서",
    description: "수집하고 분석합니다.",
    plan_review: true,
    todos: [collect, analyse],
  });

  test("sees the whole plan and approves it", async () => {
    const id = "review-approve";
    await person().creates(reviewed(id));
    const hold = await person().isAsked(id, null);
    expect(hold).toMatchObject({
      kind: "plan_review",
      title: "라네즈 리뷰 보고서",
      message: "수집하고 분석합니다.",
      plan_version: 1,
      deadline_at: null,
    });
    expect(await person().plan(id)).toMatchObject({ status: "pending", mode: "approval_wait" });
    const { waiting } = await person().schedule(id);
    expect(
      waiting.map(({ todo_id, reasons }) => [todo_id, reasons.map(({ code }) => code)]),
    ).toEqual([
      ["collect", ["plan_review"]],
      ["analyse", ["plan_review", "dependency"]],
    ]);
    nothingRan(id);
    await person().decides(hold, { decision: "approve", comment: "좋습니다" });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      version: 1,
      todos: [{}, { result_data: { positive: 800 } }],
    });
    expect(tools.ran(id)).toEqual(["collect/1.1", "analyse/1.1"]);
  });

  test("edits it, and approves what it has become", async () => {
    const id = "review-edit";
    await person().creates(reviewed(id));
    const first = await person().isAsked(id, null);
    // The plan editor opens, and everybody sees that.
    await person().sends(`/v1/plans/${id}/pause`, { purpose: "edit", reason: "발행도 해야죠" });
    expect(await person().plan(id)).toMatchObject({ status: "pending", mode: "plan_edit" });
    await person().sends(`/v1/plans/${id}/edits`, {
      base_version: 1,
      ops: [
        { edit_type: "remove_todo", target_id: "analyse" },
        { edit_type: "add_todo", params: { todo: publish } },
        { edit_type: "add_dependency", target_id: "publish", params: { depends_on: "collect" } },
      ],
    });
    await person().sends(`/v1/plans/${id}/resume`);
    const renewed = await person().isAsked(id, null);
    expect(renewed).toMatchObject({ kind: "plan_review", plan_version: 2 });
    expect(renewed.id).not.toBe(first.id);
    expect(renewed.digest).not.toBe(first.digest);
    const old = `/v1/holds/${first.id}/decision`;
    await person().isRefused(old, { decision: "approve" }, "hold_stale");
    expect(await person().plan(id)).toMatchObject({ status: "pending", version: 2 });
    nothingRan(id);
    await person().decides(renewed, { decision: "approve" });
    expect(statusesOf(await person().seesEnd(id))).toEqual({
      collect: "completed",
      publish: "completed",
    });
    expect(tools.ran(id)).toEqual(["collect/1.1", "publish/1.1"]);
  });

  test("turns it down, and nothing ever runs", async () => {
    const id = "review-cancel";
    await person().creates(reviewed(id));
    const hold = await person().isAsked(id, null);
    await person().decides(hold, { decision: "reject", reason: "다음 분기에" });
    const ended = await person().seesEnd(id);
    expect(ended.status).toBe("cancelled");
    expect(ended.ended_because).toContain("다음 분기에");
    expect(statusesOf(ended)).toEqual({ collect: "cancelled", analyse: "cancelled" });
    nothingRan(id);
  });
});

/** A plan that collects, asks before it publishes, and archives what was published. */
const approvalPlan = (
  id: string,
  approval: NewTodoInput["approval"] = {},
  more: Partial<NewPlanInput> = {},
): NewPlanInput => ({
  id,
  title: "라네즈 보고서",
  ...more,
  todos: [
    collect,
    { ...publish, depends_on: ["collect"], requires_approval: true, approval },
    archive,
  ],
});

describe("2. todo approval: a todo that asks", () => {
  test("is approved, and the plan goes on with exactly what was shown", async () => {
    const id = "todo-approve";
    await person().creates(approvalPlan(id, { message: "전사에 보냅니다. 괜찮을까요?" }));
    const hold = await person().isAsked(id, "publish");
    expect(hold).toMatchObject({
      kind: "approval",
      message: "전사에 보냅니다. 괜찮을까요?",
      args: { to: "전사" },
    });
    // S0's default: an hour.
    expect(Date.parse(hold.deadline_at!) - Date.parse(hold.opened_at)).toBe(3_600_000);
    expect(await person().plan(id)).toMatchObject({
      mode: "approval_wait",
      todos: [{}, { status: "needs_approval" }, { status: "blocked" }],
    });
    expect(tools.ran(id)).toEqual(["collect/1.1"]);
    const { digest } = hold;
    await person().decides(hold, { decision: "approve", comment: "확인했습니다", digest });
    const ended = await person().seesEnd(id);
    expect(ended).toMatchObject({
      status: "completed",
      todos: [
        {},
        { approved_by: "local-operator", approved_digest: digest, result_data: { to: "전사" } },
        { status: "completed" },
      ],
    });
    expect(tools.ran(id)).toEqual(["collect/1.1", "publish/1.1", "archive/1.1"]);
  });

  test("is rejected, and what can only run after it never runs", async () => {
    const id = "reject-stop";
    await person().creates(approvalPlan(id));
    const hold = await person().isAsked(id, "publish");
    await person().decides(hold, { decision: "reject", reason: "숫자가 틀렸어요" });
    const ended = await person().seesEnd(id);
    const because = `"${publish.title}" was rejected by local-operator: 숫자가 틀렸어요`;
    expect(ended).toMatchObject({ status: "completed", ended_because: `${because}.` });
    expect(ended.todos).toMatchObject([
      { status: "completed" },
      { status: "skipped" },
      {
        status: "skipped",
        error_message: because,
        skipped: { cause: "rejected", by: "local-operator", todo_id: "publish" },
      },
    ]);
    expect(tools.ran(id)).toEqual(["collect/1.1"]);
  });

  test("is rejected with go_on, and what depends on it runs (S2)", async () => {
    const id = "reject-go-on";
    await person().creates(approvalPlan(id));
    const hold = await person().isAsked(id, "publish");
    await person().decides(hold, { decision: "reject", reason: "숫자가 틀렸어요", then: "go_on" });
    const ended = await person().seesEnd(id);
    expect(ended.status).toBe("completed");
    expect(ended.todos).toMatchObject([
      { status: "completed" },
      { status: "skipped", error_message: "Rejected by local-operator: 숫자가 틀렸어요" },
      { status: "completed" },
    ]);
    expect(tools.ran(id)).toEqual(["collect/1.1", "archive/1.1"]);
  });

  test("is rejected while people replan: it is changed and asks again", async () => {
    const id = "reject-replan";
    await person().creates(approvalPlan(id));
    const hold = await person().isAsked(id, "publish");
    // Paused, the plan does not end over the rejection.
    await person().sends(`/v1/plans/${id}/pause`, { purpose: "edit", reason: "다시 계획합니다" });
    await person().decides(hold, { decision: "reject", reason: "팀에만", then: "fail" });
    expect(await person().plan(id)).toMatchObject({
      status: "running",
      mode: "plan_edit",
      todos: [{}, { status: "failed" }, { status: "blocked" }],
    });
    const changes = { tool_params: { to: "팀" } };
    const ops = [
      { edit_type: "modify_todo", target_id: "publish", params: { changes } },
      { edit_type: "remove_todo", target_id: "archive" },
    ];
    await person().sends(`/v1/plans/${id}/edits`, { ops });
    await person().sends(`/v1/plans/${id}/todos/publish/retry`);
    await person().sends(`/v1/plans/${id}/resume`);
    const again = await person().isAsked(id, "publish");
    expect(again).toMatchObject({ args: { to: "팀" }, plan_version: 2 });
    await person().decides(again, { decision: "approve" });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      version: 2,
      todos: [{}, { result_data: { to: "팀" } }],
    });
    expect(tools.ran(id)).toEqual(["collect/1.1", "publish/1.1"]);
  });

  test("fails when nobody decides in time, and the plan with it", async () => {
    const id = "timeout-fail";
    await person().creates(approvalPlan(id, { timeout_seconds: 1 }));
    const hold = await person().isAsked(id, "publish");
    expect(hold.on_timeout).toBe("fail");
    const ended = await person().seesEnd(id);
    expect(ended).toMatchObject({
      status: "failed",
      ended_because: '"보고서 발행" failed: Nobody decided in time',
    });
    expect(ended.todos).toMatchObject([
      { status: "completed" },
      { status: "failed", error_type: "timeout" },
      { status: "cancelled" },
    ]);
    expect((await person().events(id)).find(({ type }) => type === "hold.expired")).toMatchObject({
      by: "policy:on_timeout",
      hold_id: hold.id,
      data: { action: "fail" },
    });
    const late = `/v1/holds/${hold.id}/decision`;
    await person().isRefused(late, { decision: "approve" }, "hold_expired");
    expect(tools.ran(id)).toEqual(["collect/1.1"]);
  });

  test("is skipped when nobody decides in time and its plan says so", async () => {
    const id = "timeout-skip";
    const approval = { on_timeout: "skip" } as const;
    await person().creates(approvalPlan(id, approval, { approval_timeout_seconds: 1 }));
    const ended = await person().seesEnd(id);
    expect(ended.status).toBe("completed");
    expect(statusesOf(ended)).toEqual({
      collect: "completed",
      publish: "skipped",
      archive: "skipped",
    });
    expect(await eventsOf(id)).toEqual([
      "plan.created",
      "plan.started",
      "todo.started collect",
      "todo.completed collect",
      "hold.requested publish",
      "hold.expired publish",
      "todo.skipped archive",
      "plan.completed",
    ]);
    expect(tools.ran(id)).toEqual(["collect/1.1"]);
  });
});

describe("3. input request: a plan that needs more information", () => {
  type Question = NonNullable<NewTodoInput["input_request"]>;

  test.each<
    [type: Question["input_type"], more: Partial<Question>, wrong: unknown, value: unknown]
  >([
    ["text", {}, 12, "라네즈 워터뱅크"],
    ["choice", { options: ["3개월", "1년"] }, "2주", "1년"],
    ["number", {}, "많이", 500],
  ])("asks for a %s and goes on with the answer", async (input_type, more, wrong, value) => {
    const id = `input-${input_type}`;
    const question = { question: "무엇을 볼까요?", input_type, ...more };
    const use = { ...publish, tool_params: { to: { $from: "ask" } } };
    await person().creates({
      id,
      title: "물어보기",
      todos: [collect, { id: "ask", title: "물어보기", input_request: question }, use],
    });
    const hold = await person().isAsked(id, "ask");
    expect(hold).toMatchObject({ kind: "input", message: "무엇을 볼까요?", args: null });
    expect(hold.input_request).toMatchObject({ ...question, required: true });
    expect(await person().plan(id)).toMatchObject({ mode: "input_request" });
    // What needs no answer goes on meanwhile, and what does waits.
    await person().sees(id, ({ todos }) => todos[0]?.status === "completed");
    expect(tools.ran(id)).toEqual(["collect/1.1"]);

    const path = `/v1/holds/${hold.id}/decision`;
    for (const bad of [wrong, null]) {
      const answer = { decision: "answer", value: bad };
      const { errors } = await person().isRefused(path, answer, "invalid_answer");
      expect(errors?.map(({ pointer }) => pointer)).toEqual(["/value"]);
    }
    expect(await person().holds(id)).toEqual([hold]);
    await person().decides(hold, { decision: "answer", value: value as string });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      todos: [
        {},
        { status: "completed", result_data: value, completed_by: "local-operator" },
        { result_data: { to: value } },
      ],
    });
    expect(tools.ran(id)).toEqual(["collect/1.1", "publish/1.1"]);
  });

  test("asks for a file and goes on with it", async () => {
    const id = "input-file";
    const input_request = { question: "어느 표를 볼까요?", input_type: "file" } as const;
    const use = { ...publish, tool_params: { to: { $from: "ask" } } };
    await person().creates({
      id,
      title: "물어보기",
      todos: [{ id: "ask", title: "물어보기", input_request }, use],
    });
    const hold = await person().isAsked(id, "ask");
    expect(hold).toMatchObject({ kind: "input", input_request: { ...input_request } });
    const path = `/v1/holds/${hold.id}/decision`;
    await person().isRefused(path, { decision: "answer", value: "표.csv" }, "invalid_answer");
    const value = await person().uploads(id, "표.csv", "제품,리뷰\n라네즈,1000\n");
    expect(value).toMatchObject({ name: "표.csv", media_type: "text/csv" });
    await person().decides(hold, { decision: "answer", value: { ...value } });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      todos: [
        { status: "completed", result_data: value },
        // A tool gets the path of a copy.
        { result_data: { to: expect.stringMatching(/^files\/\w+\/표\.csv$/) } },
      ],
    });
  });

  test("takes no answer where none is required", async () => {
    const id = "input-optional";
    const input_request = { question: "덧붙일 말이 있나요?", required: false };
    await person().creates({
      id,
      title: "o",
      todos: [{ id: "ask", title: "메모", input_request }],
    });
    await person().decides(await person().isAsked(id, "ask"), { decision: "answer", value: null });
    expect(await person().seesEnd(id)).toMatchObject({
      status: "completed",
      todos: [{ status: "completed", result_data: null, completed_by: "local-operator" }],
    });
  });
});

describe("4. control: a person", () => {
  /** A plan whose first todo runs until the test lets it go. */
  async function running(id: string): Promise<void> {
    const slow = { id, title: "느린 수집", tool_name: gate.tool.name };
    await person().creates({
      id,
      title: "조종",
      todos: [
        slow,
        { ...publish, requires_approval: true },
        { ...archive, depends_on: [id, "publish"] },
      ],
    });
    await gate.begun(id);
  }

  test("pauses a plan: what runs finishes, nothing else starts before it is resumed", async () => {
    const id = "control-pause";
    await running(id);
    await person().sends(`/v1/plans/${id}/pause`, { reason: "회의 중" });
    expect(await person().plan(id)).toMatchObject({
      mode: "paused",
      paused: { by: "local-operator", reason: "회의 중" },
    });
    const [hold] = await person().holds(id);
    expect(hold).toMatchObject({ deadline_at: null, status: "open" });
    gate.open(id);
    await person().decides(hold!, { decision: "approve" });
    await person().sees(id, ({ todos }) => todos[0]?.status === "completed");
    expect(statusesOf(await person().plan(id))).toMatchObject({ publish: "pending" });
    const { waiting } = await person().schedule(id);
    expect(waiting[0]).toMatchObject({ todo_id: "publish", reasons: [{ code: "paused" }] });
    nothingRan(id);
    await person().sends(`/v1/plans/${id}/resume`);
    expect(await person().seesEnd(id)).toMatchObject({ status: "completed", paused: null });
    expect(tools.ran(id)).toEqual(["publish/1.1", "archive/1.1"]);
    expect(gate.runs.filter(({ plan_id }) => plan_id === id)).toHaveLength(1);
  });

  test("cancels a plan: what runs is stopped, what waits never runs, and the reason stays", async () => {
    const id = "control-cancel";
    await running(id);
    const [hold] = await person().holds(id);
    await person().sends(`/v1/plans/${id}/cancel`, { reason: "예산이 없어요" });
    const ended = await person().seesEnd(id);
    expect(ended).toMatchObject({
      status: "cancelled",
      ended_because: "예산이 없어요",
      open_holds: 0,
    });
    expect(statusesOf(ended)).toEqual({
      [id]: "cancelled",
      publish: "cancelled",
      archive: "cancelled",
    });
    const [{ signal }] = gate.runs.filter(({ plan_id }) => plan_id === id) as [
      (typeof gate.runs)[number],
    ];
    expect(signal.aborted).toBe(true);
    const late = `/v1/holds/${hold!.id}/decision`;
    await person().isRefused(late, { decision: "approve" }, "hold_withdrawn");
    await person().isRefused(`/v1/plans/${id}/resume`, {}, "plan_finished");
    nothingRan(id);
  });
});
