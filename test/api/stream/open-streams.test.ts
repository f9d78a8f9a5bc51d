import { once } from "node:events";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { problemOf, useApi } from "../../support/api-harness.ts";
import { createKeyedApi } from "../../support/keyed-api.ts";
import { openSocket, refusedStatus } from "./support/open-socket.ts";
import { openStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const asked = { title: "승인", requires_approval: true, tool_name: "echo" };
const MOST = 3;

/** A plan that waits, and an API in which each key has three streams at most. */
async function setUp() {
  const todos = [{ ...asked, tool_params: { text: "x" } }];
  const { id } = await api().create({ title: "한도", todos });
  await api().untilHolds(id);
  const keyed = createKeyedApi(api().deps);
  const rate = { per_second: 10_000, burst: 10_000, streams: MOST };
  const { url } = await serveApi({ ...api().deps, keys: keyed.keys, rate });
  const [kim, lee] = [await keyed.add("kim", "viewer"), await keyed.add("lee", "viewer")];
  const [kims, lees] = [kim, lee].map(({ written }) => ({ authorization: `Bearer ${written}` }));
  return { id, url, kims: kims!, lees: lees! };
}

test("one key's streams leave room for the others', and for its own requests", async () => {
  const { id, url, kims, lees } = await setUp();
  const plan = `${url}/v1/plans/${id}`;
  const open = [
    await openStream(`${plan}/events`, kims),
    await openStream(`${url}/v1/events`, kims),
    await openStream(`${plan}/events?board=true`, kims),
  ];
  for (const stream of open) expect((await stream.next())?.event).toMatch(/snapshot|board/);
  for (const path of [`${plan}/events`, `${url}/v1/events`]) {
    const refused = await fetch(path, { headers: { ...kims, accept: "text/event-stream" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    const problem = await problemOf(refused, "too_many_streams");
    expect(problem).toMatchObject({ status: 429, retryable: true });
    expect(problem.detail).toContain("kim");
    expect(problem.detail).toContain(String(MOST));
  }
  await problemOf(fetch(`${plan}/events?wait=60`, { headers: kims }), "too_many_streams");
  for (const path of ["/v1/ws", `/ws/${id}`]) {
    expect(await refusedStatus(url + path, { headers: kims })).toBe(429);
  }
  expect((await fetch(plan, { headers: kims })).status).toBe(200);
  expect((await fetch(`${plan}/events`, { headers: kims })).status).toBe(200);
  // Who has another key notices nothing.
  expect((await (await openStream(`${plan}/events`, lees)).next())?.event).toBe("snapshot");
  await openSocket(`${url}/v1/ws`, [], { headers: lees });
  // Those that are open go on.
  await api().post(`/v1/plans/${id}/pause`);
  expect((await open[0]!.next())?.event).toBe("plan.paused");
});

test("what is closed makes room, however it was closed", async () => {
  const { id, url, kims } = await setUp();
  const events = `${url}/v1/plans/${id}/events`;
  const statusOf = async (path: string) => {
    const stream = await openStream(path, kims);
    await stream.close();
    return stream.response.status;
  };
  /** The server hears of a closed connection a moment later. */
  const untilRoom = () =>
    vi.waitFor(async () => expect(await statusOf(events)).toBe(200), { timeout: 20_000 });
  for (let round = 0; round < 4; round++) {
    const streams = [await openStream(events, kims), await openStream(`${url}/v1/events`, kims)];
    const socket = await openSocket(`${url}/v1/ws`, [], { headers: kims });
    expect(await statusOf(events)).toBe(429);
    for (const stream of streams) await stream.close();
    socket.close();
    await socket.closed;
    await untilRoom();
  }
  // Broken off while it is being opened, or as soon as it begins.
  for (let round = 0; round < 2 * MOST + 1; round++) {
    await vi.waitFor(async () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      const { pathname, host } = new URL(events);
      const lines = [`GET ${pathname} HTTP/1.1`, `host: ${host}`, "accept: text/event-stream"];
      const head = [...lines, `authorization: ${kims["authorization"]}`, "", ""].join("\r\n");
      await new Promise((resolve) => socket.write(head, resolve));
      const answer = round % 2 === 0 ? "" : String((await once(socket, "data"))[0]);
      socket.destroy();
      expect(answer).not.toContain("429");
    });
  }
  // Nothing is there.
  const missing = `${url}/v1/plans/missing/events`;
  for (let round = 0; round < MOST + 1; round++) {
    expect(await statusOf(missing)).toBe(404);
    expect((await fetch(`${missing}?wait=1`, { headers: kims })).status).toBe(404);
    expect(await refusedStatus(`${url}/ws/missing`, { headers: kims })).toBe(404);
  }
  await untilRoom();
  for (let place = 0; place < MOST; place++) {
    await vi.waitFor(async () => {
      expect((await openStream(events, kims)).response.status).toBe(200);
    });
  }
  expect(await statusOf(events)).toBe(429);
});

test("each plan that a socket watches counts until it is watched no more", async () => {
  const { id, url, kims } = await setUp();
  const others = [];
  for (let place = 0; place < MOST; place++) {
    others.push((await api().create({ title: "한도", todos: [{ title: "Look" }] })).id);
  }
  const socket = await openSocket(`${url}/v1/ws`, [], { headers: kims });
  const ask = (type: string, plan_id: string) => socket.ask({ type, plan_id });
  for (const one of [id, others[0]!]) expect((await ask("subscribe", one)).type).toBe("ack");
  // Once more is the same place.
  expect((await ask("subscribe", id)).type).toBe("ack");
  const full = { type: "problem", problem: { code: "too_many_streams" } };
  expect(await ask("subscribe", others[1]!)).toMatchObject(full);
  expect((await ask("unsubscribe", others[0]!)).type).toBe("ack");
  expect((await ask("subscribe", others[1]!)).type).toBe("ack");
  socket.close();
  await socket.closed;
  await vi.waitFor(async () => {
    const stream = await openStream(`${url}/v1/plans/${id}/events`, kims);
    expect(stream.response.status).toBe(200);
  });
});
