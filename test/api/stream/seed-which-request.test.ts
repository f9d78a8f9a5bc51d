import { describe, expect, test } from "vitest";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import { useApi } from "../../support/api-harness.ts";
import { bigTextTodos } from "../../support/big-text-todos.ts";
import { login, PLANTED } from "../../support/planted-secrets.ts";
import { configuredAgent, scriptModel, withAgents } from "../../support/scripted-agent.ts";
import { joinSession, untilReply, type Session } from "./support/join-session.ts";
import { openSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

const two = {
  calls: [
    ["echo", { text: "draft" }],
    ["echo", { text: "everything" }],
  ],
} as const;
const model = scriptModel({
  w: [two, { say: "Done." }],
  one_after_another: [{ calls: [["echo", { text: "first" }]] }, two, { say: "Done." }],
  asks: [
    {
      calls: [
        ["ask_orchestrator", { question: "Which year?" }],
        ["echo", { text: "draft" }],
      ],
    },
    { say: "Done." },
  ],
  orchestrator: [{ calls: [["ask_human", { question: "Which year?" }]] }],
});
const api = useApi({
  ...withAgents(model, configuredAgent(["echo"], { approval_tools: ["echo"] })),
  tools: [login],
});

const join = (plan: NewPlanInput) => joinSession(api(), plan);
const joinAgent = (id: string) =>
  join({ title: id, todos: [{ id, title: id, agent_name: "writer" }] });
const respond = (session: Session, message: object) => {
  session.send({ type: "hitl_approval_response", ...message });
  return untilReply(session, "hitl_approval_response");
};
/** What the model was told of its calls before its next turn. */
async function toldTo(todo: string, turn: number): Promise<string[]> {
  const { messages } = await model.asked(todo, turn);
  return messages.slice(-2).map(({ content }) => content);
}

describe("an agent that makes two calls at once", () => {
  /** Both requests, in the order of the calls. */
  async function bothAsked(todo: string) {
    const session = await joinAgent(todo);
    const first = await session.until("hitl_approval_request");
    const second = await session.until("hitl_approval_request");
    return { session, first, second };
  }

  test("asks about each with what it would run, and an answer means the one that it names", async () => {
    const { session, first, second } = await bothAsked("w");
    expect(first).toMatchObject({
      todo_id: "w",
      todo: { id: "w", tool_name: "echo", tool_params: { text: "draft" } },
    });
    expect(second.todo).toMatchObject({ tool_name: "echo", tool_params: { text: "everything" } });
    const holds = await api().holds(session.id);
    expect([first, second].map(({ request_id: id, digest }) => ({ id, digest }))).toEqual(
      holds.map(({ id, digest }) => ({ id, digest })),
    );

    // Which of both is meant, nobody can know.
    for (const action of ["approve", "reject"]) {
      const refused = await respond(session, { todo_id: "w", action });
      expect(refused.data?.problem).toMatchObject({
        code: "validation_failed",
        errors: [{ pointer: "/request_id" }],
        hint: expect.stringContaining(`${first.request_id}, ${second.request_id}`),
      });
    }
    const other = await respond(session, {
      todo_id: "w",
      request_id: first.request_id,
      digest: second.digest,
      action: "approve",
    });
    expect(other.data?.problem).toMatchObject({ code: "hold_stale" });
    expect((await api().holds(session.id)).map(({ status }) => status)).toEqual(["open", "open"]);

    const named = { todo_id: "w", request_id: first.request_id, digest: first.digest };
    const taken = await respond(session, { ...named, action: "approve" });
    expect(taken.data?.receipt).toMatchObject({
      hold: { id: first.request_id, status: "approved" },
    });
    await session.until("hitl_status_update", ({ data }) => data?.event?.type === "hold.decided");
    // The other one is the only one now.
    const left = await respond(session, { todo_id: "w", action: "reject", reason: "too much" });
    expect(left.data?.receipt).toMatchObject({
      hold: { id: second.request_id, status: "rejected" },
    });
    expect(await toldTo("w", 2)).toEqual(['{"text":"draft"}', expect.stringContaining("too much")]);
    await api().untilEnded(session.id);
  });

  test("is not answered by who names another todo's request, or none of this plan", async () => {
    const todos = ["a", "b"].map((id) => ({ id, title: id, requires_approval: true, ...echo }));
    const session = await join({ title: "두 개", todos });
    const first = await session.until("hitl_approval_request");
    const wrong = { todo_id: "b", request_id: first.request_id, action: "approve" };
    expect((await respond(session, wrong)).data?.problem).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/request_id" }],
    });
    const elsewhere = { todo_id: "a", request_id: "other.h1", action: "approve" };
    expect((await respond(session, elsewhere)).data?.problem).toMatchObject({
      code: "hold_not_found",
    });
    expect((await api().holds(session.id)).map(({ status }) => status)).toEqual(["open", "open"]);
  });

  test("is asked which by a client that answers before it was told anything", async () => {
    const { session } = await bothAsked("w");
    const { url } = await serveApi(api().deps);
    const late = await openSocket(`${url}/ws/${session.id}`);
    late.send({
      type: "hitl_approval_response",
      session_id: session.id,
      todo_id: "w",
      action: "approve",
    });
    const reply = await late.until(({ data }) =>
      JSON.stringify(data ?? {}).includes("in_reply_to"),
    );
    expect(reply).toMatchObject({ data: { problem: { errors: [{ pointer: "/request_id" }] } } });
  });
});

