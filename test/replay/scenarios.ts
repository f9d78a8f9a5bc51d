import type { Client } from "@temporalio/client";
import type { NewPlanInput } from "../../src/contract/plan/plan.ts";
import type { Json } from "../../src/contract/text.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import type { IdleWorker, PlanWorkerOptions, StartOptions } from "../support/plan-server.ts";
import { anyTool, createGate, echo } from "../support/plan-tools.ts";
import { agentOf, scriptModel } from "../support/scripted-agent.ts";
import type { StartedPlan } from "../support/started-plan.ts";

/** What a recording can use. */
export interface Stage {
  readonly client: Client;
  /** Starts a plan whose id is the scenario's name; a worker with the tools runs at once. */
  start(
    plan: NewPlanInput,
    tools: readonly Tool[],
    more?: PlanWorkerOptions & StartOptions,
  ): Promise<StartedPlan>;
  /** The same of a goal, or of a plan as somebody starts it by hand in Temporal. */
  startByHand(
    input: object,
    tools: readonly Tool[],
    more?: PlanWorkerOptions,
  ): Promise<StartedPlan>;
  /** A queue that nobody works on until `run`. */
  queue(tools: readonly Tool[]): Omit<IdleWorker, "run"> & { run(): Promise<void> };
  readonly name: string;
}

type Scenario = (stage: Stage) => Promise<StartedPlan>;

const todo = (id: string, more: Partial<NewPlanInput["todos"][number]> = {}) => ({
  id,
  title: `Todo ${id}`,
  tool_name: "echo",
  ...more,
});
const asking = (id: string, more: Partial<NewPlanInput["todos"][number]> = {}) =>
  todo(id, { requires_approval: true, ...more });
const ending = async (plan: StartedPlan): Promise<StartedPlan> => {
  await plan.ended();
  return plan;
};

