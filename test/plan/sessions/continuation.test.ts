import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../../src/contract/plan/agents/session.ts";
import {
  CONTINUATION_CANCELS,
  CONTINUATION_SKIPS,
  type ContinuationCancel,
  type ContinuationSkip,
} from "../../../src/contract/tables/vocabulary.ts";
import { boardOf } from "../../../src/plan/views/board/board.ts";
import type { Drive } from "../support/drive.ts";
import { drive, planOf } from "../support/drive.ts";
import { continuation, idle, mine, session, tell, types, workingSession } from "./support.ts";

const T0 = Date.parse("2026-02-05T10:00:00.000Z");
const second = (n: number): string => new Date(T0 + n * 1_000).toISOString();

describe("a session that stops with todos left (S3)", () => {
  test("is counted down for two seconds, one event a second, and then told to go on", () => {
    const plan = workingSession();
    plan.accept("claim_next", { session_id: "s1" });
    tell(plan, idle);
    expect(continuation(plan)).toMatchObject([
      { type: "continuation.countdown", seconds_left: 2, left: 2, ends_at: second(2) },
    ]);
    expect(plan.wakeAt).toBe(second(1));
    plan.pass(1);
    expect(plan.wakeAt).toBe(second(2));
    plan.pass(1);
    expect(continuation(plan)).toMatchObject([
      { type: "continuation.countdown", seconds_left: 2 },
      { type: "continuation.countdown", seconds_left: 1 },
      { type: "continuation.injected", prompt: { id: "s1.p1", done: 0, total: 2, left: 2 } },
    ]);
    expect(session(plan)).toMatchObject({ countdown: null, prompt: { id: "s1.p1" } });
  });

  test("is told S3's three instructions and how far it is, in its own language", () => {
    const english = workingSession();
    english.accept("done", { todo_id: "first", by: "bo" });
    tell(english, idle);
    english.pass(2);
    expect(session(english).prompt!.text.split("\n")).toEqual([
      "[Holdpoint: todos are left]",
      "You stopped, and todos of yours are not done yet. Go on with the next one.",
      "- Go on without asking for permission.",
      "- Report each todo as done as soon as it is.",
      "- Do not stop before all of them are done.",
      "[status: 1/2 done, 1 left]",
    ]);
    const korean = workingSession({ language: "ko" });
    tell(korean, idle);
    korean.pass(2);
    expect(session(korean).prompt!.text).toContain("- 허락을 구하지 말고 계속하세요.");
    expect(session(korean).prompt!.text).toMatch(/\[상태: 2개 중 0개 완료, 2개 남음\]$/);
  });

  test("is told so as the agent that was active last", () => {
    const plan = workingSession({ agent: "build" });
    tell(plan, { type: "message.updated", role: "assistant", agent: "review" });
    tell(plan, idle);
    plan.pass(2);
    expect(session(plan).prompt!.agent).toBe("review");
  });

  test("is told again as often as it stops: nothing throttles", () => {
    const plan = workingSession();
    for (const number of [1, 2, 3]) {
      tell(plan, idle);
      plan.pass(2);
      expect(session(plan).prompt!.id).toBe(`s1.p${number}`);
      plan.accept("ack_prompt", { session_id: "s1", prompt_id: `s1.p${number}` });
    }
    expect(types(plan).filter((type) => type === "continuation.injected")).toHaveLength(3);
  });

  test("is told at once when everything was down until after the countdown", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.passUnnoticed(60);
    plan.report({ type: "time_passed" });
    expect(types(plan)).toEqual(["continuation.countdown", "continuation.injected"]);
  });

  test("has one countdown however often it says that it is idle", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(1);
    expect(plan.refuse("session_event", { session_id: "s1", event: idle }).code).toBe(
      "nothing_new",
    );
    plan.pass(1);
    expect(types(plan)).toEqual([
      "continuation.countdown",
      "continuation.countdown",
      "continuation.injected",
    ]);
  });
});

