import { getEventListeners } from "node:events";
import type { Client } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test } from "vitest";
import { followNews } from "../../src/activities/webhooks/follow-news.ts";
import type { Followed } from "../../src/activities/webhooks/told.ts";
import type { DeliveryInput } from "../../src/contract/service/webhook.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { OFFLOAD_BYTES } from "../../src/contract/tables/temporal-names.ts";
import type { News, NewsFound, NewsWanted } from "../../src/plan/views/board/news.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createFolder } from "../support/tool-context.ts";
import { rightTime, setClock } from "../support/wrong-clock.ts";

const followed = { from: "2026-01-01T00:00:00.000Z", told: {} };
const hook = (id: string) => ({ id, events: ["plan.ended"], since: followed.from, disabled: null });

interface Temporal {
  readonly webhooks?: () => object[];
  /** What the one plan that there is tells; there is none where this is absent. */
  readonly news?: (wanted: NewsWanted) => NewsFound;
  readonly onLook?: () => void;
  readonly onStart?: (delivery: DeliveryInput) => void;
}

function temporalWith({
  webhooks = () => [hook("hook")],
  news,
  onLook = () => undefined,
  onStart = () => undefined,
}: Temporal): Client {
  const row = {
    execution: { workflowId: "plan-long" },
    searchAttributes: { indexedFields: { NewsAt: defaultPayloadConverter.toPayload(at) } },
  };
  const client = {
    options: { namespace: "default" },
    connection: { withDeadline: (_: number, ask: () => Promise<unknown>) => ask() },
    workflowService: {
      listWorkflowExecutions() {
        onLook();
        const executions = news === undefined ? [] : [row];
        return Promise.resolve({ executions, nextPageToken: new Uint8Array() });
      },
    },
    workflow: {
      getHandle: () => ({
        query: (name: string, wanted: NewsWanted) =>
          Promise.resolve(name === "webhooks" ? webhooks() : news?.(wanted)),
      }),
      start: (_: string, { args: [delivery] }: { args: [DeliveryInput] }) => {
        onStart(delivery);
        return Promise.resolve();
      },
    },
    withAbortSignal: (_: AbortSignal, follow: () => Promise<unknown>) => follow(),
  };
  return client as unknown as Client;
}

/** A promise, and what keeps it. */
function promised<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((keep) => (resolve = keep));
  return { promise, resolve };
}

const at = new Date().toISOString();
const ended: News = { type: "plan.ended", seq: 9, at, subject: "long", data: {} };

function follow(
  temporal: Temporal,
  {
    stopping,
    from = followed,
    late_ms = 0,
  }: { stopping?: AbortSignal; from?: Followed; late_ms?: number } = {},
) {
  const artifacts = createArtifactStore(createFolder());
  const environment = new MockActivityEnvironment(
    { taskQueue: "holdpoint" },
    { client: temporalWith(temporal) },
  );
  const heartbeats: unknown[] = [];
  environment.on("heartbeat", (details) => heartbeats.push(details));
  const clock = () => Promise.resolve(rightTime() + late_ms);
  const came = environment.run(followNews({ artifacts, clock, ...(stopping && { stopping }) }), {
    webhooks_workflow: "webhooks",
    followed: from,
  });
  return { came, heartbeats, cancel: () => environment.cancel() };
}

/** The activity while it follows. */
async function following(stopping: AbortSignal) {
  const { promise: asked, resolve: onLook } = promised<void>();
  const activity = follow({ onLook }, { stopping });
  await asked;
  return activity;
}

test("following plans' news ends with its worker, and says how far it came", async () => {
  const stopping = new AbortController();
  const { came } = await following(stopping.signal);
  stopping.abort();
  expect(await came).toMatchObject({ told: {} });
});

test("a worker whose clock is a day ahead passes over no news of that day", async () => {
  setClock(24 * 3_600_000);
  const stopping = new AbortController();
  const { came } = await following(stopping.signal);
  stopping.abort();
  const { from } = (await came) as Followed;
  expect(Date.parse(from)).toBeLessThan(rightTime());
});

