import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Receipt } from "../../src/contract/plan/plan.ts";
import { readDevConfig } from "../../src/temporal/connection/dev-config.ts";
import { findTemporalBinary } from "../../src/temporal/embedded/binary/find-binary.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

let binary: string;
beforeAll(async () => {
  binary = (await findTemporalBinary({ version: readDevConfig().temporal_cli })).path;
});

/** Runs the Temporal CLI on the plan's workflow, as a person would, and answers what it printed. */
async function temporal(plan: StartedPlan, ...words: string[]): Promise<string> {
  const { address, namespace } = server();
  const place = ["--address", address!, "--namespace", namespace];
  const about = ["--workflow-id", `plan-${plan.id}`];
  const run = promisify(execFile)(binary, ["workflow", ...words, ...about, ...place]);
  return (await run).stdout;
}

async function startAsking(): Promise<StartedPlan> {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Decided in a terminal",
    todos: [
      {
        id: "publish",
        title: "Publish",
        tool_name: "echo",
        requires_approval: true,
        approval: { on_timeout: "wait" },
      },
    ],
  });
  await plan.untilHold("publish");
  return plan;
}

test("`temporal workflow signal` approves a hold with the line that Temporal UI shows", async () => {
  const plan = await startAsking();
  const shown = await plan.details();
  const [line] = /\{"hold_id":"h1","decision":"approve"\}/.exec(shown) ?? [];
  await temporal(plan, "signal", "--name", "approval", "--input", line!);
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.todo("publish")).toMatchObject({ approved_by: "temporal" });
});

test("`temporal workflow signal` with a mistake leaves the hold open and a line in the log", async () => {
  const plan = await startAsking();
  await temporal(plan, "signal", "--name", "approval", "--input", '"approve"');
  const [refused] = await plan.untilEvents(1, "command.refused");
  expect(refused).toMatchObject({
    by: "temporal",
    data: { command: "approval", code: "invalid_command" },
  });
  expect(await plan.holds()).toMatchObject([{ status: "open" }]);
  await temporal(plan, "signal", "--name", "cancel", "--input", '{"reason": "from a terminal"}');
  expect(await plan.result()).toMatchObject({ ended_because: "from a terminal" });
});

test("`temporal workflow query` prints the plan's answer as JSON", async () => {
  const plan = await startAsking();
  const ask = ["query", "--output", "json", "--name"];
  const printed = await temporal(plan, ...ask, "progress");
  const { queryResult } = JSON.parse(printed) as { queryResult: unknown[] };
  expect(queryResult).toEqual([
    { percentage: 0, total: 1, counts: expect.objectContaining({ needs_approval: 1 }) },
  ]);
  expect(await temporal(plan, "query", "--name", "plan")).toContain("Decided in a terminal");
  await plan.send("cancel");
});

test("`temporal workflow update execute` answers with the receipt or the refusal", async () => {
  const plan = await startAsking();
  const update = ["update", "execute", "--name", "approval", "--input"];
  const wrong = temporal(plan, ...update, '{"hold_id": "h7", "decision": "approve"}');
  await expect(wrong).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no hold "h7".'),
  });
  const command = '{"hold_id": "h1", "decision": "reject", "reason": "no", "by": "ann"}';
  const printed = await temporal(plan, ...update, command, "--output", "json");
  const { result } = JSON.parse(printed) as { result: Receipt };
  expect(result).toMatchObject({ plan_id: plan.id, hold: { status: "rejected" } });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("`temporal workflow pause` and `resume` words reach the plan without any argument", async () => {
  const plan = await startAsking();
  await temporal(plan, "signal", "--name", "pause");
  await plan.until("a pause", ({ mode }) => mode === "paused");
  await temporal(plan, "update", "execute", "--name", "resume");
  expect(await plan.view()).toMatchObject({ mode: "approval_wait" });
});

test("`temporal workflow cancel` ends the plan in order", async () => {
  const plan = await startAsking();
  await temporal(plan, "cancel");
  expect(await plan.ended()).toMatchObject({
    status: "cancelled",
    ended_because: "The workflow was cancelled in Temporal.",
    todos: [{ status: "cancelled" }],
  });
});
