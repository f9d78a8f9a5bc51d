import { z } from "zod";
import { TimestampSchema } from "../text.ts";

/**
 * The end of a plan that cannot end itself, and what is lost with it: as lists know it, because the plan
 * itself tells nothing any more.
 */
export const TerminationSchema = z
  .object({
    /** Whether this only says what would be. */
    validate_only: z.boolean(),
    plan_id: z.string(),
    title: z.string(),
    stuck: z.object({
      /** How often its workflow task was begun. */
      attempt: z.int(),
      since: TimestampSchema.nullable(),
      /** What Temporal kept of the failure; null where no worker answered. */
      says: z.string().nullable(),
    }),
    loses: z.object({
      /** Null where the plan has not told. */
      unfinished_todos: z.int().nullable(),
      /** They are told to stop; what they have done so far is recorded nowhere. */
      running_todos: z.array(z.string()),
      /** Nobody is asked any more. */
      open_holds: z.int(),
    }),
    /** When the plan told this last. */
    as_of: TimestampSchema.nullable(),
  })
  .meta({ id: "Termination" });
export type Termination = z.infer<typeof TerminationSchema>;

/** How Temporal closed the run of a plan that had not ended by itself. */
export interface OutsideEnd {
  readonly how: "terminated" | "timed_out";
  /** When, ISO 8601. */
  readonly at: string;
  /** Who, and what they wrote about it; empty where Temporal was not told. */
  readonly by: string;
  readonly reason: string;
}
