import { describe, expect, test } from "vitest";
import { drive, planOf } from "../support/drive.ts";
import { idle, look, mine, session, tell, types, workingSession } from "./support.ts";

const S1 = { session_id: "s1" };
const seconds = (plan: { now: string }, n: number): string =>
  new Date(Date.parse(plan.now) + n * 1_000).toISOString();

describe("a session claims", () => {
  test("the todo with the highest priority that is assigned to it, for 60 seconds", () => {
    const plan = workingSession();
    expect(look(plan).offered).toEqual(["first", "second"]);
    plan.accept("claim_next", S1);
    expect(plan.todo("first")).toMatchObject({ status: "in_progress", claimed_by: "session:s1" });
    expect(session(plan).lease).toEqual({
      todo_id: "first",
      run: 1,
      until: seconds(plan, 60),
      version: 1,
    });
    expect(plan.wakeAt).toBe(seconds(plan, 60));
  });

  test("one todo at a time, and nothing that is not assigned to it", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    expect(plan.refuse("claim_next", S1).code).toBe("nothing_new");
    const other = drive(planOf([mine("x", { assignee: "kim" }), mine("y", { assignee: null })]));
    other.accept("register_session", { ...S1, assignee: "coder" });
    expect(other.refuse("claim_next", S1).code).toBe("nothing_new");
  });

  test("no question that waits for its name: answers are people's", () => {
    const input_request = { question: "When?" };
    const plan = drive(planOf([mine("x"), mine("when", { input_request })]));
    plan.accept("register_session", { ...S1, assignee: "coder" });
    expect(look(plan)).toMatchObject({ offered: ["x"], session: { todos: { total: 1, left: 1 } } });
  });

  test("nothing while the plan is paused", () => {
    const plan = workingSession();
    plan.accept("pause");
    expect(plan.refuse("claim_next", S1).code).toBe("nothing_new");
    expect(look(plan).offered).toEqual([]);
  });

  test("and says what became of it; the next one is on offer then", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    plan.accept("done", { ...S1, todo_id: "first", note: "merged" });
    expect(plan.todo("first")).toMatchObject({ status: "completed", completed_by: "session:s1" });
    expect(look(plan)).toMatchObject({ offered: ["second"], session: { lease: null } });
    plan.accept("claim_next", S1);
    plan.accept("cannot", { ...S1, todo_id: "second", reason: "tests are red" });
    expect(plan.todo("second")).toMatchObject({ status: "failed" });
  });

  test("and is told that it has said so, when it says so again after a lost answer", () => {
    const plan = workingSession();
    const refusal = (name: "done" | "cannot" | "heartbeat", body: object = {}) =>
      plan.refuse(name, { ...S1, ...body });
    const nothing = { code: "lease_lost", detail: 'Session "s1" holds no todo.' };
    expect(refusal("heartbeat")).toMatchObject(nothing);
    const done = { todo_id: "first", note: "merged" };
    plan.accept("claim_next", S1);
    plan.accept("done", { ...S1, ...done });
    const before = plan.plan.state.events.length;
    const again = { code: "lease_lost", detail: 'Session "s1" has already done the todo first.' };
    expect(refusal("done", done)).toMatchObject(again);
    expect(refusal("heartbeat")).toMatchObject(again);
    expect(plan.plan.state.events).toHaveLength(before);
    plan.accept("claim_next", S1);
    expect(refusal("done", done)).toMatchObject(again);
    const cannot = { todo_id: "second", reason: "tests are red" };
    plan.accept("cannot", { ...S1, ...cannot });
    expect(refusal("cannot", cannot)).toMatchObject({
      code: "lease_lost",
      detail: expect.stringMatching(/held the todo second, and that run has ended already: failed/),
    });
    expect(plan.todo("first")).toMatchObject({ status: "completed", run: 1 });
    // Another run is another claim.
    plan.accept("control_todo", { todo_id: "first", action: "rerun" });
    expect(refusal("done", done)).toMatchObject({
      detail: 'Session "s1" does not hold the todo first.',
    });
  });

  test("nothing that another session of the same person holds", () => {
    const plan = workingSession();
    plan.accept("register_session", { session_id: "s2", assignee: "coder" });
    plan.accept("claim_next", S1);
    plan.accept("claim_next", { session_id: "s2" });
    expect(session(plan, "s2").lease).toMatchObject({ todo_id: "second" });
    const about = { todo_id: "second", reason: "x" };
    expect(plan.refuse("done", { ...S1, todo_id: "second" }).code).toBe("lease_lost");
    expect(plan.refuse("cannot", { ...S1, ...about }).code).toBe("lease_lost");
    // The person whose sessions they are does not hold it either.
    expect(plan.refuse("done", { todo_id: "second" }).code).toBe("illegal_transition");
  });
});

