import type { CalendarSpec, ScheduleSpec } from "@temporalio/client";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import type { Calendar, ScheduleTimes } from "../../contract/schedule.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { definedOnly } from "../../json/json-object.ts";

/**
 * A schedule's rules as Temporal reads them.
 * @throws Refusal when they name no time at all, or Temporal would read one otherwise than it is meant.
 */
export function toScheduleSpec(rules: ScheduleTimes): ScheduleSpec {
  const { cron = [], calendars = [], intervals = [], timezone, start_at, end_at } = rules;
  if (cron.length + calendars.length + intervals.length === 0) {
    const [detail, hint] = [say("schedule_has_no_times"), say("add_times")];
    throw new Refusal(problemAt("validation_failed", "/cron", detail, hint));
  }
  assertCron(cron);
  return {
    cronExpressions: cron,
    calendars: calendars.map(toCalendarSpec),
    intervals: intervals.map(({ every_seconds, offset_seconds = 0 }) => ({
      every: every_seconds * 1_000,
      offset: offset_seconds * 1_000,
    })),
    ...(timezone !== undefined && { timezone }),
    ...(start_at !== undefined && { startAt: new Date(start_at) }),
    ...(end_at !== undefined && { endAt: new Date(end_at) }),
  };
}

function toCalendarSpec(calendar: Calendar): CalendarSpec {
  const { day_of_month, day_of_week, ...same } = calendar;
  return definedOnly({ ...same, dayOfMonth: day_of_month, dayOfWeek: day_of_week }) as CalendarSpec;
}

/**
 * What Temporal takes without a word, and reads otherwise than cron does: what follows a `#` is a comment, a zone
 * is that of the whole schedule, a sixth field is a year, and a day has to fit both of its fields.
 * @throws Refusal that names what says the same
 */
function assertCron(expressions: readonly string[]): void {
  for (const [position, written] of expressions.entries()) {
    const found = misread(written.trim());
    if (found === undefined) continue;
    const [detail, hint] = found;
    throw new Refusal(problemAt("validation_failed", `/cron/${position}`, detail, hint));
  }
}

const NAMES_YEAR = /\d{4}/;

function misread(written: string): [Sentence, Sentence] | undefined {
  if (written.includes("#")) return [say("cron_comment"), say("cron_days")];
  if (/^(CRON_)?TZ=/.test(written)) return [say("cron_zone"), say("cron_timezone")];
  const fields = written.split(/\s+/);
  if (fields.length === 6 && !NAMES_YEAR.test(fields[5] ?? "")) {
    return [say("cron_six_fields"), say("cron_five_fields")];
  }
  const [, , day = "*", , weekday = "*"] = fields.length === 7 ? fields.slice(1) : fields;
  // Cron, too, asks for both where one of them begins with a star.
  const isEither = !day.startsWith("*") && !weekday.startsWith("*");
  return isEither ? [say("cron_either_day"), say("cron_days")] : undefined;
}
