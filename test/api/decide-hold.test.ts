import { describe, expect, test } from "vitest";
import type { Choices } from "../../src/contract/plan/holds/choices.ts";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Todo } from "../../src/contract/plan/todo.ts";
import { pointersOf, problemOf, receiptOf, useApi } from "../support/api-harness.ts";
import { bigTextTodos } from "../support/big-text-todos.ts";

const api = useApi();

type Approval = NonNullable<NewPlanInput["todos"][number]["approval"]>;

/** A plan that waits for one approval of the tool `echo`, and that hold. */
async function held(
  approval: Approval = {},
  tool_params: object = { text: "발행" },
): Promise<Hold> {
  const { id } = await api().create({
    title: "승인",
    todos: [
      {
        id: "publish",
        title: "발행",
        requires_approval: true,
        approval,
        tool_name: "echo",
        tool_params: tool_params as never,
      },
      { id: "after", title: "다음", kind: "milestone" as const, depends_on: ["publish"] },
    ],
  });
  const [hold] = await api().untilHolds(id);
  return hold!;
}

const decide = (hold: Hold, body: object) => api().post(`/v1/holds/${hold.id}/decision`, body);
const todoOf = (hold: Hold) => api().get<Todo>(`/v1/plans/${hold.plan_id}/todos/publish`);

describe("a hold takes", () => {
  test("an approval, and runs exactly what it showed", async () => {
    const hold = await held();
    const body = { decision: "approve", comment: "좋습니다\n진행", digest: hold.digest };
    const receipt = await receiptOf(decide(hold, body));
    expect(receipt).toMatchObject({
      plan_id: hold.plan_id,
      command_id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
      hold: {
        id: hold.id,
        status: "approved",
        decision: { decision: "approve", by: "local-operator", comment: "좋습니다\n진행" },
      },
    });
    expect((await api().untilEnded(hold.plan_id)).status).toBe("completed");
    expect(await todoOf(hold)).toMatchObject({
      status: "completed",
      approved_by: "local-operator",
      approved_digest: hold.digest,
      result_data: { text: "발행" },
    });
    const event = (await api().events(hold.plan_id)).find(({ seq }) => seq === receipt.seq);
    expect(event).toMatchObject({ type: "hold.decided", hold_id: hold.id });
  });

  test("of a plan, an approval after which the plan asks before each todo; of a todo, none", async () => {
    const { id } = await api().create({
      title: "하나씩",
      plan_review: true,
      todos: [{ id: "publish", title: "발행", tool_name: "echo", tool_params: { text: "발행" } }],
    });
    const [review] = await api().untilHolds(id);
    const steps = { decision: "approve", approval: "every_todo" };
    const asks = [{ id: "publish", title: "발행" }];
    const { choices } = await api().get<Choices>(`/v1/holds/${review!.id}/choices`);
    expect(choices).toContainEqual(
      expect.objectContaining({ choice: "approve", approval: "every_todo", asks }),
    );
    const receipt = await receiptOf(decide(review!, steps));
    expect(receipt.hold).toMatchObject({ status: "approved", decision: steps });
    expect(await api().get(`/v1/plans/${id}`)).toMatchObject({
      approval: "every_todo",
      version: 2,
    });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "approval", todo_id: "publish" });
    for (const decision of ["approve", "answer"]) {
      const problem = await problemOf(decide(hold!, { ...steps, decision }), "invalid_command");
      expect(pointersOf(problem)).toEqual(["/approval"]);
    }
    await receiptOf(decide(hold!, { decision: "approve" }));
    expect((await api().untilEnded(id)).status).toBe("completed");
  });

  test("a rejection, which skips the todo by default", async () => {
    const hold = await held();
    const receipt = await receiptOf(decide(hold, { decision: "reject", reason: "아직 이릅니다" }));
    expect(receipt.hold).toMatchObject({
      status: "rejected",
      decision: { decision: "reject", reason: "아직 이릅니다", then: "skip" },
    });
    expect((await api().untilEnded(hold.plan_id)).status).toBe("completed");
    const todo = await todoOf(hold);
    expect(todo).toMatchObject({ status: "skipped", result_data: null });
    expect(todo.error_message).toContain("아직 이릅니다");
  });

  test("a rejection that fails the todo", async () => {
    const hold = await held();
    await receiptOf(decide(hold, { decision: "reject", then: "fail", reason: "틀렸습니다" }));
    expect((await api().untilEnded(hold.plan_id)).status).toBe("failed");
    expect((await todoOf(hold)).status).toBe("failed");
  });

  test("a rejection that does what the todo says", async () => {
    const hold = await held({ on_reject: "fail" });
    await receiptOf(decide(hold, { decision: "reject" }));
    expect((await todoOf(hold)).status).toBe("failed");
  });

  test("other arguments, and runs these", async () => {
    const hold = await held();
    const args = { text: "고친 글", times: 2 };
    const receipt = await receiptOf(decide(hold, { decision: "edit", args }));
    expect(receipt.hold).toMatchObject({ status: "approved", decision: { decision: "edit" } });
    await api().untilEnded(hold.plan_id);
    const todo = await todoOf(hold);
    expect(todo).toMatchObject({ approved_args: args, result_data: { text: "고친 글고친 글" } });
    expect(todo.approved_digest).not.toBe(hold.digest);
  });

  test("one field of the arguments, and the others stay", async () => {
    const hold = await held({}, { text: "글", times: 3 });
    const receipt = await receiptOf(decide(hold, { decision: "edit", args: { text: "새 글" } }));
    const args = { text: "새 글", times: 3 };
    expect(receipt.hold).toMatchObject({ args: hold.args, decision: { decision: "edit", args } });
    await api().untilEnded(hold.plan_id);
    expect(await todoOf(hold)).toMatchObject({
      approved_args: args,
      result_data: { text: "새 글새 글새 글" },
    });
  });

  test("that a field of the arguments goes, so that the tool takes its usual value", async () => {
    const hold = await held({}, { text: "글", times: 3 });
    await receiptOf(decide(hold, { decision: "edit", args: { times: null } }));
    await api().untilEnded(hold.plan_id);
    expect(await todoOf(hold)).toMatchObject({
      approved_args: { text: "글" },
      result_data: { text: "글" },
    });
  });

  test("other arguments with text that looks like a reference, as the text that it is", async () => {
    const hold = await held();
    const args = { text: "{{todo.after.result}}" };
    await receiptOf(decide(hold, { decision: "edit", args }));
    await api().untilEnded(hold.plan_id);
    expect((await todoOf(hold)).result_data).toEqual(args);
  });

  test("a plan as a whole, which then starts", async () => {
    const { id } = await api().create({
      title: "검토",
      plan_review: true,
      todos: [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }],
    });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "plan_review", todo_id: null, deadline_at: null });
    const edit = { decision: "edit", args: { text: "b" } };
    expect(pointersOf(await problemOf(decide(hold!, edit), "invalid_command"))).toEqual([
      "/decision",
    ]);
    await receiptOf(decide(hold!, { decision: "approve" }));
    expect((await api().untilEnded(id)).status).toBe("completed");
  });

  test("no to a plan as a whole, which then ends", async () => {
    const { id } = await api().create({
      title: "검토",
      plan_review: true,
      todos: [{ title: "a", tool_name: "echo", tool_params: { text: "a" } }],
    });
    const [hold] = await api().untilHolds(id);
    await receiptOf(decide(hold!, { decision: "reject", reason: "다시 쓰세요" }));
    const ended = await api().untilEnded(id);
    expect(ended.status).toBe("cancelled");
    expect(ended.ended_because).toContain("다시 쓰세요");
  });
});

