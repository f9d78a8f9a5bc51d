import { describe, expect, test } from "vitest";
import { PlanEventSchema } from "../../../src/contract/plan/event.ts";
import { PlanViewSchema } from "../../../src/contract/plan/plan.ts";
import { pointersOf, problemOf, useApi } from "../../support/api-harness.ts";
import { eventsOf, openStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const asked = { id: "asked", title: "승인", requires_approval: true, ...echo };
const after = { id: "after", title: "뒤", depends_on: ["asked"], ...echo };

async function approve(planId: string): Promise<void> {
  const [hold] = await api().untilHolds(planId);
  const body = { decision: "approve", comment: "좋아요 👍" };
  expect((await api().post(`/v1/holds/${hold!.id}/decision`, body)).status).toBe(200);
}

describe("a stream of a plan's events", () => {
  test("begins with the plan, tells what happens in order, and ends with the plan", async () => {
    const { id } = await api().create({ title: "생중계", todos: [asked, after] });
    await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const stream = await openStream(`${url}/v1/plans/${id}/events`);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
    expect(stream.response.headers.get("cache-control")).toContain("no-cache");
    const first = (await stream.next())!;
    expect(first.event).toBe("snapshot");
    const view = PlanViewSchema.parse(first.data);
    expect(first.id).toBe(view.seq);
    expect(view).toMatchObject({ id, title: "생중계", open_holds: 1, seq: 3 });
    expect(view.todos.map((todo) => todo.id)).toEqual(["asked", "after"]);

    await approve(id);
    const rest = await stream.rest();
    const events = rest.map(({ data }) => PlanEventSchema.parse(data));
    expect(events).toEqual((await api().events(id)).slice(3));
    expect(rest.map((message) => message.id)).toEqual(events.map(({ seq }) => seq));
    expect(rest.map((message) => message.event)).toEqual(events.map(({ type }) => type));
    expect(events.at(-1)!.type).toBe("plan.completed");
  });

  test("resumes after Last-Event-ID, which counts more than the address", async () => {
    const { id } = await api().create({ title: "다시", todos: [asked, after] });
    await approve(id);
    await api().untilEnded(id);
    const all = await api().events(id);
    const { url } = await serveApi(api().deps);
    const path = `${url}/v1/plans/${id}/events`;
    const whole = await openStream(`${path}?after=0`);
    expect(eventsOf(await whole.rest())).toEqual(all);
    const resumed = await openStream(`${path}?after=1`, { "last-event-id": "4" });
    expect(eventsOf(await resumed.rest())).toEqual(all.slice(4));
  });

  test("is refused where one of its parameters stands twice, of which it would take one", async () => {
    const { id } = await api().create({ title: "둘", todos: [asked] });
    const headers = { accept: "text/event-stream" };
    const path = `/v1/plans/${id}/events?types=hold&types=plan`;
    const problem = await problemOf(api().request("GET", path, { headers }), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/query/types"]);
  });

  test.each(["types=hold", "todo_id=a", "types=hold&todo_id=a"])(
    "is refused where it asks for a board and for some events alone: %s",
    async (query) => {
      const { id } = await api().create({ title: "판", todos: [asked] });
      const headers = { accept: "text/event-stream" };
      const path = `/v1/plans/${id}/events?board=true&${query}`;
      const problem = await problemOf(api().request("GET", path, { headers }), "validation_failed");
      const named = query.split("&").map((one) => `/query/${one.split("=")[0]!}`);
      expect(pointersOf(problem)).toEqual(named);
      expect(JSON.stringify(problem)).toContain("board");
    },
  );

  test("is what a board needs: without it, a board is refused and not left out", async () => {
    const { id } = await api().create({ title: "한 번", todos: [asked] });
    const once = api().request("GET", `/v1/plans/${id}/events?board=true`);
    const problem = await problemOf(once, "validation_failed");
    expect(pointersOf(problem)).toEqual(["/query/board"]);
    expect(problem.hint).toContain(`/v1/plans/${id}/board`);
    expect((await api().request("GET", `/v1/plans/${id}/events?board=false`)).status).toBe(200);
  });

  test.each(["limit=1", "wait=5", "limit=1&wait=5s"])(
    "is refused with what only an answer that ends can have: %s",
    async (query) => {
      const { id } = await api().create({ title: "끝없이", todos: [asked] });
      const headers = { accept: "text/event-stream" };
      const answer = api().request("GET", `/v1/plans/${id}/events?${query}`, { headers });
      const problem = await problemOf(answer, "validation_failed");
      const named = query.split("&").map((one) => `/query/${one.split("=")[0]!}`);
      expect(pointersOf(problem)).toEqual(named);
      expect(JSON.stringify(problem)).toContain("text/event-stream");
    },
  );

  test("is answered by 204 when the plan has ended and all of it was read", async () => {
    const { id } = await api().create({ title: "끝", todos: [{ title: "a", kind: "milestone" }] });
    const { seq } = await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    const headers = { "last-event-id": String(seq) };
    const stream = await openStream(`${url}/v1/plans/${id}/events`, headers);
    expect(stream.response.status).toBe(204);
  });

  test("gives the plan as it is to a reader who knows a later past", async () => {
    const { id } = await api().create({ title: "미래", todos: [asked] });
    await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const headers = { "last-event-id": "999" };
    const stream = await openStream(`${url}/v1/plans/${id}/events`, headers);
    expect(await stream.next()).toMatchObject({ id: 3, event: "snapshot" });
    await approve(id);
    expect(eventsOf(await stream.rest())).toEqual((await api().events(id)).slice(3));
  });

  test("holds only the wanted types and families", async () => {
    const { id } = await api().create({ title: "선별", todos: [asked, after] });
    await approve(id);
    await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    const path = `${url}/v1/plans/${id}/events?after=0&types=hold,todo.completed`;
    const types = (await (await openStream(path)).rest()).map(({ event }) => event);
    expect(types).toEqual(["hold.requested", "hold.decided", "todo.completed", "todo.completed"]);
  });

  test("is over for those who hear of some types alone, as a browser asks that reconnects", async () => {
    const { id } = await api().create({ title: "끝나는 선별", todos: [asked, after] });
    await approve(id);
    const { seq } = await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    const path = `${url}/v1/plans/${id}/events?types=hold`;
    const decided = (await api().events(id)).find(({ type }) => type === "hold.decided")!;
    const again = await openStream(path, { "last-event-id": String(decided.seq) });
    expect(await again.rest()).toEqual([]);
    expect(again.endedAt()).toBe(seq);
    const last = await openStream(path, { "last-event-id": String(again.endedAt()) });
    expect(last.response.status).toBe(204);
  });

  test("tells one todo alone, when somebody asks for it", async () => {
    const { id } = await api().create({ title: "하나", todos: [asked, { ...asked, id: "again" }] });
    const holds = await api().untilHolds(id, 2);
    for (const { id: hold } of holds) {
      await api().post(`/v1/holds/${hold}/decision`, { decision: "approve" });
    }
    await api().untilEnded(id);
    const { url } = await serveApi(api().deps);
    const path = `${url}/v1/plans/${id}/events?after=0&todo_id=${holds[1]!.todo_id}`;
    const types = (await (await openStream(path)).rest()).map(({ event }) => event);
    expect(types).toEqual(["hold.requested", "hold.decided", "todo.started", "todo.completed"]);
  });

  test("says that it is there while nothing happens", async () => {
    const { id } = await api().create({ title: "고요", todos: [asked] });
    await api().untilHolds(id);
    const { url } = await serveApi(api().deps, { heartbeatMs: 20 });
    const stream = await openStream(`${url}/v1/plans/${id}/events?types=plan`);
    // Heartbeats come while the plan is read for its snapshot, too.
    await stream.next();
    const before = stream.heartbeats();
    await stream.until(() => stream.heartbeats() >= before + 3);
    expect(stream.messages.map(({ event }) => event)).toEqual(["snapshot"]);
  });

  test("gets old events from the log and new ones as they come, without a seam", async () => {
    const todos = Array.from({ length: 700 }, (_, place) => ({
      id: `t${place}`,
      title: "빈 일",
      kind: "milestone" as const,
    }));
    const ids = todos.map((todo) => todo.id).slice(0, 150);
    const { id } = await api().create({
      title: "많음",
      todos: [...todos, { ...asked, depends_on: ids }],
    });
    await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const stream = await openStream(`${url}/v1/plans/${id}/events?after=0`);
    await stream.until(() => stream.messages.length === 1_000);
    await approve(id);
    await stream.rest();
    const events = eventsOf(stream.messages);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    expect(events).toEqual(await api().events(id));
  });
});

describe("a stream is refused before it begins", () => {
  const path = (query = "") => `/v1/plans/nobody/events${query}`;
  const ask = (address: string, headers: Record<string, string> = {}) =>
    api().request("GET", address, { headers: { accept: "text/event-stream", ...headers } });

  test("when there is no such plan", async () => {
    const problem = await problemOf(ask(path()), "plan_not_found");
    expect(problem.instance).toBe(path());
    expect((await ask(path("?after=5"))).status).toBe(404);
  });

  test.each(["x", "-1", "1.5", "1e3", "99999999999999999999", " ", "3 4"])(
    "when Last-Event-ID is %j",
    async (id) => {
      const problem = await problemOf(ask(path(), { "last-event-id": id }), "validation_failed");
      expect(pointersOf(problem)).toEqual(["/header/last-event-id"]);
    },
  );

  test.each([
    ["?after=x", "/query/after"],
    ["?types=todo,nonsense", "/query/types"],
    ["?types=", "/query/types"],
  ])("for %s", async (query, pointer) => {
    const problem = await problemOf(ask(path(query)), "validation_failed");
    expect(pointersOf(problem)).toEqual([pointer]);
  });

  test("when the plan's id is none", async () => {
    const problem = await problemOf(ask("/v1/plans/no.id/events"), "validation_failed");
    expect(pointersOf(problem)).toEqual(["/param/plan_id"]);
  });
});

test("those who do not ask for a stream get pages of JSON as before", async () => {
  const { id } = await api().create({ title: "쪽", todos: [{ title: "a", kind: "milestone" }] });
  await api().untilEnded(id);
  for (const accept of ["application/json", "*/*", "text/event-stream-ish"]) {
    const answer = await api().request("GET", `/v1/plans/${id}/events`, { headers: { accept } });
    expect(answer.headers.get("content-type")).toBe("application/json");
  }
  const head = await api().request("HEAD", `/v1/plans/${id}/events`, {
    headers: { accept: "text/event-stream" },
  });
  expect(head.status).toBe(200);
});
