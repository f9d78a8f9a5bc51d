import type { NewPlan } from "../../contract/plan/plan.ts";
import type { NewTodo } from "../../contract/plan/todo.ts";
import { Refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { say, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../contract/text.ts";
import type { ToolMark } from "../../contract/tool.ts";
import type { Referring } from "../../json/referring.ts";
import { sealedPlaces } from "../../json/seals.ts";
import type { ToolMarks } from "../../plan/create/create.ts";
import { findReferences } from "../../plan/todos/references.ts";

/** What the API knows of the tools that the workers run. */
export interface ToolCatalog {
  get(name: string): unknown;
  /** Names that exist, for a person who mistyped one. */
  nearest(name: string): string | undefined;
  /** Every tool, and what it says of itself. */
  list(): readonly ({ readonly name: string; readonly description: string } & {
    readonly [Mark in ToolMark]?: boolean;
  })[];
  /** What is wrong with the arguments; places below `openPaths` are not known yet. */
  check(name: string, args: unknown, openPaths: readonly string[]): ProblemDetail[];
  /** The JSON Schema of what a tool takes, when it is known. */
  readonly input: (name: string) => JsonObject | undefined;
  /** The JSON Schema of what a tool gives, when it is known. */
  readonly output: (name: string) => JsonObject | undefined;
  /** What they say of themselves that plans have to know. */
  readonly marks: ToolMarks;
}

/** Temporal keeps at most this many bytes of JSON in one search attribute. */
const TAG_BYTES = 2_048;

/** @throws Refusal when the plan's tags are too long for Temporal's lists. */
export function assertTagsFit({ tags }: Pick<NewPlan, "tags">, pointer = "/tags"): void {
  const bytes = Buffer.byteLength(JSON.stringify(tags));
  if (bytes <= TAG_BYTES) return;
  const detail = say("tags_too_long", { bytes, most: TAG_BYTES });
  throw wrongAt([{ pointer, detail }], say("fewer_tags"));
}

/**
 * What is wrong with the plan's tools and, as far as they are known now, their arguments, each by its
 * code: `unknown_tool`, then `invalid_tool_input`.
 */
export function toolMistakes(
  { todos }: Pick<NewPlan, "todos">,
  tools: ToolCatalog,
): ProblemDetail[] {
  const placed = todos.map((todo, position) => ({ todo, pointer: `/todos/${position}` }));
  return mistakesIn(placed, tools);
}

/** @throws Refusal of everything that is wrong with the plan's tools and their arguments. */
export function assertToolsFit(plan: NewPlan, tools: ToolCatalog): void {
  refuseUnfit(toolMistakes(plan, tools));
}

/** @throws Refusal when the plan has a tool that does not exist. */
export function assertToolsExist(plan: NewPlan, tools: ToolCatalog): void {
  const mistakes = toolMistakes(plan, tools);
  if (mistakes[0]?.code === "unknown_tool") refuseUnfit(mistakes);
}

/** @throws Refusal as `assertToolsFit`, of todos that stand elsewhere in what was sent. */
export function assertTodosFit(
  todos: readonly PlacedTodo[],
  tools: ToolCatalog,
  hint?: Sentence,
): void {
  refuseUnfit(mistakesIn(todos, tools), hint);
}

/** What says which tool a todo runs, and with what. */
type ToolWork = Pick<NewTodo, "tool_name" | "tool_params" | "task_queue">;

export interface PlacedTodo {
  readonly todo: ToolWork;
  /** Where it stands in what was sent. */
  readonly pointer: string;
}

function mistakesIn(todos: readonly PlacedTodo[], tools: ToolCatalog): ProblemDetail[] {
  const order = ({ code }: ProblemDetail): number => (code === "unknown_tool" ? 0 : 1);
  return todos
    .flatMap((placed) => workMistakes(placed, tools))
    .toSorted((a, b) => order(a) - order(b));
}

function workMistakes({ todo, pointer: at }: PlacedTodo, tools: ToolCatalog): ProblemDetail[] {
  if (todo.tool_name == null) {
    const detail = say("no_tool_gets_it");
    return unusedFields(todo).map((field) => ({ pointer: `${at}/${field}`, detail }));
  }
  // Todos of another queue run on workers that this process does not know.
  if (todo.task_queue != null) return [];
  if (tools.get(todo.tool_name) === undefined) {
    const detail = unknownTool(todo.tool_name, tools);
    return [{ pointer: `${at}/tool_name`, code: "unknown_tool", detail }];
  }
  const { references } = findReferences(todo.tool_params);
  // What is sealed already was checked when it was.
  const open = [...references.map(({ pointer }) => pointer), ...sealedPlaces(todo.tool_params)];
  return tools
    .check(todo.tool_name, todo.tool_params, [...new Set(open)])
    .map(({ pointer, detail }) => ({
      pointer: `${at}/tool_params${pointer}`,
      detail,
      code: "invalid_tool_input",
    }));
}

/** What is written for a tool, where a todo has none: nobody would get it. */
function unusedFields({ tool_params, task_queue }: ToolWork): (keyof ToolWork)[] {
  const unused: (keyof ToolWork)[] = [];
  if (Object.keys(tool_params).length > 0) unused.push("tool_params");
  if (task_queue != null) unused.push("task_queue");
  return unused;
}

/** @throws Refusal by the code of the first of these mistakes, if there are any. */
function refuseUnfit(
  mistakes: readonly ProblemDetail[],
  hint: Sentence = say("correct_plan"),
): void {
  if (mistakes.length > 0) throw wrongAt(mistakes, hint, mistakes[0]?.code);
}

/** What a tool says against arguments that a person wrote when approving. */
export function assertArgumentsFit(
  toolName: string,
  { value, references }: Referring<JsonObject>,
  tools: ToolCatalog,
): void {
  if (tools.get(toolName) === undefined) return;
  const errors = tools
    .check(toolName, value, [...references, ...sealedPlaces(value)])
    .map(({ pointer, detail }) => ({ pointer: `/args${pointer}`, detail }));
  const [first] = errors;
  if (first === undefined) return;
  throw new Refusal({
    code: "invalid_tool_input",
    detail: sayAt(first),
    hint: say("correct_args"),
    errors,
  });
}

/** How many tools a refusal of an unknown one names. */
const MAX_NAMES = 30;

/** What is said of a tool that does not exist. */
export function unknownTool(name: string, tools: ToolCatalog): Sentence {
  const nearest = tools.nearest(name);
  if (nearest !== undefined) return say("no_tool_but", { name, nearest });
  const names = tools
    .list()
    .slice(0, MAX_NAMES + 1)
    .map((tool) => tool.name);
  const listed = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), "…"] : names;
  return say("no_tool", { name, names: listed.join(", ") });
}
