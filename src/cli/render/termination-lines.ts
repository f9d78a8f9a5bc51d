import type { Termination } from "../../contract/plan/termination.ts";
import type { Words } from "../messages/words.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";

const MAX_NAMED = 10;

/** Why a plan is to be ended at once, and what is lost with it. */
export function terminationLines(
  { title, stuck, loses, as_of }: Termination,
  words: Words,
): string[] {
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
