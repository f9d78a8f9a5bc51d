import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentReport } from "../../src/contract/plan/agents/agent.ts";
import type { BoardEvent } from "../../src/contract/plan/board.ts";
import { effects } from "../../src/plan/effects.ts";
import type { Report } from "../../src/plan/model/commands.ts";
import { isRunning } from "../../src/plan/model/plan.ts";
import type { PlanEvent } from "../../src/plan/model/state/events.ts";
import { boardOf, rowsBetween } from "../../src/plan/views/board/board.ts";
import { fold } from "../../src/plan/views/board/fold-board.ts";
import { AGENT_EVENTS } from "./support/agent-events.ts";
import { copyOf, drive, planOf, type Drive } from "./support/drive.ts";
import { always } from "./support/properties.ts";

const IDS = ["a", "b", "c"] as const;

/** Something that happens to a plan of agents: of which todo, and which of what is possible. */
type Happening = readonly [what: (typeof WHAT)[number], todo: number, pick: number];
const WHAT = [
  "turn",
  "turn",
  "orchestrator",
  "orchestrator",
  "decide",
  "decide",
  "decide",
  "end",
  "fail",
  "countdown",
  "halt",
  "late",
  "pause",
  "resume",
  "skip",
  "retry",
  "withdraw",
  "wait",
  "stop",
  "cancel",
] as const;

const happening: fc.Arbitrary<Happening> = fc.tuple(
  fc.constantFrom(...WHAT),
  fc.nat(2),
  fc.nat(1_000),
);
const cases = fc.record({
  story: fc.array(happening, { maxLength: 60 }),
  budget: fc.constantFrom(null, 0.02, 1),
  max_parallel: fc.constantFrom(1, 3),
});
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** Three todos of agents, and one that is done already: what the plan knows. */
function begin({ budget, max_parallel }: Case): Drive {
  const agents = IDS.map((id) => ({
    id,
    tool_name: null,
    agent_name: "ann",
    depends_on: id === "c" ? ["known", "a"] : ["known"],
    optional: id === "b",
    ...(id !== "c" && { failure: { validation_error: { action: "MANUAL" as const } } }),
    approval: { timeout_seconds: 60, ...(id === "a" && { on_timeout: "approve" as const }) },
  }));
  const it = drive(planOf(["known", ...agents], { max_parallel, budget_usd: budget }));
  it.complete("known", "1");
  return it;
}

function happen(it: Drive, [what, todo, pick]: Happening): void {
  const id = IDS[todo]!;
  const { run, attempt = 1, agent } = it.plan.todos.get(id)!;
  const about = { todo_id: id, run, attempt };
  switch (what) {
    case "turn":
      if (pick % 10 === 9) {
        it.report({ type: "agent_time_over", ...about, seconds: 1 + (pick % 3) });
        return;
      }
      it.report(turnOf(about, (agent?.turn ?? 0) + 1, pick));
      return;
    case "late": {
      // What an attempt, or a run, of before still tells, or is still told.
      if (run + attempt < 3) return;
      const before = run > 1 ? { run: run - 1, attempt } : { run, attempt: attempt - 1 };
      const late = { todo_id: id, ...before };
      if (pick % 2 === 0) {
        it.report(turnOf(late, 1 + (pick % 4), pick));
        return;
      }
      const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 };
      const answer = { content: "[NEED_HUMAN: Which?]", usage };
      it.report({ type: "orchestrator_said", ...late, call_id: "t1c4", answer });
      return;
    }
    case "countdown":
      // It stops with steps left.
      if (pick % 2 === 0) it.report(turnOf(about, (agent?.turn ?? 0) + 1, 16));
      it.report({ type: "agent_countdown", ...about, seconds: pick % 3, left: 1 });
      return;
    case "halt": {
      const counting = IDS.find((one) => it.todo(one).agent?.countdown != null) ?? id;
      it.send("control_todo", { todo_id: counting, action: "halt" });
      return;
    }
    case "orchestrator": {
      const { ask } = effects(it.plan);
      if (ask === null) return;
      const { request: _, ...key } = ask;
      const said = [
        "[NEED_HUMAN: Which?]",
        "no [NEED_HUMAN: x]",
        '{"answer":"1","citations":["/todos/known/result"]}',
      ];
      const usage = { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 };
      const answer = pick % 4 === 3 ? null : { content: said[pick % 4]!, usage };
      it.report({ type: "orchestrator_said", ...key, answer });
      return;
    }
    case "decide": {
      const open = [...it.plan.openHolds.values()];
      const hold = open[pick % Math.max(1, open.length)];
      if (hold === undefined) return;
      const hold_id = hold.id;
      if (hold.kind === "input" && pick % 3 > 0) it.send("input", { hold_id, value: "yes" });
      else it.send("approval", { hold_id, decision: pick % 3 === 0 ? "reject" : "approve" });
      return;
    }
    case "end":
      it.report({ type: "agent_kept", ...about, transcript: `sha256:${"0".repeat(64)}` });
      it.report({ type: "todo_completed", ...about, result: "done" });
      return;
    case "fail":
      it.report({ type: "todo_failed", ...about, error_type: "api_error", message: "m" });
      return;
    case "stop":
      for (const stopping of it.stopping) it.stopped(stopping);
      return;
    case "pause":
      it.send("pause", { mode: pick % 2 === 0 ? "drain" : "interrupt" });
      return;
    case "skip":
    case "retry":
      it.send("control_todo", { todo_id: id, action: what });
      return;
    case "withdraw":
      it.send("control_hold", { hold_id: `h${1 + (pick % 5)}`, action: "withdraw" });
      return;
    case "wait":
      it.pass(pick % 90);
      return;
    case "cancel":
      if (pick % 10 === 0) it.send("cancel");
      return;
    case "resume":
      it.send("resume");
  }
}

