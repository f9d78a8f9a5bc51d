import { WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure, CancelledFailure, defaultPayloadConverter } from "@temporalio/common";
import { expect, test } from "vitest";
import type { PlanServer } from "../support/plan-server.ts";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { useDevServer } from "../support/plan-worker.ts";
import type { HistoryEvent } from "../support/started-plan.ts";

const server = useDevServer();

/** Looks until Visibility, which follows a little later, lists so many workflows. */
async function listed(where: PlanServer, query: string, count: number) {
  for (;;) {
    const found = [];
    for await (const workflow of where.client.workflow.list({ query })) found.push(workflow);
    if (found.length === count) return found;
  }
}

function summaryOf(event: HistoryEvent): string | undefined {
  const payload = event.userMetadata?.summary;
  return payload == null ? undefined : defaultPayloadConverter.fromPayload<string>(payload);
}

test("who mistypes what a query is about is told so, and not that there is no such thing", async () => {
  const worker = await server().startWorker([echo]);
  const { handle } = await worker.start({
    title: "A plan",
    todos: [{ id: "a", title: "A", tool_name: "echo", requires_approval: true }],
  });
  await expect(handle.query("hold", { holdid: "h1" })).rejects.toThrow(
    'The query\'s input lacks "hold_id". It has "holdid" in its place.',
  );
  await expect(handle.query("todo")).rejects.toThrow('The query\'s input lacks "todo_id".');
  await expect(handle.query("hold", { hold_id: "h9" })).resolves.toBeNull();
  await expect(handle.query("actions", { todoid: "a" })).rejects.toThrow(
    'The query\'s input lacks "todo_id". It has "todoid" in its place.',
  );
  await expect(handle.query("actions", { hold_id: "h1" })).rejects.toThrow('lacks "todo_id".');
  await expect(handle.query("actions", { todo_id: "b" })).resolves.toBeNull();
  for (const whole of [[], [{}], [{ you: { name: "kim", groups: [] } }]]) {
    await expect(handle.query("actions", ...whole)).resolves.toHaveProperty("plan");
  }
  await expect(handle.query("choices", { holdid: "h1" })).rejects.toThrow(
    'The query\'s input lacks "hold_id" or "todo_id". It has "holdid" in its place.',
  );
  await expect(handle.query("compare", { from: 1, too: 2 })).rejects.toThrow(
    'The query\'s input lacks "to". It has "too" in its place.',
  );
});

test("plans are found by status, mode, holds, deadline, owner and tags", async () => {
  const worker = await server().startWorker([echo]);
  const tag = worker.taskQueue;
  const waiting = await worker.start({
    title: "A plan that waits",
    tags: [tag, "monthly"],
    todos: [{ id: "a", title: "A", tool_name: "echo", requires_approval: true }],
  });
  const done = await worker.start({
    title: "A plan that is done",
    tags: [tag],
    todos: [{ id: "a", title: "A", tool_name: "echo" }],
  });
  await done.result();
  const hold = await waiting.untilHold("a");
  const ours = `PlanTags = "${tag}" AND PlanOwner = "tester"`;
  const inbox = `${ours} AND OpenHolds > 0 AND PlanMode = "approval_wait" AND ExecutionStatus = "Running"`;

  const [found] = await listed(server(), inbox, 1);
  expect(found).toMatchObject({
    workflowId: `plan-${waiting.id}`,
    memo: { title: "A plan that waits", todo_count: 1 },
    searchAttributes: {
      PlanStatus: ["running"],
      PlanMode: ["approval_wait"],
      OpenHolds: [1],
      PlanOwner: ["tester"],
      PlanTags: [tag, "monthly"],
      NextDeadline: [new Date(hold.deadline_at!)],
    },
  });
  const [finished] = await listed(server(), `${ours} AND PlanStatus = "completed"`, 1);
  expect(finished).toMatchObject({
    workflowId: `plan-${done.id}`,
    searchAttributes: { PlanMode: ["running"], OpenHolds: [0] },
  });

  await waiting.send("pause");
  const [paused] = await listed(server(), `${ours} AND PlanMode = "paused"`, 1);
  expect(paused!.searchAttributes).not.toHaveProperty("NextDeadline");
  await waiting.send("cancel");
  await listed(server(), inbox, 0);
});

test("Temporal UI's details show the todos, the hold and the message that decides it", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Publish | the *report*",
    todos: [
      { id: "collect", title: "Collect", tool_name: "echo" },
      {
        id: "publish",
        title: "Publish [it](http://evil.example)",
        tool_name: "echo",
        requires_approval: true,
        depends_on: ["collect"],
      },
    ],
  });
  const hold = await plan.untilHold("publish");
  const details = await plan.details();
  expect(details).toContain("| ✔ | Collect | completed | echo |");
  expect(details).toContain("1 of 2 todos done");
  expect(details).toContain(`**Waits for you until ${hold.deadline_at}:**`);
  expect(details).toContain("send update `approval` with");
  expect(details).toContain('{"hold_id":"h1","decision":"approve"}');
  expect(details).toContain('{"hold_id":"h1","decision":"reject","reason":"…"}');
  // What people and models wrote stays text.
  expect(details).toContain("Publish \\| the \\*report\\*");
  expect(details).not.toContain("[it](");
  await plan.send("approval", { hold_id: "h1", decision: "approve" });
  await plan.result();
  expect(await plan.details()).not.toContain("Waits for you");
});

