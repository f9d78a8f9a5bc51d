import fc from "fast-check";
import { expect, test } from "vitest";
import type { EditOp } from "../../src/contract/edit.ts";
import { NewTodoSchema } from "../../src/contract/todo.ts";
import { NewPlanSchema } from "../../src/contract/plan.ts";
import { apply } from "../../src/plan/apply.ts";
import { toCommand } from "../../src/plan/commands.ts";
import { createPlan } from "../../src/plan/create.ts";
import { decide, record } from "../../src/plan/decide.ts";
import { effects } from "../../src/plan/effects.ts";
import { findCycle } from "../../src/plan/find-cycle.ts";
import { isFinished, loadPlan, type Plan } from "../../src/plan/plan.ts";
import { settle } from "../../src/plan/settle.ts";
import { structureAt } from "../../src/plan/versions.ts";

const AT = "2026-02-05T10:00:00.000Z";
const RUNS = { numRuns: Number(process.env["CASES"] ?? 1_000) };

const id = fc.integer({ min: 0, max: 11 }).map((n) => `t${n}`);
const position = fc.oneof(
  fc.constant("first" as const),
  fc.constant("last" as const),
  id.map((before) => ({ before })),
  id.map((after) => ({ after })),
);
const op: fc.Arbitrary<EditOp> = fc.oneof(
  fc
    .record({
      id,
      depends_on: fc.uniqueArray(id, { maxLength: 2 }),
      position,
      approval: fc.boolean(),
    })
    .map(({ id: name, depends_on, position: place, approval }): EditOp => ({
      edit_type: "add_todo",
      params: {
        todo: NewTodoSchema.parse({
          id: name,
          title: name,
          tool_name: "work",
          depends_on,
          requires_approval: approval,
        }),
        position: place,
      },
    })),
  id.map((target_id): EditOp => ({ edit_type: "remove_todo", target_id })),
  fc.record({ id, n: fc.integer({ min: 0, max: 3 }) }).map(({ id: target_id, n }): EditOp => ({
    edit_type: "modify_todo",
    target_id,
    params: { changes: { tool_params: { n } } },
  })),
  fc.record({ id, position }).map(({ id: target_id, position: place }): EditOp => ({
    edit_type: "reorder",
    target_id,
    params: { position: place },
  })),
  fc
    .uniqueArray(id, { minLength: 2, maxLength: 4 })
    .map((order): EditOp => ({ edit_type: "reorder", params: { order } })),
  fc
    .record({ id, priority: fc.integer({ min: 0, max: 10 }) })
    .map(({ id: target_id, priority }): EditOp => ({
      edit_type: "change_priority",
      target_id,
      params: { priority },
    })),
  fc.record({ id, on: id, add: fc.boolean() }).map(({ id: target_id, on, add }): EditOp => ({
    edit_type: add ? "add_dependency" : "remove_dependency",
    target_id,
    params: { depends_on: on },
  })),
  fc.integer({ min: 1, max: 4 }).map((max_parallel): EditOp => ({
    edit_type: "modify_plan",
    params: { changes: { max_parallel } },
  })),
);

type Act =
  | { readonly do: "edit"; readonly ops: EditOp[] }
  | { readonly do: "undo" }
  | { readonly do: "rollback"; readonly version: number }
  | { readonly do: "finish" | "fail" | "approve" | "reject"; readonly nth: number }
  | { readonly do: "control"; readonly todo_id: string; readonly action: string }
  | { readonly do: "pause" | "resume" };
const nth = fc.nat(5);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(op, { minLength: 1, maxLength: 3 })
      .map((ops): Act => ({ do: "edit", ops })),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ do: "undo" }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((version): Act => ({ do: "rollback", version })),
  },
  { weight: 4, arbitrary: nth.map((n): Act => ({ do: "finish", nth: n })) },
  { weight: 1, arbitrary: nth.map((n): Act => ({ do: "fail", nth: n })) },
  { weight: 2, arbitrary: nth.map((n): Act => ({ do: "approve", nth: n })) },
  { weight: 1, arbitrary: nth.map((n): Act => ({ do: "reject", nth: n })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ todo_id: id, action: fc.constantFrom("skip", "retry", "rerun") })
      .map((given): Act => ({ do: "control", ...given })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ do: "pause" }, { do: "resume" }) },
);

function newPlan(): Plan {
  const todos = ["t0", "t1", "t2", "t3"].map((name, place) => ({
    id: name,
    title: name,
    tool_name: "work",
    depends_on: place > 1 ? [`t${place - 2}`] : [],
    requires_approval: place === 3,
    input_data: place > 1 ? { got: { $from: `t${place - 2}` } } : {},
  }));
  const made = createPlan(NewPlanSchema.parse({ title: "p", max_parallel: 2, todos }), {
    id: "p",
    owner: "o",
    at: AT,
  });
  if ("problem" in made) throw new Error(made.problem.detail);
  const plan = loadPlan(made.state);
  settle(plan, AT);
  return plan;
}

