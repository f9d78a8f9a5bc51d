import {
  APPROVAL_RULES,
  ERROR_TYPES,
  INPUT_TYPES,
  LIMITS,
  PRIORITY_WORDS,
  RECOVERY_ACTIONS,
  TIMEOUT_ACTIONS,
} from "../contract/vocabulary.ts";
import { lineShape, longShape, type Fields, type Shape } from "./shape.ts";

/*
 * The shapes of edits: the same language as `contract/edit.ts`, for messages that come straight from
 * Temporal. A test keeps the two in step.
 */
const line = lineShape;
/** A description may be empty. */
const long = (max: number): Shape => ({ ...longShape(max), empty: true });
const id: Shape = { is: "text", max: LIMITS.name, pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/ };
const integer = (min: number, max: number): Shape => ({ is: "integer", min, max });
const nullable = (of: Shape): Shape => ({ is: "nullable", of });
const list = (of: Shape, max: number, min = 0): Shape => ({ is: "list", of, max, min });
const optional = (shape: Shape) => ({ shape });
const required = (shape: Shape) => ({ shape, required: true });
const fields = (of: Fields): Shape => ({ is: "fields", fields: of });

const nothing: Shape = { is: "word", words: [null] };
const boolean: Shape = { is: "boolean" };
const object: Shape = { is: "object" };
const tags = list(line(LIMITS.tag), LIMITS.tags);
const ids = list(id, LIMITS.dependencies_per_todo);
const tool: Shape = { is: "text", max: 64, pattern: /^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/ };
const timestamp: Shape = { is: "time" };
const approval = fields({
  message: optional(long(LIMITS.description)),
  timeout_seconds: optional(integer(1, LIMITS.max_timeout_seconds)),
  on_timeout: optional({ is: "word", words: TIMEOUT_ACTIONS }),
  on_reject: optional({ is: "word", words: ["skip", "fail", "replan"] }),
});
const MEDIA_TYPE = /^[a-z0-9.+-]{1,60}\/(?:[a-z0-9.+-]{1,60}|\*)$/;
const inputRequest = fields({
  question: required(long(LIMITS.description)),
  input_type: optional({ is: "word", words: INPUT_TYPES }),
  options: optional(list(line(LIMITS.title), LIMITS.options, 1)),
  required: optional(boolean),
  default: optional({ is: "json" }),
  schema: optional(object),
  accept: optional(list({ is: "text", max: 130, pattern: MEDIA_TYPE }, 20, 1)),
  max_bytes: optional(integer(1, LIMITS.file_bytes)),
});
const priority: Shape = {
  is: "either",
  of: [integer(0, 10), { is: "word", words: Object.keys(PRIORITY_WORDS) }],
  called: "a whole number from 0 to 10, or critical, high, medium, low",
};
const position: Shape = {
  is: "either",
  of: [
    { is: "word", words: ["first", "last"] },
    fields({ before: required(id) }),
    fields({ after: required(id) }),
  ],
  called: '"first", "last", {"before": id} or {"after": id}',
};

function asOptional(shapes: Record<string, Shape>): Fields {
  return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, { shape }]));
}

const failure = fields(
  asOptional(
    Object.fromEntries(
      ERROR_TYPES.map((type) => [
        type,
        fields({
          action: required({ is: "word", words: RECOVERY_ACTIONS }),
          max_retries: optional(integer(0, LIMITS.max_retries)),
          retry_delay: optional(integer(0, 86_400)),
          fallback: optional({
            is: "word",
            words: RECOVERY_ACTIONS.filter((action) => action !== "RETRY"),
          }),
        }),
      ]),
    ),
  ),
);

const changeable = {
  title: line(LIMITS.title),
  description: nullable(long(LIMITS.description)),
  priority,
  layer: line(LIMITS.name),
  tool_name: nullable(tool),
  tool_params: object,
  depends_on: ids,
  timeout_seconds: integer(1, LIMITS.max_timeout_seconds),
  max_retries: integer(0, LIMITS.max_retries),
  requires_approval: boolean,
  approval,
  failure,
  optional: boolean,
  input_data: nullable(object),
  input_request: nullable(inputRequest),
  output_path: nullable(long(LIMITS.description)),
  task_queue: nullable(line(LIMITS.tag)),
  tags,
  context: object,
} satisfies Record<string, Shape>;

const changes = fields(asOptional(changeable));
const newTodo = fields({
  ...asOptional(changeable),
  title: required(changeable.title),
  id: optional(id),
  plan_id: optional({ is: "text", max: LIMITS.body_bytes, empty: true }),
  status: optional({ is: "word", words: ["pending", "blocked"] }),
  blocks: optional(ids),
  retry_count: optional({ is: "word", words: [0] }),
  progress_percentage: optional({ is: "word", words: [0] }),
  started_at: optional(nothing),
  completed_at: optional(nothing),
  error_message: optional(nothing),
  approved_by: optional(nothing),
  approved_at: optional(nothing),
  result_data: optional(nothing),
  created_at: optional(timestamp),
  updated_at: optional(timestamp),
});
const settings = fields({
  title: optional(line(LIMITS.title)),
  description: optional(nullable(long(LIMITS.description))),
  max_parallel: optional(integer(1, LIMITS.max_parallel)),
  approval: optional({ is: "word", words: APPROVAL_RULES }),
  failure: optional(failure),
  tags: optional(tags),
});
const oneDependency = required(fields({ depends_on: required(id) }));

const PARAMS: Record<string, Fields> = {
  add_todo: { params: required(fields({ todo: required(newTodo), position: optional(position) })) },
  remove_todo: { target_id: required(id) },
  modify_todo: {
    target_id: required(id),
    params: required(fields({ changes: required(changes) })),
  },
  reorder: {
    target_id: optional(id),
    params: required({
      is: "either",
      of: [
        fields({ position: required(position) }),
        fields({ order: required(list(id, LIMITS.todos, 2)) }),
      ],
      called: '{"position": …} or {"order": [ids]}',
    }),
  },
  change_priority: {
    target_id: required(id),
    params: required(fields({ priority: required(priority) })),
  },
  add_dependency: { target_id: required(id), params: oneDependency },
  remove_dependency: { target_id: required(id), params: oneDependency },
  modify_plan: { params: required(fields({ changes: required(settings) })) },
};

const EDIT_TYPES = Object.keys(PARAMS);

/** The shape of one operation, by its `edit_type`; the shape of any when that is unknown. */
export function opShape(value: unknown): Shape {
  const type: unknown =
    typeof value === "object" && value !== null && "edit_type" in value
      ? value.edit_type
      : undefined;
  const known = typeof type === "string" && Object.hasOwn(PARAMS, type) ? PARAMS[type] : {};
  return fields({
    edit_type: required({ is: "word", words: EDIT_TYPES }),
    description: optional(long(LIMITS.description)),
    ...known,
  });
}
