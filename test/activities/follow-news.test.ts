import { getEventListeners } from "node:events";
import type { Client } from "@temporalio/client";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect, test } from "vitest";
import { followNews } from "../../src/activities/webhooks/follow-news.ts";
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
