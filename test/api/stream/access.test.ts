import { expect, test } from "vitest";
import { eventsQuery, sessionQuery } from "../../../src/workflows/wire/messages.ts";
import { problemOf, useApi } from "../../support/api-harness.ts";
import { createKeyedApi } from "../../support/keyed-api.ts";
import { openSocket, refusedStatus } from "./support/open-socket.ts";
import { openStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const asked = {
  id: "asked",
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};
const bearer = (written: string) => ({ authorization: `Bearer ${written}` });

/** A plan that waits for an approval, and an API that wants keys. */
async function setUp(accessMs = 60_000) {
  const { id } = await api().create({ title: "열쇠", todos: [asked] });
  const [hold] = await api().untilHolds(id);
  const keyed = createKeyedApi(api().deps);
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys }, { accessMs });
  return { id, hold: hold!, keyed, url };
}

test("streams and sockets open with a key and not without", async () => {
  const { id, keyed, url } = await setUp();
  const { written } = await keyed.add("lee", "viewer");
  const path = `${url}/v1/plans/${id}/events`;
  expect((await openStream(path)).response.status).toBe(401);
  expect((await openStream(path, bearer("hp_wrong"))).response.status).toBe(401);
  expect((await (await openStream(path, bearer(written))).next())?.event).toBe("snapshot");
  for (const socketPath of ["/v1/ws", `/ws/${id}`]) {
    expect(await refusedStatus(url + socketPath, {})).toBe(401);
    expect(await refusedStatus(url + socketPath, { headers: bearer("hp_wrong") })).toBe(401);
    await openSocket(url + socketPath, [], { headers: bearer(written) });
  }
});

test("commands over a socket are their key's, with its roles, until it is revoked", async () => {
  const { hold, id, keyed, url } = await setUp();
  const viewer = await keyed.add("lee", "viewer");
  const approver = await keyed.add("kim", "approver");
  const decision = { type: "command", command: "decision", hold_id: hold.id };
  const approve = { ...decision, data: { decision: "approve" } };
  const open = (key: { written: string }) =>
    openSocket(`${url}/v1/ws`, [], { headers: bearer(key.written) });
  const [eyes, hands, late] = [await open(viewer), await open(approver), await open(approver)];
  expect(await eyes.ask(approve)).toMatchObject({ problem: { code: "forbidden" } });
  expect(await hands.ask(approve)).toMatchObject({
    data: { hold: { decision: { by: "kim", decision: "approve" } } },
  });
  await keyed.keys.revoke(approver.key.id, new Date().toISOString());
  expect(await late.ask(approve)).toMatchObject({ problem: { code: "key_revoked" } });

  const seed = await openSocket(`${url}/ws/${id}`, [], { headers: bearer(viewer.written) });
  seed.send({ type: "hitl_control", session_id: id, command: "pause" });
  const refused = await seed.until(({ data }) => JSON.stringify(data).includes("in_reply_to"));
  expect(refused).toMatchObject({ data: { problem: { code: "forbidden" } } });
});

test("who loses the key loses what is open", async () => {
  const { id, keyed, url } = await setUp(20);
  const { key, written } = await keyed.add("lee", "viewer");
  const other = await keyed.add("kim", "viewer");
  const path = `${url}/v1/plans/${id}/events`;
  const stream = await openStream(path, bearer(written));
  const kept = await openStream(path, bearer(other.written));
  const sockets = await Promise.all(
    ["/v1/ws", `/ws/${id}`].map((to) => openSocket(url + to, [], { headers: bearer(written) })),
  );
  await stream.next();
  await kept.next();
  await keyed.keys.revoke(key.id, new Date().toISOString());
  expect(await stream.next()).toBeNull();
  for (const socket of sockets) expect((await socket.closed).code).toBe(1008);
  expect((await openStream(path, bearer(written))).response.status).toBe(401);
  await api().post(`/v1/plans/${id}/pause`);
  expect((await kept.next())?.event).toBe("plan.paused");
});

