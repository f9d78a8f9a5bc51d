import type { PlanState } from "./state.ts";

/** Whether a plan failed and nobody has read so yet: then its owner is told wherever they look (S0). */
export function hasNotice({
  status,
  acknowledged_at,
}: Pick<PlanState, "status" | "acknowledged_at">): boolean {
  return status === "failed" && acknowledged_at === undefined;
}
