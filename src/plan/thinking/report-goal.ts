import { english, say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { textOrJson } from "../../json/text-or-json.ts";
import { startOf } from "../../text/cut-text.ts";
import type { Plan } from "../model/plan.ts";
import type { GoalReport } from "../model/state/goal.ts";
import type { ThoughtAnswer } from "../model/state/thought.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { createResultTeller } from "./tell-results.ts";

/** What of a result a list shows. */
const LISTED = 300;

/** What a report is written from: the goal, and what became of each todo. */
export interface ReportInput {
  readonly goal: string;
  readonly todos: readonly JsonObject[];
}

/** What is told of the todos to whoever writes the report; long results are cut, and say so. */
export function reportInput({ state }: Plan): ReportInput {
  const tellResult = createResultTeller();
  const todos = state.todos.map((todo): JsonObject => {
    const { id, title, status, expected_output } = todo;
    const about = { id, title, status, ...(expected_output !== null && { expected_output }) };
    if (status !== "completed") {
      return { ...about, why: todo.error_message === null ? null : english(todo.error_message) };
    }
    return { ...about, ...tellResult(todo.result_data) };
  });
  return { goal: state.goal?.text ?? "", todos };
}

/**
 * A model's report, or null when it does not stand: it has to cite todos that were completed, and none
 * that do not exist. Which todos gave nothing is the plan's word, whatever the model says.
 */
export function judgeReport(plan: Plan, { read }: ThoughtAnswer, at: string): GoalReport | null {
  if ("problem" in read || !isObject(read.data)) return null;
  const { answer, cites } = read.data;
  if (typeof answer !== "string" || answer.trim() === "" || !Array.isArray(cites)) return null;
  const cited = [...new Set(cites)];
  const isDone = (id: Json): id is string =>
    typeof id === "string" && plan.todos.get(id)?.status === "completed";
  if (!cited.every(isDone)) return null;
  if (cited.length === 0 && plan.counts.completed > 0) return null;
  const text = startOf(answer.trim(), LIMITS.report);
  return { text, source: "model", cites: cited, ...lostOf(plan), at };
}

/** The results as they are, for a goal about which no model writes. */
export function listedReport(plan: Plan, at: string): GoalReport {
  const { todos, goal } = plan.state;
  const done = todos.filter(({ status }) => status === "completed");
  const lines = [
    say("report_goal", { goal: goal?.text ?? "" }),
    ...done.map(({ id, title, result_data }) =>
      say("report_done", {
        id,
        title,
        result: startOf(textOrJson(result_data), LISTED),
      }),
    ),
    ...todos
      .filter(({ status }) => status !== "completed")
      .map(({ id, title, status, error_message }) => {
        const about = { id, title, status: say(`status_${status}`) };
        return error_message === null
          ? say("report_lost", about)
          : say("report_lost_because", { ...about, why: error_message });
      }),
  ];
  return {
    text: say("report_lines", { lines }),
    source: "list",
    cites: done.map(({ id }) => id),
    ...lostOf(plan),
    at,
  };
}

function lostOf({ state }: Plan): Pick<GoalReport, "failed" | "skipped"> {
  const idsOf = (wanted: (todo: TodoState) => boolean): string[] =>
    state.todos.filter(wanted).map(({ id }) => id);
  return {
    failed: idsOf(({ status }) => status !== "completed" && status !== "skipped"),
    skipped: idsOf(({ status }) => status === "skipped"),
  };
}
