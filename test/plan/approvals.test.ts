import { describe, expect, test } from "vitest";
import type { ApprovalSettings } from "../../src/contract/plan/todo.ts";
import type { JsonObject } from "../../src/contract/text.ts";
import { inEnglish } from "../support/in-english.ts";
import { drive, planOf, START, type Drive } from "./support/drive.ts";
import { ownDigest } from "./support/own-digest.ts";

const BOUND = {
  todo_id: "publish",
  tool_name: "publish",
  task_queue: null,
  input_data: null,
  references: [],
  output_path: null,
};

/** A plan with one todo that asks before it publishes, and one that comes after it. */
function publishing(settings: { description?: string; approval?: ApprovalSettings } = {}): Drive {
  const publish = {
    id: "publish",
    title: "Publish the report",
    tool_name: "publish",
    tool_params: { to: "blog" },
    requires_approval: true,
    ...settings,
  };
  return drive(planOf([publish, { id: "after", depends_on: ["publish"] }]));
}

describe("a todo that requires approval", () => {
  test("does not start; its hold shows exactly what would run", () => {
    const draft = { id: "draft" };
    const publish = {
      id: "publish",
      title: "Publish the report",
      description: "Everyone will see it.",
      tool_name: "publish",
      tool_params: {
        text: { $from: "draft", path: "/text" },
        title: "Re: {{todo.draft.result/n}}",
      },
      input_data: { lang: "ko", of: { $from: "draft", path: "/n" } },
      output_path: "out/report.md",
      requires_approval: true,
    };
    const plan = drive(planOf([draft, publish]));
    plan.complete("draft", { text: "라네즈", n: 1 });
    const args = { text: "라네즈", title: "Re: 1" };
    const bound = { todo_id: "publish", tool_name: "publish", task_queue: null };
    const input_data = { lang: "ko", of: 1 };
    const output_path = "out/report.md";
    expect(plan.running).toEqual([]);
    expect(plan.status("publish")).toBe("needs_approval");
    expect(plan.hold("publish")).toEqual({
      id: "p1.h1",
      plan_id: "p1",
      asked_by: null,
      assignee: null,
      kind: "approval",
      todo_id: "publish",
      status: "open",
      title: "Publish the report",
      message: "Everyone will see it.",
      tool_name: "publish",
      args,
      input_data,
      references: [],
      output_path,
      digest: ownDigest({ ...bound, args, input_data, references: [], output_path }),
      plan_version: 1,
      opened_at: START,
      deadline_at: "2026-02-05T11:00:00.000Z",
      remaining_ms: null,
      on_timeout: "fail",
      on_reject: "skip",
      input_request: null,
      proposal: null,
      deciding: null,
      decision: null,
      decisions: [],
      closed_reason: null,
    });
  });

  test("shows the message that its author wrote for the approver", () => {
    const plan = publishing({ description: "d", approval: { message: "Check the names." } });
    expect(plan.hold("publish").message).toBe("Check the names.");
  });

  test("asks only when everything it waits for is done", () => {
    const plan = drive(planOf(["a", { id: "b", depends_on: ["a"], requires_approval: true }]));
    expect(plan.plan.openHolds.size).toBe(0);
    plan.complete("a");
    expect(plan.plan.openHolds.size).toBe(1);
  });

  test("fails without asking when its input is not there", () => {
    const params = { x: { $from: "a", path: "/none" } };
    const plan = drive(planOf(["a", { id: "b", tool_params: params, requires_approval: true }]));
    plan.complete("a", {});
    expect(plan.status("b")).toBe("failed");
    expect(plan.plan.state.holds).toEqual([]);
  });
});

describe("approve", () => {
  test("runs the todo with what the hold showed, and says who and when", () => {
    const plan = publishing();
    const { digest, args } = plan.hold("publish");
    plan.passUnnoticed(60);
    plan.approve("publish", { by: "bo", comment: "Good." });
    expect(plan.argsOf("publish")).toEqual(args);
    expect(plan.todo("publish")).toMatchObject({
      status: "in_progress",
      approved_by: "bo",
      approved_at: plan.now,
      approved_digest: digest,
      approved_args: null,
    });
    expect(plan.hold("publish")).toMatchObject({
      status: "approved",
      decision: { decision: "approve", by: "bo", at: plan.now, comment: "Good." },
    });
  });

  test.each(["p1.h1", "h1"])("may name the hold by its id %s", (hold_id) => {
    const plan = publishing();
    plan.accept("approval", { hold_id, decision: "approve" });
    expect(plan.running).toEqual(["publish"]);
  });

  test("may say what it saw, and is accepted when that is what the hold asks", () => {
    const plan = publishing();
    plan.approve("publish", { digest: plan.hold("publish").digest });
    expect(plan.running).toEqual(["publish"]);
  });

  test("lets the todo wait for its place like any other", () => {
    const asks = { id: "asks", requires_approval: true };
    const plan = drive(
      planOf(["busy", asks, { id: "urgent", priority: 9, depends_on: ["busy"] }], {
        max_parallel: 1,
      }),
    );
    plan.approve("asks");
    expect(plan.status("asks")).toBe("pending");
    plan.complete("busy");
    expect(plan.running).toEqual(["urgent"]);
    plan.complete("urgent");
    expect(plan.running).toEqual(["asks"]);
  });
});