describe("the board of a plan whose session stopped", () => {
  const counting = (plan: Drive) => boardOf(plan.plan).plan.session_countdowns;

  test("tells who is told to go on, when, and how much is left, until the words are given", () => {
    const plan = workingSession();
    expect(counting(plan)).toBeUndefined();
    tell(plan, idle);
    const told = [{ session_id: "s1", ends_at: second(2), left: 2 }];
    expect(counting(plan)).toEqual(told);
    plan.pass(1);
    expect(counting(plan)).toEqual(told);
    plan.pass(1);
    expect(types(plan).at(-1)).toBe("continuation.injected");
    expect(counting(plan)).toBeUndefined();
  });

  test.each<[string, SessionEvent, number]>([
    ["cancelled", { type: "message.updated", role: "user" }, 0],
    ["skipped", { type: "background_task.started", background_task_id: "b" }, 2],
  ])("tells it no more once it is %s", (what, event, seconds) => {
    const plan = workingSession();
    tell(plan, idle);
    tell(plan, event);
    plan.pass(seconds);
    expect(types(plan).at(-1)).toBe(`continuation.${what}`);
    expect(counting(plan)).toBeUndefined();
  });
});

describe("a session that stopped while the plan was paused", () => {
  /** A plan that was paused before its session stopped, or after, while it was counted down. */
  const stopped = (when: "before" | "after"): Drive => {
    const plan = workingSession();
    if (when === "before") plan.accept("pause");
    tell(plan, idle);
    if (when === "after") plan.accept("pause");
    plan.pass(60);
    expect(session(plan)).toMatchObject({ skipped: "plan_paused", todos: { left: 2 } });
    return plan;
  };

  test.each(["before", "after"] as const)(
    "is counted down once the plan goes on, and told to go on: paused %s it stopped",
    (when) => {
      const plan = stopped(when);
      plan.accept("resume");
      expect(session(plan)).toMatchObject({ skipped: null, countdown: { seconds_left: 2 } });
      plan.pass(2);
      expect(session(plan)).toMatchObject({ countdown: null, prompt: { id: "s1.p1", left: 2 } });
    },
  );

  test("is told nothing when it works again before the plan goes on", () => {
    const plan = stopped("before");
    tell(plan, { type: "message.updated", role: "user" });
    expect(session(plan).skipped).toBeNull();
    plan.accept("resume");
    plan.pass(60);
    expect(session(plan)).toMatchObject({ countdown: null, prompt: null });
    tell(plan, idle);
    expect(session(plan).countdown).not.toBeNull();
  });

  test("is not told to go on when another reason is left", () => {
    const plan = stopped("before");
    tell(plan, { type: "background_task.started", background_task_id: "b" });
    plan.accept("resume");
    plan.pass(60);
    expect(session(plan)).toMatchObject({ skipped: "background_tasks", prompt: null });
  });

  test("is not told to go on while the plan is paused, and has the same words after the pause", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(2);
    const told = session(plan).prompt;
    expect(told).toMatchObject({ id: "s1.p1" });
    plan.accept("pause");
    expect(session(plan).prompt).toBeNull();
    plan.accept("resume");
    expect(session(plan).prompt).toEqual(told);
    plan.accept("ack_prompt", { session_id: "s1", prompt_id: "s1.p1" });
    expect(session(plan).prompt).toBeNull();
  });

  test("is told nothing by a plan that was cancelled in its pause", () => {
    const plan = stopped("before");
    plan.accept("cancel");
    plan.pass(60);
    expect(types(plan).at(-1)).toBe("continuation.skipped");
  });
});

const UNTOLD = ["session_registered", "todo_claimed", "plan_ended"] as const;
type Told = Exclude<ContinuationCancel, (typeof UNTOLD)[number]>;
const TOLD = CONTINUATION_CANCELS.filter(
  (row): row is Told => !UNTOLD.some((other) => other === row),
);

const CANCELLING: Readonly<Record<Told, SessionEvent>> = {
  user_message: { type: "message.updated", role: "user" },
  assistant_message: { type: "message.updated", role: "assistant" },
  assistant_part: { type: "message.part.updated", role: "assistant" },
  tool_before: { type: "tool.execute.before", tool: "bash" },
  tool_after: { type: "tool.execute.after", tool: "bash" },
  session_deleted: { type: "session.deleted" },
  session_error: { type: "session.error" },
  session_recovering: { type: "session.recovering" },
};

