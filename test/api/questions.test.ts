import { describe, expect, test } from "vitest";
import type { Hold } from "../../src/contract/plan/holds/hold.ts";
import type { PlanView } from "../../src/contract/plan/plan.ts";
import type { NewTodoInput } from "../../src/contract/plan/todo.ts";
import { problemOf, useApi } from "../support/api-harness.ts";
import { echo } from "../support/gated-plan.ts";

const api = useApi();

describe("a todo that asks a person", () => {
  const ask = (id: string, input_request: NewTodoInput["input_request"]): NewTodoInput => ({
    id,
    title: id,
    input_request,
  });

  test("goes on with the answer, and only with an acceptable one", async () => {
    const id = "ask-choice";
    const question = { question: "어느 기간을 쓸까요?", input_type: "choice" as const };
    await api().create({
      id,
      title: "ask",
      todos: [
        ask("period", { ...question, options: ["3개월", "1년"] }),
        { ...echo("use"), tool_params: { text: "{{todo.period.result}}" } },
      ],
    });
    const [hold] = await api().untilHolds(id);
    expect(hold).toMatchObject({ kind: "input", message: "어느 기간을 쓸까요?" });
    const say = (value: unknown) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value });
    expect(await problemOf(say("2주"), "invalid_answer")).toMatchObject({
      errors: [{ pointer: "/value", detail: "The answer must be one of: 3개월, 1년." }],
    });
    expect((await say("1년")).status).toBe(200);
    expect(await problemOf(say("3개월"), "hold_already_decided")).toMatchObject({
      decided: { decision: "answer", by: "local-operator" },
    });
    expect(await api().untilEnded(id)).toMatchObject({
      todos: [
        { result_data: "1년", completed_by: "local-operator" },
        { result_data: { text: "1년" } },
      ],
    });
  });

  test("names the field of a form that is wrong", async () => {
    const id = "ask-form";
    const schema = {
      type: "object",
      properties: { count: { type: "integer", minimum: 1 }, note: { type: "string" } },
      required: ["count"],
      additionalProperties: false,
    };
    const form = { question: "Fill in", input_type: "form" as const, schema };
    await api().create({ id, title: "form", todos: [ask("form", form)] });
    const [hold] = await api().untilHolds(id);
    const say = (value: unknown) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value });
    const { errors } = await problemOf(say({ count: 0 }), "invalid_answer");
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/value/count"]);
    await problemOf(say({ count: 1, other: 1 }), "invalid_answer");
    expect((await say({ count: 3, note: "메모" })).status).toBe(200);
    expect(await api().untilEnded(id)).toMatchObject({
      todos: [{ result_data: { count: 3, note: "메모" } }],
    });
  });

  test("takes the answer to what was asked, keeps what is said with it, and drops nothing", async () => {
    const id = "ask-bound";
    await api().create({ id, title: "ask", todos: [ask("who", { question: "For whom?" })] });
    const [hold] = await api().untilHolds(id);
    const say = (more: object) =>
      api().post(`/v1/holds/${hold!.id}/decision`, { decision: "answer", value: "mina", ...more });
    await problemOf(say({ digest: `sha256:${"0".repeat(64)}` }), "hold_stale");
    for (const [field, value] of Object.entries({
      lines: [1],
      then: "skip",
      args: {},
      approval: "every_todo",
    })) {
      const { errors } = await problemOf(say({ [field]: value }), "invalid_command");
      expect(errors).toMatchObject([{ pointer: `/${field}` }]);
    }
    const told = { comment: "She asked for it.", digest: hold!.digest };
    expect((await say(told)).status).toBe(200);
    await api().untilEnded(id);
    expect(await api().get<Hold>(`/v1/holds/${hold!.id}`)).toMatchObject({
      decision: { decision: "answer", value: "mina", comment: "She asked for it." },
    });
  });

  test("keeps a hundred questions apart, however they are answered", async () => {
    const id = "ask-many";
    const todos = Array.from({ length: 100 }, (_, n) =>
      ask(`q${n}`, { question: `How many is ${n}?`, input_type: "number" }),
    );
    await api().create({ id, title: "many", todos });
    const holds = await api().untilHolds(id, 100);
    const answers = holds.toReversed().map((hold) =>
      api().post(`/v1/holds/${hold.id}/decision`, {
        decision: "answer",
        value: Number(hold.todo_id?.slice(1)),
      }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(todos.map(() => 200));
    await api().untilEnded(id);
    const plan = await api().get<PlanView>(`/v1/plans/${id}?limit=1000`);
    expect(plan.todos.map((todo) => todo.result_data)).toEqual(todos.map((_, n) => n));
  });

  test("is refused with a question that nobody could answer", async () => {
    const bad = [
      { question: "?", input_type: "choice" },
      {
        question: "?",
        input_type: "form",
        schema: { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
      },
      { question: "?", input_type: "number", default: "many" },
    ];
    for (const input_request of bad) {
      const plan = { title: "bad", todos: [{ title: "ask", input_request }] };
      const { errors } = await problemOf(api().post("/v1/plans", plan), "validation_failed");
      expect(errors?.[0]?.pointer).toContain("/todos/0/input_request");
    }
  });
});
