import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createPlanGateway } from "../../src/api/gateway/plan-gateway.ts";
import { NewPlanSchema } from "../../src/contract/plan/plan.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import { useDevServer } from "../support/plan-worker.ts";
import { createStartedPlan } from "../support/started-plan.ts";
import { createFolder } from "../support/tool-context.ts";
import { startCountingModel } from "./support/counting-model.ts";
import { createKillableWorkers } from "./support/killable-workers.ts";

const server = useDevServer();
const LONG = { timeout: 180_000 };

test.each([
  ["three workers in a row is made a fourth time and costs the todo nothing", 3, 0, 1],
  ["six workers in a row ends the attempt as the todo's strategy for a timeout says", 6, 1, 2],
])("a call that loses %s", LONG, async (_what, kills, max_retries, attempts) => {
  const folder = createFolder();
  const id = `mind-call-killed-${kills}-${Date.now()}`;
  let killed = 0;
  const model = await startCountingModel(
    3,
    () => "answer",
    () => Promise.resolve(),
  );
  const place = { address: inject("temporalAddress"), namespace: inject("temporalNamespace") };
  const given = { ...place, taskQueue: id, modelUrl: model.url, folder };
  const workers = createKillableWorkers(given, ({ at, key }) => {
    if (at !== "tool has done it" || !key.includes("/t1c1/") || killed >= kills) return true;
    killed += 1;
    void workers.kill();
    return false;
  });
  const todos = [{ id: "a", title: "a", agent_name: "writer", max_retries }];
  const written = NewPlanSchema.parse({ title: "One call", todos });
  const made = createPlan(written, { id, owner: "ana", at: new Date().toISOString() });
  if ("problem" in made) throw new Error("The plan is wrong.");
  const gateway = createPlanGateway(server().client, id);
  await gateway.start(made.state);
  await workers.next();
  const result = await server().client.workflow.getHandle(`plan-${id}`).result();
  expect(result).toMatchObject({ status: "completed" });

  expect(killed).toBe(kills);
  const plan = createStartedPlan(server().client, gateway, id);
  expect(await plan.todo("a")).toMatchObject({
    status: "completed",
    run: 1,
    result_data: "Done after 3 turns.",
    retry_count: attempts - 1,
    agent: { spent: { turns: 3 } },
  });
  // The model is told of no failure: it would call again, under another key, what is done.
  expect([...model.answered]).toEqual([
    ["a/1", 1],
    ["a/2", 1],
    ["a/3", 1],
  ]);
  const ledger = readFileSync(join(folder, "ledger.jsonl"), "utf8").trim();
  // A key ends with the digest of its call, which is the same each time.
  const lines = ledger.split("\n").map((line) => line.replace(/\/[0-9a-f]{16}$/, ""));
  expect(new Set(ledger.match(/[0-9a-f]{16}$/gm)).size).toBe(2);
  const done = [`done ${id}/a/1/t1c1`, `done ${id}/a/1/t2c1`];
  expect(lines.filter((line) => line.startsWith("done"))).toEqual(done);
  expect(lines.filter((line) => line.startsWith("seen"))).toEqual(
    Array.from({ length: kills }, () => `seen ${id}/a/1/t1c1`),
  );
});
