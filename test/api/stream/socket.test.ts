import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { WebSocketServer } from "ws";
import { createSocketServer } from "../../../src/api/stream/socket-server.ts";
import type { NewTodoInput } from "../../../src/contract/plan/todo.ts";
import { EnvelopeSchema, SocketAnswerSchema } from "../../../src/contract/service/stream.ts";
import { useApi } from "../../support/api-harness.ts";
import { openSocket, refusedStatus, type OpenSocket } from "./support/open-socket.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const asked = { id: "asked", title: "승인", requires_approval: true, ...echo };
const question: NewTodoInput = {
  id: "question",
  title: "질문",
  input_request: { question: "어느 기간?", input_type: "choice", options: ["3분기", "4분기"] },
};

async function open(): Promise<OpenSocket> {
  const { url } = await serveApi(api().deps);
  return openSocket(`${url}/v1/ws`, ["holdpoint.v1"]);
}

describe("over one socket", () => {
  test("a plan is watched from its snapshot to its end", async () => {
    const { id } = await api().create({ title: "소켓", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const socket = await open();
    expect(socket.protocol).toBe("holdpoint.v1");
    const ack = await socket.ask({ type: "subscribe", plan_id: id });
    expect(ack).toMatchObject({ type: "ack", data: { plan_id: id, seq: 3 } });
    await socket.until(({ type }) => type === "snapshot");
    const decision = await socket.ask({
      type: "command",
      command: "decision",
      hold_id: hold!.id,
      data: { decision: "approve", comment: "좋아요" },
    });
    expect(decision).toMatchObject({ type: "ack", data: { plan_id: id, hold: { id: hold!.id } } });
    await socket.until(({ type }) => type === "end").catch(() => undefined);
    const envelopes = socket.messages
      .filter(({ type }) => type !== "ack")
      .map((message) => EnvelopeSchema.parse(message));
    expect(envelopes[0]).toMatchObject({ type: "snapshot", seq: 3, plan_id: id, data: { id } });
    expect(envelopes.at(-1)).toMatchObject({ type: "end", plan_id: id, data: null });
    const events = envelopes.slice(1, -1);
    const all = (await api().events(id)).slice(3);
    expect(events.map(({ data }) => data)).toEqual(all);
    expect(events.map(({ seq, type, ts }) => ({ seq, type, at: ts }))).toEqual(
      all.map(({ seq, type, at }) => ({ seq, type, at })),
    );
  });

  test("several plans are watched, and left again", async () => {
    const socket = await open();
    const ids = await Promise.all(
      ["하나", "둘"].map(async (title) => (await api().create({ title, todos: [asked] })).id),
    );
    for (const plan_id of ids) {
      await api().untilHolds(plan_id);
      await socket.ask({ type: "subscribe", plan_id, after: 3 });
    }
    await socket.ask({ type: "unsubscribe", plan_id: ids[0] });
    for (const id of ids) await api().post(`/v1/plans/${id}/pause`);
    await socket.until(({ plan_id, type }) => plan_id === ids[1] && type === "plan.paused");
    expect(socket.messages.filter(({ plan_id }) => plan_id === ids[0])).toEqual([]);
  });

  test("a plan that is watched again goes on from the new place", async () => {
    const { id } = await api().create({ title: "다시", todos: [asked] });
    await api().untilHolds(id);
    const socket = await open();
    await socket.ask({ type: "subscribe", plan_id: id, after: 3 });
    await socket.ask({ type: "subscribe", plan_id: id, after: 1, types: "hold" });
    const message = await socket.until(({ plan_id }) => plan_id === id);
    expect(message).toMatchObject({ type: "hold.requested", seq: 3 });
  });

  test("every command does what its route does", async () => {
    const { id } = await api().create({ title: "명령", todos: [asked, question] });
    const holds = await api().untilHolds(id, 2);
    const idOf = (todoId: string) => holds.find((hold) => hold.todo_id === todoId)!.id;
    const socket = await open();
    const command = (name: string, rest: object) =>
      socket.ask({ type: "command", command: name, ...rest });
    const change = {
      edit_type: "modify_todo",
      target_id: "question",
      params: { changes: { priority: 9 } },
    };
    const answers = [
      await command("pause", { plan_id: id, data: { reason: "잠깐" } }),
      await command("edit", { plan_id: id, data: { ops: [change] } }),
      await command("resume", { plan_id: id }),
      await command("answer", { hold_id: idOf("question"), data: { value: "3분기" } }),
      await command("decision", { hold_id: idOf("asked"), data: { decision: "reject" } }),
    ];
    for (const answer of answers) expect(SocketAnswerSchema.parse(answer).type).toBe("ack");
    const events = await api().events(id);
    const said = events.filter(({ by }) => by === "local-operator").map(({ type }) => type);
    expect(said).toEqual([
      "plan.created",
      "plan.paused",
      "plan.edited",
      "plan.resumed",
      "hold.decided",
      "hold.decided",
    ]);
    const other = await api().create({ title: "취소", todos: [asked] });
    await command("cancel", { plan_id: other.id, data: { reason: "됐어" } });
    expect(await api().untilEnded(other.id)).toMatchObject({
      status: "cancelled",
      ended_because: "됐어",
    });
  });

  test("a command with the same id counts once, whichever way it comes", async () => {
    const { id } = await api().create({ title: "한 번", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const socket = await open();
    const data = { decision: "approve", command_id: "once" };
    const first = await socket.ask({
      type: "command",
      command: "decision",
      hold_id: hold!.id,
      data,
    });
    const again = await api().post(`/v1/holds/${hold!.id}/decision`, data);
    expect(await again.json()).toEqual(first["data"]);
  });

  test("what is refused is answered by the problem of the route", async () => {
    const { id } = await api().create({ title: "거절", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const socket = await open();
    const codeOf = async (message: object) => {
      const answer = SocketAnswerSchema.parse(await socket.ask(message));
      return answer.type === "problem" ? answer.problem.code : "taken";
    };
    const hold_id = hold!.id;
    const decision = { type: "command", command: "decision", hold_id };
    expect(await codeOf({ ...decision, data: { decision: "maybe" } })).toBe("validation_failed");
    expect(await codeOf({ ...decision, data: {} })).toBe("validation_failed");
    expect(await codeOf({ ...decision, hold_id: "../../plans" })).toBe("validation_failed");
    expect(await codeOf({ ...decision, hold_id: `${id}.h9` })).toBe("validation_failed");
    expect(await codeOf({ ...decision, hold_id: `${id}.h9`, data: { decision: "approve" } })).toBe(
      "hold_not_found",
    );
    expect(await codeOf({ type: "command", command: "resume", plan_id: id })).toBe(
      "illegal_transition",
    );
    expect(await codeOf({ type: "subscribe", plan_id: "nobody" })).toBe("plan_not_found");
    expect(await codeOf({ type: "subscribe" })).toBe("validation_failed");
    expect(await codeOf({ type: "subscribe", plan_id: id, types: "x" })).toBe("validation_failed");
    const board = { type: "subscribe", plan_id: id, board: true };
    expect(await codeOf({ ...board, types: "hold" })).toBe("validation_failed");
    expect(await codeOf({ ...board, todo_id: "a" })).toBe("validation_failed");
    expect(await codeOf({ ...board, board: false, types: "hold" })).toBe("taken");
    expect(await codeOf({ type: "unsubscribe", plan_id: id })).toBe("taken");
    expect(await codeOf({ type: "shout", plan_id: id })).toBe("validation_failed");
    expect(await codeOf({ type: "command", command: "explode", plan_id: id })).toBe(
      "validation_failed",
    );
    expect(await codeOf({ type: "unsubscribe", plan_id: id, more: 1 })).toBe("validation_failed");
  });
});

describe("frames that are no messages", () => {
  test.each([
    ["text that is no JSON", "{", "malformed_body"],
    ["an empty text", "", "malformed_body"],
    ["a key that stands twice", '{"type":"subscribe","type":"command"}', "malformed_body"],
    ["a depth without end", "[".repeat(5_000) + "]".repeat(5_000), "unsafe_text"],
    ["half a character", '{"type":"\\ud800"}', "unsafe_text"],
    ["a number", "1", "validation_failed"],
    ["null", "null", "validation_failed"],
    ["a list", "[]", "validation_failed"],
    ["a trap for objects", '{"__proto__":{"type":"subscribe"}}', "unsafe_text"],
    ["a large text", JSON.stringify("x".repeat(256 * 1024)), "body_too_large"],
    ["bytes", Buffer.from("{}"), "malformed_body"],
  ])("%s is answered by a problem, and the socket goes on", async (_title, frame, code) => {
    const socket = await open();
    socket.send(frame);
    const answer = await socket.until(({ type }) => type === "problem");
    expect(answer).toMatchObject({ ref: null, problem: { code } });
    const { problem } = SocketAnswerSchema.parse(answer) as {
      problem: { [field: string]: unknown };
    };
    expect(problem["hint"]).toEqual(expect.any(String));
    expect((await socket.ask({ type: "unsubscribe", plan_id: "nobody" })).type).toBe("ack");
  });

  test("a frame above a megabyte closes the socket, and only that one", async () => {
    const { url } = await serveApi(api().deps);
    const [large, other] = [await openSocket(`${url}/v1/ws`), await openSocket(`${url}/v1/ws`)];
    large.send("x".repeat(1024 * 1024 + 1));
    expect((await large.closed).code).toBe(1009);
    expect((await other.ask({ type: "unsubscribe", plan_id: "nobody" })).type).toBe("ack");
  });

  test("a wrong message with a ref is answered by it", async () => {
    const socket = await open();
    socket.send({ type: "subscribe", ref: "mine", plan_id: 7 });
    const answer = await socket.until(({ type }) => type === "problem");
    expect(answer).toMatchObject({ ref: "mine", problem: { errors: [{ pointer: "/plan_id" }] } });
  });

  test("a message of a kind that there is not is told which kinds there are", async () => {
    const socket = await open();
    socket.send({ type: "subscrib", plan_id: "tea" });
    const answer = await socket.until(({ type }) => type === "problem");
    const detail = "must be one of subscribe, unsubscribe, command.";
    expect(answer).toMatchObject({ problem: { errors: [{ pointer: "/type", detail }] } });
  });
});

describe("a handshake", () => {
  test("of a program, or of a page of the address that it was sent to, is welcome", async () => {
    const { url, port } = await serveApi(api().deps);
    const byName = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    for (const headers of [{}, { origin: url }, byName]) {
      const socket = await openSocket(`${url}/v1/ws`, [], { headers });
      expect((await socket.ask({ type: "unsubscribe", plan_id: "a" })).type).toBe("ack");
    }
  });

  test.each([
    "https://evil.example",
    "null",
    "http://localhost",
    "http://127.0.0.1",
    "http://127.0.0.1:8080",
    "https://[::1]:3000",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://evil.example:80@localhost",
    "http://localhost@evil.example",
    "file://",
    "localhost",
  ])("with the origin %j is refused", async (origin) => {
    const { url } = await serveApi(api().deps);
    const { id } = await api().create({ title: "원점", todos: [asked] });
    for (const path of ["/v1/ws", `/ws/${id}`]) {
      expect(await refusedStatus(`${url}${path}`, { headers: { origin } })).toBe(403);
    }
  });

  test("for another host is refused, and so is one for a plan that is not there", async () => {
    const { url } = await serveApi(api().deps);
    expect(await refusedStatus(`${url}/v1/ws`, { headers: { host: "evil.example" } })).toBe(403);
    expect(await refusedStatus(`${url}/ws/nobody`, {})).toBe(404);
    expect(await refusedStatus(`${url}/ws/no.id`, {})).toBe(422);
    expect(await refusedStatus(`${url}/v1/nothing`, {})).toBe(404);
  });

  test("that is none is told what the address is", async () => {
    for (const path of ["/v1/ws", "/ws/nobody"]) {
      const answer = await api().request("GET", path);
      expect(answer.status).toBe(426);
      expect(await answer.json()).toMatchObject({ code: "upgrade_required" });
    }
  });
});

test("a peer that does not answer pings is dropped, and one that does is kept", async () => {
  const { url } = await serveApi(api().deps, { heartbeatMs: 300 });
  const dead = await openSocket(`${url}/v1/ws`, [], { autoPong: false });
  const alive = await openSocket(`${url}/v1/ws`);
  expect((await dead.closed).code).toBe(1006);
  expect((await alive.ask({ type: "unsubscribe", plan_id: "a" })).type).toBe("ack");
});

test("an API that stops says goodbye", async () => {
  const served = await serveApi(api().deps);
  const socket = await openSocket(`${served.url}/v1/ws`);
  const { id } = await api().create({ title: "안녕", todos: [asked] });
  await socket.ask({ type: "subscribe", plan_id: id });
  await served.stop();
  expect((await socket.closed).code).toBe(1001);
  expect(socket.messages.some(({ type }) => type === "end")).toBe(false);
});

test("a socket that opens while the API stops is told goodbye, too, and keeps it from nothing", async () => {
  const sockets = createSocketServer();
  const server = createServer();
  server.on("upgrade", (request, wire, head) => {
    // What the handshake waited for came too late.
    sockets.close();
    const { server: protocol } = sockets as unknown as { server: WebSocketServer };
    protocol.handleUpgrade(request, wire, head, (socket) => protocol.emit("connection", socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = await openSocket(`http://127.0.0.1:${port}/v1/ws`);
  expect((await socket.closed).code).toBe(1001);
  const closed = once(server, "close");
  server.close();
  await closed;
});