describe("a decision is refused and the hold stays open", () => {
  test("for changes that no agent would be told, and for any where a person does the todo", async () => {
    const { id } = await api().create({
      title: "맡기기",
      description: "봄 소풍을 준비한다",
      todos: [
        { id: "page", title: "안내문", agent_name: "writer", requires_approval: true },
        { id: "hall", title: "장소", requires_approval: true },
      ],
    });
    const holds = await api().untilHolds(id, 2);
    const of = (todo: string) => holds.find(({ todo_id }) => todo_id === todo)!;
    const refused = async (todo: string, args: object, code: "validation_failed") =>
      pointersOf(await problemOf(decide(of(todo), { decision: "edit", args }), code));
    const unread = { assigment: "짧게", content: "차" };
    expect(await refused("page", unread, "validation_failed")).toEqual([
      "/args/assigment",
      "/args/content",
    ]);
    const unfit = { assignment: null, expected_output: 5 };
    expect(await refused("page", unfit, "validation_failed")).toEqual([
      "/args/assignment",
      "/args/expected_output",
    ]);
    expect(await refused("hall", { room: "A" }, "validation_failed")).toEqual(["/args/room"]);
    expect((await api().holds(id)).map(({ status }) => status)).toEqual(["open", "open"]);
    expect(of("page").args).toMatchObject({ plan_description: "봄 소풍을 준비한다" });
    const args = { assignment: "짧게", expected_output: "한 쪽", plan_description: "소풍" };
    const { hold } = await receiptOf(decide(of("page"), { decision: "edit", args }));
    expect(hold).toMatchObject({ status: "approved", decision: { args } });
    await api().post(`/v1/plans/${id}/cancel`);
  });

  test.each<
    [
      title: string,
      body: object,
      code: "validation_failed" | "invalid_command" | "invalid_tool_input",
      pointers: string[],
    ]
  >([
    ["without a decision", {}, "validation_failed", ["/decision"]],
    ["for a word that is no decision", { decision: "maybe" }, "validation_failed", ["/decision"]],
    ["for an unknown field", { decision: "approve", by: "boss" }, "validation_failed", ["/by"]],
    [
      "for a comment that is too long",
      { decision: "approve", comment: "x".repeat(2_001) },
      "validation_failed",
      ["/comment"],
    ],
    [
      "for a NUL character in its reason",
      { decision: "reject", reason: "\0" },
      "validation_failed",
      ["/reason"],
    ],
    [
      "for an empty command id",
      { decision: "approve", command_id: "" },
      "validation_failed",
      ["/command_id"],
    ],
    [
      "for arguments that are a list",
      { decision: "edit", args: [] },
      "validation_failed",
      ["/args"],
    ],
    ["for an edit without arguments", { decision: "edit" }, "invalid_command", ["/args"]],
    [
      "for arguments beside an approval",
      { decision: "approve", args: { text: "x" } },
      "invalid_command",
      ["/args"],
    ],
    [
      "for what to do after an approval",
      { decision: "approve", then: "skip" },
      "invalid_command",
      ["/then"],
    ],
    [
      "for arguments that the tool refuses",
      { decision: "edit", args: { text: 5 } },
      "invalid_tool_input",
      ["/args/text"],
    ],
    [
      "for arguments that are missing",
      { decision: "edit", args: { text: null } },
      "invalid_tool_input",
      ["/args/text"],
    ],
    [
      "for arguments that the tool does not have",
      { decision: "edit", args: { text: "x", tiems: 2 } },
      "invalid_tool_input",
      ["/args/tiems"],
    ],
    [
      "for a reference in place of arguments",
      { decision: "edit", args: { text: { $from: "after" } } },
      "invalid_tool_input",
      ["/args/text"],
    ],
  ])("%s", async (_title, body, code, pointers) => {
    const hold = await held();
    const before = await api().events(hold.plan_id);
    const problem = await problemOf(decide(hold, body), code);
    expect(pointersOf(problem)).toEqual(pointers);
    expect(await api().get<Hold>(`/v1/holds/${hold.id}`)).toEqual({
      ...hold,
      kept_values: [],
      secrets: [],
    });
    expect(await api().events(hold.plan_id)).toEqual(before);
    await receiptOf(decide(hold, { decision: "reject" }));
  });

  test("that wants to change the arguments and changes none: it would let run what they were", async () => {
    const hold = await held();
    for (const said of [{}, { args: {} }]) {
      const refused = await problemOf(
        decide(hold, { decision: "edit", ...said }),
        "invalid_command",
      );
      expect(pointersOf(refused)).toEqual(["/args"]);
      expect(refused.hint).toContain('To change nothing, decide "approve".');
    }
    expect((await api().holds(hold.plan_id)).map(({ id }) => id)).toEqual([hold.id]);
  });

  test("with the digest of something else", async () => {
    const hold = await held();
    const digest = `sha256:${"0".repeat(64)}`;
    const problem = await problemOf(decide(hold, { decision: "approve", digest }), "hold_stale");
    expect(problem.status).toBe(412);
    expect(problem.detail).toContain(hold.digest);
    expect((await api().get<Hold>(`/v1/holds/${hold.id}`)).status).toBe("open");
    await receiptOf(decide(hold, { decision: "approve", digest: hold.digest }));
  });

  test("for a hold that the plan does not have, naming the open ones", async () => {
    const hold = await held();
    const path = `/v1/holds/${hold.plan_id}.h2/decision`;
    const problem = await problemOf(api().post(path, { decision: "approve" }), "hold_not_found");
    expect(problem.hint).toContain(hold.id);
    const edit = { decision: "edit", args: { text: "x" } };
    await problemOf(api().post(path, edit), "hold_not_found");
  });
});

