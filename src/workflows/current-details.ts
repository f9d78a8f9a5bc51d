import { setCurrentDetails } from "@temporalio/workflow";
import type { TodoStatus } from "../contract/vocabulary.ts";
import { modeOf } from "../plan/mode.ts";
import { todoOf, type Plan } from "../plan/plan.ts";
import { progressOf } from "../plan/progress.ts";
import type { TodoState } from "../plan/state.ts";

const ROWS = 30;
const EVERY_MS = 1_000;
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
 * the message to send for each open hold. Costs no history; written at most every second and at
 * every change that a person waits for.
 */
export function createDetailsWriter(plan: Plan): () => void {
  let shown = "";
  let shownAt = 0;
  return () => {
    const change = [plan.state.status, modeOf(plan), plan.openHolds.size].join(" ");
    const now = Date.now();
    if (change === shown && now - shownAt < EVERY_MS) return;
    shown = change;
    shownAt = now;
    setCurrentDetails(toMarkdown(plan));
  };
}

function toMarkdown(plan: Plan): string {
  const { percentage, counts } = progressOf(plan);
  const done = (counts["completed"] ?? 0) + (counts["skipped"] ?? 0);
  return [
    `### ${cell(plan.state.title)}`,
    `**${plan.state.status}** · ${modeOf(plan)} · ${percentage} % · ${done} of ${plan.state.todos.length} todos done`,
    ...holdLines(plan),
    "",
    "| | todo | status | tool |",
    "|---|---|---|---|",
    ...shownTodos(plan).map(
      (todo) =>
        `| ${SIGNS[todo.status]} | ${cell(todo.title)} | ${todo.status} | ${cell(todo.tool_name ?? "")} |`,
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
      `**Waits for you${until}:** ${cell(hold.title)}. To decide, send signal \`approval\` with`,
      `\`{"hold_id": "${short}", "decision": "approve"}\` or \`{"hold_id": "${short}", "decision": "reject", "reason": "…"}\``,
    ];
  });
}

/** What a person looks for first: what waits and runs, then the others in plan order. */
function shownTodos(plan: Plan): TodoState[] {
  if (plan.state.todos.length <= ROWS) return plan.state.todos;
  const first = new Set<TodoState>();
  for (const { todo_id } of plan.openHolds.values()) {
    if (first.size >= ROWS) break;
    if (todo_id !== null) first.add(todoOf(plan, todo_id));
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
