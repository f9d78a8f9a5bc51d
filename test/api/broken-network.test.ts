import { expect, inject, onTestFinished, test } from "vitest";
import type { LoggedEvent } from "../../src/contract/plan/event.ts";
import { problemOf, startApiHarness, type ApiHarness } from "../support/api-harness.ts";
import { openRelay, type Relay } from "../support/relay.ts";
import { eventsOf, openStream } from "./stream/support/open-stream.ts";
import { serveApi } from "./stream/support/served-api.ts";

const ANSWER_MS = 1_000;
const asked = {
  title: "Asked",
  requires_approval: true,
  tool_name: "echo",
  tool_params: { text: "x" },
};

/** An API whose way to Temporal, or whose worker's, leads through a network that breaks. */
async function startApart(whose: "api" | "worker"): Promise<{ api: ApiHarness; relay: Relay }> {
  const temporal = inject("temporalAddress");
  const relay = await openRelay(temporal);
  onTestFinished(() => relay.close());
  const api = await startApiHarness({
    address: whose === "api" ? relay.address : temporal,
    workerAddress: whose === "worker" ? relay.address : temporal,
    answerMs: ANSWER_MS,
  });
  onTestFinished(() => api.close());
  return { api, relay };
}

test.each([
  { how: "is cut", breakIt: (relay: Relay) => relay.cut() },
  { how: "falls silent", breakIt: (relay: Relay) => relay.stall() },
  { how: "loses its connections without a word", breakIt: (relay: Relay) => relay.lose() },
])(
  "while the network between API and Temporal $how, a decision gets 503; afterwards it counts once, and who watches has missed nothing",
  { timeout: 120_000 },
  async ({ breakIt }) => {
    const { api, relay } = await startApart("api");
    const { id } = await api.create({ title: "Apart", todos: [asked, asked] });
    const [first, second] = await api.untilHolds(id, 2);
    const { url } = await serveApi(api.deps);
    const stream = await openStream(`${url}/v1/plans/${id}/events?after=0`);
    const seen = (type: string): LoggedEvent[] =>
      eventsOf(stream.messages).filter((event) => event.type === type);
    await stream.until(() => seen("hold.requested").length === 2);

    breakIt(relay);
    const decide = (hold = first) =>
      api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", command_id: hold!.id });
    const problem = await problemOf(decide(), "temporal_unavailable");
    expect(problem).toMatchObject({ retryable: true, hint: expect.any(String) });
    await problemOf(api.request("GET", "/v1/plans"), "temporal_unavailable");

    relay.mend();
    for (const hold of [first, second]) {
      let answer = await decide(hold);
      // As it says: again, after a moment.
      while (answer.status === 503) answer = await decide(hold);
      expect(answer.status, await answer.clone().text()).toBe(200);
    }
    await stream.rest();
    const events = eventsOf(stream.messages);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    expect(seen("hold.decided").map(({ hold_id }) => hold_id)).toEqual([first!.id, second!.id]);
    expect(events.at(-1)?.type).toBe("plan.completed");
    expect(api.errors).toEqual([]);
  },
);

test("while the network between worker and Temporal falls silent, a decision gets 503; afterwards it counts once", async () => {
  const { api, relay } = await startApart("worker");
  const { id } = await api.create({ title: "Apart", todos: [asked] });
  const [hold] = await api.untilHolds(id);
  relay.stall();
  const decide = () =>
    api.post(`/v1/holds/${hold!.id}/decision`, { decision: "approve", command_id: "once" });
  await problemOf(decide(), "worker_unavailable");
  // Lists need no worker.
  expect((await api.request("GET", "/v1/plans")).status).toBe(200);

  relay.mend();
  let answer = await decide();
  while (answer.status === 503) answer = await decide();
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect((await api.untilEnded(id)).status).toBe("completed");
  const decided = (await api.events(id)).filter(({ type }) => type === "hold.decided");
  expect(decided).toHaveLength(1);
  expect(api.errors).toEqual([]);
});