let commands = 0;
/** Sends one command; answers whether it was accepted. */
function send(plan: Plan, name: Parameters<typeof toCommand>[0], body: object): boolean {
  const parsed = toCommand(name, body, { by: "ana", command_id: `c${commands++}` });
  if ("problem" in parsed) throw new Error(parsed.problem.detail);
  const verdict = decide(plan, parsed.command, AT);
  if (!("events" in verdict)) return false;
  for (const body_ of verdict.events) apply(plan, body_, AT);
  return true;
}

function take(plan: Plan, given: Act, attempt: number): void {
  const running = effects(plan).runs;
  const holds = [...plan.openHolds.values()];
  switch (given.do) {
    case "edit":
      send(plan, "edit", { ops: given.ops });
      break;
    case "undo":
      send(plan, "undo", {});
      break;
    case "rollback":
      send(plan, "rollback", { version: given.version });
      break;
    case "finish":
    case "fail": {
      const run = running[given.nth % Math.max(1, running.length)];
      if (run === undefined) break;
      const about = { todo_id: run.todo_id, run: run.run };
      const news =
        given.do === "finish"
          ? record(
              plan,
              {
                type: "todo_completed",
                ...about,
                result: { from: run.args, attempt: attempt % 2 },
              },
              AT,
            )
          : record(
              plan,
              { type: "todo_failed", ...about, error_type: "api_error", message: "no" },
              AT,
            );
      for (const body of news) apply(plan, body, AT);
      break;
    }
    case "approve":
    case "reject": {
      const hold = holds[given.nth % Math.max(1, holds.length)];
      if (hold !== undefined) send(plan, "approval", { hold_id: hold.id, decision: given.do });
      break;
    }
    case "control":
      send(plan, "control_todo", { todo_id: given.todo_id, action: given.action });
      break;
    default:
      send(plan, given.do, {});
  }
}

const structure = (plan: Plan, version: number) => {
  const { todos, settings } = structureAt(plan.state, version);
  return JSON.stringify([[...todos.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), settings]);
};

test("whatever is edited while it runs, a plan stays whole", () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 30 }), (acts) => {
      const plan = newPlan();
      const structures = new Map([[1, structure(plan, 1)]]);
      acts.forEach((given, place) => {
        if (isFinished(plan.state)) return;
        const before = plan.state.version;
        take(plan, given, place);
        const { version } = plan.state;
        if (version !== before) {
          expect(version).toBe(before + 1);
          const newest = plan.state.versions.at(-1)!;
          if (newest.change_type === "rollback") {
            expect(structure(plan, version)).toBe(structures.get(newest.of_version!));
          }
          structures.set(version, structure(plan, version));
        }
        for (const event of settle(plan, AT)) {
          if (event.type !== "todo.started") continue;
          const todo = plan.todos.get(event.todo_id)!;
          for (const dependency of todo.depends_on) {
            expect(["completed", "skipped"]).toContain(
              plan.todos.get(dependency)?.status ?? "completed",
            );
          }
          if (todo.requires_approval) expect(todo.approved_by).toBe("ana");
        }
        for (const [known, text] of structures) expect(structure(plan, known)).toBe(text);
        expect(findCycle(plan.state.todos)).toBeNull();
        const reloaded = loadPlan(structuredClone(plan.state));
        expect(Object.fromEntries(plan.openDependencies)).toEqual(
          Object.fromEntries(reloaded.openDependencies),
        );
        expect(plan.counts).toEqual(reloaded.counts);
        expect([...plan.running].sort()).toEqual([...reloaded.running].sort());
        expect(settle(reloaded, AT).filter(({ type }) => type !== "hold.stale")).toEqual([]);
        for (const hold of plan.openHolds.values()) {
          const status = plan.todos.get(hold.todo_id ?? "")?.status;
          expect(status).toBe(hold.kind === "recovery" ? "failed" : "needs_approval");
        }
      });
    }),
    RUNS,
  );
});

test("an undo right after an edit gives the plan back as it was", () => {
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 12 }),
      fc.array(op, { minLength: 1, maxLength: 4 }),
      (acts, ops) => {
        const plan = newPlan();
        acts.forEach((given, place) => {
          if (isFinished(plan.state)) return;
          take(plan, given, place);
          settle(plan, AT);
        });
        if (isFinished(plan.state)) return;
        const before = structure(plan, plan.state.version);
        const statuses = JSON.stringify(
          plan.state.todos.map(({ id: name, status }) => [name, status]),
        );
        if (!send(plan, "edit", { ops })) return;
        expect(send(plan, "undo", {})).toBe(true);
        expect(structure(plan, plan.state.version)).toBe(before);
        settle(plan, AT);
        if (plan.counts.failed === 0 && !statuses.includes("needs_approval")) {
          expect(
            JSON.stringify(plan.state.todos.map(({ id: name, status }) => [name, status])),
          ).toBe(statuses);
        }
      },
    ),
    RUNS,
  );
});
