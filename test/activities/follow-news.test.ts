import { getEventListeners } from "node:events";
import type { Client } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test } from "vitest";
import { followNews } from "../../src/activities/webhooks/follow-news.ts";
import type { News, NewsFound } from "../../src/plan/views/board/news.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createFolder } from "../support/tool-context.ts";

/** A Temporal without plans; `asked` resolves with the first look at it. */
function emptyTemporal() {
  let look: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (look = resolve));
  const listWorkflowExecutions = () => {
    look();
    return Promise.resolve({ executions: [], nextPageToken: new Uint8Array() });
  };
  const client = {
    options: { namespace: "default" },
    workflowService: { listWorkflowExecutions },
    withAbortSignal: (_: AbortSignal, follow: () => Promise<unknown>) => follow(),
  };
  return { client: client as unknown as Client, asked };
}

const followed = { from: "2026-01-01T00:00:00.000Z", told: {} };

/** The activity while it follows. */
async function following(stopping: AbortSignal) {
  const { client, asked } = emptyTemporal();
  const artifacts = createArtifactStore(createFolder());
  const environment = new MockActivityEnvironment({}, { client });
  const ended = environment.run(followNews({ artifacts, stopping }), { webhooks: [], followed });
  await asked;
  return { ended, cancel: () => environment.cancel() };
}

test("following plans' news ends with its worker, and says how far it came", async () => {
  const stopping = new AbortController();
  const { ended } = await following(stopping.signal);
  stopping.abort();
  expect(await ended).toMatchObject({ told: {} });
});

test("one worker follows again and again, and keeps nothing of what is over", async () => {
  const stopping = new AbortController();
  for (let round = 0; round < 3; round += 1) {
    const { ended, cancel } = await following(stopping.signal);
    cancel();
    await ended;
  }
  expect(getEventListeners(stopping.signal, "abort")).toEqual([]);
});

test("of a plan whose log the artifact store has lost a part of, the rest is told", async () => {
  const at = new Date().toISOString();
  const news: News = { type: "plan.ended", seq: 9, at, subject: "long", data: {} };
  const lost = { from: 1, to: 8, artifact: `sha256:${"0".repeat(64)}` };
  const found: NewsFound = { news: [news], archive: [lost], seq: 9 };
  const row = {
    execution: { workflowId: "plan-long" },
    searchAttributes: {
      indexedFields: { NewsAt: defaultPayloadConverter.toPayload(at) },
    },
  };
  const environment = new MockActivityEnvironment(
    { taskQueue: "holdpoint" },
    { client: temporalWith(row, found, (input) => begun(input)) },
  );
  let begun: (delivery: unknown) => void = () => undefined;
  const delivery = new Promise<unknown>((resolve) => (begun = resolve));
  const webhooks = [{ id: "hook", events: ["plan.ended" as const], since: followed.from }];
  const artifacts = createArtifactStore(createFolder());
  const ended = environment.run(followNews({ artifacts }), { webhooks, followed });
  expect(await delivery).toMatchObject({ webhook_id: "hook", event: { subject: "long" } });
  environment.cancel();
  expect(await ended).toMatchObject({ told: { long: [9, at] } });
});

/** A Temporal with one plan that has this to tell. */
function temporalWith(row: object, found: NewsFound, onStart: (input: unknown) => void): Client {
  const client = {
    options: { namespace: "default" },
    connection: { withDeadline: (_: number, ask: () => Promise<unknown>) => ask() },
    workflowService: {
      listWorkflowExecutions: () =>
        Promise.resolve({ executions: [row], nextPageToken: new Uint8Array() }),
    },
    workflow: {
      getHandle: () => ({ query: () => Promise.resolve(found) }),
      start: (_: string, { args: [input] }: { args: [unknown] }) => {
        onStart(input);
        return Promise.resolve();
      },
    },
    withAbortSignal: (_: AbortSignal, follow: () => Promise<unknown>) => follow(),
  };
  return client as unknown as Client;
}
