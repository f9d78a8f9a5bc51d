import type { Checkpoint } from "../../contract/plan/edit.ts";
import { CHANGE_TYPES, TODO_STATUSES } from "../../contract/tables/vocabulary.ts";
import { words, heads } from "../messages/i18n.ts";
import { oneLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { moment } from "../terminal/time.ts";

/** The moments to which a plan can be restored, oldest first. */
export function checkpointLines(
  checkpoints: readonly Checkpoint[],
  { columns }: { readonly columns: number },
): string[] {
  const heading = heads("id", "when", "version", "progress", "phase", "todo");
  const rows = checkpoints.map(
    ({ checkpoint_id, timestamp, version, overall_progress, phase, todo_id }) => [
      checkpoint_id,
      moment(timestamp),
      `v${version}`,
      `${overall_progress}%`,
      phaseWord(phase),
      todo_id ?? "–",
    ],
  );
  return table(heading, rows, { columns, flexible: [4, 5] });
}

/** What made the moment: a change of the plan, or how a todo ended. */
function phaseWord(phase: string): string {
  const change = CHANGE_TYPES.find((type) => type === phase);
  if (change !== undefined) return words(`phase_${change}`);
  const status = TODO_STATUSES.find((known) => known === phase);
  return status === undefined ? oneLine(phase) : words(`todo_${status}`);
}