describe("a hold that is closed says", () => {
  const said = { decision: "approve", by: "local-operator", comment: "첫 결정" };

  test("who decided it and how, while the plan runs", async () => {
    const { id } = await api().create({
      title: "둘",
      todos: [
        { title: "a", kind: "milestone", requires_approval: true },
        { title: "b", kind: "milestone", requires_approval: true },
      ],
    });
    const [hold] = await api().untilHolds(id, 2);
    const receipt = await receiptOf(decide(hold!, { decision: "approve", comment: "첫 결정" }));
    for (const body of [
      { decision: "approve" },
      { decision: "reject" },
      { decision: "edit", args: {} },
    ]) {
      const problem = await problemOf(decide(hold!, body), "hold_already_decided");
      expect(problem.decided).toEqual({ ...said, at: receipt.hold!.decision!.at });
      expect(problem.detail).toContain("approve by local-operator");
    }
  });

  test("who decided it and how, after the plan has ended", async () => {
    const hold = await held();
    const receipt = await receiptOf(decide(hold, { decision: "approve", comment: "첫 결정" }));
    await api().untilEnded(hold.plan_id);
    for (const body of [{ decision: "reject" }, { decision: "edit", args: { text: 5 } }]) {
      const problem = await problemOf(decide(hold, body), "hold_already_decided");
      expect(problem.decided).toEqual({ ...said, at: receipt.hold!.decision!.at });
    }
    const unknown = `/v1/holds/${hold.plan_id}.h7/decision`;
    await problemOf(api().post(unknown, { decision: "approve" }), "hold_not_found");
  });

  test("that it expired, while the plan runs and afterwards", async () => {
    const { id } = await api().create({
      title: "시간",
      todos: [
        {
          id: "late",
          kind: "milestone",
          title: "늦음",
          requires_approval: true,
          approval: { timeout_seconds: 1, on_timeout: "skip" },
        },
        { id: "gate", title: "문", tool_name: "gate", tool_params: { name: "expiry" } },
      ],
    });
    const [hold] = await api().untilHolds(id);
    await api().watch.until(id, async () => {
      const { status } = await api().get<Hold>(`/v1/holds/${hold!.id}`);
      return status === "expired";
    });
    const running = await problemOf(decide(hold!, { decision: "approve" }), "hold_expired");
    expect(running.status).toBe(410);
    expect(running.detail).toContain('"skip"');
    api().tools.open("expiry");
    await api().untilEnded(id);
    await problemOf(decide(hold!, { decision: "approve" }), "hold_expired");
  });

  test("that it was withdrawn with the plan", async () => {
    const hold = await held();
    const reason = "필요 없음";
    await receiptOf(api().post(`/v1/plans/${hold.plan_id}/cancel`, { reason }));
    const problem = await problemOf(decide(hold, { decision: "approve" }), "hold_withdrawn");
    expect(problem.status).toBe(409);
    await api().untilEnded(hold.plan_id);
    const later = await problemOf(decide(hold, { decision: "approve" }), "hold_withdrawn");
    expect(later.detail).toContain(reason);
  });
});