describe("a lease", () => {
  test("is renewed by a heartbeat; one that comes too soon writes nothing", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    plan.pass(5);
    expect(plan.refuse("heartbeat", S1).code).toBe("nothing_new");
    for (let beat = 0; beat < 9; beat += 1) {
      plan.pass(20);
      plan.accept("heartbeat", S1);
    }
    expect(plan.todo("first").status).toBe("in_progress");
    expect(session(plan).lease!.until).toBe(seconds(plan, 60));
  });

  test("that is over gives the todo back, with an event, and another session takes it", () => {
    const plan = workingSession();
    plan.accept("register_session", { session_id: "s2", assignee: "coder" });
    plan.accept("claim_next", S1);
    plan.pass(60);
    const tail = plan.plan.state.events.slice(-2);
    expect(tail).toMatchObject([
      { type: "session.lease_expired", data: { session_id: "s1", lost: "first" } },
      { type: "todo.released", todo_id: "first", by: "holdpoint" },
    ]);
    expect(plan.refuse("heartbeat", S1).code).toBe("lease_lost");
    plan.accept("claim_next", { session_id: "s2" });
    expect(session(plan, "s2").lease).toMatchObject({ todo_id: "first", run: 2 });
    expect(plan.refuse("done", { ...S1, todo_id: "first" }).code).toBe("lease_lost");
    expect(plan.todo("first").claimed_by).toBe("session:s2");
  });

  test("is over when somebody gives the todo back in the session's place", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    plan.accept("release", { todo_id: "first", by: "bo" });
    expect(session(plan).lease).toBeNull();
    expect(plan.wakeAt).toBeNull();
  });

  test("ends with the session", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    tell(plan, { type: "session.deleted" });
    expect(plan.todo("first")).toMatchObject({ status: "pending", claimed_by: null });
    expect(plan.plan.state.sessions).toEqual([]);
    expect(plan.refuse("heartbeat", S1).code).toBe("session_not_found");
  });
});

describe("a session", () => {
  test("that registers again keeps its todo and what it is still to be told", () => {
    const plan = workingSession();
    plan.accept("claim_next", S1);
    tell(plan, idle);
    plan.pass(2);
    plan.accept("register_session", { ...S1, assignee: "coder", agent: "other" });
    expect(session(plan)).toMatchObject({
      agent: "other",
      lease: { todo_id: "first" },
      prompt: { id: "s1.p1" },
    });
    expect(plan.plan.state.sessions).toHaveLength(1);
  });

  test("is spoken for by whom registered it; anyone may remove it", () => {
    const plan = workingSession();
    const lee = { ...S1, by: "lee" };
    for (const [name, body] of [
      ["claim_next", {}],
      ["heartbeat", {}],
      ["session_event", { event: idle }],
      ["ack_prompt", { prompt_id: "s1.p1" }],
      ["register_session", { assignee: "coder" }],
      ["done", { todo_id: "first" }],
    ] as const) {
      expect(plan.refuse(name, { ...lee, ...body }).code, name).toBe("forbidden");
    }
    plan.accept("session_event", { ...lee, event: { type: "session.deleted" } });
    expect(plan.plan.state.sessions).toEqual([]);
  });

  test("that comes back after it was deleted is told under an id that no prompt before had", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(2);
    tell(plan, { type: "session.deleted" });
    plan.reload();
    plan.accept("register_session", { ...S1, assignee: "coder" });
    tell(plan, idle);
    plan.pass(2);
    // A word about the prompt of before, on its way for long: what the session is told now stays.
    expect(plan.refuse("ack_prompt", { ...S1, prompt_id: "s1.p1" }).code).toBe("nothing_new");
    expect(session(plan).prompt).toMatchObject({ id: "s1.p2" });
    plan.accept("ack_prompt", { ...S1, prompt_id: "s1.p2" });
    expect(session(plan).prompt).toBeNull();
  });

  test("acknowledges a prompt once; again is no news, an id that never was is refused", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(2);
    const ack = (prompt_id: string) => ({ ...S1, prompt_id });
    expect(plan.refuse("ack_prompt", ack("s1.p2")).code).toBe("invalid_command");
    plan.accept("ack_prompt", ack("s1.p1"));
    expect(session(plan).prompt).toBeNull();
    expect(plan.refuse("ack_prompt", ack("s1.p1")).code).toBe("nothing_new");
  });

  test("to whom a person writes before it has its prompt is not told", () => {
    const plan = workingSession();
    tell(plan, idle);
    plan.pass(2);
    tell(plan, { type: "message.updated", role: "user" });
    expect(session(plan).prompt).toBeNull();
    expect(types(plan).at(-1)).toBe("continuation.cancelled");
  });

  test("is answered the same when a command comes twice under one id", () => {
    const plan = workingSession();
    const claim = { ...S1, command_id: "claim-1" };
    const first = plan.accept("claim_next", claim);
    expect(plan.accept("claim_next", claim)).toEqual(first);
    const stop = { ...S1, event: idle, command_id: "stop-1" };
    plan.accept("session_event", stop);
    tell(plan, { type: "tool.execute.before" });
    plan.accept("session_event", stop);
    expect(session(plan).countdown).toBeNull();
  });

  test("means nothing to an ended plan, and takes it nowhere", () => {
    const plan = workingSession();
    plan.accept("done", { todo_id: "first" });
    tell(plan, idle);
    plan.accept("done", { todo_id: "second" });
    expect(plan.finished).toBe(true);
    expect(session(plan).countdown).toBeNull();
    for (const event of [idle, { type: "session.deleted" } as const]) {
      expect(tell(plan, event)).toMatchObject({ problem: { code: "nothing_new" } });
    }
    expect(plan.refuse("claim_next", S1).code).toBe("plan_finished");
    expect(plan.finished).toBe(true);
  });

  test("is one of at most a hundred", () => {
    const plan = workingSession();
    for (let n = 2; n <= 100; n += 1) {
      plan.accept("register_session", { session_id: `s${n}`, assignee: "coder" });
    }
    const more = { session_id: "s101", assignee: "coder" };
    expect(plan.refuse("register_session", more).code).toBe("illegal_transition");
  });
});
