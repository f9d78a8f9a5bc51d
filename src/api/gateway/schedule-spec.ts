import type { CalendarSpec, ScheduleSpec } from "@temporalio/client";
import { problemAt } from "../../contract/problem-at.ts";
import { Refusal } from "../../contract/problem-error.ts";
import type { Calendar, ScheduleTimes } from "../../contract/schedule.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { assertCron } from "./assert-cron.ts";

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
  const spec = { ...same, dayOfMonth: day_of_month, dayOfWeek: day_of_week };
  const present = Object.entries(spec).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as CalendarSpec;
}