test("a key that was revoked a moment ago is told nothing more on a socket that is still open", async () => {
  const { id, keyed, url } = await setUp();
  const { key, written } = await keyed.add("lee", "viewer");
  const headers = { headers: bearer(written) };
  const socket = await openSocket(`${url}/v1/ws`, [], headers);
  const seed = await openSocket(`${url}/ws/${id}`, [], headers);
  await keyed.keys.revoke(key.id, new Date().toISOString());
  const refused = { problem: { code: "key_revoked" } };
  expect(await socket.ask({ type: "subscribe", plan_id: id })).toMatchObject(refused);
  const about = { type: "hitl_approval_response", session_id: id, todo_id: "none" };
  seed.send({ ...about, action: "approve" });
  const answer = await seed.until(({ data }) => JSON.stringify({ data }).includes("in_reply_to"));
  expect(answer).toMatchObject({ data: refused });
});

test("who waits for news with a key that is revoked meanwhile is told none", async () => {
  const { id, keyed } = await setUp();
  const { key, written } = await keyed.add("lee", "operator");
  const session = { session_id: "laptop", assignee: "coder", agent: "build" };
  expect((await api().post(`/v1/plans/${id}/sessions`, session)).status).toBe(200);
  const { seq } = await api().plan(id);
  const asked = new Set<string>();
  const { plans } = api().deps;
  const query: typeof plans.query = (planId, definition, ...args) => {
    asked.add(definition.name);
    return plans.query(planId, definition, ...args);
  };
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys, plans: { ...plans, query } });
  const waiting = [
    `${url}/v1/plans/${id}/events?wait=60&after=${seq}`,
    `${url}/v1/plans/${id}/sessions/laptop/next?wait=60`,
  ].map((path) => fetch(path, { headers: bearer(written) }));
  // Both were let in by then.
  await expect
    .poll(() => [eventsQuery, sessionQuery].every(({ name }) => asked.has(name)))
    .toBe(true);
  await keyed.keys.revoke(key.id, new Date().toISOString());
  const todo = { title: "new", kind: "manual", assignee: "coder" };
  await api().post(`/v1/plans/${id}/todos`, todo);
  for (const answer of waiting) await problemOf(answer, "key_revoked");
});

test("what a message of S0's socket means is asked as a request of its key, whatever comes of it", async () => {
  const { id } = await api().create({ title: "한도", todos: [asked] });
  const keyed = createKeyedApi(api().deps);
  const { written } = await keyed.add("lee", "viewer");
  const rate = { per_second: 0.001, burst: 3, streams: 10 };
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys, rate });
  const socket = await openSocket(`${url}/ws/${id}`, [], { headers: bearer(written) });
  const about = { type: "hitl_approval_response", session_id: id, todo_id: "none" };
  const ask = async () => {
    socket.send({ ...about, action: "approve" });
    return socket.until(({ data }) => JSON.stringify({ data }).includes("in_reply_to"));
  };
  const codes = [];
  for (let time = 0; time < 3; time += 1) {
    const { data } = (await ask()) as { data?: { problem?: { code: string } } };
    codes.push(data?.problem?.code);
  }
  expect(codes).toEqual(["hold_not_found", "hold_not_found", "rate_limited"]);
});

test("a subscription counts as a request of its key, and a message more than that is refused", async () => {
  const { id } = await api().create({ title: "한도", todos: [asked] });
  const keyed = createKeyedApi(api().deps);
  const { written } = await keyed.add("lee", "viewer");
  // So little comes back that the test cannot meet it.
  const rate = { per_second: 0.001, burst: 4, streams: 10 };
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys, rate });
  const socket = await openSocket(`${url}/v1/ws`, [], { headers: bearer(written) });
  const subscribe = () => socket.ask({ type: "subscribe", plan_id: id });
  expect([(await subscribe()).type, (await subscribe()).type]).toEqual(["ack", "ack"]);
  const read = () => fetch(`${url}/v1/plans/${id}`, { headers: bearer(written) });
  expect((await read()).status).toBe(200);
  expect(await subscribe()).toMatchObject({ type: "problem", problem: { code: "rate_limited" } });
  expect((await read()).status).toBe(429);
  expect((await socket.ask({ type: "unsubscribe", plan_id: id })).type).toBe("ack");
});
