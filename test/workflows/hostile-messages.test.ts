import { randomUUID } from "node:crypto";
import proto, { type temporal } from "@temporalio/proto";
import { expect, test } from "vitest";
import { MESSAGE_NAMES } from "../../src/contract/plan/commands.ts";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import { LIMITS } from "../../src/contract/tables/limits.ts";
import { echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { StartedPlan } from "../support/started-plan.ts";

const server = useDevServer();

const COMPLETED =
  proto.temporal.api.enums.v1.UpdateWorkflowExecutionLifecycleStage
    .UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED;

const asks: NewPlanInput = {
  title: "Under fire",
  todos: [
    {
      id: "publish",
      title: "Publish",
      tool_name: "echo",
      requires_approval: true,
      approval: { on_timeout: "wait" },
    },
  ],
};

type Payload = temporal.api.common.v1.IPayload;

const bytes = (text: string): Uint8Array => Buffer.from(text);
const payload = (encoding: string, data: string | Uint8Array): Payload => ({
  metadata: { encoding: bytes(encoding) },
  data: typeof data === "string" ? bytes(data) : data,
});
const json = (text: string): Payload => payload("json/plain", text);
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** What somebody may send as the argument of a message, on purpose or not. */
const HOSTILE: Record<string, Payload[]> = {
  "nothing at all": [],
  null: [json("null")],
  "a text": [json('"approve"')],
  "a number": [json("1e999")],
  "an array": [json('[{"hold_id": "h1", "decision": "approve"}]')],
  "an empty object": [json("{}")],
  "unknown fields": [json('{"hold_id": "h1", "decision": "approve", "force": true}')],
  "wrong types": [json('{"hold_id": {"$ne": 1}, "decision": ["approve"], "by": 7}')],
  "an own __proto__": [json('{"__proto__": {"decision": "approve"}, "hold_id": "h1"}')],
  "names of Object's methods": [json('{"constructor": 1, "toString": 1, "hasOwnProperty": 1}')],
  "half a character": [json('{"hold_id": "h1", "decision": "approve", "comment": "\\ud800"}')],
  "half a character in a key": [json('{"\\udfff": 1}')],
  "half a character deep in the arguments": [
    json('{"hold_id": "h1", "decision": "edit", "args": {"a": [{"b": "\\ud83d"}]}}'),
  ],
  "an array of depth 5,000": [json(nested(5_000))],
  "arguments of depth 5,000": [
    json(`{"hold_id": "h1", "decision": "edit", "args": {"a": ${nested(5_000)}}}`),
  ],
  "a text of 1 MB": [
    json(JSON.stringify({ hold_id: "h1", decision: "approve", comment: "x".repeat(1_000_000) })),
  ],
  "an id of 1 MB": [json(JSON.stringify({ hold_id: "h".repeat(1_000_000), decision: "approve" }))],
  "50,000 unknown fields": [
    json(
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, i]))),
    ),
  ],
  "one key of 1 MB": [json(JSON.stringify({ ["k".repeat(1_000_000)]: 1 }))],
  bytes: [payload("binary/plain", new Uint8Array(200_000).fill(7))],
  "no bytes": [payload("binary/plain", "")],
  "null by encoding": [payload("binary/null", "")],
  "a second argument": [json("{}"), json("{}")],
  "broken JSON": [json('{"hold_id": ')],
  "JSON that is no UTF-8": [payload("json/plain", new Uint8Array([0x22, 0xff, 0xfe, 0x22]))],
  "no data": [{ metadata: { encoding: bytes("json/plain") } }],
  "an unknown encoding": [payload("rot13/secret", "whatever")],
  "a protobuf": [payload("json/protobuf", "{}")],
  "an encrypted payload": [payload("binary/encrypted", new Uint8Array(64))],
  "no metadata": [{ data: bytes("{}") }],
  "an empty payload": [{}],
  "broken JSON as a second argument": [json("{}"), json("{")],
};

/** Those that hold no JSON at all: whichever command they were meant to be, they are none. */
const UNREADABLE = [
  "bytes",
  "broken JSON",
  "no data",
  "an unknown encoding",
  "a protobuf",
  "an encrypted payload",
  "no metadata",
  "an empty payload",
];

async function startAsking(): Promise<StartedPlan> {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start(asks);
  await plan.untilHold("publish");
  return plan;
}

async function signalRaw(plan: StartedPlan, signalName: string, payloads: Payload[]) {
  const { client, namespace } = server();
  await client.workflowService.signalWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: `plan-${plan.id}` },
    signalName,
    input: { payloads },
    requestId: randomUUID(),
  });
}

