import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { readBoard } from "../../live/read-board.ts";
import { waysToDecide } from "../../render/holds/hold-lines.ts";
import { nextLines } from "../../render/next-lines.ts";

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
