import { z } from "zod";
import { ProgressSchema } from "./plan.ts";
import { lineText, PlanIdSchema, TimestampSchema } from "./text.ts";
import { HOLD_KINDS, LIMITS, PLAN_MODES, PLAN_STATUSES, TIMEOUT_ACTIONS } from "./vocabulary.ts";

/** An open hold as lists show it: enough to choose which one to look at. */
export const HoldSummarySchema = z.object({
  id: z.string(),
  kind: z.enum(HOLD_KINDS),
  /** Null for a plan review. */
  todo_id: z.string().nullable(),
  /** Cut to 120 characters. */
  title: z.string(),
  opened_at: TimestampSchema,
  /** Null when nothing happens by itself, and while the plan is paused. */
  deadline_at: TimestampSchema.nullable(),
  on_timeout: z.enum(TIMEOUT_ACTIONS),
  assignee: z.string().nullable(),
});
export type HoldSummary = z.infer<typeof HoldSummarySchema>;

/** What a plan tells about itself in its workflow's memo: what lists show besides search attributes. */
export const PlanSummarySchema = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  todo_count: z.int(),
  version: z.int(),
  created_at: TimestampSchema,
  /** Running todos count as 0 %. */
  progress: ProgressSchema,
  /** The first of the open holds: at most 20, earliest deadline first. */
  holds: z.array(HoldSummarySchema),
});
export type PlanSummary = z.infer<typeof PlanSummarySchema>;

/** When the plan wrote its summary, and the sequence number of its newest event then. */
export const SummaryStampSchema = z.object({ as_of: TimestampSchema, seq: z.int() });

/** How old what a list tells may be. */
const listAge = {
  /** When the list was read. What happened in the last moments (about 0.2 s) may be missing. */
  read_at: TimestampSchema,
  /**
   * Whether plans can move at all: with every worker `down`, rows stay as they were when the last
   * one worked, and commands answer 503. `unknown` when Temporal does not tell.
   */
  workers: z.object({
    state: z.enum(["up", "down", "unknown"]),
    last_seen_at: TimestampSchema.nullable(),
  }),
};
const listPage = {
  has_more: z.boolean(),
  /** Give it as `cursor`, with the same filters, for the next page. */
  next_cursor: z.string().nullable(),
};

export const PlanRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(PLAN_STATUSES),
  mode: z.enum(PLAN_MODES).nullable(),
  owner: z.string().nullable(),
  tags: z.array(z.string()),
  version: z.int().nullable(),
  todo_count: z.int().nullable(),
  progress: ProgressSchema.nullable(),
  open_holds: z.int(),
  /** The earliest moment at which time alone moves the plan. */
  next_deadline: TimestampSchema.nullable(),
  created_at: TimestampSchema,
  ended_at: TimestampSchema.nullable(),
  /** When the plan told this; its progress may have grown by less than 25 % since. */
  as_of: TimestampSchema.nullable(),
});
export type PlanRow = z.infer<typeof PlanRowSchema>;

export const PlanListSchema = z.object({
  plans: z.array(PlanRowSchema),
  ...listPage,
  /** False when there are more plans than a sorted list looks at: filter, or sort by `recent`. */
  complete: z.boolean(),
  ...listAge,
});
export type PlanList = z.infer<typeof PlanListSchema>;

export const InboxRowSchema = HoldSummarySchema.extend({
  plan_id: z.string(),
  plan_title: z.string(),
  plan_owner: z.string().nullable(),
  plan_tags: z.array(z.string()),
  /** Its time was over when the list was read, and no worker has recorded yet what follows. */
  overdue: z.boolean(),
  /** When the plan told this. */
  as_of: TimestampSchema.nullable(),
});
export type InboxRow = z.infer<typeof InboxRowSchema>;

export const InboxSchema = z.object({
  holds: z.array(InboxRowSchema),
  /** How many holds the filters match, on all pages. */
  total: z.int(),
  ...listPage,
  /** False when there may be open holds that no page shows; `partly_listed` names their plans. */
  complete: z.boolean(),
  /** Plans with more open holds than lists keep: look at `/v1/plans/{plan_id}/holds`. */
  partly_listed: z.array(z.object({ plan_id: z.string(), open_holds: z.int(), listed: z.int() })),
  ...listAge,
});
export type Inbox = z.infer<typeof InboxSchema>;

const statuses = PLAN_STATUSES.join("|");
const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(4_000).optional(),
};
const filters = {
  owner: lineText(LIMITS.title).optional(),
  tag: lineText(LIMITS.tag).optional(),
  deadline_before: TimestampSchema.optional(),
};

/** The query of `GET /v1/plans`. */
export const PlanListQuerySchema = z.strictObject({
  /** One status, or several with commas between. */
  status: z
    .string()
    .regex(
      new RegExp(`^(?:${statuses})(?:,(?:${statuses}))*$`),
      `must be one or more of ${PLAN_STATUSES.join(", ")}, with commas between`,
    )
    .optional(),
  mode: z.enum(PLAN_MODES).optional(),
  has_holds: z.enum(["true", "false"]).optional(),
  ...filters,
  /**
   * `recent`: plans that go on first, the newest start first; then ended ones, the latest end first.
   * `deadline`: only plans with a deadline, the earliest first.
   */
  sort: z.enum(["recent", "deadline"]).default("recent"),
  ...page,
});
export type PlanListQuery = z.output<typeof PlanListQuerySchema>;

/** The query of `GET /v1/holds`, the inbox. */
export const InboxQuerySchema = z.strictObject({
  state: z.literal("open").default("open"),
  kind: z.enum(HOLD_KINDS).optional(),
  plan_id: PlanIdSchema.optional(),
  /** Whom it was delegated to; `me` is the caller. */
  assignee: lineText(LIMITS.title).optional(),
  ...filters,
  /** `deadline`: the earliest first, holds without one last. `opened`: the oldest first. */
  sort: z.enum(["deadline", "opened"]).default("deadline"),
  ...page,
});
export type InboxQuery = z.output<typeof InboxQuerySchema>;