describe("S3's cancelling events", () => {
  test.each(TOLD)("%s ends the countdown, and the session is told nothing", (row) => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(1);
    tell(plan, CANCELLING[row]);
    plan.pass(60);
    expect(continuation(plan).slice(2)).toMatchObject([
      { type: "continuation.cancelled", cause: row, session_id: "s1" },
    ]);
    expect(plan.wakeAt).toBeNull();
  });

  test("a session that registers again is not counted down any more, and the log says why", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(1);
    plan.accept("register_session", { session_id: "s1", assignee: "coder" });
    plan.pass(60);
    expect(continuation(plan).slice(2)).toEqual([
      { type: "continuation.cancelled", cause: "session_registered", session_id: "s1" },
    ]);
    expect(session(plan).prompt).toBeNull();
    // Without a countdown there is nothing to end.
    plan.accept("register_session", { session_id: "s1", assignee: "coder" });
    expect(continuation(plan)).toHaveLength(3);
  });

  test("a session that claims a todo works again: it is not told to go on, and the log says why", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(1);
    plan.accept("claim_next", { session_id: "s1" });
    plan.pass(30);
    expect(continuation(plan).slice(2)).toEqual([
      { type: "continuation.cancelled", cause: "todo_claimed", session_id: "s1" },
    ]);
    expect(session(plan)).toMatchObject({ countdown: null, prompt: null });
    // It is told when it stops again.
    tell(plan, idle);
    plan.pass(2);
    expect(types(plan).at(-1)).toBe("continuation.injected");
  });

  test.each<[string, SessionEvent]>([
    ["a part of the user's own message", { type: "message.part.updated", role: "user" }],
    ["a task in the background", { type: "background_task.started", background_task_id: "b" }],
    ["the end of a recovery", { type: "session.recovered" }],
  ])("%s does not end it", (_, event) => {
    const plan = workingSession();
    tell(plan, idle);
    tell(plan, event);
    expect(session(plan).countdown).not.toBeNull();
  });

  // An error is remembered for three seconds, and a session is deleted whatever it does.
  const silent = ["session_deleted", "session_error"];
  test.each(TOLD.filter((row) => !silent.includes(row)))(
    "%s writes nothing down while nothing is counted down and it changes nothing",
    (row) => {
      const plan = workingSession();
      if (row === "session_recovering") tell(plan, CANCELLING[row]);
      const { seq } = plan.plan.state;
      expect(tell(plan, CANCELLING[row])).toMatchObject({ problem: { code: "nothing_new" } });
      expect(plan.plan.state.seq).toBe(seq);
    },
  );
});

describe("the end of a plan", () => {
  const ENDS: readonly (readonly [string, (plan: Drive) => void])[] = [
    ["completed", (plan) => finish(plan, "done")],
    ["failed", (plan) => finish(plan, "cannot")],
    ["cancelled", (plan) => plan.accept("cancel")],
  ];
  const finish = (plan: Drive, last: "done" | "cannot"): void => {
    plan.accept("done", { todo_id: "first", by: "bo" });
    plan.accept(last, { todo_id: "second", by: "bo", ...(last === "cannot" && { reason: "x" }) });
    for (const { id } of [...plan.plan.openHolds.values()])
      plan.accept("approval", { hold_id: id, decision: "reject", then: "fail" });
  };

  test.each(ENDS)("that is %s ends a countdown, and the log says so", (status, end) => {
    const plan = workingSession();
    tell(plan, idle);
    end(plan);
    expect(plan.plan.state.status).toBe(status);
    expect(continuation(plan).slice(1)).toEqual([
      { type: "continuation.cancelled", cause: "plan_ended", session_id: "s1" },
    ]);
    expect(session(plan).countdown).toBeNull();
    expect(plan.wakeAt).toBeNull();
  });

  test.each(ENDS)("that is %s takes back the words that nobody has taken", (status, end) => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(2);
    const prompt_id = session(plan).prompt!.id;
    end(plan);
    expect(plan.plan.state.status).toBe(status);
    expect(continuation(plan).at(-1)).toEqual({
      ...{ type: "continuation.cancelled", cause: "plan_ended", session_id: "s1" },
      prompt_id,
    });
    expect(session(plan).prompt).toBeNull();
  });

  test("that waits until its todos have stopped ends a countdown at once", () => {
    const plan = drive(planOf([mine("first"), "slow"]));
    plan.accept("register_session", { session_id: "s1", assignee: "coder" });
    tell(plan, idle);
    plan.accept("cancel");
    expect(plan.finished).toBe(false);
    expect(boardOf(plan.plan).plan.session_countdowns).toBeUndefined();
    expect(continuation(plan).at(-1)).toMatchObject({
      type: "continuation.cancelled",
      cause: "plan_ended",
    });
  });
});

interface SkipRow {
  readonly registration?: object;
  readonly before?: (plan: Drive) => void;
  readonly plan?: () => Drive;
}