test("arguments with a large result in them can be edited around it", async () => {
  const { id } = await api().create({
    title: "큰 글",
    todos: bigTextTodos({ tool_params: { text: { $from: "big", path: "/short" } } }),
  });
  const [hold] = await api().untilHolds(id);
  expect(hold!.args).toEqual({
    text: { $artifact: expect.stringMatching(/^sha256:/) as string, path: "/short" },
  });
  const wrong = { decision: "edit", args: { ...hold!.args, times: 100 } };
  const problem = await problemOf(decide(hold!, wrong), "invalid_tool_input");
  expect(pointersOf(problem)).toEqual(["/args/times"]);
  await receiptOf(decide(hold!, { decision: "edit", args: { ...hold!.args, times: 2 } }));
  await api().untilEnded(id);
  expect((await todoOf(hold!)).result_data).toEqual({ text: "짧은 글짧은 글" });
});

test("arguments of 1 MB are shown, edited, decided and run", async () => {
  const text = "가".repeat(350_000);
  const hold = await held({}, { text });
  expect(hold.args).toEqual({ text });
  const edited = `${text}.`;
  const receipt = await receiptOf(decide(hold, { decision: "edit", args: { text: edited } }));
  expect(receipt.hold!.status).toBe("approved");
  await api().untilEnded(hold.plan_id);
  const todo = await todoOf(hold);
  expect(todo.approved_args).toEqual({ text: edited });
  expect(todo.status).toBe("completed");
});

test("arguments for a tool of another queue are left to the worker there", async () => {
  const { id } = await api().create({
    title: "다른 곳",
    todos: [
      {
        title: "a",
        requires_approval: true,
        tool_name: "echo",
        task_queue: "elsewhere",
        tool_params: { any: 1 },
      },
    ],
  });
  const [hold] = await api().untilHolds(id);
  const receipt = await receiptOf(decide(hold!, { decision: "edit", args: { other: 2 } }));
  expect(receipt.hold!.status).toBe("approved");
  await receiptOf(api().post(`/v1/plans/${id}/cancel`));
});
