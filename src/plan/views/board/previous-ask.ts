import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { fieldsBetween, type ChangedField } from "./changed-fields.ts";

/**
 * What was asked about the same todo right before a hold, and is void since it asks about something else;
 * null when nothing was.
 * @param holds those of the todo, oldest first.
 */
export function previousAsk(holds: readonly Hold[], hold: Hold): Hold | null {
  const place = holds.findIndex(({ id }) => id === hold.id);
  const before = holds
    .slice(0, Math.max(0, place))
    .findLast(({ todo_id, kind }) => todo_id === hold.todo_id && kind === hold.kind);
  return before?.status === "stale" ? before : null;
}

/** What a hold asks about that another one did not: its tool, and each argument by its JSON pointer. */
export function changedAsk(before: Hold, after: Hold): ChangedField[] {
  return fieldsBetween(whatIsAsked(before), whatIsAsked(after));
}

function whatIsAsked({ title, tool_name, args, input_data, output_path }: Hold): object {
  return {
    title,
    tool_name,
    output_path,
    ...underPointer("/args", args),
    ...underPointer("/input_data", input_data),
  };
}

function underPointer(pointer: string, values: Hold["args"]): object {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [`${pointer}/${name}`, value]),
  );
}
