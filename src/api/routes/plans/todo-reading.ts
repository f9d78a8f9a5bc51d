import { z } from "zod";
import { PartQuerySchema } from "../../../contract/paging.ts";
import {
  ResultQuerySchema,
  TranscriptPageSchema,
} from "../../../contract/plan/agents/transcript.ts";
import { TodoPageQuerySchema, TodoPageSchema } from "../../../contract/plan/history.ts";
import { ChoicesSchema } from "../../../contract/plan/holds/choices.ts";
import { TodoDetailSchema } from "../../../contract/plan/plan.ts";
import { LogPageSchema, LogQuerySchema } from "../../../contract/plan/todo-log.ts";
import { refusal, type Refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import type { TodoStatus } from "../../../contract/tables/vocabulary.ts";
import { idempotencyKey } from "../../../plan/attempts.ts";
import type { LiveProgress } from "../../../plan/model/progress.ts";
import { createToolLogs } from "../../../temporal/connection/payloads/tool-logs.ts";
import { choicesQuery, todoQuery, todosQuery } from "../../../workflows/wire/messages.ts";
import { createByteReader, resultOf } from "../../commands/kept-bytes.ts";
import { markRevision } from "../../http/requests/conditional-reads.ts";
import { fromCursor, toCursor } from "../../http/requests/list-cursor.ts";
import { bytes, json, route } from "../../http/route.ts";
import { sendBytes } from "../../http/send-bytes.ts";
import { callResultOf, readTranscript, shownTurn } from "../../log/read-transcript.ts";
import type { ApiDeps } from "../api-deps.ts";
import { PlanParams, TodoParams } from "./params.ts";

const FOR_VIEWERS = { tag: "todos", role: "viewer", params: TodoParams } as const;
const TodoPlaceSchema = z.strictObject({ rank: z.string(), id: z.string() });

/** `/v1/plans/{id}/todos`: a plan's todos, what they gave, and what their agents and tools have said. */
export function todoReadingRoutes(deps: ApiDeps) {
  const { plans } = deps;
  const logs = createToolLogs(deps.artifacts);
  const results = createByteReader(deps.artifacts);
  const todoOf = async (plan_id: string, todo_id: string, live?: LiveProgress) => {
    const todo = await plans.query(plan_id, todoQuery, { todo_id, ...(live && { live }) });
    if (todo === null) throw unknownTodo(plan_id, todo_id);
    return todo;
  };
  return [
    route({
      at: "GET /v1/plans/:plan_id/todos",
      id: "listTodos",
      tag: "todos",
      role: "viewer",
      summary: "List a plan's todos",
      headers: ["If-None-Match"],
      params: PlanParams,
      query: TodoPageQuerySchema,
      responses: { 200: json(TodoPageSchema, "One page of the plan's todos") },
      async handler(c, { params: { plan_id }, query: { status, search, limit: size, cursor } }) {
        const list = JSON.stringify(["todos", plan_id, status, search]);
        const found = await plans.query(plan_id, todosQuery, {
          limit: size,
          live: await plans.liveProgress(plan_id),
          ...(status !== undefined && { statuses: status.split(",") as TodoStatus[] }),
          ...(search !== undefined && { search }),
          ...(cursor !== undefined && { after: fromCursor(list, cursor, TodoPlaceSchema) }),
        });
        markRevision(c, found);
        const { total, has_more } = found;
        const last = found.todos.at(-1);
        const next_cursor =
          has_more && last !== undefined ? toCursor(list, { rank: last.rank, id: last.id }) : null;
        return c.json({ todos: found.todos, total, has_more, next_cursor }, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/todos/:todo_id",
      id: "getTodo",
      ...FOR_VIEWERS,
      summary: "Get a todo and what it waits for",
      headers: ["If-None-Match"],
      responses: { 200: json(TodoDetailSchema, "The todo, and what it waits for") },
      async handler(c, { params: { plan_id, todo_id } }) {
        const live = await plans.liveProgress(plan_id);
        return c.json(await todoOf(plan_id, todo_id, live), 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/todos/:todo_id/result",
      id: "readTodoResult",
      ...FOR_VIEWERS,
      summary:
        "Read all of a todo's result or of what its agent's call was answered, or a file in it",
      headers: ["Range"],
      query: ResultQuerySchema,
      responses: {
        200: bytes("The result or a part of it as RFC 8785 JSON, or a file's own bytes"),
        206: bytes("The bytes of the range"),
      },
      async handler(
        c,
        { params: { plan_id, todo_id }, query: { pointer, call_id, ...conversation } },
      ) {
        const todo = await todoOf(plan_id, todo_id);
        const whole =
          call_id === undefined
            ? resultOf(todo)
            : callResultOf((await readTranscript(deps, plan_id, todo)).turns, {
                call_id,
                ...conversation,
              });
        return sendBytes(c, await results.open(whole, pointer), deps.onError);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/todos/:todo_id/transcript",
      id: "getTranscript",
      ...FOR_VIEWERS,
      summary: "Read what a todo's agent and the orchestrator have said to each other",
      query: PartQuerySchema,
      responses: { 200: json(TranscriptPageSchema, "One page of the conversation, oldest first") },
      async handler(c, { params: { plan_id, todo_id }, query: { offset, limit: size } }) {
        const todo = await todoOf(plan_id, todo_id);
        const { turns, live } = await readTranscript(deps, plan_id, todo);
        const next = offset + size < turns.length ? offset + size : null;
        const page = turns.slice(offset, offset + size).map(shownTurn);
        return c.json({ turns: page, total: turns.length, live, next_offset: next }, 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/todos/:todo_id/log",
      id: "getTodoLog",
      ...FOR_VIEWERS,
      summary: "Read what a todo's tool wrote to its log, while it runs and after it",
      query: LogQuerySchema,
      responses: { 200: json(LogPageSchema, "Lines after a number of lines, oldest first") },
      async handler(
        c,
        { params: { plan_id, todo_id }, query: { run, call_id, after, limit: size } },
      ) {
        const todo = await todoOf(plan_id, todo_id);
        const idempotency_key = idempotencyKey({ plan_id, todo_id, run: run ?? todo.run, call_id });
        return c.json(await logs.read({ plan_id, idempotency_key }, after, size), 200);
      },
    }),
    route({
      at: "GET /v1/plans/:plan_id/todos/:todo_id/choices",
      id: "getTodoChoices",
      ...FOR_VIEWERS,
      summary: "Show what skipping, retrying or rerunning a todo would stop and start",
      responses: { 200: json(ChoicesSchema, "What may be done, with the effects of each choice") },
      async handler(c, { params: { plan_id, todo_id } }) {
        const found = await plans.query(plan_id, choicesQuery, { todo_id });
        if (found === null || "problem" in found) throw unknownTodo(plan_id, todo_id);
        return c.json(found, 200);
      },
    }),
  ];
}

/** Says that a plan has no todo with this id. */
export function unknownTodo(planId: string, todoId: string | undefined): Refusal {
  return refusal(
    "todo_not_found",
    say("no_todo_in", { id: todoId ?? "", plan: planId }),
    say("look_at_plan", { plan: planId }),
  );
}
