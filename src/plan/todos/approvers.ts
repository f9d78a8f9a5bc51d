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

/** Whether somebody is among those who may decide, by name or by a group. @param approvers null for everybody. */
export function isAmong(
  approvers: readonly string[] | null | undefined,
  { name, groups = [] }: { readonly name: string; readonly groups?: readonly string[] | undefined },
): boolean {
  if (approvers == null || approvers.includes(name)) return true;
  return groupsIn(approvers).some((group) => groups.includes(group));
}
