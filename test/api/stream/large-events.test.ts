import { randomBytes } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  createAwaitHistory,
  HISTORY_START,
} from "../../../src/api/gateway/asking/await-history.ts";
import { connectClient } from "../../../src/temporal/connection/connect.ts";
import { useApi } from "../../support/api-harness.ts";

const api = useApi({ worker: false });
/** Of one command, not so many that Temporal gets only a reference to it. */
const BYTES = 40_000;
/** Temporal tells them together, in one message of more than gRPC takes by itself. */
const COMMANDS = 100;

test("a plan that got many large commands is followed all the same", async () => {
  const { artifacts } = api().deps;
  const client = await connectClient({ address: inject("temporalAddress") }, artifacts);
  onTestFinished(() => client.connection.close());
  await api().create({ id: "large-events", title: "Large", todos: [{ id: "one", title: "One" }] });
  const plan = client.workflow.getHandle("plan-large-events");
  const send = () => plan.signal("resume", { reason: randomBytes(BYTES).toString("base64") });
  for (let sent = 0; sent < COMMANDS; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, send));
  }
  const { signal } = new AbortController();
  const news = await createAwaitHistory(client)("large-events", HISTORY_START, signal);
  expect(news).toMatchObject({ told: true, closed: false });
  await plan.terminate("read");
});
