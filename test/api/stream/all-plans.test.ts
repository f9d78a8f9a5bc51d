import { getEventListeners } from "node:events";
import { Validator, type Schema } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import type { AsyncApiDocument } from "../../../src/api/openapi/asyncapi-document.ts";
import { createListFeed, type ListSubscription } from "../../../src/api/stream/feed/list-feed.ts";
import type { InboxRow, PlanRow } from "../../../src/contract/list.ts";
import { ListSnapshotSchema, type ListSnapshot } from "../../../src/contract/service/stream.ts";
import { startApiHarness, useApi } from "../../support/api-harness.ts";
import { createKeyedApi } from "../../support/keyed-api.ts";
import { openStream, type Message, type OpenStream } from "./support/open-stream.ts";
import { serveApi } from "./support/served-api.ts";

const api = useApi();
const asked = {
  id: "a",
  title: "승인",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

async function open(): Promise<OpenStream> {
  const { url } = await serveApi(api().deps);
  return openStream(`${url}/v1/events`);
}
/** The next message that fits. */
async function until(
  stream: OpenStream,
  event: string,
  fits: (data: never) => boolean,
): Promise<Message> {
  for (;;) {
    const message = await stream.next();
    if (message === null) throw new Error("The stream ended before that.");
    if (message.event === event && fits(message.data as never)) return message;
  }
}
const untilPlan = (stream: OpenStream, id: string, fits: (row: PlanRow) => boolean) =>
  until(stream, "plan.listed", (row: PlanRow) => row.id === id && fits(row));

test("a list waits to be told of its end only while somebody listens to it", async () => {
  const ending = new AbortController();
  const waiting = () => getEventListeners(ending.signal, "abort").length;
  const feeds = [1, 2, 3].map(() => createListFeed(api().deps.lists, { ending: ending.signal }));
  expect(waiting()).toBe(0);
  const first = await feeds[0]!.subscribe();
  expect(waiting()).toBe(1);
  first.close();
  expect(waiting()).toBe(0);
  const second = await feeds[1]!.subscribe();
  expect(await second.next()).toMatchObject({ kind: "snapshot" });
  ending.abort();
  await expect.poll(() => second.next()).toBeNull();
});

describe("all plans are watched over one stream", () => {
  test("from a snapshot, through what opens and closes, to each plan's end", async () => {
    const { id: before } = await api().create({ title: "먼저", todos: [asked] });
    const [old] = await api().untilHolds(before);
    await expect
      .poll(async () => (await api().get<ListSnapshot>("/v1/events")).holds.map(({ id }) => id))
      .toContain(old!.id);
    const stream = await open();
    const first = await stream.next();
    expect(first?.event).toBe("snapshot");
    const { plans, holds } = ListSnapshotSchema.parse(first?.data);
    expect(plans.find(({ id }) => id === before)).toMatchObject({ title: "먼저", open_holds: 1 });
    expect(holds.find(({ id }) => id === old!.id)).toMatchObject({ plan_title: "먼저" });

    const { id } = await api().create({ title: "나중", todos: [asked] });
    await untilPlan(stream, id, ({ status, title }) => status === "running" && title === "나중");
    const listed = await until(stream, "hold.listed", (row: InboxRow) => row.plan_id === id);
    const hold = listed.data as InboxRow;
    await api().post(`/v1/holds/${hold.id}/delegate`, { to: "kim" });
    await until(stream, "hold.listed", (row: InboxRow) => row.assignee === "kim");
    await api().post(`/v1/holds/${hold.id}/decision`, { decision: "approve" });
    await until(stream, "hold.unlisted", (gone: { id: string }) => gone.id === hold.id);
    const ended = stream.messages.find(
      ({ event, data }) =>
        event === "plan.listed" && (data as PlanRow).id === id && isCompleted(data as PlanRow),
    );
    if (ended === undefined) await untilPlan(stream, id, isCompleted);

    const judge = await createJudge();
    for (const { event, data } of stream.messages) expect(judge(event, data), event).toEqual([]);
    expect(judge("plan.listed", { id })).not.toEqual([]);
  });

  test("again from a snapshot by who comes back", async () => {
    const { id } = await api().create({ title: "다시", todos: [asked] });
    await api().untilHolds(id);
    const { url } = await serveApi(api().deps);
    const stream = await openStream(`${url}/v1/events`, { "last-event-id": "12" });
    expect((await stream.next())?.event).toBe("snapshot");
  });

  test("with a sign of life while nothing happens", async () => {
    const { url } = await serveApi(api().deps, { heartbeatMs: 10 });
    const stream = await openStream(`${url}/v1/events`);
    await stream.until(() => stream.heartbeats() >= 3);
    expect(stream.messages.filter(({ event }) => event === "snapshot")).toHaveLength(1);
  });

  test("only by who may look, and as long as the key is good", async () => {
    const own = createKeyedApi(api().deps);
    const { key, written } = await own.add("kim", "viewer");
    const { url } = await serveApi({ ...api().deps, keys: own.keys }, { accessMs: 20 });
    const path = `${url}/v1/events`;
    expect((await openStream(path)).response.status).toBe(401);
    const stream = await openStream(path, { authorization: `Bearer ${written}` });
    expect((await stream.next())?.event).toBe("snapshot");
    await own.keys.revoke(key.id, new Date().toISOString());
    await stream.rest();
    expect(stream.heartbeats()).toBe(0);
  });

  test("while every worker is down", async () => {
    const own = await startApiHarness();
    try {
      const { id } = await own.create({ title: "쉼", todos: [asked] });
      await own.untilHolds(id);
      await expect
        .poll(async () => (await own.get<ListSnapshot>("/v1/events")).holds.length)
        .toBe(1);
      await own.stopWorker();
      const { plans, holds } = await own.get<ListSnapshot>("/v1/events");
      expect(plans.map((plan) => plan.id)).toEqual([id]);
      expect(holds.map((hold) => hold.plan_id)).toEqual([id]);
    } finally {
      await own.close();
    }
  });
});

describe("the lists behind the stream", () => {
  /** The real lists, and how often they were read. */
  function counted(everyMs: number) {
    const { lists } = api().deps;
    let reads = 0;
    const activePlans: typeof lists.activePlans = (endsFrom) => {
      reads += 1;
      return lists.activePlans(endsFrom);
    };
    const feed = createListFeed({ ...lists, activePlans }, { everyMs });
    return { feed, reads: () => reads };
  }

  test("are read once for all who listen", async () => {
    const { feed, reads } = counted(1_000_000);
    const many = await Promise.all(Array.from({ length: 20 }, () => feed.subscribe()));
    const news = await Promise.all(many.map((one) => one.next()));
    expect(news.map((one) => one?.kind)).toEqual(news.map(() => "snapshot"));
    expect(reads()).toBe(1);
    for (const one of many) one.close();
    expect(await many[0]!.next()).toBeNull();
    (await feed.subscribe()).close();
    expect(reads()).toBe(2);
  });

  test("are not read while nobody listens", async () => {
    const { feed, reads } = counted(1);
    const one = await feed.subscribe();
    const ended = readToEnd(one);
    await expect.poll(reads).toBeGreaterThan(3);
    one.close();
    await ended;
    const after = reads();
    // Time in which many reads would have been made.
    const { id } = await api().create({ title: "아무도", todos: [asked] });
    await api().untilHolds(id);
    expect(reads() - after).toBeLessThanOrEqual(1);
  });
});

async function readToEnd({ next }: Pick<ListSubscription, "next">): Promise<void> {
  while ((await next()) !== null);
}

const isCompleted = ({ status }: PlanRow): boolean => status === "completed";

/** Says what the stream's document holds against an event; empty when nothing. */
async function createJudge() {
  const { components } = await api().get<AsyncApiDocument>("/asyncapi.json");
  return (event: string, data: unknown): string[] => {
    const { payload } = components["messages"]![`allPlans.${event}`] as { payload: Schema };
    const validator = new Validator({ ...payload, components } as Schema, "7");
    return validator.validate(data).errors.map(({ error }) => error);
  };
}
