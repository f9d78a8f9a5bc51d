import { expect, inject, onTestFinished, test } from "vitest";
import { defer } from "../../../src/api/stream/feed/backoff.ts";
import { loadConfig } from "../../../src/runtime/config.ts";
import { loadWorkerParts, startWorker } from "../../../src/runtime/workers/worker.ts";
import { useApi } from "../../support/api-harness.ts";
import { joinSession, untilEvent } from "./support/join-session.ts";

const api = useApi({ worker: false, answerMs: 20_000 });

test("a client that stays is told that a large plan goes on whose end is still being kept", async () => {
  const config = await loadConfig(api().folder);
  const parts = await loadWorkerParts({ config });
  const { "holdpoint.archive": archive } = parts.activities;
  const kept = defer();
  const activities: typeof parts.activities = {
    ...parts.activities,
    "holdpoint.archive": async (input) => {
      await kept.promise;
      return archive(input);
    },
  };
  const worker = await startWorker({
    config,
    place: { address: inject("temporalAddress") },
    taskQueue: api().taskQueue,
    parts: { ...parts, activities },
  });
  onTestFinished(() => worker.stop());
  const many = Array.from({ length: 401 }, (_, place) => ({
    id: `t${place}`,
    title: "이정표",
    kind: "milestone" as const,
    requires_approval: place === 0,
  }));
  const session = await joinSession(api(), { title: "큰 계획", todos: many });
  await session.until("hitl_approval_request");
  session.send({ type: "hitl_approval_response", todo_id: "t0", action: "approve" });
  await untilEvent(session, "plan.completed");
  expect((await api().post(`/v1/plans/${session.id}/todos/t1/rerun`, {})).status).toBe(200);
  kept.resolve();
  await untilEvent(session, "plan.reopened");
  await untilEvent(session, "plan.completed");
});
