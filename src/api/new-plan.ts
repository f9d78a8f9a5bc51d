import type { EditOp } from "../contract/edit.ts";
import type { NewPlan } from "../contract/plan.ts";
import type { ProblemDetail } from "../contract/problem.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import type { NewTodo } from "../contract/todo.ts";
import { findReferences } from "../plan/references.ts";
import { parsePointer, toPointer } from "../plan/json-pointer.ts";
import { Refused } from "./refused.ts";

/** What the API knows of the tools that the workers run. */
export interface ToolCatalog {
  get(name: string): unknown;
  /** Names that exist, for a person who mistyped one. */
  nearest(name: string): string | undefined;
  /** What is wrong with the arguments; places below `openPaths` are not known yet. */
  check(
    name: string,
    args: unknown,
    openPaths: readonly string[],
  ): { pointer: string; detail: string }[];
}

/** Temporal keeps at most this many bytes of JSON in one search attribute. */
const TAG_BYTES = 2_048;

/** @throws Refused when the plan's tags are too long for Temporal's lists. */
export function assertTagsFit({ tags }: Pick<NewPlan, "tags">, pointer = "/tags"): void {
  const bytes = Buffer.byteLength(JSON.stringify(tags));
  if (bytes <= TAG_BYTES) return;
  const detail = `The tags have ${bytes} bytes together; ${TAG_BYTES} can be kept.`;
  throw new Refused({
    code: "validation_failed",
    detail: `${pointer}: ${detail}`,
    hint: "Use fewer or shorter tags, and put longer texts into the description or the context.",
    errors: [{ pointer, detail }],
  });
}

/**
 * Checks the plan's tools and, as far as they are known now, their arguments.
 * @throws Refused `unknown_tool` or `invalid_tool_input`, with a pointer for each place.
 */
export function assertToolsFit(plan: NewPlan, tools: ToolCatalog): void {
  assertTodosFit(
    plan.todos.map((todo, position) => ({ todo, pointer: `/todos/${position}` })),
    tools,
  );
}

/**
 * The same for the todos that an edit adds, and for tags that it sets; a changed todo's arguments are
 * checked when it runs.
 */
export function assertOpsFit(ops: readonly EditOp[], tools: ToolCatalog): void {
  ops.forEach((op, place) => {
    const changed = op.edit_type === "modify_plan" ? op.params.changes.tags : undefined;
    if (changed !== undefined) {
      assertTagsFit({ tags: changed }, `/ops/${place}/params/changes/tags`);
    }
  });
  assertTodosFit(
    ops.flatMap((op, place) =>
      op.edit_type === "add_todo"
        ? [{ todo: op.params.todo, pointer: `/ops/${place}/params/todo` }]
        : [],
    ),
    tools,
  );
}

function assertTodosFit(
  todos: readonly { readonly todo: NewTodo; readonly pointer: string }[],
  tools: ToolCatalog,
): void {
  const unknown: ProblemDetail[] = [];
  const invalid: ProblemDetail[] = [];
  for (const { todo, pointer: at } of todos) {
    // Todos of another queue run on workers that this process does not know.
    if (todo.tool_name == null || todo.task_queue != null) continue;
    if (tools.get(todo.tool_name) === undefined) {
      const nearest = tools.nearest(todo.tool_name);
      unknown.push({
        pointer: `${at}/tool_name`,
        code: "unknown_tool",
        detail: `There is no tool "${todo.tool_name}"${nearest === undefined ? "." : `; did you mean "${nearest}"?`}`,
      });
      continue;
    }
    for (const { pointer, detail } of argumentIssues(todo, todo.tool_name, tools)) {
      invalid.push({ pointer: `${at}${pointer}`, detail, code: "invalid_tool_input" });
    }
  }
  const errors = [...unknown, ...invalid].slice(0, 50);
  const [first] = errors;
  if (first === undefined) return;
  throw new Refused({
    code: unknown.length > 0 ? "unknown_tool" : "invalid_tool_input",
    detail:
      errors.length === 1
        ? `${first.pointer}: ${first.detail}`
        : `${errors.length} places need a change.`,
    hint: "Change the named places and send the plan again; nothing was created.",
    errors,
  });
}

/** What a tool says against arguments that a person wrote when approving. */
export function assertArgumentsFit(toolName: string, args: JsonObject, tools: ToolCatalog): void {
  if (tools.get(toolName) === undefined) return;
  const errors = tools
    .check(toolName, args, artifactPlaces(args))
    .map(({ pointer, detail }) => ({ pointer: `/args${pointer}`, detail: sentence(detail) }));
  const [first] = errors;
  if (first === undefined) return;
  throw new Refused({
    code: "invalid_tool_input",
    detail: `${first.pointer}: ${first.detail}`,
    hint: "Correct the arguments; the hold is still open.",
    errors,
  });
}

/** Where the arguments hold a large result or a file by reference, which the worker puts in. */
function artifactPlaces(value: Json, path: (string | number)[] = []): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Object.hasOwn(value, "$artifact") || Object.hasOwn(value, "$file")) return [toPointer(path)];
  return Object.entries(value).flatMap(([key, item]) => artifactPlaces(item, [...path, key]));
}

function argumentIssues(
  todo: NewTodo,
  toolName: string,
  tools: ToolCatalog,
): { pointer: string; detail: string }[] {
  const inputData = todo.input_data ?? {};
  const args = { ...todo.tool_params, ...inputData };
  const open = findReferences(args).references.map(({ pointer }) => pointer);
  return tools.check(toolName, args, open).map(({ pointer, detail }) => {
    const key = parsePointer(pointer)?.[0];
    const field = key !== undefined && Object.hasOwn(inputData, key) ? "input_data" : "tool_params";
    return { pointer: `/${field}${pointer}`, detail: sentence(detail) };
  });
}

const sentence = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`);
