import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import proto, { type temporal } from "@temporalio/proto";
import { expect, test, vi } from "vitest";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { PlanWorkerOptions } from "../support/plan-server.ts";
import { createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

type Payload = temporal.api.common.v1.IPayload;

/** A payload that says that another one is kept outside of Temporal. */
const reference = (claimData: object, driverName = "holdpoint-artifacts"): Payload => ({
  metadata: {
    encoding: Buffer.from("json/protobuf"),
    messageType: Buffer.from("temporal.api.sdk.v1.ExternalStorageReference"),
  },
  data: Buffer.from(JSON.stringify({ driverName, claimData })),
});

/** A payload as the artifact store would keep it, and where it would be. */
function kept(value: unknown) {
  const payload = {
    metadata: { encoding: Buffer.from("json/plain") },
    data: Buffer.from(JSON.stringify(value)),
  };
  const bytes = proto.temporal.api.common.v1.Payload.encode(payload).finish();
  const hash = createHash("sha256").update(bytes).digest("hex");
  const path = join(server().folder, "artifacts", hash.slice(0, 2), hash);
  return {
    payload: reference({ artifact: `sha256:${hash}` }),
    /** At once: what is not there for a moment is refused for good. */
    put: async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, bytes);
      await rename(`${path}.new`, path);
    },
    remove: () => rm(path, { force: true }),
    /** Makes the store fail to read it, as a disk does that is not there for a moment. */
    block: async () => {
      await mkdir(dirname(path), { recursive: true });
      // Which leads to itself.
      await symlink(path, path);
    },
  };
}

const asks: NewPlanInput["todos"][number] = {
  id: "asks",
  title: "Asks",
  tool_name: "echo",
  requires_approval: true,
  approval: { on_timeout: "wait" },
};

async function startAsking(options: PlanWorkerOptions = {}): Promise<StartedPlan> {
  const worker = await server().startWorker([echo], options);
  const plan = await worker.start({ title: "Asks", todos: [asks] });
  await plan.untilHold("asks");
  return plan;
}

async function signal(plan: StartedPlan, signalName: string, payload: Payload): Promise<void> {
  const { client, namespace } = server();
  await client.workflowService.signalWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: `plan-${plan.id}` },
    signalName,
    input: { payloads: [payload] },
    requestId: randomUUID(),
  });
}

const nowhere = { artifact: `sha256:${"0".repeat(64)}` };

test("signals that refer to what is nowhere are refused, and the plan goes on", async () => {
  const plan = await startAsking();
  const file = await server().artifacts.put(Buffer.from("\u0001a person's file"), "somebody");
  const missing = [
    reference(nowhere),
    reference({ artifact: "../../etc/passwd" }),
    reference({}),
    reference({ artifact: file }),
    reference({ key: "plans/1" }, "aws-s3"),
  ];
  for (const [position, payload] of missing.entries()) {
    await signal(plan, "approval", payload);
    const refused = await plan.untilEvents(position + 1, "command.refused");
    expect(refused.at(-1)!.data, String(position)).toMatchObject({
      command: "approval",
      code: "invalid_command",
    });
  }
  await signal(plan, "todo_report", reference(nowhere));
  await plan.signal("approval", { hold_id: "h1", decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.brokenTasks()).toEqual([]);
});

test("an update that refers to what is nowhere is refused and leaves no trace", async () => {
  const plan = await startAsking();
  const before = await plan.runs();
  const { client, namespace } = server();
  const { outcome } = await client.workflowService.updateWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: `plan-${plan.id}` },
    waitPolicy: { lifecycleStage: 3 },
    request: {
      meta: { updateId: randomUUID() },
      input: { name: "approval", args: { payloads: [reference(nowhere)] } },
    },
  });
  expect(outcome?.failure?.applicationFailureInfo?.type).toBe("invalid_command");
  expect(await plan.runs()).toEqual(before);
});

test("a signal that was refused because its content was missing stays refused when it comes back", async () => {
  // Without a cache each task replays the whole history, and reads each signal again.
  const plan = await startAsking({ maxCachedWorkflows: 0 });
  const { payload, put } = kept({ hold_id: "h1", decision: "approve", by: `late-${randomUUID()}` });
  await signal(plan, "approval", payload);
  await plan.untilEvents(1, "command.refused");
  await put();
  expect(await plan.holds()).toMatchObject([{ status: "open" }]);
  await plan.signal("pause");
  await plan.until("a pause", ({ mode }) => mode === "paused");
  expect(await plan.holds()).toMatchObject([{ status: "open" }]);
  await plan.signal("resume");
  // Sent again it is another signal, and by now there is something to read.
  await signal(plan, "approval", payload);
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect(await plan.untilEvents(1, "command.refused")).toHaveLength(1);
  expect(await plan.brokenTasks()).toEqual([]);
});

test("a signal waits while the store cannot be read, and then counts", async () => {
  const plan = await startAsking();
  const { payload, put, block } = kept({ hold_id: "h1", decision: "approve", by: randomUUID() });
  await block();
  await signal(plan, "approval", payload);
  await vi.waitFor(async () => expect(await plan.brokenTasks()).not.toEqual([]), 20_000);
  await put();
  expect(await plan.result()).toMatchObject({ status: "completed" });
  expect((await plan.events()).filter(({ type }) => type === "command.refused")).toEqual([]);
});

test("a signal that was accepted is not taken back when its content is gone: the plan waits for it", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool], { maxCachedWorkflows: 0 });
  const plan = await worker.start({
    title: "Lost later",
    todos: [{ ...asks, tool_name: "gate" }],
  });
  await plan.untilHold("asks");
  const approve = kept({ hold_id: "h1", decision: "approve", by: randomUUID() });
  await approve.put();
  await signal(plan, "approval", approve.payload);
  await gate.begun("asks");
  await approve.remove();
  gate.open("asks");
  await vi.waitFor(async () => expect(await plan.brokenTasks()).not.toEqual([]), 20_000);
  await approve.put();
  expect(await plan.result()).toMatchObject({ status: "completed" });
});
