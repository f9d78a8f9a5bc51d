import { describe, expect, onTestFinished, test } from "vitest";
import { ToolError } from "../../../src/tools/tool-error.ts";
import { problemOf, useApi } from "../../support/api-harness.ts";
import { anyTool } from "../../support/plan-tools.ts";
import { joinSession, untilEvent, untilReply } from "./support/join-session.ts";
import { openSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

/** Fails as an outage does. */
const down = anyTool("down", () => {
  throw new ToolError("api_error", "서버가 답하지 않습니다");
});
const api = useApi({ tools: [down] });
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const mail = { id: "mail", title: "메일 발송", requires_approval: true, ...echo };

describe("a client of S0's socket knows until when an approval waits", () => {
  test("after the plan was paused and resumed", async () => {
    const approval = { timeout_seconds: 600 };
    const session = await joinSession(api(), { title: "기한", todos: [{ ...mail, approval }] });
    const asked = await session.until("hitl_approval_request");
    session.send({ type: "hitl_control", command: "pause" });
    expect(await session.until("hitl_approval_request")).toMatchObject({ timeout_at: null });
    session.send({ type: "hitl_control", command: "resume" });
    const resumed = await untilEvent(session, "plan.resumed");
    const again = await session.until("hitl_approval_request");
    const [hold] = await api().holds(session.id);
    expect(again).toMatchObject({ todo_id: "mail", timeout_at: hold!.deadline_at });
    expect(Date.parse(again.timeout_at!)).toBeGreaterThan(Date.parse(asked.timeout_at!));
    expect(resumed.data?.event?.data).toMatchObject({
      deadlines: { [hold!.id]: hold!.deadline_at },
    });
  });

  test("after it was given more time", async () => {
    const session = await joinSession(api(), { title: "연장", todos: [mail] });
    const asked = await session.until("hitl_approval_request");
    const [hold] = await api().holds(session.id);
    const extended = await api().post(`/v1/holds/${hold!.id}/extend`, { seconds: 60 });
    expect(extended.status).toBe(200);
    const again = await session.until("hitl_approval_request");
    expect(Date.parse(again.timeout_at!) - Date.parse(asked.timeout_at!)).toBe(60_000);
  });
});

test("a client that stays after the plan's end is told that it goes on", async () => {
  const gate = { tool_name: "gate", tool_params: { name: "stays" } };
  const session = await joinSession(api(), {
    title: "다시",
    todos: [{ id: "a", title: "a", ...gate }],
  });
  await session.until("hitl_status_update");
  api().tools.open("stays");
  await untilEvent(session, "plan.completed");
  expect((await api().post(`/v1/plans/${session.id}/todos/a/rerun`, {})).status).toBe(200);
  await untilEvent(session, "plan.reopened");
  await untilEvent(session, "plan.completed");
});

test("an answer that comes before all else says the mode that the plan has", async () => {
  const { id } = await api().create({ title: "먼저", todos: [mail] });
  await api().untilHolds(id);
  const { url } = await serveApi(api().deps);
  const socket = await openSocket(`${url}/ws/${id}`);
  socket.send("no JSON");
  const reply = await socket.until(({ data }) => "problem" in (data as object));
  expect(reply).toMatchObject({ mode: "approval_wait", data: { in_reply_to: null } });
});

test("a message that cannot be read is answered by what it is, with what may stand there", async () => {
  const { id } = await api().create({ title: "오타", todos: [mail] });
  await api().untilHolds(id);
  const { url } = await serveApi(api().deps);
  const socket = await openSocket(`${url}/ws/${id}`);
  const answerTo = async (message: { type: string; command?: string }) => {
    socket.send(message);
    const { data } = await socket.until(
      ({ data: told }) => (told as { in_reply_to?: string }).in_reply_to === message.type,
    );
    const { errors } = (data as { problem: { errors: object[] } }).problem;
    return errors;
  };
  expect(await answerTo({ type: "hitl_control", command: "stop" })).toMatchObject([
    { pointer: "/session_id" },
    { pointer: "/command", detail: "must be one of pause, resume, cancel." },
  ]);
  const types =
    "must be one of hitl_plan_response, hitl_approval_response, hitl_input_response, hitl_control.";
  expect(await answerTo({ type: "hitl_approve" })).toMatchObject([
    { pointer: "/type", detail: types },
  ]);
});

describe("a todo that its approval ended is told of", () => {
  test("when it was rejected", async () => {
    const session = await joinSession(api(), { title: "거절", todos: [mail] });
    await session.until("hitl_approval_request");
    const answer = { todo_id: "mail", action: "reject", reason: "수신자 오류" };
    session.send({ type: "hitl_approval_response", ...answer });
    const told = await session.until("hitl_status_update", ({ data }) =>
      Boolean(data?.todos?.some(({ status }) => status === "skipped")),
    );
    expect(told.data?.todos).toMatchObject([{ id: "mail", status: "skipped" }]);
    const own = await session.until(
      "hitl_status_update",
      ({ message }) => message === '"메일 발송" was skipped.' || message.includes("수신자 오류"),
    );
    expect(own.data?.todos).toMatchObject([{ id: "mail", status: "skipped" }]);
  });

  test("when nobody decided in time", async () => {
    const approval = { timeout_seconds: 1, on_timeout: "fail" as const };
    const session = await joinSession(api(), { title: "시간", todos: [{ ...mail, approval }] });
    await untilEvent(session, "hold.expired");
    const told = await session.until("hitl_status_update", ({ message }) =>
      message.startsWith('"메일 발송" failed'),
    );
    expect(told.data?.todos).toMatchObject([{ id: "mail", status: "failed" }]);
  });
});

describe("a failure that asks a person", () => {
  test("asks for other arguments when the given ones did not fit", async () => {
    const broken = { tool_name: "refuse", tool_params: { sentence: "기간이 없습니다" } };
    const todos = [{ id: "a", title: "집계", ...broken }];
    const session = await joinSession(api(), { title: "입력", todos }, "ko");
    const request = await session.until("hitl_input_request");
    const [hold] = await api().holds(session.id);
    expect(request).toMatchObject({
      request_id: hold!.id,
      input_type: "form",
      required: true,
      default: { sentence: "기간이 없습니다" },
      timeout_at: null,
    });
    expect(request.question).toContain('"집계"가 실패했습니다: 기간이 없습니다');
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({ mode: "input_request" });
    const answer = { type: "hitl_input_response", request_id: request.request_id };
    session.send({ ...answer, value: "3분기" });
    const refused = await untilReply(session, "hitl_input_response");
    expect(refused.data?.problem).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/value" }],
    });
    session.send({ ...answer, value: { sentence: 5 } });
    const unfit = await untilReply(session, "hitl_input_response");
    expect(unfit.data?.problem).toMatchObject({ errors: [{ pointer: "/value/sentence" }] });
    session.send({ ...answer, value: { sentence: "다시 없습니다" } });
    expect((await untilReply(session, "hitl_input_response")).data).toHaveProperty("receipt");
    expect((await session.until("hitl_input_request")).default).toEqual({
      sentence: "다시 없습니다",
    });
    session.send({ type: "hitl_approval_response", todo_id: "a", action: "reject" });
    await untilEvent(session, "plan.failed");
  });

  test("asks whether to try again when a service failed", async () => {
    const failure = { api_error: { action: "MANUAL" as const } };
    const todos = [{ id: "a", title: "호출", tool_name: "down", failure }];
    const session = await joinSession(api(), { title: "복구", todos });
    const request = await session.until("hitl_approval_request");
    expect(request.todo).toMatchObject({ id: "a", status: "failed", error_type: "api_error" });
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({ mode: "approval_wait" });
    session.send({ type: "hitl_approval_response", todo_id: "a", action: "reject" });
    const taken = await untilReply(session, "hitl_approval_response");
    expect(taken.data?.receipt).toMatchObject({ hold: { status: "rejected" } });
  });

  test("asks whether a person tries again what they could not do: their work takes no arguments", async () => {
    const todos = [{ id: "press", title: "보도자료 검수" }];
    const session = await joinSession(api(), { title: "사람이 할 일", todos }, "ko");
    await session.until("hitl_input_request");
    const cannot = `/v1/plans/${session.id}/todos/press/cannot`;
    expect((await api().post(cannot, { reason: "열쇠가 없음" })).status).toBe(200);
    const request = await session.until("hitl_approval_request");
    expect(request).toMatchObject({
      todo: { id: "press", status: "failed", error_type: "validation_error" },
      message: expect.stringContaining("열쇠가 없음"),
    });
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({ mode: "approval_wait" });
    session.send({ type: "hitl_approval_response", todo_id: "press", action: "approve" });
    const again = await session.until("hitl_input_request");
    session.send({
      type: "hitl_input_response",
      request_id: again.request_id,
      value: "열쇠를 찾아 마침",
    });
    await untilEvent(session, "plan.completed");
  });
});