const SKIPPING: Readonly<Record<ContinuationSkip, SkipRow>> = {
  not_main_or_background: { registration: { session_type: "other" } },
  recovering: { before: (plan) => tell(plan, { type: "session.recovering" }) },
  recent_error: {
    before: (plan) => (tell(plan, { type: "session.error" }), plan.passUnnoticed(2.999)),
  },
  background_tasks: {
    before: (plan) => tell(plan, { type: "background_task.started", background_task_id: "b1" }),
  },
  no_todos: { registration: { assignee: "nobody" } },
  all_done: {
    plan: () => {
      const plan = drive(planOf([mine("first"), "other"]));
      plan.accept("register_session", { session_id: "s1", assignee: "coder" });
      plan.accept("done", { todo_id: "first" });
      return plan;
    },
  },
  no_write_permission: { registration: { tools: { write: false } } },
  planning_agent: { registration: { agent: "plan" } },
  plan_paused: { before: (plan) => plan.accept("pause") },
  nothing_to_do_now: {
    plan: () => {
      const plan = drive(planOf(["build", mine("review", { depends_on: ["build"] })]));
      plan.accept("register_session", { session_id: "s1", assignee: "coder" });
      return plan;
    },
  },
  prompt_not_acknowledged: { before: (plan) => (tell(plan, idle), plan.pass(2)) },
};

describe("S3's skip conditions, and three that only plans have", () => {
  test.each(CONTINUATION_SKIPS)("%s: a session that stops is not counted down", (why) => {
    const { registration, before, plan: make } = SKIPPING[why];
    const plan = make?.() ?? workingSession(registration);
    before?.(plan);
    const { length } = continuation(plan);
    tell(plan, idle);
    plan.pass(30);
    expect(continuation(plan).slice(length)).toMatchObject([
      { type: "continuation.skipped", why, session_id: "s1" },
    ]);
    expect(session(plan).skipped).toBe(why);
  });

  test.each(["main", "background"])("a %s session is continued", (session_type) => {
    const plan = workingSession({ session_type });
    tell(plan, idle);
    plan.pass(2);
    expect(types(plan).at(-1)).toBe("continuation.injected");
  });

  test.each<[string, object, boolean]>([
    ["write is off", { tools: { write: false } }, false],
    ["edit is off", { tools: { edit: false } }, false],
    ["neither is said", { tools: {} }, true],
    ["both are on", { tools: { write: true, edit: true } }, true],
    ["it plans", { agent: "planner-sisyphus" }, false],
    ["its name only begins so", { agent: "planner" }, true],
    ["its name only begins as S3's other planner's", { agent: "planner-other" }, true],
  ])("an agent of which %s", (_, registration, isContinued) => {
    const plan = workingSession(registration);
    tell(plan, idle);
    expect(session(plan).countdown !== null).toBe(isContinued);
  });

  test("what the last message says of its agent and tools counts", () => {
    const plan = workingSession({ tools: { write: false } });
    tell(plan, { type: "message.updated", role: "assistant", tools: { write: true } });
    tell(plan, idle);
    expect(session(plan).countdown).not.toBeNull();
  });

  test("three seconds after an error it is continued again", () => {
    const plan = workingSession();
    tell(plan, { type: "session.error" });
    plan.passUnnoticed(3);
    tell(plan, idle);
    expect(session(plan).countdown).not.toBeNull();
  });

  test("a user's message ends the three seconds at once", () => {
    const plan = workingSession();
    tell(plan, { type: "session.error" });
    tell(plan, { type: "message.updated", role: "user" });
    tell(plan, idle);
    plan.pass(2);
    expect(types(plan).at(-1)).toBe("continuation.injected");
  });

  test("what begins during the countdown and does not cancel it counts at its end", () => {
    const plan = workingSession();
    tell(plan, idle);
    tell(plan, { type: "background_task.started", background_task_id: "b1" });
    plan.pass(2);
    expect(continuation(plan).at(-1)).toMatchObject({
      type: "continuation.skipped",
      why: "background_tasks",
    });
    tell(plan, { type: "background_task.ended", background_task_id: "b1" });
    tell(plan, idle);
    plan.pass(2);
    expect(types(plan).at(-1)).toBe("continuation.injected");
  });

  test("after its recovery a session is continued", () => {
    const plan = workingSession();
    tell(plan, { type: "session.recovering" });
    tell(plan, { type: "session.recovered" });
    tell(plan, idle);
    expect(session(plan).countdown).not.toBeNull();
  });

  test("the same reason again is not written down again", () => {
    const plan = workingSession({ session_type: "other" });
    tell(plan, idle);
    expect(tell(plan, idle)).toMatchObject({ problem: { code: "nothing_new" } });
    expect(types(plan)).toEqual(["continuation.skipped"]);
  });
});
