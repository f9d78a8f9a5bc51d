import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { lookAtTodo } from "../../input/find-todo.ts";
import { readBoard, titlesOf } from "../../live/read-board.ts";
import { waysToDecide } from "../../render/holds/hold-lines.ts";
import { nextLines, whyLines } from "../../render/next-lines.ts";
import { readWhy } from "../../session/read-why.ts";
import { tellDeciding } from "../holds/decide-holds.ts";

/** `holdpoint next`: what runs, what runs next and why, and why the others wait. */
export const nextCommand = defineCommand({
  help: "next",
  args: ["plan"],
  async run(session, [plan]) {
    const board = await lookAtPlan(session, plan, (id) => readBoard(session, id));
    session.show(board.schedule, () => nextLines(board, session.plain));
    const hold = board.holds.find(({ deciding }) => deciding === null);
    if (hold !== undefined) session.next(waysToDecide(hold)[0] ?? "");
  },
});

/** `holdpoint why`: every reason for which one todo does not run. */
export const whyCommand = defineCommand({
  help: "why",
  examples: ["why tea note"],
  args: ["plan", "todo"],
  async run(session, [planId, given]) {
    const { plan, ...why } = await lookAtTodo(session, planId, given, (id, found) =>
      readWhy(session, id, found),
    );
    const { todo, reasons, timeout } = why;
    const todo_id = todo.id;
    const holdId = reasons.find(({ hold_id }) => hold_id !== undefined)?.hold_id;
    const hold =
      holdId === undefined || session.json ? undefined : await session.client.holds.get(holdId);
    session.show({ todo_id, status: todo.status, reasons, timeout, skipped: todo.skipped }, () =>
      whyLines(why, titlesOf(plan), session.plain),
    );
    if (hold?.status !== "open") return;
    if (hold.deciding !== null) return tellDeciding(session, hold);
    for (const way of waysToDecide(hold)) session.next(way);
  },
});
