import fc from "fast-check";
import { describe, expect } from "vitest";
import type { TodoStatus } from "../../src/contract/tables/vocabulary.ts";
import { findCycle } from "../../src/plan/edits/find-cycle.ts";
import { effects, type RunTodo } from "../../src/plan/effects.ts";
import { loadPlan, type Plan } from "../../src/plan/model/plan.ts";
import { settle } from "../../src/plan/settle.ts";
import { copyOf } from "./support/drive.ts";
import { finishOn, happenOn, liveOn, livingPlan, livingStory } from "./support/living-story.ts";
import { ownDigest } from "./support/own-digest.ts";
import { always } from "./support/properties.ts";
import {
  asksFirst,
  dependenciesDone,
  letsStart,
  pickNext,
  runningCount,
} from "./support/slow-model.ts";
import { isLegalMove, isOver } from "./support/status-table.ts";

const cases = fc.record({ input: livingPlan(), story: livingStory() });
const SHORT_CUTS = new Set([
  "needs_approval hold.decided",
  "needs_approval hold.expired",
  "pending todo.kept",
]);
/** By these a person has an ended plan go on. */
const REOPENING: ReadonlySet<string> = new Set(["control", "roll back", "restore"]);
const OPENING = new Set(["todo.started", "hold.requested"]);

