import fc from "fast-check";

/** One request as anybody on this machine could send it. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly type: string | null;
  readonly body: string | Uint8Array | null;
}

/** Words that lead a random request past the first checks. */
const FIELDS = [
  "id",
  "title",
  "description",
  "todos",
  "tool_name",
  "tool_params",
  "input_data",
  "depends_on",
  "blocks",
  "priority",
  "requires_approval",
  "approval",
  "timeout_seconds",
  "max_parallel",
  "tags",
  "decision",
  "then",
  "args",
  "digest",
  "comment",
  "reason",
  "command_id",
  "$from",
  "path",
  "text",
  "__proto__",
  "constructor",
  "toString",
];
const VALUES = [
  "echo",
  "data_collector",
  "a",
  "approve",
  "reject",
  "edit",
  "skip",
  "every_todo",
  "{{todo.a.result/x}}",
  "{{todo.",
  "/~2",
  "\0",
  "\ud800",
  "가나다",
  "2026-02-05T10:00:00Z",
];

const text = fc.oneof(
  fc.constantFrom(...VALUES),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const { value } = fc.letrec((again) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(again("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), text), again("value"), { maxKeys: 6 }),
  ),
}));

/** Mostly `good`, so that a part of the requests reaches the core and Temporal. */
const mostly = <Good>(good: fc.Arbitrary<Good>) =>
  fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: value });
const todoId = fc.constantFrom("a", "b", "c", "d");
/** Arguments are refused where no tool gets them. */
const fitted = ({ tool_name, tool_params, ...todo }: Record<string, unknown>) =>
  tool_name == null
    ? todo
    : { ...todo, tool_name, ...(tool_params !== undefined && { tool_params }) };
const plan = fc.record(
  {
    title: mostly(fc.constant("계획")),
    todos: mostly(
      fc.uniqueArray(
        fc
          .record(
            {
              title: mostly(fc.constant("할 일")),
              id: mostly(todoId),
              depends_on: mostly(fc.array(todoId, { maxLength: 1 })),
              tool_name: mostly(fc.constantFrom("echo", "echo", "refuse", "ecko", null)),
              tool_params: mostly(
                fc.constantFrom({ text: "x" }, { text: { $from: "a" } }, { sentence: "nein" }),
              ),
              requires_approval: fc.boolean(),
              approval: mostly(fc.constant({})),
              priority: mostly(fc.integer({ min: 0, max: 10 })),
            },
            { requiredKeys: ["title"] },
          )
          .map(fitted),
        {
          minLength: 1,
          maxLength: 4,
          selector: (todo) => todo["id"],
          comparator: "IsStrictlyEqual",
        },
      ),
    ),
    context: mostly(fc.constant({})),
    plan_review: mostly(fc.boolean()),
    unknown_dependencies: mostly(fc.constantFrom("ignore", "ignore", "refuse")),
    tags: mostly(fc.constant(["x"])),
  },
  { requiredKeys: ["title", "todos"] },
);
const control = fc.record(
  {
    reason: mostly(text),
    command_id: fc.oneof(fc.constantFrom("c1", "c2", "c3"), text),
  },
  { requiredKeys: [] },
);
const decision = fc.record(
  {
    decision: mostly(fc.constantFrom("approve", "reject", "edit")),
    args: mostly(fc.constant({ text: "y" })),
    then: mostly(fc.constantFrom("skip", "fail")),
    reason: text,
    comment: text,
    digest: text,
    command_id: fc.oneof(fc.constantFrom("c1", "c2", "c3"), text),
  },
  { requiredKeys: ["decision"] },
);

/** A body and its type: mostly `good` as JSON, else anything. */
const bodyOf = (good: fc.Arbitrary<unknown>): fc.Arbitrary<Pick<AnyRequest, "type" | "body">> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: good.map((sent) => ({ type: "application/json", body: JSON.stringify(sent) })),
    },
    fc.record({
      type: fc.constantFrom("application/json", "application/yaml", null, "text/plain", "a"),
      body: fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.uint8Array({ maxLength: 60 }),
        value.map((sent) => JSON.stringify(sent)),
        fc.constant(null),
      ),
    }),
  );
const query = fc.oneof(
  fc.constant(""),
  fc
    .array(
      fc.tuple(
        fc.constantFrom("limit", "offset", "after", "status", "x"),
        fc.oneof(fc.constantFrom("0", "1", "1000", "-1", "all", "open"), text),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([key, sent]) => `${key}=${encode(sent)}`).join("&")}`),
);

/** Requests to every route and around it, mostly about the plans named in `planIds`. */
export function anyRequest(planIds: readonly string[]): fc.Arbitrary<AnyRequest> {
  const anyId = text.map(encode);
  const planId = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...planIds) }, anyId);
  const holdId = fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...planIds), fc.nat({ max: 4 }))
        .map(([id, number]) => `${id}.h${number}`),
    },
    anyId,
  );
  const parts = (...names: string[]) => fc.constantFrom(...names);
  const reading = fc.oneof(
    planId.map((id) => `/v1/plans/${id}`),
    fc
      .tuple(planId, parts("progress", "schedule", "holds", "events", "nothing"))
      .map(([id, rest]) => `/v1/plans/${id}/${rest}`),
    fc.tuple(planId, fc.oneof(todoId, anyId)).map(([id, todo]) => `/v1/plans/${id}/todos/${todo}`),
    holdId.map((id) => `/v1/holds/${id}`),
    anyId.map((rest) => `/${rest}`),
  );
  const commands = fc
    .tuple(planId, parts("pause", "resume", "pause", "resume", "cancel", "nothing"))
    .map(([id, word]) => `/v1/plans/${id}/${word}`);
  const post = (path: fc.Arbitrary<string>, good: fc.Arbitrary<unknown>) =>
    fc
      .tuple(path, query, bodyOf(good))
      .map(([at, search, body]) => ({ method: "POST", path: at + search, ...body }));
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(parts("GET", "GET", "GET", "HEAD"), reading, query)
        .map(([method, at, search]) => ({ method, path: at + search, type: null, body: null })),
    },
    { weight: 3, arbitrary: post(fc.constant("/v1/plans"), plan) },
    {
      weight: 3,
      arbitrary: post(
        holdId.map((id) => `/v1/holds/${id}/decision`),
        decision,
      ),
    },
    { weight: 2, arbitrary: post(commands, control) },
    fc
      .tuple(parts("PUT", "DELETE", "PATCH", "OPTIONS"), reading, bodyOf(plan))
      .map(([method, path, body]) => ({ method, path, ...body })),
  );
}

/** As a browser would: what has no UTF-8 cannot stand in an address. */
function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}
