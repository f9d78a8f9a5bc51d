import { expect, test } from "vitest";
import { createGateways } from "../../src/api/gateway/gateways.ts";
import { planQuery } from "../../src/workflows/wire/messages.ts";
import { useApi } from "../support/api-harness.ts";

const api = useApi();

test("an ended plan answers all who read it at once, also by several APIs and a new worker", async () => {
  const todos = Array.from({ length: 30 }, (_, place) => ({
    id: `t${place}`,
    title: `${place}`,
    tool_name: "echo",
    tool_params: { text: "x" },
  }));
  const { id } = await api().create({ title: "많은 독자", todos });
  await api().untilEnded(id);
  await api().stopWorker();
  await api().startWorker();
  const { client, taskQueue } = api();
  const gateways = Array.from({ length: 3 }, () =>
    createGateways(client, taskQueue, { answerMs: 20_000 }),
  );
  const reads = Array.from({ length: 20 }, (_, place) =>
    gateways[place % gateways.length]!.plans.query(id, planQuery),
  );
  for (const plan of await Promise.all(reads)) expect(plan.status).toBe("completed");
});
