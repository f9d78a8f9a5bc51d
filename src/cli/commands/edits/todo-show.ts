import { defineCommand } from "../../input/define-command.ts";
import { lookAtTodo } from "../../input/find-todo.ts";
import { titlesOf } from "../../live/read-board.ts";
import { readLog } from "../../live/read-log.ts";
import { waysToDecide } from "../../render/holds/hold-lines.ts";
import { todoLines } from "../../render/todo-lines.ts";
import { readWhy } from "../../session/read-why.ts";
import { commandLine } from "../../session/typed-line.ts";
import { tellDeciding } from "../holds/decide-holds.ts";

/** `holdpoint todo show`: one todo with what it gave, who decided about it, and what happened to it. */
export const todoShowCommand = defineCommand({
  help: "todo_show",
  examples: ["todo show tea note", 'todo show tea "Boil water" --json'],
  args: ["plan", "todo"],
  async run(session, [planId, given]) {
    const { todo, plan } = await lookAtTodo(session, planId, given, (id, found) =>
      readWhy(session, id, found),
    );
    const { holds: all } = await session.client.plans.holds(plan.id, { status: "all" });
    const holds = all.filter(({ todo_id }) => todo_id === todo.id);
    const ids = new Set(holds.map(({ id }) => id));
    const events = (await readLog(session, plan)).filter(
      ({ todo_id, hold_id = "" }) =>
        todo_id === todo.id || ids.has(`${plan.id}.${hold_id}`) || ids.has(hold_id),
    );
    session.show({ ...todo, holds, events }, () =>
      todoLines({ todo, holds, events, titles: titlesOf(plan) }, session.plain),
    );
    for (const hold of holds.filter(({ status }) => status === "open")) {
      if (hold.deciding !== null) tellDeciding(session, hold);
      else for (const way of waysToDecide(hold)) session.next(way);
    }
    if (todo.result_references.length > 0) {
      session.next(commandLine("todo result", [plan.id, todo.id]));
    }
  },
});
