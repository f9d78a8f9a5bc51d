import type { PlanStatus } from "../tables/vocabulary.ts";

/** How much there is of what an operator watches. */
export interface Figures {
  /** Plans that Temporal still keeps, archived ones too. */
  readonly plans: Readonly<Record<PlanStatus, number>>;
  /** Null where Temporal does not tell. */
  readonly stuck_plans: number | null;
  /** Null, as open work is, where there are too many to list in time. */
  readonly open_holds: number | null;
  /** Epoch milliseconds; null while no hold is open. */
  readonly oldest_hold_at: number | null;
  readonly open_work: number | null;
  readonly pending_deliveries: number;
}
