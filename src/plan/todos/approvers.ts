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

/**
 * Whom a hold was handed to, as long as it can wait for them: nobody once they have approved, and where they are not
 * among those who may decide. Who is in a group is known to those who have the keys.
 */
function handedTo({ assignee, needs }: Awaited): string | null {
  if (assignee === null || needs == null) return assignee;
  const { approvers, given } = needs;
  const mayDecide = approvers?.includes(assignee) !== false || groupsIn(approvers).length > 0;
  return mayDecide && !given.includes(assignee) ? assignee : null;
}

/** For whom a hold waits, as lists name them: whom it was handed to, or all who may decide it; null for anybody. */
export function awaitedOf(hold: Awaited): string | null {
  return handedTo(hold) ?? hold.needs?.approvers?.join(", ") ?? null;
}

/**
 * Whether a hold waits for somebody. One that was handed on waits for whom it was handed to, even for an author, who can
 * still reject it; any other for everybody who may approve it and has not.
 */
export function waitsFor(
  hold: Awaited,
  you: { readonly name: string; readonly groups?: readonly string[] | undefined },
): boolean {
  const { needs } = hold;
  const to = handedTo(hold);
  if (!isAmong(needs?.approvers, you)) return false;
  if (to !== null) return to === you.name;
  return needs?.given.includes(you.name) !== true && needs?.not_by?.includes(you.name) !== true;
}

/** Whether somebody is among those who may decide, by name or by a group. @param approvers null for everybody. */
export function isAmong(
  approvers: readonly string[] | null | undefined,
  { name, groups = [] }: { readonly name: string; readonly groups?: readonly string[] | undefined },
): boolean {
  if (approvers == null || approvers.includes(name)) return true;
  return groupsIn(approvers).some((group) => groups.includes(group));
}
