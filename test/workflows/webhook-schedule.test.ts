import { randomUUID } from "node:crypto";
import { Context } from "@temporalio/activity";
import { Worker } from "@temporalio/worker";
import { expect, onTestFinished, test } from "vitest";
import type { Told } from "../../src/activities/webhooks/told.ts";
import type { CloudEvent, DeliveryDetail } from "../../src/contract/service/webhook.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { keptWebhook } from "../support/kept-webhook.ts";
import { HOUR, MINUTE, useTimeSkippingServer } from "../support/time-skipping-plans.ts";

const server = useTimeSkippingServer();
const SECOND = 1_000;

/** A delivery to a receiver that gives these answers, and the times at which it was told, from the first. */
async function deliver(answers: readonly Omit<Told, "attempt">[]) {
  const { client, native } = server();
  const taskQueue = `ship-${randomUUID()}`;
  const told: { at: number; id: string }[] = [];
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await loadWorkflowBundle(),
    activities: {
      async "holdpoint.deliver"({ event }: { event: CloudEvent }): Promise<Told> {
        const at = await server().now();
        const answer = answers[told.push({ at, id: event.id }) - 1] ?? { came_to: "delivered" };
        const error = answer.came_to === "failed" ? "It answered 500." : null;
        const attempt = {
          at: new Date(at).toISOString(),
          took_ms: 1,
          status: 500,
          answer: null,
          error,
        };
        return { ...answer, attempt };
      },
    },
    shutdownGraceTime: "10ms",
  });
  const stopped = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await stopped;
  });
  const event: CloudEvent = {
    specversion: "1.0",
    id: `evt_${randomUUID().replaceAll("-", "")}`,
    type: "dev.holdpoint.plan.ended.v1",
    source: "urn:holdpoint:default",
    subject: "plans/ship",
    time: new Date(await server().now()).toISOString(),
    datacontenttype: "application/json",
    data: {},
  };
  const handle = await client.workflow.start("deliveryWorkflow", {
    workflowId: `delivery-wh_schedule01.${event.id}`,
    taskQueue,
    args: [{ webhook_id: "wh_schedule01", webhooks_workflow: "webhooks-none", event }],
  });
  const status = (await handle.result()) as string;
  const detail = await handle.query<DeliveryDetail>("delivery");
  const [first] = told;
  const seconds = told.map(({ at }) => Math.round((at - first!.at) / SECOND));
  return { status, detail, seconds, ids: told.map(({ id }) => id), event };
}

const no = { came_to: "failed" } as const;

test("a receiver that never answers well is told ten times in 75 hours, with one id, then no more", async () => {
  const { status, detail, seconds, ids, event } = await deliver(
    Array.from({ length: 20 }, () => no),
  );
  expect(status).toBe("failed");
  expect(detail).toMatchObject({ status: "failed", attempt_count: 10, next_attempt_at: null });
  const pauses = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ].map((pause) => pause / SECOND);
  const seen = seconds.slice(1).map((at, place) => at - seconds[place]!);
  expect(seen).toHaveLength(pauses.length);
  for (const [place, pause] of pauses.entries()) {
    expect(seen[place]).toBeGreaterThanOrEqual(pause - 1);
    expect(seen[place]).toBeLessThan(pause + 60);
  }
  expect(seconds.at(-1)! / 3_600).toBeGreaterThan(75);
  expect(new Set(ids)).toEqual(new Set([event.id]));
});

test("a receiver that asks for an hour is left alone for it, and told by the schedule afterwards", async () => {
  const { status, seconds } = await deliver([{ ...no, wait_ms: HOUR }, no]);
  expect(status).toBe("delivered");
  expect(seconds[1]).toBeGreaterThanOrEqual(3_599);
  expect(seconds[1]).toBeLessThan(3_660);
  expect(seconds[2]! - seconds[1]!).toBeLessThan(360);
});

test("a receiver that asks for a year is told within a day", async () => {
  const { status, seconds } = await deliver([{ ...no, wait_ms: 365 * 24 * HOUR }]);
  expect(status).toBe("delivered");
  expect(seconds[1]! / 3_600).toBeLessThan(24.1);
});

test("news that a worker can never follow as it was asked, such as by older code, are asked for anew", async () => {
  const { client, native } = server();
  const taskQueue = `follow-${randomUUID()}`;
  const asked = new Set<string>();
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await loadWorkflowBundle(),
    activities: {
      "holdpoint.follow_news"() {
        asked.add(Context.current().info.activityId);
        throw new Error("This was asked by older code.");
      },
    },
    shutdownGraceTime: "10ms",
  });
  const stopped = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await stopped;
  });
  const at = new Date(await server().now()).toISOString();
  const webhook = keptWebhook(at, {
    id: "wh_schedule02",
    url: "https://example.com/told",
    sealed_secret: "sealed",
  });
  const handle = await client.workflow.start("webhooksWorkflow", {
    workflowId: `webhooks-${taskQueue}`,
    taskQueue,
    args: [{ webhooks: [webhook], followed: null }],
  });
  onTestFinished(async () => {
    await handle.terminate();
  });
  while (asked.size < 2) await server().pass(MINUTE);
  expect(asked.size).toBeGreaterThan(1);
});