test("Temporal UI names every plan and activity by its title, and every timer", async () => {
  const long = "한국어로 된 아주 긴 제목입니다 ".repeat(12).trim();
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: long.slice(0, 200),
    todos: [
      { id: "a", title: "First of all", tool_name: "echo" },
      { id: "b", title: long.slice(0, 200), tool_name: "echo", depends_on: ["a"] },
      { id: "c", title: "C", tool_name: "echo", depends_on: ["b"], requires_approval: true },
    ],
  });
  await plan.untilHold("c");
  const [events] = await plan.runs();
  const activities = events!.filter((event) => event.activityTaskScheduledEventAttributes);
  expect(
    activities.map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name),
  ).toEqual(["echo", "echo"]);
  expect(activities.map(summaryOf)).toEqual(["First of all", `${long.slice(0, 59)}…`]);
  expect(activities.map((event) => event.activityTaskScheduledEventAttributes?.activityId)).toEqual(
    ["a.1", "b.1"],
  );
  const timers = events!.filter((event) => event.timerStartedEventAttributes).map(summaryOf);
  expect(new Set(timers)).toEqual(new Set(["Lists are told the progress", "Reminder: C"]));
  const { staticSummary, staticDetails } = await plan.handle.describe().then(async (described) => ({
    staticSummary: await described.staticSummary(),
    staticDetails: await described.staticDetails(),
  }));
  expect(staticSummary).toBe(`${long.slice(0, 59)}…`);
  expect(staticDetails).toContain(plan.id);
  await plan.send("cancel");
});

test("one timer at most is armed, for the earliest deadline", async () => {
  const worker = await server().startWorker([echo]);
  const plan = await worker.start({
    title: "Many deadlines",
    todos: [300, 100, 200].map((seconds) => ({
      id: `s${seconds}`,
      title: `${seconds} s`,
      tool_name: "echo",
      requires_approval: true,
      approval: { timeout_seconds: seconds },
    })),
  });
  await plan.until("three holds", ({ open_holds }) => open_holds === 3);
  await plan.send("approval", { todo_id: "s100", decision: "approve" });
  await plan.until("an approved todo's end", ({ progress }) => progress.counts["completed"] === 1);
  const [events] = await plan.runs();
  const started = events!.filter((event) => event.timerStartedEventAttributes);
  const stopped = events!.filter((event) => event.timerCanceledEventAttributes);
  const seconds = started.map((event) =>
    Math.round(Number(event.timerStartedEventAttributes?.startToFireTimeout?.seconds)),
  );
  expect(seconds).toHaveLength(2);
  expect(seconds[0]).toBeLessThanOrEqual(100);
  expect(seconds[1]).toBeGreaterThan(100);
  expect(stopped).toHaveLength(1);
  await plan.send("cancel");
});

test("a cancel in Temporal ends the plan in order and shows there as Canceled", async () => {
  const gate = createGate();
  const worker = await server().startWorker([gate.tool, echo]);
  const plan = await worker.start({
    title: "Cancelled in Temporal",
    todos: [
      { id: "a", title: "A", tool_name: "gate" },
      { id: "b", title: "B", tool_name: "echo", requires_approval: true },
      { id: "c", title: "C", tool_name: "echo", depends_on: ["a"] },
    ],
  });
  const run = await gate.begun("a");
  await plan.untilHold("b");
  await plan.handle.cancel();
  await expect(plan.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) });
  expect(run.signal.aborted).toBe(true);
  expect((await plan.handle.describe()).status.name).toBe("CANCELLED");
  const ended = await plan.view();
  expect(ended).toMatchObject({
    status: "cancelled",
    ended_because: "The workflow was cancelled in Temporal.",
  });
  expect(ended.todos.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await plan.holds()).toMatchObject([{ status: "withdrawn" }]);
});

test("a failed plan shows in Temporal as Failed, with the type plan_failed and its progress", async () => {
  const broken = anyTool("broken", () => {
    throw new Error("The service said no");
  });
  const worker = await server().startWorker([broken, echo]);
  const plan = await worker.start({
    title: "Fails",
    todos: [
      { id: "a", title: "A", tool_name: "echo" },
      { id: "b", title: "B", tool_name: "broken", max_retries: 0, depends_on: ["a"] },
    ],
  });
  const error: unknown = await plan.result().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(WorkflowFailedError);
  const { cause } = error as WorkflowFailedError;
  expect(cause).toBeInstanceOf(ApplicationFailure);
  expect(cause).toMatchObject({
    type: "plan_failed",
    nonRetryable: true,
    message: '"B" failed: The service said no',
    details: [{ plan_id: plan.id, status: "failed", progress: { percentage: 50 } }],
  });
  expect((await plan.handle.describe()).status.name).toBe("FAILED");
});
