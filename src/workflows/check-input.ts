import {
  APPROVAL_RULES,
  ERROR_TYPES,
  INPUT_TYPES,
  LIMITS,
  RECOVERY_ACTIONS,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
  TODO_STATUSES,
} from "../contract/vocabulary.ts";
import type { RunTodo } from "../plan/effects.ts";
import type { PlanState, TodoState } from "../plan/state.ts";
import {
  absent,
  empty,
  entries,
  integer,
  json,
  jsonObject,
  list,
  name,
  nullable,
  object,
  optional,
  sentenceOf,
  someText,
  text,
  word,
  type Check,
  type Mistake,
} from "./input-checks.ts";

/** A run that has fewer events than this could continue as new without having done anything. */
const LEAST_HISTORY_EVENTS = 10;

const failure = object(
  Object.fromEntries(
    ERROR_TYPES.map((type) => [
      type,
      optional(
        object({
          action: word(RECOVERY_ACTIONS),
          max_retries: optional(integer(0, LIMITS.max_retries)),
          retry_delay: optional(integer(0, LIMITS.max_timeout_seconds)),
          fallback: optional(word(RECOVERY_ACTIONS)),
        }),
      ),
    ]),
  ),
);
const longText = text(LIMITS.description);
const natural = integer(0, Number.MAX_SAFE_INTEGER);
const seconds = integer(1, LIMITS.max_timeout_seconds);

const todo = object({
  id: name,
  rank: longText,
  title: text(LIMITS.title),
  description: nullable(longText),
  status: word(TODO_STATUSES.filter((status) => status !== "in_progress")),
  priority: integer(0, 10),
  layer: longText,
  tool_name: nullable(someText(LIMITS.name)),
  tool_params: jsonObject,
  depends_on: list(name),
  timeout_seconds: seconds,
  max_retries: integer(0, LIMITS.max_retries),
  retry_count: integer(0, LIMITS.max_retries),
  progress_percentage: integer(0, 100),
  started_at: nullable(longText),
  completed_at: nullable(longText),
  error_message: nullable(longText),
  error_type: nullable(longText),
  requires_approval: word([true, false]),
  approval: object({
    message: optional(longText),
    timeout_seconds: optional(seconds),
    on_timeout: optional(word(TIMEOUT_ACTIONS)),
    on_reject: optional(word(REJECT_ACTIONS)),
  }),
  failure,
  optional: word([true, false]),
  input_request: nullable(
    object({
      question: longText,
      input_type: word(INPUT_TYPES),
      options: optional(list(longText)),
      required: word([true, false]),
      default: optional(json),
      schema: optional(jsonObject),
      accept: optional(list(longText)),
      max_bytes: optional(natural),
    }),
  ),
  approved_by: nullable(longText),
  approved_at: nullable(longText),
  approved_digest: nullable(longText),
  approved_args: nullable(jsonObject),
  input_data: nullable(jsonObject),
  output_path: nullable(longText),
  result_data: json,
  run: integer(0, Number.MAX_SAFE_INTEGER),
  task_queue: nullable(someText(LIMITS.tag)),
  created_at: longText,
  updated_at: longText,
  tags: list(longText),
  context: jsonObject,
  kept_digest: optional(longText),
  interrupted: absent,
  asks_recovery: absent,
  ended_seq: absent,
} satisfies Record<keyof TodoState, Check>);

/** What a plan begins with is no change of anything. */
const firstVersion = object({
  version: integer(1, Number.MAX_SAFE_INTEGER),
  changes: object({ todos: empty, settings: word([null]) }),
});

const state = object({
  id: name,
  title: text(LIMITS.title),
  description: nullable(longText),
  status: word(["pending"]),
  version: integer(1, Number.MAX_SAFE_INTEGER),
  owner: longText,
  tags: list(longText),
  max_parallel: integer(1, LIMITS.max_parallel),
  approval: word(APPROVAL_RULES),
  failure,
  plan_review: word([true, false]),
  approval_timeout_seconds: seconds,
  context: jsonObject,
  created_at: longText,
  started_at: nullable(longText),
  completed_at: nullable(longText),
  paused: word([null]),
  ending: word([null]),
  ended_because: word([null]),
  todos: (value) => list(todo)(value) ?? repeatedId(value as readonly TodoState[]),
  next_todo: integer(1, Number.MAX_SAFE_INTEGER),
  forked_from: optional(object({ plan_id: name, version: natural, seq: natural })),
  removed_runs: optional(jsonObject),
  versions: list(firstVersion),
  holds: empty,
  seen: empty,
  seq: integer(0, Number.MAX_SAFE_INTEGER),
  events: list(jsonObject),
  archive: empty,
} satisfies Record<keyof PlanState, Check>);

function repeatedId(todos: readonly TodoState[]): Mistake | null {
  const known = new Set<string>();
  for (const [position, { id }] of todos.entries()) {
    if (known.has(id)) return { path: [position, "id"], detail: "is the id of a todo before it" };
    known.add(id);
  }
  return null;
}

const plan = object({
  state,
  history_events: optional(integer(LEAST_HISTORY_EVENTS, Number.MAX_SAFE_INTEGER)),
});

/**
 * What keeps a value from being the input of a plan's first run, as a sentence, or null. Anyone can
 * start the workflow by hand in Temporal UI, and what the core trips over later would fail its
 * workflow task for ever. The API's own schema (zod) stays out of the workflow bundle.
 */
export function planInputMistake(value: unknown): string | null {
  return sentenceOf(plan(value));
}

/** Temporal takes no longer one. */
const WORKFLOW_ID = 1_000;

const retries = object({
  max: integer(0, LIMITS.max_retries),
  delay_seconds: nullable(integer(0, LIMITS.max_timeout_seconds)),
});

const longTodo = object({
  plan_id: name,
  plan_workflow_id: someText(WORKFLOW_ID),
  run: object({
    todo_id: name,
    run: natural,
    title: text(LIMITS.title),
    tool_name: someText(LIMITS.name),
    // What the plan resolved may be nested deeper than anything that it takes.
    args: object({}),
    timeout_seconds: seconds,
    retries: entries(ERROR_TYPES, retries),
    task_queue: nullable(someText(LIMITS.tag)),
    priority: integer(0, 10),
    long: word([true, false]),
  } satisfies Record<keyof RunTodo, Check>),
});

/** The same for the input of a long todo's own workflow. */
export function todoInputMistake(value: unknown): string | null {
  return sentenceOf(longTodo(value));
}

const scheduled = object({
  template_id: name,
  values: object({}),
  owner: someText(LIMITS.description),
});

/** The same for the input of what a schedule starts. */
export function scheduledInputMistake(value: unknown): string | null {
  return sentenceOf(scheduled(value));
}
