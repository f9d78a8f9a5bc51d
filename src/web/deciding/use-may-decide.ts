import { useQuery } from "@tanstack/react-query";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import { isAmong } from "../../plan/todos/approvers.ts";
import { actionsQuery, systemQuery, useClient } from "../session/api.ts";
import { useMay } from "../session/use-may.ts";

/** Whether this person's roles let them decide; undefined while the server has not said who they are. */
export function useMayDecide(): boolean | undefined {
  return useMay("approver");
}

/** What keeps this person from approving a request, or from deciding it at all, though others may. */
export function useKeptFrom({ needs }: Hold): "deciding" | "approving" | "approved" | null {
  const you = useQuery(systemQuery(useClient())).data?.you;
  if (needs === undefined || you === undefined) return null;
  if (!isAmong(needs.approvers, you)) return "deciding";
  if (needs.given.includes(you.name)) return "approved";
  return needs.not_by?.includes(you.name) === true ? "approving" : null;
}

/**
 * Whether something can be done with a request besides deciding it; null while nobody has said so to who may
 * decide: its place is kept.
 */
export function useMayAct(hold: Hold, act: "extend" | "delegate"): boolean | null {
  const { id, plan_id, todo_id } = hold;
  const actions = useQuery(actionsQuery(useClient(), plan_id, todo_id ?? undefined));
  const mayDecide = useMayDecide();
  const isOthers = useKeptFrom(hold) === "deciding";
  if (isOthers) return false;
  if (actions.isPending) return mayDecide === false ? false : null;
  const own = actions.data?.holds.find(({ hold_id }) => hold_id === id);
  return own?.actions[act].possible === true;
}