describe("reject", () => {
  test("skips the todo by default, with who and why", () => {
    const plan = publishing();
    plan.reject("publish", { by: "bo", reason: "Too early." });
    expect(plan.todo("publish")).toMatchObject({
      status: "skipped",
      error_message: "Rejected by bo: Too early.",
      completed_at: plan.now,
      run: 0,
    });
    const decision = {
      decision: "reject",
      by: "bo",
      at: plan.now,
      reason: "Too early.",
      then: "skip",
    };
    expect(plan.hold("publish")).toMatchObject({ status: "rejected", decision });
    expect(plan.started).toEqual([]);
    expect(plan.plan.state.status).toBe("completed");
  });

  test("fails the todo when its author said so", () => {
    const plan = publishing({ approval: { on_reject: "fail" } });
    plan.reject("publish", { by: "bo" });
    expect(plan.todo("publish")).toMatchObject({
      status: "failed",
      error_message: "Rejected by bo",
    });
    expect(inEnglish(plan.plan.state)).toMatchObject({
      status: "failed",
      ended_because: '"Publish the report" failed: Rejected by bo',
    });
  });

  test.each([
    ["fail", "skip", "failed"],
    ["skip", "fail", "skipped"],
  ] as const)("with then: %s wins over the author's %s", (then, on_reject, status) => {
    const plan = publishing({ approval: { on_reject } });
    plan.reject("publish", { then });
    expect(plan.status("publish")).toBe(status);
  });
});

describe("edit", () => {
  test("changes the fields that the person wrote, takes them as they are, and keeps the rest", () => {
    const plan = publishing();
    const written = { text: "{{todo.publish.result}}", ref: { $from: "nowhere" } };
    plan.accept("approval", { todo_id: "publish", decision: "edit", args: written, by: "bo" });
    const args = { to: "blog", ...written };
    expect(plan.argsOf("publish")).toEqual(args);
    const digest = ownDigest({ ...BOUND, args });
    expect(plan.todo("publish")).toMatchObject({ approved_digest: digest, approved_args: args });
    expect(plan.hold("publish")).toMatchObject({
      status: "approved",
      args: { to: "blog" },
      decision: { decision: "edit", by: "bo", args },
    });
  });

  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["removes what it says is null", { a: 1, b: 2 }, { a: null }, { b: 2 }],
    [
      "merges objects in objects",
      { o: { a: 1, b: { c: 2, d: 3 } } },
      { o: { b: { c: null } } },
      { o: { a: 1, b: { d: 3 } } },
    ],
    ["replaces lists as a whole", { l: [1, { a: 2 }] }, { l: [null] }, { l: [null] }],
    [
      "puts an object in the place of a text",
      { t: "x" },
      { t: { a: 1, b: null } },
      { t: { a: 1 } },
    ],
    [
      "merges with what looks like a large result or a file as with any object",
      { t: { $artifact: "sha256:0" }, f: { $file: "old", name: "a" } },
      { t: { a: 1 }, f: { $file: "new" } },
      { t: { $artifact: "sha256:0", a: 1 }, f: { $file: "new", name: "a" } },
    ],
    ["changes nothing when it names nothing", { a: 1 }, {}, { a: 1 }],
  ])("%s", (_, tool_params, args, runs) => {
    const todo = { id: "a", tool_name: "publish", tool_params, requires_approval: true };
    const plan = drive(planOf([todo]));
    plan.accept("approval", { todo_id: "a", decision: "edit", args });
    expect(plan.argsOf("a")).toEqual(runs);
  });

  const $artifact = `sha256:${"0".repeat(64)}`;
  const placeholder = { $artifact, path: "/t" };
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ["stays where nothing is said of it", { a: 1 }, { t: placeholder, a: 1 }, ["/args/t"]],
    ["stays when it is repeated", { t: placeholder, a: 1 }, { t: placeholder, a: 1 }, ["/args/t"]],
    ["goes as one value", { t: { path: "/u" } }, { t: { path: "/u" } }, []],
    ["goes for a text", { t: "x" }, { t: "x" }, []],
    ["goes when it is removed", { t: null }, {}, []],
    [
      "does not come again elsewhere",
      { u: placeholder },
      { t: placeholder, u: placeholder },
      ["/args/t"],
    ],
  ])("a large result among the arguments %s", (_, args, runs, references) => {
    const tool_params = { t: { $from: "source", path: "/t" } };
    const todo = { id: "a", tool_name: "publish", tool_params, requires_approval: true };
    const plan = drive(planOf(["source", todo]));
    plan.complete("source", { $artifact, bytes: 70_000, preview: "x" }, true);
    const { digest } = plan.hold("a");
    plan.accept("approval", { todo_id: "a", decision: "edit", args, digest });
    expect(plan.argsOf("a")).toEqual(runs);
    expect(plan.runs[0]!.references).toEqual(references);
  });

  test("leaves a trace in the log, without the arguments", () => {
    const plan = publishing();
    plan.accept("approval", { todo_id: "publish", decision: "edit", args: { secret: 1 } });
    const logged = plan.plan.state.events.find((event) => event.type === "hold.decided");
    expect(logged?.data).toMatchObject({ decision: "edit", edited: true });
    expect(JSON.stringify(plan.plan.state.events)).not.toContain("secret");
  });
});
