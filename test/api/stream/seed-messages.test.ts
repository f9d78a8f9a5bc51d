import { describe, expect, test } from "vitest";
import type { PlanVersion } from "../../../src/contract/plan/edit.ts";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import type { FileAnswer } from "../../../src/contract/plan/todo.ts";
import { useApi } from "../../support/api-harness.ts";
import { joinSession, untilEvent, untilReply } from "./support/join-session.ts";
import { openSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };

const join = (plan: NewPlanInput) => joinSession(api(), plan);

test("a plan is reviewed, edited, reviewed again and approved", async () => {
  const session = await join({
    title: "검토",
    plan_review: true,
    todos: [
      { id: "a", title: "수집", timeout_seconds: 60, context: { estimated_cost: 0.3 }, ...echo },
      { id: "b", title: "분석", timeout_seconds: 90, depends_on: ["a"], ...echo },
      { id: "c", title: "보고", context: { estimated_time: 20, estimated_cost: 1 }, ...echo },
    ],
  });
  const first = await session.until("hitl_plan_review");
  expect(first).toMatchObject({ session_id: session.id, plan_id: session.id });
  expect(first.message).toBe("검토");
  expect(first.plan.todos.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(first.plan.execution_graph.nodes.map(({ title }) => title)).toEqual([
    "수집",
    "분석",
    "보고",
  ]);
  expect(first.plan.execution_graph.edges).toEqual([{ from: "a", to: "b" }]);
  expect(first.plan).toMatchObject({ estimated_time: 150, estimated_cost: 1.3 });

  session.send({
    type: "hitl_plan_response",
    plan_id: session.id,
    action: "edit",
    edits: [
      { edit_type: "remove_todo", target_id: "c", params: {}, description: "필요 없음" },
      {
        edit_type: "add_todo",
        target_id: null,
        params: { todo: { id: "d", title: "경쟁사", depends_on: ["b"], ...echo } },
        description: "경쟁사도",
      },
    ],
  });
  const taken = await untilReply(session, "hitl_plan_response");
  expect(taken.data?.receipt).toMatchObject({ plan_id: session.id });
  const { versions } = await api().get<{ versions: PlanVersion[] }>(
    `/v1/plans/${session.id}/versions`,
  );
  // What each edit says of itself is in the history.
  expect(versions.at(-1)).toMatchObject({ version: 2, reason: "필요 없음\n경쟁사도" });
  const second = await session.until("hitl_plan_review");
  expect(second.plan.todos.map(({ id }) => id)).toEqual(["a", "b", "d"]);

  session.send({ type: "hitl_plan_response", plan_id: session.id, action: "approve" });
  await untilEvent(session, "plan.completed");
  expect(await api().untilEnded(session.id)).toMatchObject({ status: "completed", version: 2 });
});

test("the estimate of a reviewed plan counts what was guessed, and no time that people take", async () => {
  const by = (id: string, ...depends_on: string[]) => ({ id, title: id, depends_on });
  const session = await join({
    title: "견적",
    plan_review: true,
    todos: [
      { ...by("ask"), input_request: { question: "언제?" } },
      { ...by("hand", "ask") },
      { ...by("a", "hand"), estimated_seconds: 5, ...echo },
      { ...by("b", "a"), estimated_seconds: 7, context: { estimated_time: 5 }, ...echo },
    ],
  });
  expect((await session.until("hitl_plan_review")).plan.estimated_time).toBe(10);
  session.send({ type: "hitl_plan_response", plan_id: session.id, action: "cancel" });
  await untilEvent(session, "plan.cancelled");
});

test("an approval does not drop edits that came with it: nothing starts", async () => {
  const session = await join({
    title: "함께",
    plan_review: true,
    todos: [{ id: "a", title: "a", ...echo }],
  });
  await session.until("hitl_plan_review");
  const edits = [{ edit_type: "remove_todo", target_id: "a", params: {} }];
  const approve = { type: "hitl_plan_response", plan_id: session.id, action: "approve" };
  session.send({ ...approve, edits });
  const refused = await untilReply(session, "hitl_plan_response");
  expect(refused.data?.problem).toMatchObject({
    code: "validation_failed",
    errors: [{ pointer: "/edits" }],
  });
  expect((await api().holds(session.id))[0]!.status).toBe("open");
  session.send({ ...approve, edits: [] });
  await untilEvent(session, "plan.completed");
});

test("an edit puts a todo at the place that S0's number says", async () => {
  const todos = ["a", "b"].map((id) => ({ id, title: id, ...echo }));
  const session = await join({ title: "자리", plan_review: true, todos });
  await session.until("hitl_plan_review");
  const params = { position: 1, todo: { id: "c", title: "c", ...echo } };
  const edits = [{ edit_type: "add_todo", target_id: null, params }];
  session.send({ type: "hitl_plan_response", plan_id: session.id, action: "edit", edits });
  const second = await session.until("hitl_plan_review");
  expect(second.plan.todos.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  session.send({ type: "hitl_plan_response", plan_id: session.id, action: "cancel" });
  await untilEvent(session, "plan.cancelled");
});

test("a plan that is cancelled at its review does not run", async () => {
  const todos = [{ id: "a", title: "a", ...echo }];
  const session = await join({ title: "취소", plan_review: true, todos });
  await session.until("hitl_plan_review");
  session.send({ type: "hitl_plan_response", plan_id: session.id, action: "cancel" });
  await untilEvent(session, "plan.cancelled");
  const plan = await api().untilEnded(session.id);
  expect(plan.todos.map(({ status }) => status)).toEqual(["cancelled"]);
});

describe("a todo that needs an approval", () => {
  const asked = { id: "mail", title: "메일 발송", requires_approval: true, ...echo };

  test("is asked about, and runs once it is approved", async () => {
    const approval = { message: "고객 142명에게 보냅니다", timeout_seconds: 600 };
    const session = await join({ title: "승인", todos: [{ ...asked, approval }] });
    const request = await session.until("hitl_approval_request");
    expect(request).toMatchObject({
      session_id: session.id,
      todo_id: "mail",
      todo: { id: "mail", title: "메일 발송", status: "needs_approval" },
      message: "고객 142명에게 보냅니다",
    });
    const [hold] = await api().holds(session.id);
    expect(request.timeout_at).toBe(hold!.deadline_at);
    const answer = { todo_id: "mail", action: "approve", comment: "좋아요" };
    session.send({ type: "hitl_approval_response", ...answer });
    const decided = await untilEvent(session, "hold.decided");
    expect(decided.data?.event).toMatchObject({ data: { decision: "approve", comment: "좋아요" } });
    const last = await untilEvent(session, "plan.completed");
    expect(last).toMatchObject({ mode: "running", data: { progress: { percentage: 100 } } });
  });

  test("is skipped when it is rejected, and says why", async () => {
    const session = await join({ title: "거부", todos: [asked] });
    await session.until("hitl_approval_request");
    const answer = { todo_id: "mail", action: "reject", reason: "수신자 오류" };
    session.send({ type: "hitl_approval_response", ...answer });
    await untilEvent(session, "plan.completed");
    const { todos } = await api().untilEnded(session.id);
    expect(todos[0]).toMatchObject({
      status: "skipped",
      error_message: expect.stringContaining("수신자 오류"),
    });
  });

  test("is not run by an answer to what was asked before", async () => {
    const session = await join({ title: "바뀜", todos: [asked] });
    await session.until("hitl_approval_request");
    const changes = { tool_params: { text: "다른 글" } };
    const op = { edit_type: "modify_todo", target_id: "mail", params: { changes } };
    await api().post(`/v1/plans/${session.id}/pause`);
    const edited = await api().post(`/v1/plans/${session.id}/edits`, { ops: [op] });
    expect(edited.status).toBe(200);
    session.send({ type: "hitl_approval_response", todo_id: "mail", action: "approve" });
    const refused = await untilReply(session, "hitl_approval_response");
    expect(refused.data?.problem).toMatchObject({ code: "hold_stale", status: 412 });
    await api().post(`/v1/plans/${session.id}/resume`);
    await session.until("hitl_approval_request");
    session.send({ type: "hitl_approval_response", todo_id: "mail", action: "approve" });
    const taken = await untilReply(session, "hitl_approval_response");
    expect(taken.data?.receipt).toMatchObject({ hold: { status: "approved" } });
    const { todos } = await api().untilEnded(session.id);
    expect(todos[0]).toMatchObject({ result_data: { text: "다른 글" } });
  });
});

test("a question is asked, wrong answers are refused, and the right one is taken", async () => {
  const input_request = {
    question: "어느 기간을 쓸까요?",
    input_type: "choice" as const,
    options: ["3분기", "4분기"],
  };
  const session = await join({ title: "질문", todos: [{ id: "q", title: "기간", input_request }] });
  const request = await session.until("hitl_input_request");
  expect(request).toMatchObject({ session_id: session.id, ...input_request, required: true });
  const respond = (value: unknown) =>
    session.send({ type: "hitl_input_response", request_id: request.request_id, value });
  respond("1분기");
  const refused = await untilReply(session, "hitl_input_response");
  expect(refused.data?.problem).toMatchObject({ code: "invalid_answer" });
  respond("4분기");
  await untilEvent(session, "plan.completed");
  const { todos } = await api().untilEnded(session.id);
  expect(todos[0]).toMatchObject({ result_data: "4분기" });
});

test("a number and a file are asked for, and taken from whoever sends what fits", async () => {
  const ask = (id: string, question: string, input_type: "number" | "file") => ({
    id,
    title: question,
    input_request: { question, input_type, required: false },
  });
  const todos = [ask("count", "리뷰 수?", "number"), ask("table", "표?", "file")];
  const session = await join({ title: "질문", todos });
  const asked = (type: string) =>
    session.until("hitl_input_request", ({ input_type }) => input_type === type);
  const [number, file] = [await asked("number"), await asked("file")];
  expect(number).toMatchObject({ session_id: session.id, question: "리뷰 수?", required: false });
  expect(file).toMatchObject({ session_id: session.id, question: "표?", required: false });
  const respond = async ({ request_id }: { request_id: string }, value: unknown) => {
    session.send({ type: "hitl_input_response", request_id, value });
    return (await untilReply(session, "hitl_input_response")).data;
  };
  for (const [request, wrong] of [
    [number, "많이"],
    [file, "표.csv"],
  ] as const) {
    expect((await respond(request, wrong))?.problem).toMatchObject({ code: "invalid_answer" });
  }
  const to = `/v1/plans/${session.id}/files?name=table.csv`;
  const sent = await api().post(
    to,
    Buffer.from("제품,리뷰\n라네즈,1000\n"),
    "application/octet-stream",
  );
  const value = (await sent.json()) as FileAnswer;
  expect((await respond(number, 1_000))?.receipt).toBeDefined();
  expect((await respond(file, value))?.receipt).toBeDefined();
  await untilEvent(session, "plan.completed");
  const ended = await api().untilEnded(session.id);
  expect(ended.todos).toMatchObject([{ result_data: 1_000 }, { result_data: value }]);
});

test("a plan is paused, resumed and cancelled, and its mode follows", async () => {
  const todos = [{ id: "a", title: "a", requires_approval: true, ...echo }];
  const session = await join({ title: "조종", todos });
  // What happens before the first message is in that message.
  await session.until("hitl_approval_request");
  const control = (command: string, reason?: string) =>
    session.send({ type: "hitl_control", command, ...(reason !== undefined && { reason }) });
  control("pause", "점심");
  const paused = await untilEvent(session, "plan.paused");
  expect(paused).toMatchObject({ mode: "paused", data: { event: { data: { reason: "점심" } } } });
  expect(paused.message).toContain("점심");
  control("pause");
  const refused = await session.until(
    "hitl_status_update",
    ({ data }) => data?.problem !== undefined,
  );
  expect(refused.data).toMatchObject({ problem: { code: "illegal_transition" } });
  control("resume");
  expect(await untilEvent(session, "plan.resumed")).toMatchObject({ mode: "approval_wait" });
  control("cancel", "그만");
  await untilEvent(session, "plan.cancelled");
  expect(await api().untilEnded(session.id)).toMatchObject({ ended_because: "그만" });
});

test("what S0's models leave open may be said as null, as they write it themselves", async () => {
  const todos = [{ id: "a", title: "a", requires_approval: true, ...echo }];
  const session = await join({ title: "빈 값", plan_review: true, todos });
  await session.until("hitl_plan_review");
  const says = async (message: { type: string; [field: string]: unknown }) => {
    session.send(message);
    return (await untilReply(session, message.type)).data;
  };
  const review = { type: "hitl_plan_response", plan_id: session.id, action: "approve" };
  expect(await says({ ...review, edits: null })).toHaveProperty("receipt");
  await session.until("hitl_approval_request");
  for (const command of ["pause", "resume"]) {
    const control = { type: "hitl_control", command, reason: null };
    expect(await says(control)).toHaveProperty("receipt");
  }
  const response = { type: "hitl_approval_response", todo_id: "a", action: "approve" };
  expect(await says({ ...response, comment: null, reason: null })).toHaveProperty("receipt");
  const ended = await api().untilEnded(session.id);
  expect(ended).toMatchObject({ status: "completed", paused: null });
});

test("each answer names the command that it is about, where the client gave it an id", async () => {
  const todos = [{ id: "a", title: "a", requires_approval: true, ...echo }];
  const session = await join({ title: "여러 명령", todos });
  await session.until("hitl_approval_request");
  const control = { type: "hitl_control", command: "resume" };
  session.send({ ...control, command_id: "one" });
  session.send({ ...control, command_id: "two" });
  session.send({ ...control, command_id: "three", command: "explode" });
  session.send({ ...control, command_id: "four", command: "pause" });
  session.send(control);
  for (const command_id of ["one", "two", "three"]) {
    const refused = await session.until(
      "hitl_status_update",
      ({ data }) => data?.problem !== undefined,
    );
    expect(refused.data?.command_id).toBe(command_id);
  }
  const taken = await untilReply(session, "hitl_control");
  // The mode is the one that the command has left.
  expect(taken).toMatchObject({
    mode: "paused",
    data: { command_id: "four", receipt: { command_id: "four" } },
  });
  expect((await untilReply(session, "hitl_control")).data).not.toHaveProperty("command_id");
});

test("a client that comes later is told how the plan stands and what is open", async () => {
  const todos = [
    { id: "a", title: "a", requires_approval: true, ...echo },
    { id: "q", title: "q", input_request: { question: "왜?" } },
  ];
  const session = await join({ title: "나중", todos });
  await api().untilHolds(session.id, 2);
  const { url } = await serveApi(api().deps);
  const late = await openSocket(`${url}/ws/${session.id}`);
  const types = [];
  for (let left = 3; left > 0; left -= 1) types.push((await late.until(() => true)).type);
  expect(types).toEqual(["hitl_status_update", "hitl_approval_request", "hitl_input_request"]);
  expect(late.messages[0]).toMatchObject({ mode: "approval_wait", data: { plan: { seq: 4 } } });
});

describe("a message that does not fit", () => {
  const todos = [{ id: "a", title: "a", requires_approval: true, ...echo }];

  test.each([
    ["of no type", { type: "hitl_shout" }, "validation_failed"],
    [
      "without its todo",
      { type: "hitl_approval_response", action: "approve" },
      "validation_failed",
    ],
    [
      "about another session",
      { type: "hitl_control", command: "pause", session_id: "x" },
      "validation_failed",
    ],
    [
      "about another plan",
      { type: "hitl_plan_response", plan_id: "x", action: "approve" },
      "validation_failed",
    ],
    [
      "about no such todo",
      { type: "hitl_approval_response", todo_id: "z", action: "approve" },
      "hold_not_found",
    ],
    [
      "about no such request",
      { type: "hitl_input_response", request_id: "p.h7", value: 1 },
      "hold_not_found",
    ],
    ["with an unknown word", { type: "hitl_control", command: "explode" }, "validation_failed"],
  ])("%s is answered by its problem", async (_title, message, code) => {
    const session = await join({ title: "틀림", todos });
    await session.until("hitl_approval_request");
    session.send(message);
    const answer = await session.until(
      "hitl_status_update",
      ({ data }) => data?.problem !== undefined,
    );
    expect(answer.data?.problem).toMatchObject({ code });
    expect(answer).toMatchObject({ session_id: session.id, mode: "approval_wait" });
    expect((await api().holds(session.id)).map(({ status }) => status)).toEqual(["open"]);
  });

  test("about a review that nobody asked for", async () => {
    const session = await join({ title: "틀림", todos });
    session.send({ type: "hitl_plan_response", plan_id: session.id, action: "approve" });
    const answer = await untilReply(session, "hitl_plan_response");
    expect(answer.data?.problem).toMatchObject({ code: "hold_not_found" });
  });
});

test("work that waits for a person is asked for, and the response completes it", async () => {
  const session = await join({
    title: "출시",
    todos: [
      { id: "press", title: "보도자료 검수", description: "오탈자와 날짜" },
      { id: "send", title: "배포", ...echo, tool_params: { text: "{{todo.press.result}}" } },
    ],
  });
  const request = await session.until("hitl_input_request");
  expect(request).toMatchObject({
    question: "보도자료 검수\n오탈자와 날짜",
    input_type: "text",
    required: false,
    timeout_at: null,
  });
  const answer = { type: "hitl_input_response", request_id: request.request_id };
  session.send({ ...answer, request_id: `${session.id}/send`, value: "다 봄" });
  const refused = await untilReply(session, "hitl_input_response");
  expect(refused.data?.problem).toMatchObject({ code: "illegal_transition" });
  session.send({ ...answer, value: "두 곳을 고침" });
  const taken = await untilReply(session, "hitl_input_response");
  expect(taken.data?.receipt).toMatchObject({ plan_id: session.id });
  await untilEvent(session, "plan.completed");
  expect(await api().untilEnded(session.id)).toMatchObject({
    todos: [
      { status: "completed", result_data: "두 곳을 고침" },
      { result_data: { text: "두 곳을 고침" } },
    ],
  });
});

test("work that another person has taken is asked for again once it is given back", async () => {
  const todos = [{ id: "press", title: "보도자료 검수" }];
  const session = await join({ title: "출시", todos });
  const first = await session.until("hitl_input_request");
  const work = `/v1/plans/${session.id}/todos/press`;
  expect((await api().post(`${work}/claim`, {})).status).toBe(200);
  await untilEvent(session, "todo.claimed");
  expect((await api().post(`${work}/release`, {})).status).toBe(200);
  expect(await session.until("hitl_input_request")).toEqual(first);
});
