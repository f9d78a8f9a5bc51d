import type { Hold } from "../../../contract/plan/holds/hold.ts";

/** Whether an agent asks in the middle of its work: a refusal is told to it, and it goes on. */
export function isOfCall({
  asked_by,
  kind,
}: Pick<Hold, "kind"> & {
  /** What tells which agent asks, as a hold or a list's row has it; null where none does. */
  readonly asked_by: object | string | null;
}): boolean {
  return asked_by !== null && kind !== "budget";
}
