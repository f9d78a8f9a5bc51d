import { z } from "zod";
import { PageEndSchema, pageQuery } from "./paging.ts";
import { DecidingSchema, HoldNeedsSchema } from "./plan/holds/hold.ts";
import { ProgressSchema } from "./plan/plan.ts";
import { LIMITS } from "./tables/limits.ts";
import { HOLD_KINDS, PLAN_MODES, PLAN_STATUSES, TIMEOUT_ACTIONS } from "./tables/vocabulary.ts";
import { lineText, oneOrMore, PlanIdSchema, SaidSchema, TimestampSchema } from "./text.ts";

/** An open hold as lists show it: enough to choose which one to look at. */
export const HoldSummarySchema = z.object({
  id: z.string(),
  kind: z.enum(HOLD_KINDS),
  /** Null for a plan review. */
  todo_id: z.string().nullable(),
  /** Cut to 120 characters. */
  title: z.string(),
  /** What the person reads, such as the question; cut to 120 characters. */
  message: z.string().nullable(),
  /** The same as a sentence, whole, where it is ours and made of little. */
  message_said: SaidSchema.optional(),
  opened_at: TimestampSchema,
  /** Null when nothing happens by itself, and while the plan is paused. */
  deadline_at: TimestampSchema.nullable(),
  /** What is left of the deadline while the plan is paused, in milliseconds. */
  remaining_ms: z.int().optional(),
  on_timeout: z.enum(TIMEOUT_ACTIONS),
  assignee: z.string().nullable(),
  /** Who is asked next when nobody decides in time; absent when nobody is. */
  escalates_to: z.array(z.string()).optional(),
  /** Absent where one person who may decide is enough. */
  needs: HoldNeedsSchema.optional(),
  /** A decision that has not taken effect yet. */
  deciding: DecidingSchema.nullable(),
  /** The agent that asks; null where the plan itself does. */
  agent: z.string().nullable(),
});
export type HoldSummary = z.infer<typeof HoldSummarySchema>;

/** Work that a person can claim, or that somebody has claimed, as lists show it. */
export const WorkSummarySchema = z.object({
  todo_id: z.string(),
  /** Cut to 120 characters. */
  title: z.string(),
  assignee: z.string().nullable(),
  claimed_by: z.string().nullable(),
  offered_at: TimestampSchema.nullable(),
  due_at: TimestampSchema.nullable(),
});
export type WorkSummary = z.infer<typeof WorkSummarySchema>;

/** Why a plan failed, as lists show it; texts cut to 120 characters, with their sentences where these are made of little. */
const FailureSummarySchema = z.object({
  reason: z.string().nullable(),
  reason_said: SaidSchema.optional(),
  /** The todo that failed last, and with what; null when none did. */
  todo: z
    .object({
      id: z.string(),
      title: z.string(),
      error_type: z.string().nullable(),
      error_message: z.string().nullable(),
      error_message_said: SaidSchema.optional(),
    })
    .nullable(),
});

const NamedTodoSchema = z.object({
  id: z.string(),
  /** Cut to 120 characters. */ title: z.string(),
});

/** How much work is left, at the least and at the most; the time that people take is not in it. */
const WorkLeftSchema = z.object({
  /** `unknown`: nothing tells how long some todo takes. `people`: no work is left but theirs. */
  kind: z.enum(["range", "unknown", "people"]),
  least_seconds: z.number().nullable(),
  most_seconds: z.number().nullable(),
});

/** Where a plan is, as it tells lists besides its summary. */
export const PlanCourseSchema = z.object({
  /** The first todo that runs, in plan order. */
  running: NamedTodoSchema.nullable(),
  /** The todo that would start next if a place became free. */
  next: NamedTodoSchema.nullable(),
  /** Null once it has ended. */
  left: WorkLeftSchema.nullable(),
});
export type PlanCourse = z.infer<typeof PlanCourseSchema>;

