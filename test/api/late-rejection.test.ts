import { expect, test } from "vitest";
import { useApi } from "../support/api-harness.ts";

const api = useApi();

test(
  "a rejection that Temporal had before the deadline counts, though its plan hears of it later",
  { timeout: 120_000 },
  async () => {
    const { id } = await api().create({
      title: "Offer",
      todos: [
        {
          id: "send",
          title: "Send the offer",
          tool_name: "echo",
          tool_params: { text: "offer" },
          requires_approval: true,
          approval: { timeout_seconds: 30, on_timeout: "approve" },
        },
      ],
    });
    const [hold] = await api().untilHolds(id);
    await api().stopWorker();
    const sent = await api().request("POST", `/v1/holds/${hold!.id}/decision`, {
      body: JSON.stringify({ decision: "reject", reason: "Not yet" }),
      headers: { "content-type": "application/json", prefer: "respond-async" },
    });
    expect(sent.status).toBe(202);
    const handle = api().client.workflow.getHandle(`plan-${id}`);
    const isOver = async (): Promise<boolean> => {
      const { events = [] } = await handle.fetchHistory();
      return events!.some((event) => event.timerFiredEventAttributes != null);
    };
    await expect.poll(isOver, { timeout: 60_000, interval: 500 }).toBe(true);
    await api().startWorker();
    await api().untilEnded(id);
    const { todos } = await api().plan(id);
    expect(todos).toMatchObject([{ id: "send", status: "skipped", started_at: null }]);
  },
);
