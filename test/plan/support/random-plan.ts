import fc from "fast-check";
import type { NewPlanInput } from "../../../src/contract/plan/plan.ts";
import type { ApprovalSettings, NewTodoInput } from "../../../src/contract/plan/todo.ts";
import { TIMEOUT_ACTIONS } from "../../../src/contract/tables/vocabulary.ts";
import type { Json } from "../../../src/contract/text.ts";

const AGES = [
  undefined,
  undefined,
  "2026-02-01T00:00:00Z",
  "2026-02-01T09:00:00+09:00",
  "2026-01-31T12:00:00.500Z",
];
/** Ids that a careless lookup in a plain object would find already. */
const ODD_IDS = ["constructor", "toString", "hasOwnProperty", "valueOf", "0"];

const plain = fc.record({
  priority: fc.oneof(fc.constant(5), fc.constantFrom(0, 1, 9, 10), fc.nat(10)),
  age: fc.constantFrom(...AGES),
  tool: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  asks: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  needs: fc.constantFrom<ApprovalSettings>(
    {},
    {},
    {},
    { min_approvals: 2 },
    { prevent_self_approval: true },
    { approvers: ["kim", "lee"], min_approvals: 2 },
  ),
  writes: fc.constantFrom(false, false, false, false, false, true),
  on_timeout: fc.constantFrom(undefined, ...TIMEOUT_ACTIONS),
  on_reject: fc.constantFrom(undefined, "skip" as const, "go_on" as const, "fail" as const),
  seconds: fc.constantFrom(undefined, 1, 60, 4_000),
  next: fc.constantFrom<string[] | undefined>(undefined, undefined, ["lee"], ["lee", "kim"]),
});
const todoShape = fc.record({
  plain,
  /** Where the todo stands in the order that keeps dependencies free of circles. */
  rank: fc.nat(40),
  /** Which earlier ones it waits for. */
  waits: fc.array(fc.nat(39), { maxLength: 4 }),
  /** How a dependency is written down. */
  written: fc.constantFrom(
    "depends_on",
    "blocks",
    "$from",
    "$from with default",
    "{{}}",
    "unknown",
  ),
});
type TodoShape = typeof todoShape extends fc.Arbitrary<infer Shape> ? Shape : never;

export interface PlanShape {
  readonly maxTodos: number;
  /** Whether todos may refer to results, which fail them when the result is not there. */
  readonly references: boolean;
}

/** Plans of 1–40 todos in any shape that has no circle; every setting takes part. */
export function randomPlan(shape: PlanShape = { maxTodos: 40, references: true }) {
  return fc
    .record({
      // Without "max" most plans would have a few todos only.
      shapes: fc.array(todoShape, { minLength: 1, maxLength: shape.maxTodos, size: "max" }),
      max_parallel: fc.integer({ min: 1, max: 6 }),
      every: fc.constantFrom(false, false, false, true),
      plan_review: fc.constantFrom(false, false, false, true),
      approval_timeout_seconds: fc.constantFrom(5, 3_600),
    })
    .map(({ shapes, every, ...settings }): NewPlanInput => ({
      title: "Random plan",
      ...settings,
      approval: every ? "every_todo" : "marked",
      unknown_dependencies: "ignore",
      todos: writeTodos(shapes, shape.references),
    }));
}

function writeTodos(shapes: readonly TodoShape[], references: boolean): NewTodoInput[] {
  const idOf = (place: number): string => ODD_IDS[place] ?? `t${place}`;
  const todos = shapes.map(({ plain: it }, place) => ({
    id: idOf(place),
    title: `Todo ${place}`,
    priority: it.priority,
    ...(it.age !== undefined && { created_at: it.age }),
    ...(it.tool ? { tool_name: "work" } : { kind: "milestone" as const }),
    ...(it.tool && it.writes && { output_path: `out/${place}.json`, input_data: { place } }),
    tool_params: { place } as Record<string, Json>,
    requires_approval: it.asks,
    approval: {
      ...(it.on_timeout !== undefined && { on_timeout: it.on_timeout }),
      ...(it.on_reject !== undefined && { on_reject: it.on_reject }),
      ...(it.seconds !== undefined && { timeout_seconds: it.seconds }),
      ...(it.asks && it.next !== undefined && { escalate_to: it.next }),
      ...(it.asks && it.needs),
    },
    depends_on: [] as string[],
    blocks: [] as string[],
  }));
  shapes.forEach(({ rank, waits, written }, place) => {
    const todo = todos[place]!;
    for (const wish of waits) {
      const other = wish % shapes.length;
      const before = shapes[other]!.rank - rank || other - place;
      if (before >= 0) continue;
      const id = idOf(other);
      const refers = written.includes("$from") || written === "{{}}";
      // A milestone has no result to refer to, except for who says what to take instead.
      const isVain = !shapes[other]!.plain.tool && written !== "$from with default";
      const way = refers && (!references || isVain) ? "depends_on" : written;
      if (way === "depends_on") todo.depends_on.push(id);
      else if (way === "blocks") todos[other]!.blocks.push(todo.id);
      else if (way === "unknown") todo.depends_on.push(id, `nowhere_${other}`);
      else if (way === "{{}}") todo.tool_params[`of_${other}`] = `{{todo.${id}.result/n}} of it`;
      else {
        const fallback = way === "$from" ? {} : { default: "nothing" };
        todo.tool_params[`of_${other}`] = { $from: id, path: "/n", ...fallback };
      }
    }
  });
  return todos;
}
