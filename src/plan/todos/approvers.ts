import type { HoldNeeds } from "../../contract/plan/holds/hold.ts";

/* Who may decide: people by name, and groups as `@release`. Keys say who is in which (decision 86). */

/** What a group is written with, where people may stand, too: no name begins so. */
const GROUP = "@";

/** The people among those who may decide. */
export function peopleIn(approvers: readonly string[] | null | undefined): string[] {
  return (approvers ?? []).filter((name) => !name.startsWith(GROUP));
}

/** The groups among those who may decide, without the sign before them. */
export function groupsIn(approvers: readonly string[] | null | undefined): string[] {
  return (approvers ?? []).flatMap((name) => (name.startsWith(GROUP) ? [name.slice(1)] : []));
}

/** What says for whom a hold waits. */
interface Awaited {
  /** Whom it was handed to. */
  readonly assignee: string | null;
  readonly needs?: HoldNeeds | null | undefined;
}

/** For whom a hold waits, as lists name them: whom it was handed to, or all who may decide it; null for anybody. */
export function awaitedOf({ assignee, needs }: Awaited): string | null {
  return assignee ?? needs?.approvers?.join(", ") ?? null;
}

/** Whether a hold waits for somebody: by name, or as for everybody who may approve it and has not yet. */
export function waitsFor(
  { assignee, needs }: Awaited,
  you: { readonly name: string; readonly groups?: readonly string[] | undefined },
): boolean {
  const { name } = you;
  if (needs?.given.includes(name) === true || needs?.not_by?.includes(name) === true) return false;
  return isAmong(needs?.approvers, you) && (assignee === null || assignee === name);
}

/** Whether somebody is among those who may decide, by name or by a group. @param approvers null for everybody. */
export function isAmong(
  approvers: readonly string[] | null | undefined,
  { name, groups = [] }: { readonly name: string; readonly groups?: readonly string[] | undefined },
): boolean {
  if (approvers == null || approvers.includes(name)) return true;
  return groupsIn(approvers).some((group) => groups.includes(group));
}