test("a Korean client reads Korean, and titles in place of ids", async () => {
  const todos = [mail, { id: "q", title: "기간", input_request: { question: "언제?" } }];
  const session = await joinSession(api(), { title: "출시", todos }, "ko-KR,ko;q=0.9");
  await session.until("hitl_input_request");
  const [, question] = await api().untilHolds(session.id, 2);
  session.send({ type: "hitl_approval_response", todo_id: "mail", action: "approve" });
  const taken = await untilReply(session, "hitl_approval_response");
  expect(taken.message).toBe("`hitl_approval_response` 메시지를 받아들였습니다.");
  session.send({ type: "hitl_approval_response", todo_id: "mail", action: "approve" });
  const refused = await untilReply(session, "hitl_approval_response");
  expect(refused.message).toMatch(/^결정 요청 .*은 이미 결정되었습니다/);
  session.send({ type: "hitl_input_response", request_id: question!.id, value: "3월" });
  await untilEvent(session, "plan.completed");
  const said = session.raw.messages
    .filter(({ type }) => type === "hitl_status_update")
    .map(({ message }) => String(message));
  expect(said).toContain('"출시": 0% 진행했습니다.');
  expect(said).toContain("메일 발송: local-operator가 승인함");
  expect(said).toContain("메일 발송: 완료");
  expect(said).toContain("기간: local-operator가 답함");
  expect(said).toContain("계획이 완료됨");
});