/** One plan for each thing that writes a history of its own kind. */
export const SCENARIOS = {
  async chain(stage) {
    const todos = [
      todo("a", { tool_params: { rows: [1, 2, 3] } }),
      todo("b", { tool_params: { row: { $from: "a", path: "/rows/1" } } }),
      todo("c", { tool_name: null, kind: "milestone", depends_on: ["b"] }),
      todo("d", { tool_params: { text: "{{todo.b.result/row}} of 3" }, depends_on: ["c"] }),
    ];
    return ending(await stage.start({ id: stage.name, title: "Chain", todos }, [echo]));
  },

  async quick(stage) {
    const quick = { ...echo, quick: true };
    const chain = Array.from({ length: 6 }, (_, place) =>
      todo(`q${place}`, {
        requires_approval: place === 3,
        depends_on: place === 0 ? [] : [`q${place - 1}`],
      }),
    );
    const plan = await stage.start({ id: stage.name, title: "Quick", todos: chain }, [quick]);
    await plan.untilHold("q3");
    await plan.send("approval", { todo_id: "q3", decision: "approve" });
    return ending(plan);
  },

  async approvals(stage) {
    const plan = await stage.start(
      {
        id: stage.name,
        title: "Approved, rejected, edited",
        max_parallel: 2,
        plan_review: true,
        todos: [
          todo("first", { priority: 9 }),
          todo("low", { priority: 1 }),
          asking("approved", { depends_on: ["first"] }),
          asking("rejected", { depends_on: ["first"] }),
          asking("edited", { depends_on: ["low"], tool_params: { text: "draft" } }),
          todo("last", { depends_on: ["approved", "rejected", "edited"] }),
        ],
      },
      [echo],
    );
    await plan.until("a review", ({ open_holds }) => open_holds === 1);
    await plan.send("approval", { hold_id: "h1", decision: "approve", comment: "go" });
    for (const id of ["approved", "rejected", "edited"]) await plan.untilHold(id);
    await plan.send("approval", { todo_id: "approved", decision: "approve" });
    await plan.signal("approval", { todo_id: "rejected", decision: "reject", reason: "no" });
    const args = { text: "final" };
    await plan.send("approval", { todo_id: "edited", decision: "edit", args });
    return ending(plan);
  },

  async timeouts(stage) {
    const approval = (on_timeout: "skip" | "approve" | "fail", timeout_seconds: number) => ({
      approval: { on_timeout, timeout_seconds },
    });
    const plan = await stage.start(
      {
        id: stage.name,
        title: "Nobody decides",
        todos: [
          asking("skipped", approval("skip", 1)),
          asking("approved", approval("approve", 2)),
          asking("failed", approval("fail", 3)),
          todo("slow", { tool_name: "gate", timeout_seconds: 1, max_retries: 0 }),
        ],
      },
      [echo, createGate().tool],
    );
    return ending(plan);
  },

  async pause_resume(stage) {
    const gate = createGate();
    const todos = [todo("a", { tool_name: "gate" }), todo("b", { depends_on: ["a"] }), asking("c")];
    const plan = await stage.start({ id: stage.name, title: "Paused", todos }, [echo, gate.tool]);
    await gate.begun("a");
    await plan.untilHold("c");
    await plan.send("pause", { reason: "lunch" });
    gate.open("a");
    await plan.until("the end of a", (view) => view.todos[0]!.status === "completed");
    await plan.signal("resume");
    await plan.until("the end of b", (view) => view.todos[1]!.status === "completed");
    await plan.send("approval", { todo_id: "c", decision: "approve" });
    return ending(plan);
  },

  async cancel(stage) {
    const gate = createGate();
    const todos = [todo("a", { tool_name: "gate" }), asking("b"), todo("c", { depends_on: ["a"] })];
    const plan = await stage.start({ id: stage.name, title: "Cancelled", todos }, [
      echo,
      gate.tool,
    ]);
    await gate.begun("a");
    await plan.untilHold("b");
    await plan.send("cancel", { reason: "no longer wanted" });
    return ending(plan);
  },

  async cancel_in_temporal(stage) {
    const gate = createGate();
    const todos = [todo("a", { tool_name: "gate" })];
    const plan = await stage.start({ id: stage.name, title: "Cancelled", todos }, [gate.tool]);
    await gate.begun("a");
    await plan.handle.cancel();
    return ending(plan);
  },

  async failure(stage) {
    const gate = createGate();
    const flaky = anyTool("flaky", (_args, { attempt }) => {
      if (attempt === 1) throw new Error("not yet");
      return attempt;
    });
    const fatal = anyTool("fatal", () => {
      throw new ToolError("critical_error", "The disk is full");
    });
    const todos = [
      todo("a", { tool_name: "flaky" }),
      todo("b", { tool_name: "gate" }),
      todo("c", { tool_name: "fatal", depends_on: ["a"] }),
    ];
    const tools = [flaky, fatal, gate.tool];
    return ending(await stage.start({ id: stage.name, title: "Fails", todos }, tools));
  },

  async continue_as_new(stage) {
    const gate = createGate();
    const chain = Array.from({ length: 3 }, (_, place) =>
      todo(`t${place}`, {
        ...(place === 1 && { tool_name: "gate" }),
        depends_on: place === 0 ? [] : [`t${place - 1}`],
      }),
    );
    const plan = await stage.start(
      { id: stage.name, title: "Many runs", todos: [asking("asks"), ...chain] },
      [echo, gate.tool],
      { history_events: 20 },
    );
    await gate.begun("t1");
    await plan.send("approval", { todo_id: "asks", decision: "approve" });
    gate.open("t1");
    return ending(plan);
  },

  async refused(stage) {
    const plan = await stage.start(
      { id: stage.name, title: "ProblemError", todos: [asking("a")] },
      [echo],
    );
    await plan.untilHold("a");
    await plan.signal("approval", "approve");
    await plan.signal("approval", { hold_id: "h9", decision: "approve" });
    await plan.signal("resume", new Uint8Array([1, 2, 3]));
    await plan.untilEvents(3, "command.refused");
    const command = { command_id: "once", todo_id: "a", decision: "approve" };
    await plan.signal("approval", command);
    await plan.signal("approval", command).catch(() => "the plan may have ended");
    return ending(plan);
  },

  async early(stage) {
    const queue = stage.queue([echo]);
    const todos = [todo("a"), asking("b", { depends_on: ["a"] })];
    const plan = await queue.start({ id: stage.name, title: "Early", todos });
    for (const word of ["pause", "resume", "pause", "resume"] as const) await plan.signal(word);
    await plan.signal("approval", { hold_id: "h1", decision: "approve" });
    await queue.run();
    await plan.untilHold("b");
    await plan.send("approval", { hold_id: "h1", decision: "reject", then: "fail" });
    return ending(plan);
  },

  async large_result(stage) {
    const large = anyTool("large", () => ({ rows: Array.from({ length: 20_000 }, (_, n) => n) }));
    const todos = [
      todo("a", { tool_name: "large" }),
      todo("b", { tool_params: { row: { $from: "a", path: "/rows/19999" } } }),
    ];
    return ending(await stage.start({ id: stage.name, title: "Large", todos }, [large, echo]));
  },

  async long_todo(stage) {
    const gate = createGate();
    const todos = [
      todo("long", { tool_name: "gate", timeout_seconds: 3_600 }),
      todo("stopped", { tool_name: "gate", timeout_seconds: 3_600 }),
    ];
    const plan = await stage.start({ id: stage.name, title: "Long", todos }, [gate.tool, echo]);
    await Promise.all([gate.begun("long"), gate.begun("stopped")]);
    gate.open("long");
    await plan.until("the end of long", (view) => view.todos[0]!.status === "completed");
    await plan.send("cancel");
    return ending(plan);
  },

  async listed(stage) {
    const todos = [
      ...["a", "b", "c", "d"].map((id) => todo(id)),
      asking("e", { depends_on: ["a", "b", "c", "d"] }),
      asking("f", { depends_on: ["e"], approval: { on_timeout: "wait" } }),
    ];
    const plan = await stage.start(
      { id: stage.name, title: "In lists", max_parallel: 1, tags: ["it's"], todos },
      [echo],
    );
    await plan.untilHold("e");
    const renamed = { edit_type: "modify_plan", params: { changes: { title: "Renamed" } } };
    await plan.send("edit", { base_version: 1, ops: [renamed] });
    await plan.send("approval", { todo_id: "e", decision: "approve" });
    await plan.untilHold("f");
    await plan.send("approval", { todo_id: "f", decision: "approve" });
    return ending(plan);
  },

  async by_hand(stage) {
    const todos = [todo("a"), asking("b", { depends_on: ["a"] })];
    const plan = await stage.startByHand({ title: "By hand", todos }, [echo]);
    await plan.untilHold("b");
    await plan.signal("approval", { todo_id: "b", decision: "approve" });
    return ending(plan);
  },

  async edits(stage) {
    const gate = createGate();
    const todos = [
      todo("a", { tool_name: "gate" }),
      todo("b", { depends_on: ["a"] }),
      todo("c"),
      asking("d", { depends_on: ["b"] }),
    ];
    const plan = await stage.start({ id: stage.name, title: "Edits", max_parallel: 1, todos }, [
      echo,
      gate.tool,
    ]);
    await gate.begun("a");
    const edit = (...ops: object[]) => plan.send("edit", { ops });
    await edit(
      { edit_type: "add_todo", params: { todo: todo("e") } },
      { edit_type: "modify_todo", target_id: "c", params: { changes: { title: "Changed" } } },
    );
    await edit({ edit_type: "remove_todo", target_id: "c", params: {} });
    await plan.send("undo");
    await plan.send("control_todo", { todo_id: "e", action: "skip", reason: "not needed" });
    gate.open("a");
    await plan.untilHold("d");
    await plan.send("rollback", { version: 1 });
    await plan.send("approval", { todo_id: "d", decision: "approve" });
    return ending(plan);
  },

  async several_approvals(stage) {
    const two = { min_approvals: 2, approvers: ["kim", "@release"] };
    const todos = [
      asking("two", { approval: two }),
      asking("next", {
        approval: { timeout_seconds: 1, escalate_to: ["lee"], on_timeout: "wait" },
      }),
      asking("once"),
      asking("again", { depends_on: ["once"] }),
      asking("late", { approval: { on_timeout: "skip" } }),
    ];
    const plan = await stage.start({ id: stage.name, title: "Several", todos }, [echo]);
    for (const id of ["two", "next", "once", "late"]) await plan.untilHold(id);
    const yes = { decision: "approve" };
    await plan.send("approval", { todo_id: "two", ...yes, by: "kim" });
    await plan.send("approval", { todo_id: "two", ...yes, by: "lee", groups: ["release"] });
    await plan.untilEvents(1, "hold.escalated");
    await plan.send("approval", { todo_id: "next", ...yes, by: "lee" });
    const hour = new Date(Date.now() + 3_600_000).toISOString();
    await plan.send("approval", { todo_id: "once", ...yes, remember: { until: hour } });
    const { id: hold_id } = await plan.untilHold("late");
    await plan.send("control_hold", { hold_id, action: "extend", seconds: 60 });
    await plan.send("control_hold", { hold_id, action: "delegate", to: "lee" });
    await plan.send("approval", { todo_id: "late", ...yes, by: "lee", grace_seconds: 1 });
    return ending(plan);
  },

  async recovery(stage) {
    let broken = true;
    const flaky = anyTool("flaky", () => {
      if (broken) throw new ToolError("api_error", "The service is away");
      return "back";
    });
    const manual = { api_error: { action: "MANUAL" } } as const;
    const todos = [
      todo("a", { tool_name: "flaky", failure: manual }),
      todo("b", { depends_on: ["a"] }),
      todo("question", {
        tool_name: null,
        input_request: { question: "How many?", input_type: "number" },
      }),
    ];
    const plan = await stage.start({ id: stage.name, title: "Recovers", todos }, [echo, flaky]);
    await plan.untilHold("a");
    broken = false;
    await plan.send("control_todo", { todo_id: "a", action: "retry" });
    await plan.untilHold("question");
    await plan.send("input", { todo_id: "question", value: 3 });
    return ending(plan);
  },

  async sessions(stage) {
    const todos = [
      todo("claimed", { tool_name: null, assignee: "kim" }),
      todo("leased", { tool_name: null, assignee: "coder" }),
      todo("stopped", { tool_name: null, assignee: "coder" }),
    ];
    const plan = await stage.start({ id: stage.name, title: "People and sessions", todos }, [echo]);
    await plan.untilEvents(3, "todo.offered");
    await plan.send("claim", { todo_id: "claimed", by: "kim" });
    await plan.send("done", { todo_id: "claimed", by: "kim", note: "Looked" });
    const session = { session_id: "s1" };
    await plan.send("register_session", { ...session, assignee: "coder" });
    await plan.send("claim_next", session);
    await plan.send("session_event", { ...session, event: { type: "session.idle" } });
    await plan.untilEvents(1, "continuation.injected");
    for (let left = 2; left > 0; left -= 1) {
      const mine = (await plan.view()).todos.find(({ claimed_by }) => claimed_by === "session:s1");
      await plan.send("done", { ...session, todo_id: mine!.id });
      if (left > 1) await plan.send("claim_next", session);
    }
    return ending(plan);
  },

  async agent(stage) {
    const steps = (first: string, second: string): readonly [string, Json] => [
      "todo_write",
      {
        todos: [
          { id: "look", content: "Look", status: first },
          { id: "write", content: "Write", status: second },
        ],
      },
    ];
    const save = anyTool("save", () => "saved");
    const read = anyTool("read", () => "Three letters.");
    const model = scriptModel({
      report: [
        { calls: [["read", {}], steps("in_progress", "pending")] },
        { say: "I stop here." },
        { calls: [["ask_orchestrator", { question: "Which year?" }]] },
        { calls: [steps("completed", "in_progress"), ["save", { n: 1 }]] },
        { calls: [steps("completed", "completed")] },
        { say: "All is done." },
      ],
      orchestrator: [{ say: "[NEED_HUMAN: Which year?]" }],
    });
    const writer = agentOf(["save", "read"], { approval: ["save"], todo_list: true });
    const todos = [{ id: "report", title: "Write", agent_name: "writer" }];
    const plan = await stage.start({ id: stage.name, title: "An agent", todos }, [save, read], {
      agents: { writer },
      modelTurn: model.modelTurn,
    });
    await plan.until("a question", ({ todos: [report] }) => report?.blocker?.kind === "input");
    await plan.untilHold("report");
    await plan.send("input", { todo_id: "report", value: "2026" });
    await plan.untilEvents(2, "hold.requested");
    await plan.untilHold("report");
    await plan.send("approval", { todo_id: "report", decision: "approve" });
    return ending(plan);
  },

  async goal(stage) {
    const draft = {
      intent: { type: "talk", confidence: 0.95 },
      question: null,
      title: "Hello",
      todos: [
        { id: "one", title: "One", tool_name: "echo", tool_params: { text: "hello" } },
        {
          id: "two",
          title: "Two",
          tool_name: "echo",
          requires_approval: true,
          depends_on: ["one"],
        },
      ],
    };
    const wrong = { ...draft, todos: [{ id: "one", title: "One", tool_name: "ecko" }] };
    const raise = { edit_type: "change_priority", target_id: "two", params: { priority: 9 } };
    const model = createScriptedModel([
      { json: wrong },
      { json: draft },
      { json: { summary: "Two goes first.", edits: [{ ...raise, reason: "It matters." }] } },
      { json: { answer: "It said hello [one].", cites: ["one"] } },
    ]);
    const plan = await stage.startByHand({ goal: "Say hello" }, [echo], { model });
    await plan.untilEvents(1, "hold.requested");
    await plan.send("approval", { hold_id: "h1", decision: "approve" });
    await plan.untilHold("two");
    await plan.send("replan", { feedback: "Two matters" });
    await plan.untilEvents(1, "plan.replan_proposed");
    const proposal = (await plan.holds()).find(({ kind }) => kind === "proposal")!;
    await plan.send("approval", { hold_id: proposal.id, decision: "approve" });
    await plan.send("approval", { todo_id: "two", decision: "approve" });
    return ending(plan);
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