/** Sends an update and answers the failure that it is refused with. */
async function refusedUpdate(plan: StartedPlan, name: string, payloads: Payload[]) {
  const { client, namespace } = server();
  const { outcome } = await client.workflowService.updateWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: `plan-${plan.id}` },
    waitPolicy: { lifecycleStage: COMPLETED },
    request: { meta: { updateId: randomUUID() }, input: { name, args: { payloads } } },
  });
  return outcome?.failure;
}

test("whatever comes as an approval signal is refused, logged in short, and stops nothing", async () => {
  const plan = await startAsking();
  for (const [count, [what, payloads]] of Object.entries(HOSTILE).entries()) {
    await signalRaw(plan, "approval", payloads);
    const refused = await plan.untilEvents(count + 1, "command.refused");
    const { command, code, detail } = refused.at(-1)!.data!;
    expect({ command, code }, what).toEqual({ command: "approval", code: "invalid_command" });
    const text = detail as string;
    expect(text.length, what).toBeLessThanOrEqual(LIMITS.error_message);
    expect(text.isWellFormed(), what).toBe(true);
  }
  expect(await plan.brokenTasks()).toEqual([]);
  await plan.signal("approval", { hold_id: "h1", decision: "approve" });
  expect(await plan.result()).toMatchObject({ status: "completed" });
});

test("whatever comes as an approval update is refused with its problem and leaves no trace", async () => {
  const plan = await startAsking();
  const before = await plan.runs();
  for (const [what, payloads] of Object.entries(HOSTILE)) {
    const failure = await refusedUpdate(plan, "approval", payloads);
    expect(failure?.applicationFailureInfo?.type, what).toBe("invalid_command");
    expect(failure!.message!.length, what).toBeLessThanOrEqual(LIMITS.error_message);
  }
  expect(await plan.runs()).toEqual(before);
});

test.each(MESSAGE_NAMES.filter((name) => name !== "approval"))(
  'a "%s" that cannot be read is refused, as a signal and as an update',
  async (name) => {
    const plan = await startAsking();
    const before = await plan.view();
    for (const what of UNREADABLE) {
      const failure = await refusedUpdate(plan, name, HOSTILE[what]!);
      expect(failure?.applicationFailureInfo?.type, what).toBe("invalid_command");
      await signalRaw(plan, name, HOSTILE[what]!);
    }
    await plan.untilEvents(UNREADABLE.length, "command.refused");
    expect(await plan.view()).toEqual({ ...before, seq: before.seq + UNREADABLE.length });
    expect(await plan.brokenTasks()).toEqual([]);
  },
);

test("signals with other names and false reports of todos change nothing", async () => {
  const plan = await startAsking();
  const before = await plan.view();
  const report = {
    type: "todo_completed",
    todo_id: "publish",
    run: 0,
    attempt: 1,
    result: "forged",
  };
  // Not the large ones: many at once fill the server's buffer, and it then repeats the task.
  const reports = [...UNREADABLE.map((what) => HOSTILE[what]!), HOSTILE["null"]!, [], [json("[]")]];
  for (const payloads of [...reports, [json(JSON.stringify(report))]]) {
    await signalRaw(plan, "todo_report", payloads);
  }
  for (const name of ["aproval", "__temporal_reserved", "", "__proto__"]) {
    await signalRaw(plan, name, HOSTILE["broken JSON"]!).catch(() => "the server may refuse it");
  }
  await plan.signal("approval", { hold_id: "h2", decision: "approve" });
  await plan.untilEvents(1, "command.refused");
  expect(await plan.view()).toEqual({ ...before, seq: before.seq + 1 });
  expect(await plan.brokenTasks()).toEqual([]);
});

test("a query that cannot be read fails alone", async () => {
  const plan = await startAsking();
  const { client, namespace } = server();
  const before = await plan.runs();
  for (const what of UNREADABLE) {
    const query = client.workflowService.queryWorkflow({
      namespace,
      execution: { workflowId: `plan-${plan.id}` },
      query: { queryType: "plan", queryArgs: { payloads: HOSTILE[what]! } },
    });
    await query.catch(() => "some are refused, others read as no page");
  }
  expect(await plan.view()).toMatchObject({ mode: "approval_wait" });
  expect(await plan.runs()).toEqual(before);
});

test("a flood of refused signals makes the plan continue as new, not grow without end", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start(asks, { history_events: 60 });
  const hold = await plan.untilHold("publish");
  const sent = await plan.nextRun();
  expect(await plan.untilEvents(sent, "command.refused")).toHaveLength(sent);
  expect(await plan.holds()).toEqual([hold]);
  expect((await plan.runs())[0]!.length).toBeLessThan(120);
});