describe("a person who wants to edit the plan before it starts", () => {
  const todos = [{ id: "a", title: "수집", ...echo }];
  const respond = (action: string, more: object = {}) => ({
    type: "hitl_plan_response",
    action,
    ...more,
  });
  const add = {
    edit_type: "add_todo",
    params: { todo: { id: "b", title: "경쟁사", ...echo } },
  };

  /** The plan while it is being edited. */
  async function editing(title: string) {
    const session = await joinSession(api(), { title, plan_review: true, todos });
    await session.until("hitl_plan_review");
    session.send(respond("edit", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.paused")).mode).toBe("plan_edit");
    return session;
  }

  test("sends the edits next, and is asked again", async () => {
    const session = await editing("편집");
    session.send(respond("edit", { plan_id: session.id, edits: [add] }));
    const told = new Set<string>();
    await session.raw.until(({ type, mode, plan }) => {
      const todos = (plan as { todos: unknown[] } | undefined)?.todos.length;
      told.add(type === "hitl_plan_review" ? `${todos} todos to review` : String(mode));
      return told.has("2 todos to review") && told.has("approval_wait");
    });
    session.send(respond("approve", { plan_id: session.id }));
    expect(await api().untilEnded(session.id)).toMatchObject({ status: "completed", version: 2 });
  });

  test("stays at it when an edit is refused", async () => {
    const session = await editing("틀린 편집");
    const edits = [{ edit_type: "remove_todo", target_id: "z" }];
    session.send(respond("edit", { plan_id: session.id, edits }));
    const refused = await session.until("hitl_status_update", ({ data }) => !!data?.problem);
    expect(refused.message).toMatch(/^\/edits\/0\/target_id: /);
    expect(refused.data?.problem).toMatchObject({
      code: "todo_not_found",
      errors: [{ pointer: "/edits/0/target_id" }],
    });
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({ mode: "plan_edit" });
  });

  test("approves it as it is, and it runs", async () => {
    const session = await editing("그대로");
    session.send(respond("approve", { plan_id: session.id }));
    expect(await api().untilEnded(session.id)).toMatchObject({ status: "completed", version: 1 });
  });

  test("is asked about what others made of it meanwhile before it runs", async () => {
    const session = await editing("바뀐 계획");
    const edited = await api().post(`/v1/plans/${session.id}/edits`, { ops: [add] });
    expect(edited.status).toBe(200);
    session.send(respond("approve", { plan_id: session.id }));
    const review = await session.until("hitl_plan_review");
    expect(review.plan.todos.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({ status: "pending" });
  });

  test("closes the editor of a plan that runs, and it goes on", async () => {
    const session = await joinSession(api(), { title: "실행 중", todos: [mail] });
    await session.until("hitl_approval_request");
    session.send(respond("edit", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.paused")).mode).toBe("plan_edit");
    session.send(respond("approve", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.resumed")).mode).toBe("approval_wait");
    expect((await api().holds(session.id)).map(({ status }) => status)).toEqual(["open"]);
  });

  test("leaves a plan paused that others had paused before, or meanwhile", async () => {
    const session = await joinSession(api(), { title: "점심", todos: [mail] });
    await session.until("hitl_approval_request");
    session.send({ type: "hitl_control", command: "pause", reason: "점심" });
    expect((await untilEvent(session, "plan.paused")).mode).toBe("paused");
    for (const command_id of ["paused", "edited"]) {
      session.send(respond("edit", { plan_id: session.id, command_id }));
      const opened = await untilReply(session, "hitl_plan_response");
      expect(opened).toMatchObject({ mode: "plan_edit", data: { receipt: {} } });
    }
    const second = await api().post(`/v1/plans/${session.id}/pause`, { purpose: "edit" });
    expect(second.status).toBe(200);
    await problemOf(api().post(`/v1/plans/${session.id}/pause`, {}), "illegal_transition");
    session.send(respond("edit", { plan_id: session.id, edits: [add] }));
    await untilEvent(session, "plan.edited");
    const closed = await untilEvent(session, "plan.paused");
    expect(closed).toMatchObject({
      mode: "paused",
      message: "local-operator has closed the editor; the plan stays paused",
    });
    const { paused } = await api().plan(session.id);
    expect(paused).toEqual({ by: "local-operator", at: expect.any(String), reason: "점심" });
    await api().post(`/v1/plans/${session.id}/resume`, {});
    await untilEvent(session, "plan.resumed");

    session.send(respond("edit", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.paused")).mode).toBe("plan_edit");
    await api().post(`/v1/plans/${session.id}/pause`, {});
    expect((await untilEvent(session, "plan.paused")).mode).toBe("plan_edit");
    session.send(respond("approve", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.paused")).mode).toBe("paused");
  });

  test("cancels it although others have changed it meanwhile", async () => {
    const session = await editing("바뀐 계획의 취소");
    const edited = await api().post(`/v1/plans/${session.id}/edits`, { ops: [add] });
    expect(edited.status).toBe(200);
    session.send(respond("cancel", { plan_id: session.id }));
    const taken = await untilReply(session, "hitl_plan_response");
    expect(taken.data).toHaveProperty("receipt");
    const ended = await api().untilEnded(session.id);
    expect(ended).toMatchObject({ status: "cancelled", version: 2 });
    expect(ended.todos.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  test("gives up editing a plan that runs, and nothing else of it is given up", async () => {
    const session = await joinSession(api(), { title: "실행 중", todos: [mail] });
    await session.until("hitl_approval_request");
    session.send(respond("edit", { plan_id: session.id }));
    expect((await untilEvent(session, "plan.paused")).mode).toBe("plan_edit");
    session.send(respond("cancel", { plan_id: session.id, command_id: "given up" }));
    const taken = await session.until(
      "hitl_status_update",
      ({ data }) => data?.command_id === "given up",
    );
    expect(taken.data).toHaveProperty("receipt");
    expect(await api().get(`/v1/plans/${session.id}`)).toMatchObject({
      status: "running",
      mode: "approval_wait",
      paused: null,
      todos: [{ id: "mail", status: "needs_approval" }],
    });
    expect((await api().holds(session.id)).map(({ status }) => status)).toEqual(["open"]);
  });

  test("cancels it", async () => {
    const session = await editing("취소");
    session.send(respond("cancel", { plan_id: session.id }));
    expect(await api().untilEnded(session.id)).toMatchObject({ status: "cancelled" });
  });
});

test("a client of a busy plan leaves no listeners behind while tools run", async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const todos = [{ id: "gate", title: "오래", tool_name: "gate", tool_params: { name: "busy" } }];
  const session = await joinSession(api(), { title: "바쁜 계획", todos });
  // What happens before the first message is in that message.
  await session.until("hitl_status_update");
  for (let place = 0; place < 30; place += 1) {
    const edit = { edit_type: "modify_todo", target_id: "gate" };
    const ops = [{ ...edit, params: { changes: { title: `오래 ${place}` } } }];
    expect((await api().post(`/v1/plans/${session.id}/edits`, { ops })).status).toBe(200);
    await untilEvent(session, "plan.edited");
  }
  api().tools.open("busy");
  await untilEvent(session, "plan.completed");
  expect(warnings).toEqual([]);
});