/** What a plan tells about itself in its workflow's memo: what lists show besides search attributes. */
export const PlanSummarySchema = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  todo_count: z.int(),
  version: z.int(),
  created_at: TimestampSchema,
  /** Null while it goes on. */
  ended_at: TimestampSchema.nullable(),
  /** As the plan wrote it running todos count as 0 %; lists add what their tools told since. */
  progress: ProgressSchema,
  /** What its models have cost, in US dollars. */
  cost_usd: z.number(),
  /** Stands for what ran then: while the same runs, the rest of `progress` is as it is. */
  runs: z.string(),
  /** The first of the open holds: at most 20, earliest deadline first. */
  holds: z.array(HoldSummarySchema),
  /** The first of what people do: at most 20, earliest due time first. */
  work: z.array(WorkSummarySchema),
  /** Why it failed; null when it did not. */
  failure: FailureSummarySchema.nullable(),
});
export type PlanSummary = z.infer<typeof PlanSummarySchema>;

/** When the plan wrote its summary, and the sequence number of its newest event then. */
export const SummaryStampSchema = z.object({ as_of: TimestampSchema, seq: z.int() });

/** What a page of a list says beside its rows. */
const listed = {
  /** How many the filters match, on all pages. */
  total: z.int(),
  ...PageEndSchema.shape,
  /** False where there may be more than all pages show: filter by more, or look at the plans of `partly_listed`. */
  complete: z.boolean(),
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

/** What a plan is at, as a list shows it. */
const PlanStepSchema = z.object({
  kind: z.enum(["waits", "runs", "next"]),
  /** Null for what is about the plan as a whole, such as its review. */
  todo_id: z.string().nullable(),
  /** What is decided; absent where it waits for no decision. */
  hold_kind: z.enum(HOLD_KINDS).optional(),
  /** What is asked, or the todo's title; cut to 120 characters. */
  title: z.string(),
  title_said: SaidSchema.optional(),
  /** For whom it waits, such as `kim` or `@release, lee`; null for anybody. */
  person: z.string().nullable(),
});
export type PlanStep = z.infer<typeof PlanStepSchema>;

export const PlanRowSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(PLAN_STATUSES),
    mode: z.enum(PLAN_MODES).nullable(),
    owner: z.string().nullable(),
    tags: z.array(z.string()),
    version: z.int().nullable(),
    todo_count: z.int().nullable(),
    progress: ProgressSchema.nullable(),
    /** What it waits for people with; where with nothing, what it runs; else what starts next. */
    step: PlanStepSchema.nullable(),
    /** How much work was left at `as_of`; null once it has ended, and while it has not told. */
    left: WorkLeftSchema.nullable(),
    /** What its models have cost, in US dollars. */
    cost_usd: z.number().nullable(),
    open_holds: z.int(),
    /** How many todos wait for a person who does them, or are claimed. */
    open_work: z.int(),
    /** The earliest moment at which time alone moves the plan. */
    next_deadline: TimestampSchema.nullable(),
    created_at: TimestampSchema,
    ended_at: TimestampSchema.nullable(),
    archived: z.boolean(),
    /** Whether no worker can go on with it: the plan itself says why. Temporal before 1.30 does not tell. */
    stuck: z.boolean(),
    /** When the plan told this; while todos run, its progress is told every ten seconds. */
    as_of: TimestampSchema.nullable(),
  })
  .meta({ id: "PlanRow" });
export type PlanRow = z.infer<typeof PlanRowSchema>;

export const PlanListSchema = z.object({
  plans: z.array(PlanRowSchema),
  ...listed,
});
export type PlanList = z.infer<typeof PlanListSchema>;

/** The plan of a row that is about a part of it. */
const rowOfPlan = {
  plan_id: z.string(),
  plan_title: z.string(),
  plan_owner: z.string().nullable(),
  plan_tags: z.array(z.string()),
  /** When the plan told this. */
  as_of: TimestampSchema.nullable(),
};

export const InboxRowSchema = HoldSummarySchema.extend({
  ...rowOfPlan,
  /** Its time was over when the list was read, and no worker has recorded yet what follows. */
  overdue: z.boolean(),
}).meta({ id: "InboxRow" });
export type InboxRow = z.infer<typeof InboxRowSchema>;

