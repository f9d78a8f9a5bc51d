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
import { jsonMistake } from "../plan/json-mistake.ts";
import { toPointer } from "../plan/json-pointer.ts";
import type { PlanState, TodoState } from "../plan/state.ts";

/** What is wrong with a value, or null. */
type Check = (value: unknown) => Mistake | null;
interface Mistake {
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

/** A run that has fewer events than this could continue as new without having done anything. */
const LEAST_HISTORY_EVENTS = 10;

const here = (detail: string): Mistake => ({ path: [], detail });
const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max && value.isWellFormed()
      ? null
      : here(`must be a text of at most ${max} characters`);
const name: Check = (value) =>
  typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value)
    ? null
    : here("must be a name of letters, digits, _ and -");
const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : here(`must be a whole number from ${least} to ${most}`);
const word =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value) ? null : here(`must be one of ${words.join(", ")}`);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const json: Check = (value) => {
  const mistake = jsonMistake(value);
  return mistake === null ? null : here(`${mistake.pointer} ${mistake.detail}`.trimStart());
};
const jsonObject: Check = (value) => (isObject(value) ? json(value) : here("must be an object"));
const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return here("must be a list");
    for (const [position, item] of value.entries()) {
      const mistake = check(item);
      if (mistake !== null) return { ...mistake, path: [position, ...mistake.path] };
    }
    return null;
  };
const object =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isObject(value)) return here("must be an object");
    for (const [key, check] of Object.entries(checks)) {
      const mistake = check(value[key]);
      if (mistake !== null) return { ...mistake, path: [key, ...mistake.path] };
    }
    return null;
  };

/** What only happens to a plan later. */
const absent: Check = (value) => (value === undefined ? null : here("is not there at the start"));
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
const empty: Check = (value) =>
  Array.isArray(value) && value.length === 0 ? null : here("must be an empty list");

const todo = object({
  id: name,
  rank: longText,
  title: text(LIMITS.title),
  description: nullable(longText),
  status: word(TODO_STATUSES.filter((status) => status !== "in_progress")),
  priority: integer(0, 10),
  layer: longText,
  tool_name: nullable(text(LIMITS.name)),
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
  task_queue: nullable(text(LIMITS.tag)),
  created_at: longText,
  updated_at: longText,
  tags: list(longText),
  context: jsonObject,
  kept_digest: optional(longText),
  interrupted: absent,
  asks_recovery: absent,
  ended_seq: absent,
} satisfies Record<keyof TodoState, Check>);

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
  versions: list(jsonObject),
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

const input = object({
  state,
  history_events: optional(integer(LEAST_HISTORY_EVENTS, Number.MAX_SAFE_INTEGER)),
});

/**
 * What keeps a value from being the input of a plan's first run, as a sentence, or null. Anyone can
 * start the workflow by hand in Temporal UI, and what the core trips over later would fail its
 * workflow task for ever. The API's own schema (zod) stays out of the workflow bundle.
 */
export function inputMistake(value: unknown): string | null {
  const mistake = input(value);
  return mistake === null ? null : `${toPointer(mistake.path) || "it"} ${mistake.detail}`;
}
