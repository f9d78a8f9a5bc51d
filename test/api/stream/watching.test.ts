import { describe, expect, test } from "vitest";
import type { ApiDeps } from "../../../src/api/routes/api-deps.ts";
import { defer } from "../../../src/api/stream/feed/backoff.ts";
import { NewPlanSchema } from "../../../src/contract/plan/plan.ts";
import { english } from "../../../src/contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../../src/contract/tables/temporal-names.ts";
import { createPlan } from "../../../src/plan/create/create.ts";
import type { planWorkflow } from "../../../src/workflows/plan.workflow.ts";
import { boardQuery, eventsQuery, planQuery } from "../../../src/workflows/wire/messages.ts";
import { startApiHarness, useApi } from "../../support/api-harness.ts";
import { startTestServer } from "../../support/dev-server.ts";
import { eventsOf, openStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const echo = { tool_name: "echo", tool_params: { text: "x" } };
const asked = { id: "asked", title: "승인", requires_approval: true, ...echo };

/** The same plans, with what the live stream asks Temporal for counted. */
function counting(deps: ApiDeps) {
  const counts = { open: 0, most: 0, queries: 0, polls: 0 };
  const ended: (() => void)[] = [];
  const plans: ApiDeps["plans"] = {
    ...deps.plans,
    query(planId, query, ...args) {
      if ((query.name as string) === eventsQuery.name) counts.queries += 1;
      return deps.plans.query(planId, query, ...args);
    },
    async awaitHistory(...args) {
      counts.polls += 1;
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      try {
        return await deps.plans.awaitHistory(...args);
      } finally {
        counts.open -= 1;
        if (counts.open === 0) for (const tell of ended.splice(0)) tell();
      }
    },
  };
  const idle = (): Promise<void> =>
    counts.open === 0 ? Promise.resolve() : new Promise((resolve) => ended.push(resolve));
  return { deps: { ...deps, plans }, counts, idle };
}

test("fifty who watch one plan share one long-poll, which ends when the last one leaves", async () => {
  const { id } = await api().create({ title: "함께", todos: [asked] });
  await api().untilHolds(id);
  const { deps, counts, idle } = counting(api().deps);
  const { url } = await serveApi(deps, { lingerMs: 0 });
  const open = () => openStream(`${url}/v1/plans/${id}/events`);
  const streams = await Promise.all(Array.from({ length: 50 }, open));
  await Promise.all(streams.map((stream) => stream.next()));
  const queries = counts.queries;
  expect(queries).toBeLessThanOrEqual(3);

  await api().post(`/v1/plans/${id}/pause`);
  await Promise.all(streams.map((stream) => stream.next()));
  for (const stream of streams) {
    expect(stream.messages.map(({ event }) => event)).toEqual(["snapshot", "plan.paused"]);
  }
  expect(counts.most).toBe(1);
  // None at all for a moment after news: what comes then is one batch.
  expect(counts.open).toBeLessThanOrEqual(1);
  expect(counts.queries).toBeLessThanOrEqual(queries + 3);

  await Promise.all(streams.slice(1).map((stream) => stream.close()));
  await api().post(`/v1/plans/${id}/resume`);
  expect((await streams[0]!.next())?.event).toBe("plan.resumed");
  expect(counts.most).toBe(1);
  await streams[0]!.close();
  await idle();
});

test.each([
  ["of a plan", (id: string) => `/v1/plans/${id}/events`],
  ["of all plans", () => "/v1/events"],
])("the stream %s is whole when its API stops, and says how soon to come back", async (_, path) => {
  const { id } = await api().create({ title: "끝", todos: [asked] });
  await api().untilHolds(id);
  const served = await serveApi(api().deps);
  const headers = { accept: "text/event-stream" };
  const response = await fetch(served.url + path(id), { headers });
  const reader = response.body!.getReader();
  let text = "";
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    text += new TextDecoder().decode(value);
    return !done;
  };
  while (!text.includes("event: snapshot")) await read();
  const stopped = served.stop();
  // A stream that is cut off would throw here.
  while (await read());
  await stopped;
  expect(text).toMatch(/^retry: 1000\n\n/);
});

