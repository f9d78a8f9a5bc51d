import type { Hold, HoldNeeds } from "../../../contract/plan/holds/hold.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";

/** Whether a hold has some of the approvals that it needs, and still asks. */
export function isApprovedInPart<Asked extends Pick<Hold, "status" | "deciding" | "needs">>(
  hold: Asked | undefined,
): hold is Asked & { needs: HoldNeeds } {
  if (hold?.status !== "open" || hold.deciding !== null) return false;
  return (hold.needs?.given.length ?? 0) > 0;
}

/** Whether an open hold needs more approvals than one more: nothing starts with the next. */
export function needsMoreThanOne(needs: HoldNeeds | undefined): boolean {
  return needs !== undefined && needs.approvals - needs.given.length > 1;
}

/** Whose approval a hold needs, and whose it has, a sentence each; none where one who may decide is enough. */
export function neededApprovals(needs: HoldNeeds | undefined): Sentence[] {
  if (needs === undefined) return [];
  const { approvals, given, approvers, not_by } = needs;
  const names = (people: readonly string[]): string => people.join(", ");
  const counts = { given: given.length, approvals };
  return [
    ...(approvals === 1
      ? []
      : given.length === 0
        ? [say("needs_approvals", { approvals })]
        : [say("needs_more_approvals", { ...counts, names: names(given) })]),
    ...(approvers === null ? [] : [say("needs_approvers", { names: names(approvers) })]),
    ...(not_by === null ? [] : [say("needs_somebody_else", { names: names(not_by) })]),
  ];
}
