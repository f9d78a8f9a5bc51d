import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EditOpSchema } from "../../src/contract/edit.ts";
import {
  ERROR_TYPES,
  INPUT_TYPES,
  LIMITS,
  RECOVERY_ACTIONS,
} from "../../src/contract/vocabulary.ts";
import { opShape } from "../../src/plan/edit-shape.ts";
import { shapeMistakes } from "../../src/plan/shape.ts";
import { always } from "./support/properties.ts";

/*
 * The API reads edits with zod, the workflow with shapes. Bodies are read before as JSON without
 * half characters and of bounded depth, so nothing of that kind is generated here.
 */
const id = fc.constantFrom("a", "todo_001", "A-b_9", "constructor", "0", "x".repeat(LIMITS.name));
const oddId = fc.constantFrom("", "a b", "_a", "-a", "a/b", "둘", "x".repeat(LIMITS.name + 1));
const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.constantFrom("", "a\nb", "a\tb", "\u0007", "a\u2028b", "x".repeat(64), "x".repeat(65)),
  fc.constantFrom("x".repeat(200), "x".repeat(201), "x".repeat(4_000), "x".repeat(4_001)),
);
const jsonObject = fc.dictionary(
  fc.constantFrom("a", "b", "$from"),
  fc.jsonValue({ maxDepth: 2 }),
  {
    maxKeys: 2,
  },
);
const whole = fc.oneof(
  fc.constantFrom(-1, 0, 1, 10, 11, 100, 101, 86_400, 86_401, 1.5, 1e21),
  fc.constantFrom(LIMITS.max_timeout_seconds, LIMITS.max_timeout_seconds + 1),
);
const priority = fc.oneof(
  fc.integer({ min: 0, max: 10 }),
  fc.constantFrom("critical", "high", "medium", "low"),
);
const position = fc.oneof(
  fc.constantFrom("first", "last"),
  fc.record({ before: id }),
  fc.record({ after: id }),
);
const time = fc.constantFrom(
  "2026-02-05T10:00:00Z",
  "2026-02-05T10:00:00.123456+09:00",
  "2026-02-05T10:00Z",
  "2026-02-30T10:00:00Z",
  "2024-02-29T23:59:59-23:59",
  "2025-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-02-05T24:00:00Z",
  "2026-02-05T10:60:00Z",
  "2026-02-05T10:00:60Z",
  "2026-02-05T10:00:00+24:00",
  "2026-02-05T10:00:00+0900",
  "2026-02-05t10:00:00z",
  "2026-02-05T10:00:00",
  "2026-02-05",
  "0001-01-01T00:00:00Z",
  `2026-02-05T10:00:00.${"1".repeat(40)}Z`,
);
const failure = fc.dictionary(
  fc.constantFrom(...ERROR_TYPES),
  fc.record(
    {
      action: fc.constantFrom(...RECOVERY_ACTIONS),
      max_retries: fc.constantFrom(0, 100, 101),
      retry_delay: whole,
      fallback: fc.constantFrom(...RECOVERY_ACTIONS),
    },
    { requiredKeys: ["action"] },
  ),
  { maxKeys: 2 },
);
const approval = fc.record(
  {
    message: text,
    timeout_seconds: whole,
    on_timeout: fc.constantFrom("fail", "skip", "approve", "wait"),
    on_reject: fc.constantFrom("skip", "fail", "abort"),
  },
  { requiredKeys: [] },
);
const question = fc.record(
  {
    question: text,
    input_type: fc.constantFrom(...INPUT_TYPES),
    options: fc.array(text, { maxLength: 2 }),
    required: fc.boolean(),
    default: fc.jsonValue({ maxDepth: 1 }),
    schema: jsonObject,
  },
  { requiredKeys: ["question"] },
);
const nullable = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { freq: 4 });
const tags = fc.oneof(
  fc.array(text, { maxLength: 3 }),
  fc.constant(Array.from({ length: LIMITS.tags + 1 }, () => "x")),
);
const changeable = {
  title: text,
  description: nullable(text),
  priority,
  layer: text,
  tool_name: nullable(fc.constantFrom("work", "a.b-c_1", "1a", "a b", "", "x".repeat(65))),
  tool_params: jsonObject,
  depends_on: fc.array(id, { maxLength: 3 }),
  timeout_seconds: whole,
  max_retries: whole,
  requires_approval: fc.boolean(),
  approval,
  failure,
  optional: fc.boolean(),
  input_data: nullable(jsonObject),
  input_request: nullable(question),
  output_path: nullable(text),
  task_queue: nullable(text),
  tags,
  context: jsonObject,
};
const newTodo = fc.record(
  {
    ...changeable,
    id,
    plan_id: text,
    status: fc.constantFrom("pending", "blocked", "completed"),
    blocks: fc.array(id, { maxLength: 2 }),
    retry_count: fc.constantFrom(0, 1),
    progress_percentage: fc.constantFrom(0, 1),
    created_at: time,
    updated_at: time,
  },
  { requiredKeys: ["title"] },
);
/** Few fields at a time: else nearly every operation would be refused for one of them. */
const few = <Shape extends object>(shape: fc.Arbitrary<Shape>, keep: readonly string[]) =>
  fc.tuple(shape, fc.array(fc.nat(30), { maxLength: 3 })).map(([whole_, places]) => {
    const entries = Object.entries(whole_);
    const chosen = new Set(places.map((place) => entries[place % entries.length]?.[0]));
    return Object.fromEntries(entries.filter(([key]) => keep.includes(key) || chosen.has(key)));
  });