function turnOf(
  about: Pick<AgentReport, "todo_id" | "run" | "attempt">,
  turn: number,
  pick: number,
): Report {
  const wanted = (bit: number): string[] =>
    Math.floor(pick / bit) % 2 === 1 ? [`t${turn}c${bit}`] : [];
  const call = { tool_name: "send", args: { n: pick }, references: [] };
  const question = { question: "Which?", context: null, suggested_answers: [] };
  const calls = [...wanted(1), ...wanted(2)];
  const questions = [...wanted(4), ...wanted(8)];
  return {
    type: "agent_turn",
    ...about,
    turn,
    model: "m",
    usage: { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 },
    // Who has asked goes on once it is answered.
    goes_on: pick % 5 > 0 || calls.length + questions.length > 0,
    steps: [],
    calls: calls.map((call_id) => ({ call_id, ...call })),
    questions: questions.map((call_id) => ({ call_id, ...question })),
    cost_limit_usd: pick % 7 === 0 ? 0.03 : null,
    ...(pick % 3 === 0 && { limits: { turns: 2, tokens: pick % 2 === 0 ? 4 : null } }),
  };
}

describe("whatever agents, people and the orchestrator do", () => {
  always("the plan is the same when it is loaded again from its JSON", cases, (it) => {
    const plan = begin(it);
    for (const one of it.story) {
      happen(plan, one);
      const before = JSON.stringify(plan.plan.state);
      expect(copyOf(plan.plan.state)).toStrictEqual(plan.plan.state);
      const { runs, wakeAt } = plan;
      plan.reload();
      expect(JSON.stringify(plan.plan.state)).toBe(before);
      expect(plan.runs.map((run) => JSON.stringify(run)).toSorted()).toEqual(
        runs.map((run) => JSON.stringify(run)).toSorted(),
      );
      expect(plan.wakeAt).toBe(wakeAt);
    }
  });

  always("no agent waits for money or turns that nobody is asked for", cases, (it) => {
    const plan = begin(it);
    for (const one of it.story) {
      happen(plan, one);
      if (plan.plan.state.paused !== null) continue;
      for (const run of plan.runs) {
        if (run.agent?.may_go_on !== false) continue;
        // Whose last turn said that none follows comes to its end, and pays for nothing more.
        const { agent, attempt = 1 } = plan.plan.todos.get(run.todo_id)!;
        if (agent?.attempt === attempt && agent.turn > 0 && !agent.goes_on) continue;
        const asked = [...plan.plan.askings.values()].filter(
          ({ todo_id }) => todo_id === run.todo_id,
        );
        expect(asked).not.toEqual([]);
      }
    }
  });

  always(
    "nobody is asked for an agent that does not work, and none is blocked unasked",
    cases,
    (it) => {
      const plan = begin(it);
      for (const one of it.story) {
        happen(plan, one);
        const { openHolds, todos, running, state } = plan.plan;
        for (const hold of openHolds.values()) {
          if (hold.asked_by === null) continue;
          const todo = todos.get(hold.todo_id ?? "")!;
          expect(isRunning(todo)).toBe(true);
          expect([todo.run, todo.attempt]).toEqual([hold.asked_by.run, hold.asked_by.attempt]);
        }
        for (const todo of state.todos) {
          expect(running.has(todo.id)).toBe(isRunning(todo));
          if (todo.blocker === null) continue;
          expect(todo.status).toBe("blocked");
          if (state.paused === null && state.ending === null && todo.skipping === undefined)
            expect(openHolds.has(todo.blocker.hold_id ?? "")).toBe(true);
        }
        expect(running.size).toBeLessThanOrEqual(state.max_parallel);
      }
    },
  );

  always("a call runs at most once, and only as it was approved", cases, (it) => {
    const plan = begin(it);
    const told = new Map<string, string>();
    for (const one of it.story) {
      happen(plan, one);
      for (const { agent, todo_id, run, attempt } of plan.runs) {
        for (const reply of agent?.replies ?? []) {
          const key = `${todo_id}.${run}.${attempt}.${reply.call_id}`;
          // The same reply is told until it is heard, and no other.
          expect(told.get(key) ?? JSON.stringify(reply)).toBe(JSON.stringify(reply));
          told.set(key, JSON.stringify(reply));
          if (reply.kind !== "run") continue;
          const hold = plan.plan.state.holds.findLast(
            ({ todo_id: of, asked_by }) =>
              of === todo_id &&
              asked_by?.call_id === reply.call_id &&
              asked_by.run === run &&
              asked_by.attempt === attempt,
          );
          expect(["approved", "expired"]).toContain(hold?.status);
          expect(hold).toMatchObject({ args: reply.args });
        }
      }
    }
  });
});