test("who comes back at once is answered from memory", async () => {
  const { id } = await api().create({ title: "기억", todos: [asked] });
  await api().untilHolds(id);
  const { deps, counts } = counting(api().deps);
  const { url } = await serveApi(deps);
  const path = `${url}/v1/plans/${id}/events`;
  const first = await openStream(path);
  await first.next();
  await api().post(`/v1/plans/${id}/pause`);
  await first.next();
  await first.close();
  const queries = counts.queries;
  const again = await openStream(path, { "last-event-id": "1" });
  await again.until(() => again.messages.length === 3);
  expect(eventsOf(again.messages).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  // At most the look that the pause had made due.
  expect(counts.queries).toBeLessThanOrEqual(queries + 1);
});

test.each(["snapshot", "board"])(
  "who gets a %s of a plan that has ended meanwhile is told what happened since",
  async (kind) => {
    const { id } = await api().create({ title: "그사이", todos: [asked] });
    const [hold] = await api().untilHolds(id);
    const looked = defer();
    const slow = defer();
    const deps: ApiDeps = {
      ...api().deps,
      plans: {
        ...api().deps.plans,
        async query(planId, query, ...args) {
          const answer = await api().deps.plans.query(planId, query, ...args);
          if ([planQuery.name, boardQuery.name].includes(query.name)) {
            looked.resolve();
            await slow.promise;
          }
          return answer;
        },
      },
    };
    const { url } = await serveApi(deps);
    const path = `${url}/v1/plans/${id}/events`;
    const told = await openStream(path, { "last-event-id": "3" });
    const late = await openStream(kind === "board" ? `${path}?board=true` : path);
    const rest = late.rest();
    await looked.promise;
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    const expected = (await told.rest()).map(({ id: seq, event }) => [seq, event]);
    expect(expected.at(-1)![1]).toBe("plan.completed");
    slow.resolve();
    expect((await rest).map(({ id: seq, event }) => [seq, event])).toEqual([
      [3, kind],
      ...expected,
    ]);
    expect(late.endedAt()).toBe(expected.at(-1)![0]);
  },
);

test("a plan whose stream has ended is forgotten", async () => {
  const { id } = await api().create({ title: "잊힘", todos: [{ title: "a", kind: "milestone" }] });
  await api().untilEnded(id);
  const { deps, counts } = counting(api().deps);
  const { url } = await serveApi(deps, { lingerMs: 0 });
  const whole = async (): Promise<number> => {
    await (await openStream(`${url}/v1/plans/${id}/events?after=0`)).rest();
    return counts.queries;
  };
  const once = await whole();
  expect(await whole()).toBe(2 * once);
});

test("a storm of changes costs few queries, and every event arrives", async () => {
  const { id } = await api().create({ title: "폭풍", todos: [asked] });
  await api().untilHolds(id);
  const { deps, counts } = counting(api().deps);
  const { url } = await serveApi(deps);
  const stream = await openStream(`${url}/v1/plans/${id}/events`);
  await stream.next();
  const before = { queries: counts.queries, at: performance.now() };
  const rounds = 60;
  for (let round = 0; round < rounds; round += 1) {
    await api().post(`/v1/plans/${id}/${round % 2 === 0 ? "pause" : "resume"}`);
  }
  await stream.until(() => stream.messages.length === rounds + 1);
  const seconds = (performance.now() - before.at) / 1_000;
  expect(eventsOf(stream.messages)).toEqual((await api().events(id)).slice(3));
  // Five a second, and one that was under way.
  expect(counts.queries - before.queries).toBeLessThanOrEqual(5 * seconds + 2);
});

test("a plan that goes on in run after run is followed to its end", async () => {
  const id = "runs";
  const chain = Array.from({ length: 8 }, (_, place) => ({
    id: `t${place}`,
    title: `${place}`,
    depends_on: place === 0 ? ["asked"] : [`t${place - 1}`],
    ...echo,
  }));
  const plan = NewPlanSchema.parse({ id, title: "이어짐", todos: [asked, ...chain] });
  const made = createPlan(plan, { id, owner: "tester", at: new Date().toISOString() });
  if ("problem" in made) throw new Error(english(made.problem.detail));
  await api().client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
    workflowId: TEMPORAL_NAMES.plan_prefix + id,
    taskQueue: api().taskQueue,
    args: [{ state: made.state, history_events: 12 }],
  });
  const [hold] = await api().untilHolds(id);
  const { runId } = await api().client.workflow.getHandle(`plan-${id}`).describe();
  const { url } = await serveApi(api().deps);
  const stream = await openStream(`${url}/v1/plans/${id}/events?after=3`);
  await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
  await stream.rest();
  expect(eventsOf(stream.messages)).toEqual((await api().events(id)).slice(3));
  expect(stream.messages.at(-1)!.event).toBe("plan.completed");
  expect((await api().client.workflow.getHandle(`plan-${id}`).describe()).runId).not.toBe(runId);
});