test("an answer without a name never means what came after it was decided", async () => {
  const session = await joinAgent("one_after_another");
  const first = await session.until("hitl_approval_request");
  const taken = await respond(session, { todo_id: "one_after_another", action: "approve" });
  expect(taken.data?.receipt).toMatchObject({ hold: { id: first.request_id } });
  await session.until("hitl_approval_request");
  await session.until("hitl_approval_request");
  const again = await respond(session, { todo_id: "one_after_another", action: "approve" });
  expect(again.data?.problem).toMatchObject({ errors: [{ pointer: "/request_id" }] });
});

test("an approval is not taken for the answer to a question that the same agent asks", async () => {
  const session = await joinAgent("asks");
  const call = await session.until("hitl_approval_request");
  const question = await session.until("hitl_input_request");
  expect(question).toMatchObject({ question: "Which year?" });
  expect(call.todo.tool_params).toEqual({ text: "draft" });
  const rejected = await respond(session, { todo_id: "asks", action: "reject" });
  expect(rejected.data?.receipt).toMatchObject({ hold: { id: call.request_id } });
  const input = { type: "hitl_input_response", request_id: question.request_id, value: "2026" };
  session.send({ ...input, digest: call.digest });
  const stale = await untilReply(session, "hitl_input_response");
  expect(stale.data?.problem).toMatchObject({ code: "hold_stale" });
  session.send({ ...input, digest: question.digest });
  const taken = await untilReply(session, "hitl_input_response");
  expect(taken.data?.receipt).toMatchObject({ hold: { id: question.request_id } });
  await api().untilEnded(session.id);
});

const echo = { tool_name: "echo", tool_params: { text: "x" } };

describe("what is approved is shown as it would run", () => {
  const asked = { id: "b", title: "b", requires_approval: true, depends_on: ["a"] };

  test("with the results that its templates mean", async () => {
    const session = await join({
      title: "값",
      todos: [
        { id: "a", title: "a", tool_name: "echo", tool_params: { text: "142명" } },
        {
          ...asked,
          tool_name: "echo",
          tool_params: { text: "{{todo.a.result/text}}에게" },
          input_data: { all: { $from: "a" } },
        },
      ],
    });
    const { todo, references } = await session.until("hitl_approval_request");
    expect(todo).toMatchObject({
      tool_params: { text: "142명에게" },
      input_data: { all: { text: "142명" } },
    });
    expect(references).toEqual([]);
  });

  test("with what is too large by its reference, which is named as one", async () => {
    const todos = bigTextTodos({ input_data: { all: { $from: "big" }, n: 1 } });
    const session = await join({ title: "큰 값", todos });
    const { todo, references } = await session.until("hitl_approval_request");
    const [hold] = await api().holds(session.id);
    expect(todo).toMatchObject({ tool_params: hold!.args, input_data: hold!.input_data });
    expect(references).toEqual(["/todo/tool_params/text", "/todo/input_data/all"]);
  });

  test("and its secrets stay sealed", async () => {
    const session = await join({
      title: "비밀",
      todos: [
        {
          id: "a",
          title: "a",
          requires_approval: true,
          tool_name: "login",
          tool_params: { user: "kim", token: PLANTED.created },
        },
      ],
    });
    const { todo } = await session.until("hitl_approval_request");
    const [hold] = await api().holds(session.id);
    expect(todo.tool_params).toEqual(hold!.args);
    expect(todo.tool_params).toMatchObject({ user: "kim" });
    expect(JSON.stringify(session.raw.messages)).not.toContain(PLANTED.created);
  });
});
