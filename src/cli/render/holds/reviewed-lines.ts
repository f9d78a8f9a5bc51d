import type { PlanView } from "../../../contract/plan/plan.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import { TODO_DEFAULTS } from "../../../contract/tables/vocabulary.ts";
import type { Json } from "../../../contract/text.ts";
import { isStepped } from "../../../plan/model/plan.ts";
import { words } from "../../messages/i18n.ts";
import type { WordKey } from "../../messages/words.ts";
import { bold } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { widthOf } from "../../terminal/width.ts";
import { argumentLines, fieldIn, questionLines, SHORT, type Field } from "./hold-lines.ts";

const NAMES = [
  "field_tool",
  "field_agent",
  "field_assignment",
  "field_question",
  "field_by_hand",
  "field_description",
  "field_approval",
  "field_needs",
] as const satisfies readonly WordKey[];

/** What has a line of its own; all else that a plan says of a todo stands under its own name. */
const SAID: ReadonlySet<string> = new Set([
  "description",
  "tool_name",
  "tool_params",
  "agent_name",
  "input_request",
  "requires_approval",
  "depends_on",
]);

/** What each todo of a plan would do once the plan is approved, and whether a person is asked before. */
export function reviewedLines(
  { approval, todos }: Pick<PlanView, "approval" | "todos">,
  maxLines: number,
): string[] {
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  const width = Math.max(...NAMES.map((name) => widthOf(words(name))));
  const field = fieldIn(width);
  return todos.flatMap((todo, place) => {
    const { title, kind, depends_on } = todo;
    const needs = depends_on.map((id) => oneLine(titles.get(id) ?? id)).join(", ");
    const isMarked = todo.requires_approval || isStepped({ approval }, kind);
    const asks = isMarked || todo.required_by === "tool";
    const asksSo = isMarked ? "asks_before" : "asks_for_tool";
    return [
      bold(`${place + 1}. ${oneLine(title)}`),
      ...[
        ...doesLines(todo, { field, maxLines }),
        ...(asks || kind === "tool" || kind === "agent"
          ? [field(words("field_approval"), words(asks ? asksSo : "asks_not"))]
          : []),
        ...(needs === "" ? [] : [field(words("field_needs"), needs)]),
        ...otherLines(todo, { field, maxLines }),
      ].map((line) => `   ${line}`),
    ];
  });
}

interface Shape {
  readonly field: Field;
  readonly maxLines: number;
}

/** What runs, or who does what. */
function doesLines(todo: Todo, { field, maxLines }: Shape): string[] {
  const { kind, tool_name, agent_name, input_request, description } = todo;
  const text = (name: WordKey): string[] =>
    description === null ? [] : argumentLines(words(name), description, maxLines, field);
  switch (kind) {
    case "tool":
      return [
        field(words("field_tool"), oneLine(tool_name ?? "")),
        ...(todo.irreversible === true ? [bold(words("irreversible"))] : []),
        // Beneath the tool: no argument passes for what is said of the todo.
        ...valueLines(todo.tool_params, maxLines),
        ...text("field_description"),
      ];
    case "agent":
      return [field(words("field_agent"), oneLine(agent_name ?? "")), ...text("field_assignment")];
    case "question": {
      const question = input_request?.question ?? "";
      return [
        ...argumentLines(words("field_question"), question, maxLines, field),
        ...questionLines(input_request, field),
        ...text("field_description"),
      ];
    }
    case "manual":
      return [
        field(words("field_by_hand"), oneLine(todo.assignee ?? words("anyone"))),
        ...text("field_assignment"),
      ];
    case "milestone":
      return [field(words("field_tool"), words("no_work")), ...text("field_description")];
  }
}

function otherLines(todo: Todo, { field, maxLines }: Shape): string[] {
  return Object.entries(TODO_DEFAULTS).flatMap(([name, usual]) => {
    const value = todo[name as keyof typeof TODO_DEFAULTS] as Json;
    const isSaid = SAID.has(name) || (name === "assignee" && todo.kind === "manual");
    const written = JSON.stringify(value);
    if (isSaid || written === JSON.stringify(usual)) return [];
    const isShort = typeof value !== "string" && written.length <= SHORT;
    return argumentLines(name, isShort ? written : value, maxLines, field);
  });
}

/** What a tool is given, name by name. */
function valueLines(values: Todo["tool_params"], maxLines: number): string[] {
  const width = Math.max(0, ...Object.keys(values).map((name) => widthOf(oneLine(name))));
  const field = fieldIn(width);
  return Object.entries(values)
    .flatMap(([name, value]) => argumentLines(name, value, maxLines, field))
    .map((line) => `  ${line}`);
}