const settings = fc.record(
  {
    title: text,
    description: nullable(text),
    max_parallel: whole,
    approval: fc.constantFrom("marked", "every_todo", "all"),
    failure,
    tags,
  },
  { requiredKeys: [] },
);
const said = fc.option(text, { nil: undefined, freq: 2 });
const changes = few(fc.record(changeable, { requiredKeys: [] }), []);
const typed = (edit_type: string, more: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record({ edit_type: fc.constant(edit_type), description: said, ...more })
    .map((op) => JSON.parse(JSON.stringify(op)) as object);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: typed("add_todo", {
      params: fc.record({ todo: few(newTodo, ["title"]), position }, { requiredKeys: ["todo"] }),
    }),
  },
  typed("remove_todo", { target_id: id }),
  { weight: 4, arbitrary: typed("modify_todo", { target_id: id, params: fc.record({ changes }) }) },
  typed("reorder", { target_id: id, params: fc.record({ position }) }),
  typed("reorder", { params: fc.record({ order: fc.array(id, { maxLength: 4 }) }) }),
  typed("change_priority", { target_id: id, params: fc.record({ priority }) }),
  typed("add_dependency", { target_id: id, params: fc.record({ depends_on: id }) }),
  typed("remove_dependency", { target_id: id, params: fc.record({ depends_on: id }) }),
  typed("modify_plan", { params: fc.record({ changes: settings }) }),
);

/** What a careless or a hostile writer puts in one place of an operation. */
const mutation = fc.record({
  place: fc.nat(200),
  way: fc.constantFrom("replace", "replace", "drop", "add"),
  value: fc.oneof(
    fc.constantFrom<unknown>(null, true, -1, 0, 7, 1.5, "", "high", [], {}, [null], [["a"]]),
    id,
    oddId,
    text,
    whole,
    time,
  ),
  key: fc.constantFrom("x", "constructor", "target_id", "params", "id", "position", "order"),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer One> ? One : never;

const cases = fc.record({ op: operation, mutations: fc.array(mutation, { maxLength: 2 }) });
const verdicts = { taken: 0, refused: 0 };

describe("an operation that comes over HTTP and one that comes straight from Temporal", () => {
  always("are read by the same rules", cases, ({ op, mutations }) => {
    const sent = mutations.reduce(mutate, op);
    const { success, error } = EditOpSchema.safeParse(sent);
    const mistakes = shapeMistakes(sent, opShape(sent));
    verdicts[success ? "taken" : "refused"] += 1;
    const said_ = JSON.stringify([sent, error?.issues.slice(0, 2), mistakes]).slice(0, 2_000);
    expect(mistakes.length === 0, said_).toBe(success);
  });

  test("are often taken and often refused", () => {
    expect(verdicts.taken).toBeGreaterThan(200);
    expect(verdicts.refused).toBeGreaterThan(200);
  });

  test.each([null, undefined, 1, "edit", [], {}, { edit_type: "toString" }, { edit_type: null }])(
    "%j is neither",
    (value) => {
      expect(EditOpSchema.safeParse(value).success).toBe(false);
      expect(shapeMistakes(value, opShape(value))).not.toEqual([]);
    },
  );
});

/** Changes one place of a JSON value, counted through all objects and lists in it. */
function mutate(value: object, { place, way, value: other, key }: Mutation): object {
  const copy = structuredClone(value);
  const spots: { owner: Record<string, unknown>; name: string }[] = [];
  const visit = (owner: object): void => {
    for (const [name, inner] of Object.entries(owner)) {
      spots.push({ owner: owner as Record<string, unknown>, name });
      if (typeof inner === "object" && inner !== null) visit(inner as object);
    }
  };
  visit(copy);
  const spot = spots[place % Math.max(1, spots.length)];
  if (spot === undefined) return copy;
  const { owner, name } = spot;
  if (way === "drop") {
    if (Array.isArray(owner)) owner.splice(Number(name), 1);
    else delete owner[name];
  } else if (way === "add" && !Array.isArray(owner)) owner[key] = other;
  else owner[name] = other;
  return copy;
}
