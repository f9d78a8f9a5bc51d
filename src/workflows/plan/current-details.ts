import { setCurrentDetails } from "@temporalio/workflow";
import type { InputRequest } from "../../contract/plan/todo.ts";
import { english } from "../../contract/sentences/sentence.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import type { Json } from "../../contract/text.ts";
import { rulesOf } from "../../plan/holds/hold-rules.ts";
import { todoOf, type Plan } from "../../plan/model/plan.ts";
import { progressOf } from "../../plan/model/progress.ts";
import type { HoldState } from "../../plan/model/state/hold.ts";
import type { TodoState } from "../../plan/model/state/todo-state.ts";
import { toolOf } from "../../plan/model/work.ts";
import { modeOf } from "../../plan/views/board/mode.ts";

const ROWS = 30;
/** Of a hold's message: lines, and signs of each. */
const QUOTED = 20;
const LINE = 500;
const SIGNS: Record<TodoStatus, string> = {
  pending: "□",
  blocked: "□",
  needs_approval: "◐",
  in_progress: "▶",
  completed: "✔",
  failed: "✖",
  skipped: "–",
  cancelled: "–",
};

/**
 * Keeps the plan readable and decidable in Temporal UI alone: a Markdown table of the todos, with
 * the message to send for each open hold. Costs no history, and nothing until somebody reads it: then
 * it is written as the plan stands.
 */
export function showDetails(plan: Plan): void {
  const details = { toJSON: () => toMarkdown(plan) };
  // The SDK keeps it and makes JSON of it for whoever asks.
  setCurrentDetails(details as unknown as string);
}

function toMarkdown(plan: Plan): string {
  const { percentage, counts } = progressOf(plan);
  return [
    `### ${cell(plan.state.title)}`,
    `**${plan.state.status}** · ${modeOf(plan)} · ${percentage}% · ${counts["completed"] ?? 0} of ${plan.state.todos.length} todos done`,
    ...holdLines(plan),
    ...workLines(plan),
    "",
    "| | todo | status | tool |",
    "|---|---|---|---|",
    ...shownTodos(plan).map(
      (todo) =>
        `| ${SIGNS[todo.status]} | ${cell(todo.title)} | ${todo.status} | ${cell(toolOf(todo.work) ?? "")} |`,
    ),
    ...(plan.state.todos.length > ROWS ? ["", `${ROWS} of ${plan.state.todos.length} shown.`] : []),
  ].join("\n");
}

function holdLines(plan: Plan): string[] {
  return [...plan.openHolds.values()].slice(0, ROWS).flatMap((hold) => {
    const short = hold.id.slice(plan.state.id.length + 1);
    const until = hold.deadline_at === null ? "" : ` until ${hold.deadline_at}`;
    return [
      "",
      `**Waits for you${until}:** ${cell(hold.title)}`,
      ...(hold.message === null ? [] : ["", ...quoted(english(hold.message))]),
      "",
      ...(plan.state.proof_keys === undefined ? decidingLines(hold, short) : apiLines(hold)),
    ];
  });
}

/** What people can do, with the message that says it is done, in the order of the plan. */
function workLines(plan: Plan): string[] {
  const isOpen = plan.state.proof_keys === undefined;
  return plan.state.todos
    .filter(({ id }) => plan.work.has(id))
    .slice(0, ROWS)
    .flatMap(({ id, title, assignee, claimed_by }) => [
      "",
      `**Waits for ${cell(claimed_by ?? assignee ?? "somebody")} to do it:** ${cell(title)}`,
      "",
      ...(isOpen
        ? [
            `Once it is done, send update ${code("done")} with`,
            `${code(JSON.stringify({ todo_id: id, note: "…" }))};`,
            `if it cannot be done, update ${code("cannot")} with ${code(JSON.stringify({ todo_id: id, reason: "…" }))}`,
          ]
        : [
            "This plan takes commands from Holdpoint's API only, with a key:",
            `${code(`holdpoint todo done ${plan.state.id} ${id}`)}, or ${code(`POST /v1/plans/${plan.state.id}/todos/${id}/done`)}.`,
          ]),
    ]);
}

/** Where a hold is decided of a plan that takes commands from its API only. */
function apiLines({ id, kind }: HoldState): string[] {
  const words = kind === "input" ? "answer" : "approve";
  return [
    "This plan takes commands from Holdpoint's API only, with a key:",
    `${code(`holdpoint ${words} ${id}`)}, or ${code(`POST /v1/holds/${id}/decision`)}.`,
  ];
}

/** The message that decides a hold: sent as an update it is answered, also when it is refused. */
function decidingLines(hold: HoldState, id: string): string[] {
  const message = (fields: object): string => code(JSON.stringify({ hold_id: id, ...fields }));
  const reject = message({ decision: "reject", reason: "…" });
  switch (hold.kind) {
    case "input":
    case "goal":
      return [
        `To answer, send update ${code("input")} with`,
        message({ value: sampleAnswer(hold.request) }),
        `or, to decline, update ${code("approval")} with ${reject}`,
      ];
    case "recovery":
      return [
        `To try it again, send update ${code("approval")} with ${message({ decision: "approve" })}`,
        `To give it up, ${message({ decision: "reject", then: "skip", reason: "…" })};`,
        `${code("then")} may be ${rulesOf(hold).accepts.then.map(code).join(", ")}.`,
      ];
    case "approval":
    case "budget":
    case "plan_review":
    case "proposal":
      return [
        `To decide, send update ${code("approval")} with`,
        `${message({ decision: "approve" })} or ${reject}`,
        ...(hold.kind === "proposal"
          ? [`To take some lines, ${message({ decision: "approve", lines: [1] })}`]
          : []),
      ];
  }
}

/** An answer of the right sort, to be written over. */
function sampleAnswer({ input_type, options, default: usual }: InputRequest): Json {
  if (usual !== undefined) return usual;
  if (options?.[0] !== undefined) return options[0];
  switch (input_type) {
    case "number":
      return 0;
    case "form":
      return {};
    default:
      return "…";
  }
}

/** What people and models wrote, as a quotation of its first lines. */
function quoted(text: string): string[] {
  const lines = text.split("\n");
  const shown = lines.length > QUOTED ? [...lines.slice(0, QUOTED), "…"] : lines;
  return shown.map((line) => `> ${cell(line.slice(0, LINE))}`);
}

/** JSON that people wrote may hold backquotes, which would end the code. */
function code(text: string): string {
  return text.includes("`") ? cell(text) : `\`${text}\``;
}

/** What a person looks for first: what waits and runs, then the others in plan order. */
function shownTodos(plan: Plan): TodoState[] {
  if (plan.state.todos.length <= ROWS) return plan.state.todos;
  const first = new Set<TodoState>();
  for (const { todo_id } of plan.openHolds.values()) {
    if (first.size >= ROWS) break;
    if (todo_id !== null) first.add(todoOf(plan, todo_id));
  }
  for (const id of plan.work) {
    if (first.size >= ROWS) break;
    first.add(todoOf(plan, id));
  }
  for (const id of plan.running) first.add(todoOf(plan, id));
  for (const todo of plan.state.todos) {
    if (first.size >= ROWS) break;
    first.add(todo);
  }
  return [...first].slice(0, ROWS);
}

/** Titles come from people and models: they must not break the table or become links. */
function cell(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#!]/g, (sign) => `\\${sign}`);
}
