import { describe, expect, test } from "vitest";
import { apply } from "../../src/plan/apply.ts";
import { next, scheduleOf, why } from "../../src/plan/views/why.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, type Drive } from "./support/drive.ts";

const reasons = (plan: Drive, id: string) => inEnglish(why(plan.plan, id));

describe("why a todo does not run", () => {
  test("running: it does", () => {
    expect(reasons(drive(planOf(["a"])), "a")).toEqual([
      { code: "running", text: "It is running." },
    ]);
  });

  test("retry: an attempt failed, and when the next one starts", () => {
    const retry = { action: "RETRY", max_retries: 1, retry_delay: 5 } as const;
    const plan = drive(planOf(["a"], { failure: { timeout: retry } }));
    plan.failAttempt("a", "timeout");
    const at = plan.todo("a").next_attempt_at;
    expect(at).toBe(plan.wakeAt);
    const text = `An attempt failed; the next one starts at ${at}.`;
    expect(reasons(plan, "a")).toEqual([{ code: "retry", text }]);
    expect(inEnglish(scheduleOf(plan.plan).waiting)).toEqual([
      { todo_id: "a", reasons: [{ code: "retry", text }] },
    ]);
    plan.accept("pause", { by: "bo" });
    expect(reasons(plan, "a")).toEqual([{ code: "paused", text: "The plan was paused by bo." }]);
    plan.accept("resume");
    plan.pass(5);
    expect(plan.todo("a").next_attempt_at).toBeUndefined();
    expect(reasons(plan, "a")).toEqual([{ code: "running", text: "It is running." }]);
  });

  test("dependency: it waits for others, by their titles and ids", () => {
    const plan = drive(
      planOf(["a", { id: "b", title: "Collect reviews" }, { id: "c", depends_on: ["a", "b"] }]),
    );
    plan.complete("a");
    expect(reasons(plan, "c")).toEqual([
      { code: "dependency", text: 'Waits for "Collect reviews".', todo_ids: ["b"] },
    ]);
  });

  test("dependency_failed: one of them cannot complete any more", () => {
    const plan = drive(planOf(["a", "b", { id: "c", depends_on: ["a", "b"] }]));
    plan.fail("a");
    expect(reasons(plan, "c")).toEqual([
      { code: "dependency", text: 'Waits for "b".', todo_ids: ["b"] },
      { code: "dependency_failed", text: 'It cannot start without "a".', todo_ids: ["a"] },
    ]);
  });

  test("hold: it waits for an approval, until when and which", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }]));
    const text = "Waits for an approval until 2026-02-05T11:00:00.000Z.";
    expect(reasons(plan, "a")).toEqual([{ code: "hold", text, hold_id: "p1.h1" }]);
  });

  test("hold: an agent waits in the middle of its work, and keeps its place, but does not run", () => {
    const ann = { id: "a", title: "Book", tool_name: null, agent_name: "ann" };
    const plan = drive(planOf([ann, "b"], { max_parallel: 1 }));
    const about = { todo_id: "a", run: 1, attempt: 1 };
    const turn = (number: number, calls: readonly string[]) =>
      plan.report({
        type: "agent_turn",
        ...about,
        turn: number,
        model: "m",
        usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 },
        goes_on: true,
        steps: [],
        calls: calls.map((call_id) => ({ call_id, tool_name: "pay", args: {}, references: [] })),
        questions: [],
        cost_limit_usd: null,
      });
    turn(1, ["t1c1", "t1c2"]);
    const asks = {
      code: "hold",
      text: expect.stringMatching(/^Waits for an approval/),
      hold_id: "p1.h1",
    };
    const waiting = () => inEnglish(scheduleOf(plan.plan));
    expect(reasons(plan, "a")).toEqual([asks]);
    expect(waiting()).toMatchObject({
      running: [],
      waiting: [
        { todo_id: "a", reasons: [asks] },
        { todo_id: "b", reasons: [{ code: "parallel_limit", todo_ids: ["a"] }] },
      ],
    });
    plan.accept("approval", { hold_id: "h1", decision: "approve" });
    expect(reasons(plan, "a")).toMatchObject([{ hold_id: "p1.h2" }]);
    plan.accept("approval", { hold_id: "h2", decision: "approve" });
    expect(reasons(plan, "a")).toEqual([{ code: "running", text: "It is running." }]);
    expect(waiting().running).toEqual(["a"]);
    turn(2, ["t2c1"]);
    plan.accept("pause", { by: "bo" });
    expect(reasons(plan, "a").map(({ code }) => code)).toEqual(["paused", "hold"]);
  });

  test("hold and paused: the approval has no end while the plan is paused", () => {
    const plan = drive(planOf([{ id: "a", requires_approval: true }]));
    plan.accept("pause", { by: "bo" });
    expect(reasons(plan, "a")).toEqual([
      { code: "paused", text: "The plan was paused by bo." },
      { code: "hold", text: "Waits for an approval.", hold_id: "p1.h1" },
    ]);
  });

  test("plan_review: the plan as a whole waits for a person", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }], { plan_review: true }));
    const review = {
      code: "plan_review",
      text: "The plan waits for its review.",
      hold_id: "p1.h1",
    };
    expect(reasons(plan, "a")).toEqual([review]);
    expect(reasons(plan, "b")).toEqual([
      review,
      { code: "dependency", text: 'Waits for "a".', todo_ids: ["a"] },
    ]);
  });

  test("paused: it could start but for the pause", () => {
    const plan = drive(planOf(["a", "b"], { max_parallel: 1 }));
    plan.accept("pause", { by: "bo" });
    expect(reasons(plan, "b")).toEqual([{ code: "paused", text: "The plan was paused by bo." }]);
  });

  test("parallel_limit: it is the next, when a place becomes free", () => {
    const plan = drive(planOf(["a", "b", "c"], { max_parallel: 2 }));
    expect(reasons(plan, "c")).toEqual([
      {
        code: "parallel_limit",
        text: "First in line (priority 5, made 2026-02-05T10:00:00.000Z): 2 of 2 places are taken.",
        todo_ids: ["a", "b"],
      },
    ]);
  });

  test("priority: others go first, and which", () => {
    const todos = [
      "a",
      { id: "low", priority: 1 },
      { id: "old", created_at: "2020-01-01T00:00:00Z", priority: 1 },
      "b",
    ];
    const plan = drive(planOf(todos, { max_parallel: 1 }));
    expect(plan.running).toEqual(["a"]);
    expect(reasons(plan, "low")).toEqual([
      {
        code: "priority",
        text: "Number 3 in line (priority 1, made 2026-02-05T10:00:00.000Z): 2 ready todos of higher priority, or above it in the plan, go first.",
        todo_ids: ["b", "old"],
      },
    ]);
  });

  test("starting: nothing is in its way, while the shell is about to continue as new", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"] }]));
    plan.mayStart = false;
    plan.complete("a");
    expect(reasons(plan, "b")).toEqual([{ code: "starting", text: "It starts now." }]);
  });

  test("ending: the plan was cancelled this moment", () => {
    const { plan, now } = drive(planOf(["a", "b"], { max_parallel: 1 }));
    const data = { reason: "r", grace_until: now };
    apply(plan, { type: "plan.cancel_requested", by: "bo", data }, now);
    expect(inEnglish(why(plan, "b"))).toEqual([{ code: "ending", text: "The plan is ending." }]);
  });

  test("failed: with what went wrong", () => {
    const plan = drive(planOf(["a", "b"]));
    plan.fail("a", "api_error", "503");
    expect(reasons(plan, "a")).toEqual([{ code: "failed", text: "It failed: 503" }]);
  });

  test("finished: it is completed, skipped or cancelled", () => {
    const plan = drive(planOf(["done", { id: "no", requires_approval: true }, "late"]));
    plan.complete("done");
    plan.reject("no");
    plan.accept("cancel");
    plan.pass(30);
    const texts = ["done", "no", "late"].flatMap((id) => reasons(plan, id));
    expect(texts).toEqual([
      { code: "finished", text: "It is completed." },
      { code: "finished", text: "It is skipped: Rejected by kim" },
      { code: "finished", text: "It is cancelled." },
    ]);
  });
});

