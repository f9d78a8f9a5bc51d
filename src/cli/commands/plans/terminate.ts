import type { Termination } from "../../../contract/plan/termination.ts";
import { defineCommand } from "../../input/define-command.ts";
import { textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { oneLine } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";

/** `holdpoint plan terminate`: shows what is lost before it happens. */
export const terminateCommand = defineCommand({
  help: "plan_terminate",
  examples: ['plan terminate tea --reason "its worker is gone"', "plan terminate tea --yes"],
  args: ["plan"],
  flags: { reason: textFlag("flag_reason") },
  async run(session, [planId], input) {
    const { plans } = session.client;
    const before = await plans.terminate(planId, input, { validateOnly: true });
    for (const line of terminationLines(before)) session.say(line);
    await session.confirm(words("sure_terminate", { plan: planId }));
    session.done(await plans.terminate(planId, input), words("told_terminate", { plan: planId }));
  },
});

const MAX_NAMED = 10;

/** Why a plan is to be ended at once, and what is lost with it. */
export function terminationLines({ title, stuck, loses, as_of }: Termination): string[] {
  const { unfinished_todos, running_todos, open_holds } = loses;
  const named = running_todos.slice(0, MAX_NAMED).map(oneLine).join(", ");
  return [
    words("stuck_since", {
      title: oneLine(title),
      count: stuck.attempt,
      at: stuck.since === null ? "–" : moment(stuck.since),
      why: oneLine(stuck.says ?? words("no_worker_answered")),
    }),
    words("loses"),
    ...(unfinished_todos === null
      ? []
      : [`  ${words("loses_todos", { count: unfinished_todos })}`]),
    ...(running_todos.length === 0
      ? []
      : [`  ${words("loses_running", { count: running_todos.length, named })}`]),
    ...(open_holds === 0 ? [] : [`  ${words("loses_holds", { count: open_holds })}`]),
    `  ${words("loses_log", { at: as_of === null ? "–" : moment(as_of) })}`,
  ];
}
