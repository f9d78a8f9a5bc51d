import { z } from "zod";
import { named, type SentenceId } from "./sentences/sentence.ts";
import { LIMITS } from "./tables/limits.ts";
import { OVERLAP_RULES } from "./tables/vocabulary.ts";
import { ParameterValuesSchema } from "./template.ts";
import { lineText, longText, TemplateIdSchema, TimestampSchema } from "./text.ts";

export const ScheduleIdSchema = z
  .string()
  .max(LIMITS.schedule_id)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, named("id_signs"));

const textOfBytes = (most: number) =>
  longText(most).refine((text) => new TextEncoder().encode(text).length <= most, {
    message: "note_bytes" satisfies SentenceId,
    params: { most },
  });
/** Temporal keeps at most this many bytes of a note; before a reason, it says whose that is. */
const NOTE_BYTES = 1_000;
const REASON_BYTES = 800;

const MONTHS = [
  "JANUARY",
  "FEBRUARY",
  "MARCH",
  "APRIL",
  "MAY",
  "JUNE",
  "JULY",
  "AUGUST",
  "SEPTEMBER",
  "OCTOBER",
  "NOVEMBER",
  "DECEMBER",
] as const;
const DAYS = [
  "SUNDAY",
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
] as const;

/** One value, a range, or a list of both. */
const oneOrMore = <Unit extends z.ZodType>(unit: Unit) => {
  const range = z.union([unit, z.strictObject({ start: unit, end: unit })]);
  return z.union([range, z.array(range).min(1).max(60)]);
};
const number = (min: number, max: number) => oneOrMore(z.int().min(min).max(max));

/** Times by the calendar; what is not said is 0 for times of the day and any for days. */
const CalendarSchema = z.strictObject({
  second: number(0, 59).optional(),
  minute: number(0, 59).optional(),
  hour: number(0, 23).optional(),
  day_of_month: number(1, 31).optional(),
  month: oneOrMore(z.enum(MONTHS)).optional(),
  year: number(2000, 2200).optional(),
  day_of_week: oneOrMore(z.enum(DAYS)).optional(),
  comment: lineText(LIMITS.title).optional(),
});
export type Calendar = z.output<typeof CalendarSchema>;

/** When a schedule runs. All times that any of these names count, once each. */
export const ScheduleTimesSchema = z.object({
  /** Cron expressions: 5 fields, 6 with a year, 7 with seconds first as well, or words such as @daily. */
  cron: z.array(lineText(200)).max(20).optional(),
  calendars: z.array(CalendarSchema).max(20).optional(),
  /** Every so many seconds, counted from 1970 and the offset. */
  intervals: z
    .array(
      z
        .strictObject({
          every_seconds: z.int().min(1).max(LIMITS.max_timeout_seconds),
          offset_seconds: z.int().min(0).max(LIMITS.max_timeout_seconds).optional(),
        })
        .refine(({ every_seconds, offset_seconds = 0 }) => offset_seconds < every_seconds, {
          path: ["offset_seconds"],
          message: named("offset_past_interval"),
        }),
    )
    .max(20)
    .optional(),
  /** IANA name of the time zone that cron and calendars mean; UTC when absent. */
  timezone: lineText(64).optional(),
  start_at: TimestampSchema.optional(),
  end_at: TimestampSchema.optional(),
});
export type ScheduleTimes = z.output<typeof ScheduleTimesSchema>;

const RunSchema = z.object({
  plan_id: z.string(),
  scheduled_at: TimestampSchema,
  started_at: TimestampSchema,
  /** Why no plan came of it, or why its plan failed; null for every other run. */
  failed_because: z.string().nullable(),
});

/** What is told of a schedule beside what was written. */
const ToldSchema = z.object({
  id: ScheduleIdSchema,
  owner: z.string(),
  /** Who paused it, and why, as Temporal shows it; null while it is not paused. */
  paused_because: z.string().nullable(),
  /** None while it is paused: nothing starts until it is resumed. */
  next_runs: z.array(TimestampSchema),
  recent_runs: z.array(RunSchema),
  runs: z.int(),
  /** Times that passed while nothing could run, longer ago than `catchup_seconds` when it could again. */
  missed: z.int(),
  /** Times at which the plan before still ran. */
  skipped: z.int(),
});

const catchup = z.int().min(10).max(LIMITS.max_timeout_seconds);

/** A schedule as a person writes it. */
export const ScheduleInputSchema = z
  .strictObject({
    template_id: TemplateIdSchema,
    values: ParameterValuesSchema.default({}),
    ...ScheduleTimesSchema.shape,
    overlap: z.enum(OVERLAP_RULES).default("skip"),
    /** How late a time may still be kept after an outage: by a day, when absent. */
    catchup_seconds: catchup.default(86_400),
    /** Whether it waits until it is resumed; when absent, a schedule that stands stays as it is. */
    paused: z.boolean().optional(),
    note: textOfBytes(NOTE_BYTES).nullish(),
    // Who changes one that was read may leave these in. The id is the address's; the others say nothing.
    ...ToldSchema.partial().shape,
  })
  .meta({ id: "ScheduleInput" });
export type ScheduleInput = z.output<typeof ScheduleInputSchema>;

/** A schedule as it stands in Temporal. */
export const PlanScheduleSchema = z
  .object({
    template_id: z.string(),
    values: ParameterValuesSchema,
    ...ScheduleTimesSchema.shape,
    overlap: z.enum(OVERLAP_RULES),
    catchup_seconds: catchup,
    paused: z.boolean(),
    note: z.string().nullable(),
    ...ToldSchema.shape,
  })
  .meta({ id: "Schedule" });
export type PlanSchedule = z.infer<typeof PlanScheduleSchema>;

/** A schedule in a list. */
export const ScheduleSummarySchema = PlanScheduleSchema.pick({
  id: true,
  template_id: true,
  paused: true,
  paused_because: true,
  note: true,
  timezone: true,
  next_runs: true,
  missed: true,
  skipped: true,
}).extend({ last_run: RunSchema.nullable() });
export type ScheduleSummary = z.infer<typeof ScheduleSummarySchema>;

export const ScheduleListSchema = z.object({ schedules: z.array(ScheduleSummarySchema) });

/** The body of pause and resume. */
export const ScheduleNoteSchema = z.strictObject({ reason: textOfBytes(REASON_BYTES).optional() });

/** The body of a backfill: all times from `from` to `to` count as if they were now. */
export const BackfillInputSchema = z
  .strictObject({
    from: TimestampSchema,
    to: TimestampSchema,
    overlap: z.enum(OVERLAP_RULES).default("allow_all"),
  })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ["to"],
    message: named("not_before_from"),
  });
export type BackfillInput = z.output<typeof BackfillInputSchema>;

/** The schedule, and how many of its times are in the period. */
export const BackfillSchema = PlanScheduleSchema.extend({
  /** Whether this only says what would be. */
  validate_only: z.boolean(),
  /** Plans of them that are there already stay as they are. */
  times: z.int().min(1),
}).meta({ id: "Backfill" });
export type Backfill = z.infer<typeof BackfillSchema>;