describe("whatever people do to a plan while it runs", () => {
  always("what starts may start, and is what S0's rule picks", cases, ({ input, story }) => {
    liveOn(input, story, {
      before({ state, todos }, event) {
        if (state.paused !== null) expect(OPENING).not.toContain(event.type);
        if (event.type !== "todo.started") return;
        expect(letsStart(state)).toBe(true);
        expect(runningCount(state)).toBeLessThan(state.max_parallel);
        expect(dependenciesDone(state, todos.get(event.todo_id)!)).toBe(true);
        expect(event.todo_id).toBe(pickNext(state, null));
      },
      rest({ plan: { state }, mayStart }) {
        if (!mayStart || !letsStart(state) || runningCount(state) >= state.max_parallel) return;
        expect(pickNext(state, null)).toBe(null);
      },
    });
  });

  always("no start of a todo has the numbers of another", cases, ({ input, story }) => {
    const drive = liveOn(input, story);
    finishOn(drive);
    const runs = drive.events.flatMap((event) =>
      event.type === "todo.started"
        ? [`${event.todo_id} ${event.data.run} ${event.data.attempt ?? 1}`]
        : [],
    );
    expect(runs).toEqual([...new Set(runs)]);
  });

  always("todos change their status along the table only", cases, ({ input, story }) => {
    const before = new Map<string, TodoStatus>();
    liveOn(input, story, {
      before({ state }) {
        before.clear();
        for (const { id, status } of state.todos) before.set(id, status);
      },
      after({ state }, event) {
        // A restore puts statuses back to where they were.
        if (event.type === "plan.edited" && event.data.change_type === "restore") return;
        for (const { id, status } of state.todos) {
          const was = before.get(id);
          if (was === undefined || was === status) continue;
          // A todo that a person did, or that is kept as it was, runs within the one fact.
          // What the end of the plan had cancelled waits again when the plan goes on.
          if (event.type === "plan.reopened" && was === "cancelled") {
            expect(["pending", "blocked"]).toContain(status);
            continue;
          }
          if (status === "completed" && SHORT_CUTS.has(`${was} ${event.type}`)) continue;
          // An edit or a rerun sends a todo back, and it may have to wait then.
          const legal = [was, "pending", "blocked"].some(
            (via) =>
              (via === was || isLegalMove(was, via as TodoStatus)) &&
              isLegalMove(via as TodoStatus, status),
          );
          expect(legal, `${id}: ${was} → ${status} by ${event.type}`).toBe(true);
        }
      },
    });
  });

  always("a todo that asks runs on bytes that a person agreed to", cases, ({ input, story }) => {
    const agreed = new Map<string, Set<string>>();
    liveOn(input, story, {
      before({ holds }, event) {
        if (event.type !== "hold.decided" && event.type !== "hold.expired") return;
        const hold = holds.get(event.hold_id)!;
        if (hold.todo_id === null) return;
        const given =
          event.type === "hold.expired"
            ? event.data.action === "approve" && hold.digest
            : event.data.decision.decision !== "reject" && event.data.digest;
        if (given === false) return;
        agreed.set(hold.todo_id, (agreed.get(hold.todo_id) ?? new Set()).add(given));
      },
      rest({ runs, plan, events }) {
        const last = events.at(-1)?.seq ?? 0;
        for (const { todo_id, tool_name, args, input_data, references } of runs) {
          const todo = plan.todos.get(todo_id)!;
          const started = events.findLast(
            (event) => event.type === "todo.started" && event.todo_id === todo_id,
          );
          // A rule that was made after the start asks from the next run on.
          if (started?.seq !== last || !asksFirst(plan.state, todo)) continue;
          const { output_path } = todo;
          const given = { args, input_data, references };
          const bound = { todo_id, tool_name, task_queue: null, ...given, output_path };
          const digest = ownDigest(bound);
          expect(agreed.get(todo_id)).toContain(digest);
        }
      },
    });
  });

  always("each hold has one end, and asks only of a todo that waits for it", cases, (it) => {
    const ends = new Map<string, string[]>();
    const drive = liveOn(it.input, it.story, {
      rest({ plan }) {
        for (const { kind, todo_id } of plan.openHolds.values()) {
          if (todo_id === null) continue;
          expect(plan.todos.get(todo_id)?.status).toBe(
            kind === "recovery" ? "failed" : "needs_approval",
          );
        }
        const asking = plan.state.todos.filter(({ status }) => status === "needs_approval");
        const asked = [...plan.openHolds.values()].filter(
          ({ kind, todo_id }) => todo_id !== null && kind !== "recovery",
        );
        expect(asked).toHaveLength(asking.length);
      },
    });
    for (const event of drive.events) {
      if (
        !/^hold\.(?!requested|signed|extended|delegated|escalated|revealed|deciding|undone|due_soon)/.test(
          event.type,
        )
      )
        continue;
      const id = "hold_id" in event ? event.hold_id! : "";
      ends.set(id, [...(ends.get(id) ?? []), event.type]);
    }
    for (const { id, status } of drive.plan.state.holds) {
      // An approval can become stale afterwards, when an edit changes what it was about.
      const [first, then, ...more] = ends.get(id) ?? [];
      expect(first === undefined).toBe(status === "open");
      if (then !== undefined) {
        expect([first, then].join()).toMatch(/^hold\.(decided|expired),hold\.stale$/);
      }
      expect(more).toEqual([]);
    }
  });

  always("the log has no gaps and leads another copy to the same state", cases, (it) => {
    const drive = liveOn(it.input, it.story, {});
    const numbers = drive.plan.state.events.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(drive.shadow!.state).toEqual(drive.plan.state);
  });

  always("at every step the plan is what a load from its JSON is", cases, ({ input, story }) => {
    liveOn(input, story, {
      rest({ plan, now, mayStart, runs }) {
        expect(findCycle(plan.state.todos)).toBeNull();
        const text = JSON.stringify(plan.state);
        const loaded = loadPlan(copyOf(plan.state));
        expect(indexes(loaded)).toEqual(indexes(plan));
        const again = liveAgain(loaded, now, mayStart);
        expect(again.types).toEqual([]);
        expect(JSON.stringify(loaded.state)).toBe(text);
        expect(again.runs).toEqual(byId(runs));
      },
    });
  });

  always("when everyone decides and every tool reports, the plan ends", cases, (it) => {
    const drive = liveOn(it.input, it.story);
    // Throws when the plan has not ended and nothing is left to decide, report or wait for.
    finishOn(drive);
    const { todos, holds } = drive.plan.state;
    for (const { status } of todos) expect(isOver(status)).toBe(true);
    for (const { status } of holds) expect(status).not.toBe("open");
    expect(drive.runs).toEqual([]);
    expect(drive.wakeAt).toBe(null);
  });

  const split = fc.record({ input: livingPlan(), before: livingStory(), after: livingStory(15) });
  always("after a cancel nothing starts by itself, and everything ends in time", split, (it) => {
    const drive = liveOn(it.input, it.before);
    const answer = drive.send("cancel");
    if ("problem" in answer) {
      expect(["illegal_transition", "plan_finished"]).toContain(answer.problem.code);
      return;
    }
    const { version } = drive.plan.state;
    for (const thing of it.after) if (!REOPENING.has(thing.does)) happenOn(drive, thing);
    drive.pass(30);
    expect(drive.plan.state).toMatchObject({ status: "cancelled", version });
    for (const { status } of drive.plan.state.todos) expect(isOver(status)).toBe(true);
    for (const type of drive.typesSince(answer.accepted.seq)) expect(OPENING).not.toContain(type);
    for (const { status } of drive.plan.state.holds) expect(status).not.toBe("open");
  });
});

/** What follows by itself from a plan that was just loaded: nothing, it should be. */
function liveAgain(plan: Plan, now: string, mayStart: boolean) {
  const types = settle(plan, now, mayStart).map(({ type }) => type);
  return { types, runs: byId(effects(plan).runs) };
}

/** Every index in an order of its own. */
function indexes(plan: Plan): unknown {
  const { counts, positions, dependents, openDependencies, running, failing } = plan;
  const pairs = (map: ReadonlyMap<string, unknown>) => [...map].toSorted(byFirst);
  return {
    counts,
    positions: pairs(positions),
    dependents: pairs(dependents),
    openDependencies: pairs(openDependencies),
    running: [...running].toSorted(),
    failing: [...failing].toSorted(),
    openHolds: [...plan.openHolds.keys()].toSorted(),
    seen: [...plan.seen.keys()],
  };
}

const byFirst = (a: [string, unknown], b: [string, unknown]): number => (a[0] < b[0] ? -1 : 1);
const byId = (runs: readonly RunTodo[]) =>
  runs.toSorted((a, b) => (a.todo_id < b.todo_id ? -1 : 1));