describe("the schedule", () => {
  const todos = [
    "a",
    "b",
    { id: "low", priority: 1 },
    { id: "urgent", priority: 9, depends_on: ["b"] },
    { id: "asks", requires_approval: true },
    { id: "last", depends_on: ["asks"] },
  ];

  test("says what runs, what is next and why the others wait", () => {
    const { plan } = drive(planOf(todos, { max_parallel: 1 }));
    const schedule = scheduleOf(plan);
    expect(schedule.running).toEqual(["a"]);
    expect(schedule.next).toEqual(["b", "low"]);
    expect(schedule.waiting.map(({ todo_id, reasons: [first] }) => [todo_id, first!.code])).toEqual(
      [
        ["b", "parallel_limit"],
        ["low", "priority"],
        ["urgent", "dependency"],
        ["asks", "hold"],
        ["last", "dependency"],
      ],
    );
  });

  test("names what starts next before it does", () => {
    const ready = ["a", "b", { id: "low", priority: 1 }, { id: "urgent", priority: 9 }, "c"];
    const plan = drive(planOf(ready, { max_parallel: 1 }));
    const promised = [plan.running[0]];
    while (!plan.finished) {
      promised.push(...next(plan.plan, 1));
      plan.complete(plan.running[0]!);
    }
    expect(promised).toEqual(["urgent", "a", "b", "c", "low"]);
    expect(plan.started).toEqual(promised);
  });

  test("explains as many waiting todos as asked for, and names ten at most as next", () => {
    const many = Array.from({ length: 30 }, (_, place) => `t${place}`);
    const { plan } = drive(planOf(many, { max_parallel: 1 }));
    const schedule = scheduleOf(plan, 3);
    expect(schedule.waiting.map(({ todo_id }) => todo_id)).toEqual(["t1", "t2", "t3"]);
    expect(schedule.next).toHaveLength(10);
    expect(next(plan, 2)).toEqual(["t1", "t2"]);
  });

  test("names the same todos as next while the plan is paused, also once it is loaded again", () => {
    const plan = drive(planOf(["a", "b", { id: "urgent", priority: 9 }], { max_parallel: 1 }));
    plan.send("pause");
    plan.complete("urgent");
    expect(next(plan.plan)).toEqual(["a", "b"]);
    plan.reload();
    expect(next(plan.plan)).toEqual(["a", "b"]);
    plan.send("resume");
    expect(plan.running).toEqual(["a"]);
  });

  test("has nothing to say of a plan that has ended", () => {
    const plan = drive(planOf(["a"]));
    plan.complete("a");
    expect(scheduleOf(plan.plan)).toEqual({ running: [], next: [], waiting: [] });
  });
});