export const InboxSchema = z.object({
  holds: z.array(InboxRowSchema),
  ...listed,
  /** Plans with more open holds than lists keep: look at `/v1/plans/{plan_id}/holds`. */
  partly_listed: z.array(z.object({ plan_id: z.string(), open_holds: z.int(), listed: z.int() })),
});
export type Inbox = z.infer<typeof InboxSchema>;

/** A plan that failed, until somebody acknowledges it. */
export const NoticeSchema = FailureSummarySchema.extend({
  ...rowOfPlan,
  ended_at: TimestampSchema.nullable(),
}).meta({ id: "Notice" });
export type Notice = z.infer<typeof NoticeSchema>;

export const NoticeListSchema = z.object({
  notices: z.array(NoticeSchema),
  ...listed,
});
export type NoticeList = z.infer<typeof NoticeListSchema>;

export const WorkRowSchema = WorkSummarySchema.extend({
  ...rowOfPlan,
  /** It should have been done by when the list was read. */
  overdue: z.boolean(),
}).meta({ id: "WorkRow" });
export type WorkRow = z.infer<typeof WorkRowSchema>;

export const WorkListSchema = z.object({
  work: z.array(WorkRowSchema),
  ...listed,
  /** Plans with more work than lists keep: look at `/v1/plans/{plan_id}/todos`. */
  partly_listed: z.array(z.object({ plan_id: z.string(), open_work: z.int(), listed: z.int() })),
});
export type WorkList = z.infer<typeof WorkListSchema>;

const filters = {
  owner: lineText(LIMITS.title).optional(),
  tag: lineText(LIMITS.tag).optional(),
};
const deadline_before = TimestampSchema.optional();

/** The query of `GET /v1/plans`. */
export const PlanListQuerySchema = z.strictObject({
  /** One status, or several with commas between. */
  status: oneOrMore(PLAN_STATUSES, "plan_statuses").optional(),
  mode: z.enum(PLAN_MODES).optional(),
  /** Words that the title has, each somewhere in it, in any case; or the id of a plan. */
  search: lineText(LIMITS.title).optional(),
  has_holds: z.enum(["true", "false"]).optional(),
  /** `true`: only archived plans; they are in no other list. */
  archived: z.enum(["true", "false"]).default("false"),
  ...filters,
  deadline_before,
  /**
   * `recent`: plans that go on first, the newest start first; then ended ones, the latest end first.
   * `deadline`: only plans with a deadline, the earliest first.
   */
  sort: z.enum(["recent", "deadline"]).default("recent"),
  ...pageQuery,
});
export type PlanListQuery = z.output<typeof PlanListQuerySchema>;

/** The query of `GET /v1/holds`, the inbox. */
export const InboxQuerySchema = z.strictObject({
  state: z.literal("open").default("open"),
  kind: z.enum(HOLD_KINDS).optional(),
  plan_id: PlanIdSchema.optional(),
  /** Whom it was delegated to; `me` is the caller. */
  assignee: lineText(LIMITS.title).optional(),
  /** Only what waits for the caller: delegated to them, or theirs to decide, by name or by a group, and delegated to nobody, or only to somebody who has approved it already. */
  for: z.literal("me").optional(),
  /** Only what this agent asks, such as its questions. */
  agent: lineText(LIMITS.name).optional(),
  ...filters,
  deadline_before,
  /** `deadline`: the earliest first, holds without one last. `opened`: the oldest first. */
  sort: z.enum(["deadline", "opened"]).default("deadline"),
  ...pageQuery,
});
export type InboxQuery = z.output<typeof InboxQuerySchema>;

/** The query of `GET /v1/notices`. */
export const NoticeQuerySchema = z.strictObject({
  ...filters,
  ...pageQuery,
});
export type NoticeQuery = z.output<typeof NoticeQuerySchema>;

/** The query of `GET /v1/work`, what people do. */
export const WorkQuerySchema = z.strictObject({
  plan_id: PlanIdSchema.optional(),
  /** Whose it is, or who has claimed it; `me` is the caller. */
  assignee: lineText(LIMITS.title).optional(),
  ...filters,
  /** `due`: the earliest first, what has no due time last. `offered`: the oldest first. */
  sort: z.enum(["due", "offered"]).default("due"),
  ...pageQuery,
});
export type WorkQuery = z.output<typeof WorkQuerySchema>;
