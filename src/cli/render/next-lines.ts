import type { Board } from "../../contract/plan/board.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { isOfCall } from "../../plan/views/holds/is-of-call.ts";
import { words } from "../messages/i18n.ts";
import { inOwnWords, tellHere } from "../messages/tell.ts";
import type { Why } from "../session/read-why.ts";
import { asTyped } from "../session/typed-line.ts";
import { bold } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { timeoutLines } from "./holds/choice-lines.ts";
import { decidingNote, waysToDecide } from "./holds/hold-lines.ts";
import { reasonText, reasonsText, shortHold, skipText, type Titles } from "./holds/reasons.ts";
import { markOf, TODO_MARKS } from "./marks.ts";

/** What runs, what would start next and why in that order, and why the others wait. */
export function nextLines({ plan, todos: rows, schedule, holds }: Board, plain = false): string[] {
  const titles: Titles = new Map(rows.map(({ id, title }) => [id, title]));
  const todos = new Map(rows.map((todo) => [todo.id, todo]));
  const reasons = new Map(schedule.waiting.map(({ todo_id, reasons: why }) => [todo_id, why]));
  const named = (id: string): string => `${id}  ${oneLine(titles.get(id) ?? "")}`.trimEnd();
  const marked = (id: string): string => markOf(todos.get(id)?.status ?? "pending", plain);
  const why = (id: string): string => reasonsText(reasons.get(id) ?? [], titles);
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [bold(title), ...lines];
  const ofTodos = holds.filter(({ todo_id }) => todo_id !== null);
  const asked = ofTodos.filter(({ deciding }) => deciding === null);
  const decided = ofTodos.filter(({ deciding }) => deciding !== null);
  const work = schedule.waiting.filter(({ reasons: all }) =>
    all.some(({ code }) => code === "unclaimed" || code === "claimed"),
  );
  const people = [...ofTodos, ...work].map(({ todo_id }) => todo_id);
  const listed = new Set([...schedule.next, ...people]);
  const others = schedule.waiting.filter(({ todo_id }) => !listed.has(todo_id));
  const lines = [
    ...part(
      words("runs_now"),
      schedule.running.map((id) => ` ${markOf("in_progress", plain)} ${named(id)}`),
    ),
    ...part(
      words("runs_next"),
      schedule.next.map((id, place) => {
        const priority = words("with_priority", { priority: todos.get(id)?.priority ?? "?" });
        return ` ${place + 1}. ${named(id)}  (${priority})  ${why(id)}`.trimEnd();
      }),
    ),
    ...part(words("waits_for_person"), [
      ...asked.flatMap((hold) => {
        const id = hold.todo_id ?? "";
        // A todo that has failed waits for a person, too, although it has ended.
        const who = hold.assignee ?? words("a_person");
        const reason = why(id) || words("note_waits", { hold: shortHold(hold.id), who });
        return [
          ` ${markOf("needs_approval", plain)} ${named(id)}  ${reason}`,
          `     ${waysToDecide(hold)[0]}`,
        ];
      }),
      ...work.flatMap(({ todo_id }) => [
        ` ${marked(todo_id)} ${named(todo_id)}  ${why(todo_id)}`,
        `     ${asTyped(`holdpoint todo done ${plan.id} ${todo_id}`)}`,
      ]),
    ]),
    ...part(
      words("being_decided"),
      decided.flatMap((hold) => [
        ` ${TODO_MARKS.needs_approval.sign} ${named(hold.todo_id ?? "")}  ${decidingNote(hold)}`,
        `     ${waysToDecide(hold)[0]}`,
      ]),
    ),
    ...part(
      words("waits_for"),
      others.map(({ todo_id }) =>
        ` ${marked(todo_id)} ${named(todo_id)}  ${why(todo_id)}`.trimEnd(),
      ),
    ),
  ];
  return lines.length === 0
    ? [words("nothing_left", { status: words(`plan_${plan.status}`) })]
    : lines;
}

/** Why one todo does not run. */
export function whyLines(
  { todo, reasons, timeout, hold }: Why,
  titles: Titles,
  plain = false,
): string[] {
  const { sign, paint } = TODO_MARKS[todo.status];
  // Its word stands behind the title.
  const first = `${plain ? "" : `${paint(sign)} `}${todo.id}  ${oneLine(todo.title)}  ${paint(words(`todo_${todo.status}`))}`;
  const reasonLines = reasons.map((reason) => `  ${reasonText(reason, titles)}`);
  if (todo.status === "failed") {
    const failed = say("it_failed", { why: inOwnWords(todo, "error_message") });
    return [first, `  ${oneLine(tellHere(failed))}`];
  }
  if (todo.status === "cancelled" && todo.error_message !== null) {
    return [first, `  ${oneLine(inOwnWords(todo, "error_message"))}`];
  }
  if (todo.status === "skipped") return [first, `  ${skipText(todo, titles)}`];
  const ofCall = hold !== undefined && isOfCall(hold);
  const timeLines = timeoutLines(timeout, ofCall).map((line) => `  ${line}`);
  if (reasonLines.length > 0) return [first, ...reasonLines, ...timeLines];
  if (todo.status !== "in_progress") return [first];
  const told = oneLine(inOwnWords(todo, "progress_message"));
  return [first, `  ${tellHere(say("it_runs"))}`, ...(told === "" ? [] : [`  ${told}`])];
}