describe("whenever a model answers", () => {
  always("what its turn used is in the plan's books, once", cases, (it) => {
    const plan = begin(it);
    const used = metered(plan);
    for (const one of it.story) {
      happen(plan, one);
      expect(plan.plan.state.spent.input_tokens).toBe(used());
    }
  });

  always("each agent's todo has in its books what its turns used", cases, (it) => {
    const plan = begin(it);
    const used = metered(plan);
    for (const one of it.story) {
      happen(plan, one);
      for (const id of IDS) expect(plan.todo(id).agent?.spent.input_tokens ?? 0).toBe(used(id));
    }
  });
});

/** Has each turn use tokens of its own number; how many all have used, or those of one todo's agent. */
function metered(it: Drive): (todo?: string) => number {
  const turns: { readonly todo: string | null; readonly input_tokens: number }[] = [];
  const report = it.report.bind(it);
  const usageOf = (todo: string | null) => {
    const input_tokens = turns.length + 1;
    turns.push({ todo, input_tokens });
    return { input_tokens, output_tokens: 1, cost_usd: 0.01 };
  };
  it.report = (news) => {
    if (news.type === "agent_turn") return report({ ...news, usage: usageOf(news.todo_id) });
    if (news.type !== "orchestrator_said" || news.answer === null) return report(news);
    return report({ ...news, answer: { ...news.answer, usage: usageOf(null) } });
  };
  return (of) =>
    turns
      .filter(({ todo }) => of === undefined || todo === of)
      .reduce((sum, { input_tokens }) => sum + input_tokens, 0);
}

describe("whatever ends a countdown", () => {
  always("the log tells who counts down, and until when", cases, (it) => {
    const plan = begin(it);
    for (const one of it.story) {
      happen(plan, one);
      const counting = IDS.filter((id) => plan.todo(id).agent?.countdown != null);
      expect([...countingIn(plan.events)].toSorted()).toEqual(counting);
    }
  });

  always("a board that folds is the board that is read anew", cases, (it) => {
    const plan = begin(it);
    let board = copyOf(boardOf(plan.plan));
    for (const one of it.story) {
      happen(plan, one);
      const { seq } = board.plan;
      const rows = rowsBetween(plan.plan, seq, plan.plan.state.seq);
      for (const event of plan.plan.state.events.slice(seq)) {
        const told: BoardEvent = { ...event, ...(rows[event.seq] && { rows: rows[event.seq] }) };
        board = fold(board, copyOf(told));
      }
      expect(board).toEqual(copyOf(boardOf(plan.plan)));
    }
  });
});

/** Of which todos the agents count down, by the log alone. */
function countingIn(events: readonly PlanEvent[]): Set<string> {
  const counting = new Set<string>();
  for (const event of events) {
    if (event.type === "agent.countdown" && event.data.seconds > 0) counting.add(event.todo_id);
    else if (/^plan.(paused|cancel_requested|abort_requested)$/.test(event.type)) counting.clear();
    else if (endsCountdown(event)) counting.delete(event.todo_id ?? "");
  }
  return counting;
}

/** Whatever happens to its todo, its next turn, what ends the countdown itself, and who will not pay for it. */
function endsCountdown(event: PlanEvent): event is PlanEvent & { todo_id?: string } {
  if (event.type === "hold.decided")
    return event.data.kind === "budget" && event.data.decision.decision === "reject";
  return /^todo[.]|^agent[.](turn|countdown|countdown_cancelled)$/.test(event.type);
}

test("these stories reach every event of agents", () => {
  const seen = new Set<string>();
  for (const it of fc.sample(cases, { numRuns: 400, seed: 1 })) {
    const plan = begin(it);
    for (const one of it.story) happen(plan, one);
    for (const { type } of plan.events) seen.add(type);
  }
  expect(AGENT_EVENTS.filter((type) => !seen.has(type))).toEqual([]);
});