test("a plan that is terminated in Temporal ends its streams, and they tell how", async () => {
  const { id } = await api().create({ title: "중단", todos: [asked] });
  await api().untilHolds(id);
  const { url } = await serveApi(api().deps);
  const stream = await openStream(`${url}/v1/plans/${id}/events`);
  await stream.next();
  await api().client.workflow.getHandle(`plan-${id}`).terminate("by hand");
  expect((await stream.rest()).map(({ event }) => event)).toEqual([
    "plan.cancel_requested",
    "hold.withdrawn",
    "todo.cancelled",
    "plan.cancelled",
  ]);
});

describe("nothing is lost and nothing comes twice", () => {
  /** Reads one stream after the other, each from where the one before broke off. */
  async function follow(url: string, id: string, from: number): Promise<number[]> {
    const seen: number[] = [];
    for (;;) {
      const headers = { "last-event-id": String(seen.at(-1) ?? from) };
      const stream = await openStream(`${url}/v1/plans/${id}/events`, headers).catch(() => null);
      if (stream === null) continue;
      if (stream.response.status === 204) return seen;
      for (let message = await stream.next(); message !== null; message = await stream.next()) {
        seen.push(message.id);
      }
    }
  }

  test("when the API stops and starts again under fifty readers", async () => {
    const chain = Array.from({ length: 40 }, (_, place) => ({
      id: `t${place}`,
      title: `${place}`,
      depends_on: place === 0 ? ["asked"] : [`t${place - 1}`],
      ...echo,
    }));
    const { id } = await api().create({ title: "재시작", todos: [asked, ...chain] });
    const [hold] = await api().untilHolds(id);
    const first = await serveApi(api().deps);
    const readers = Array.from({ length: 50 }, () => follow(first.url, id, 3));
    const witness = await openStream(`${first.url}/v1/plans/${id}/events?after=3`);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    await witness.until(() => witness.messages.length >= 10);
    await first.stop();
    await serveApi(api().deps, { port: first.port });
    const plan = await api().untilEnded(id);
    const all = Array.from({ length: plan.seq - 3 }, (_, place) => place + 4);
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
  });

  test("when the worker stops and another one starts", async () => {
    const gate = { id: "gate", title: "문", tool_name: "gate", tool_params: { name: "stream" } };
    const todos = [gate, { ...asked, depends_on: ["gate"] }];
    const { id } = await api().create({ title: "교대", todos });
    const { url } = await serveApi(api().deps, { heartbeatMs: 20 });
    const stream = await openStream(`${url}/v1/plans/${id}/events?after=0`);
    await stream.until(() => stream.messages.some(({ event }) => event === "todo.started"));
    await api().stopWorker();
    api().tools.open("stream");
    // What happens while nobody works is told once somebody does.
    await api().client.workflow.getHandle(`plan-${id}`).signal("pause", { reason: "밤" });
    const beats = stream.heartbeats();
    await stream.until(() => stream.heartbeats() > beats + 2);
    await api().startWorker();
    await api().post(`/v1/plans/${id}/resume`);
    const [hold] = await api().untilHolds(id);
    await api().post(`/v1/holds/${hold!.id}/decision`, { decision: "approve" });
    await stream.rest();
    expect(eventsOf(stream.messages)).toEqual(await api().events(id));
  });

  test("when Temporal stops and comes back", async () => {
    const server = await startTestServer();
    const own = await startApiHarness({ address: server.address, answerMs: 2_000 });
    let again: Awaited<ReturnType<typeof startTestServer>> | undefined;
    try {
      const { id } = await own.create({ title: "정전", todos: [asked] });
      const [hold] = await own.untilHolds(id);
      const { url } = await serveApi(own.deps, { heartbeatMs: 20 });
      const stream = await openStream(`${url}/v1/plans/${id}/events?after=0`);
      await stream.until(() => stream.messages.length === 3);
      await server.stop();
      const beats = stream.heartbeats();
      await stream.until(() => stream.heartbeats() > beats + 2);
      const port = Number(server.address.split(":")[1]);
      again = await startTestServer({ dataDir: server.dataDir, ports: { grpc: port, ui: 0 } });
      const path = `/v1/holds/${hold!.id}/decision`;
      const decide = () => own.post(path, { decision: "approve", command_id: "once" });
      for (let answer = await decide(); answer.status !== 200; answer = await decide()) {
        expect(answer.status).toBe(503);
      }
      await stream.rest();
      expect(eventsOf(stream.messages)).toEqual(await own.events(id));
    } finally {
      await own.close();
      await again?.stop();
      await server.remove();
    }
  });
});