test("following plans' news ends where nobody is to be told any more", async () => {
  const disabled = { at, why: "by_person" };
  const { came } = follow({ webhooks: () => [{ ...hook("hook"), disabled }] });
  expect(await came).toEqual(followed);
});

test("one worker follows again and again, and keeps nothing of what is over", async () => {
  const stopping = new AbortController();
  for (let round = 0; round < 3; round += 1) {
    const { came, cancel } = await following(stopping.signal);
    cancel();
    await came;
  }
  expect(getEventListeners(stopping.signal, "abort")).toEqual([]);
});

test("of a plan whose log the artifact store has lost a part of, the rest is told", async () => {
  const lost = { from: 1, to: 8, artifact: `sha256:${"0".repeat(64)}` };
  const { promise: delivery, resolve: onStart } = promised<DeliveryInput>();
  const { came, cancel } = follow({
    news: () => ({ news: [ended], archive: [lost], seq: 9 }),
    onStart,
  });
  expect(await delivery).toMatchObject({ webhook_id: "hook", event: { subject: "long" } });
  cancel();
  expect(await came).toMatchObject({ told: { long: [9, at] } });
});

test("a webhook that is made while plans are looked at is told what that look has seen", async () => {
  const webhooks = [hook("early")];
  const told: string[] = [];
  const { promise: late, resolve: onLate } = promised<void>();
  const { came, cancel } = follow({
    webhooks: () => [...webhooks],
    news({ after = 0 }) {
      // Somebody makes it, and it is there before the plan says what has happened.
      if (webhooks.length === 1) webhooks.push(hook("late"));
      return { news: after < ended.seq ? [ended] : [], archive: [], seq: ended.seq };
    },
    onStart({ webhook_id }) {
      told.push(webhook_id);
      if (webhook_id === "late") onLate();
    },
  });
  await late;
  cancel();
  expect(await came).toMatchObject({ told: { long: [9, at] } });
  expect(new Set(told)).toEqual(new Set(["early", "late"]));
});

test("of a plan that could not be asked for a quarter of an hour, all that happened is told", async () => {
  const opened: News = {
    ...ended,
    type: "hold.opened",
    seq: 8,
    at: new Date(Date.parse(at) - 1_500).toISOString(),
  };
  const webhooks = () => [{ ...hook("hook"), events: ["hold.opened", "plan.ended"] }];
  const { promise: asked, resolve: onAsked } = promised<void>();
  const silent = follow(
    {
      webhooks,
      news() {
        onAsked();
        throw new Error("Its worker is busy.");
      },
    },
    { late_ms: 15 * 60_000 },
  );
  await asked;
  silent.cancel();
  const told: string[] = [];
  const { promise: end, resolve: onEnd } = promised<void>();
  const { cancel } = follow(
    {
      webhooks,
      news: ({ since, after = 0 }) => ({
        news: [opened, ended].filter((news) => news.seq > after && news.at >= since),
        archive: [],
        seq: ended.seq,
      }),
      onStart({ event }) {
        told.push(event.type);
        if (event.type.includes("plan.ended")) onEnd();
      },
    },
    { from: (await silent.came) as Followed },
  );
  await end;
  cancel();
  expect(told).toEqual(["dev.holdpoint.hold.opened.v1", "dev.holdpoint.plan.ended.v1"]);
});

test("of however many plans there is news, nothing of how far it was told is put into the artifact store", async () => {
  const now = rightTime();
  const told = Array.from({ length: 20_000 }, (_, place): [string, [number, string]] => [
    String(place).padStart(LIMITS.name, "p"),
    [1_000, new Date(now + place).toISOString()],
  ]);
  const { promise: asked, resolve: onLook } = promised<void>();
  const { came, heartbeats, cancel } = follow(
    { onLook },
    { from: { from: followed.from, told: Object.fromEntries(told) } },
  );
  await asked;
  cancel();
  const handedOn = (await came) as Followed;
  for (const kept of [...heartbeats, handedOn]) {
    expect(JSON.stringify(kept).length).toBeLessThan(OFFLOAD_BYTES - 1_024);
  }
  const [newest] = told.at(-1)!;
  expect(handedOn.told).toHaveProperty(newest);
});
