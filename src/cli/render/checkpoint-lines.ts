import type { Checkpoint } from "../../contract/edit.ts";
import type { Words } from "../messages/words.ts";
import { oneLine } from "./printable.ts";
import { moment } from "./time.ts";
import { table } from "./table.ts";

/** The moments to which a plan can be restored, oldest first. */
export function checkpointLines(
  checkpoints: readonly Checkpoint[],
  { columns, words }: { readonly columns: number; readonly words: Words },
): string[] {
  const heading = [
    words("head_id"),
    words("head_when"),
    words("head_version"),
    words("head_progress"),
    words("head_phase"),
    words("head_todo"),
  ];
  const rows = checkpoints.map(
    ({ checkpoint_id, timestamp, version, overall_progress, phase, todo_id }) => [
      checkpoint_id,
      moment(timestamp),
      `v${version}`,
      `${overall_progress}%`,
      oneLine(phase),
      todo_id ?? "–",
    ],
  );
  return table(heading, rows, { columns, flexible: [4, 5] });
}
