import { buildRouteMap } from "@stricli/core";
import type { ScheduleInput } from "../../../client/shapes.ts";
import type { PlanSchedule, ScheduleSummary } from "../../../contract/schedule.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { OVERLAP_RULES } from "../../../contract/tables/vocabulary.ts";
import { definedOnly } from "../../../json/json-object.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, numberFlag, switchFlag, textFlag, textsFlag } from "../../input/flags.ts";
import { readGivenPairs } from "../../input/pairs.ts";
import { sendFile } from "../../input/placed-in.ts";
import { toSeconds } from "../../input/to-seconds.ts";
import { words, heads } from "../../messages/i18n.ts";
import { deadlineNote } from "../../render/holds/deadline-note.ts";
import type { Session } from "../../session/session.ts";
import { red, yellow } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";
import { momentIn } from "../../terminal/time.ts";
import { keptCommands } from "../service/kept-commands.ts";

function tell(session: Session, schedule: PlanSchedule, sentence: string): void {
  session.done(schedule, sentence);
  const [next] = schedule.next_runs;
  // What is paused has no next run until it is resumed, whatever its rules say.
  if (!schedule.paused) {
    const at = next === undefined ? undefined : inBothZones(next, schedule.timezone);
    session.say(at === undefined ? words("runs_never") : words("runs_at", { at }));
  }
  session.next(`holdpoint schedule show ${schedule.id}`);
}

/** A time as its schedule means it. */
function inZone(at: string, zone = "UTC"): string {
  return `${momentIn(at, zone)} (${zone})`;
}

/** The same, and as it is here where that is another. */
function inBothZones(at: string, zone = "UTC"): string {
  const there = momentIn(at, zone);
  const here = momentIn(at, undefined);
  if (there === here) return inZone(at, zone);
  return words("time_in_zone_here", { at: there, zone, here });
}

const putCommand = defineCommand({
  help: "schedule_put",
  examples: [
    "schedule put daily-tea --template tea --cron '0 8 * * *' --timezone Asia/Seoul",
    "schedule put daily-tea --file schedule.yaml",
  ],
  args: ["schedule"],
  flags: {
    file: textFlag("flag_schedule_file", "file"),
    template: textFlag("flag_template", "template"),
    value: textsFlag("flag_values", "name=value|@file"),
    cron: textsFlag("flag_cron", "cron"),
    every: numberFlag("flag_every"),
    timezone: textFlag("flag_timezone", "zone"),
    overlap: choiceFlag("flag_overlap", OVERLAP_RULES),
    catchup: textFlag("flag_catchup", "1d"),
    paused: switchFlag("flag_paused"),
    note: textFlag("flag_note"),
  },
  async run(session, [scheduleId], { file, template, value, every, catchup, paused, ...rules }) {
    const byFlags = definedOnly({
      ...rules,
      template_id: template,
      values: value === undefined ? undefined : await readGivenPairs(value),
      intervals: every === undefined ? undefined : [{ every_seconds: every }],
      catchup_seconds:
        catchup === undefined
          ? undefined
          : toSeconds(catchup, "holdpoint schedule put --catchup 1d", LIMITS.max_timeout_seconds),
      paused: paused ? true : undefined,
    });
    const save = (written: object) => {
      const schedule = { ...written, ...byFlags } as unknown as ScheduleInput;
      return session.client.schedules.save(scheduleId, schedule);
    };
    const saved = await (file === undefined ? save({}) : sendFile(file, save, byFlags));
    const told = saved.paused ? "told_schedule_put_paused" : "told_schedule_put";
    tell(session, saved, words(told, { schedule: saved.id }));
    const { plan } = await session.client.templates.get(saved.template_id);
    for (const note of deadlineNote(plan)) session.say(note);
  },
});

const listCommand = defineCommand({
  help: "schedule_list",
  async run(session) {
    const answer = await session.client.schedules.list();
    const heading = heads("id", "template", "state", "next", "note");
    const rows = answer.schedules.map(
      ({ id, template_id, paused, paused_because, note, next_runs: [next], timezone }) => [
        id,
        template_id,
        words(paused ? "schedule_paused" : "schedule_active"),
        next === undefined ? "–" : inZone(next, timezone),
        [paused_because, note].flatMap((text) => (text ? [oneLine(text)] : [])).join(" · "),
      ],
    );
    const shape = { columns: session.columns, flexible: [4] };
    session.show(answer, () => [
      ...table(heading, rows, shape),
      ...answer.schedules.flatMap(troubleLines),
    ]);
    if (rows.length > 0) return;
    session.say(words("no_schedules"));
    session.next("holdpoint schedule put --help");
  },
});

/** What went wrong with a schedule. */
function troubleLines({ id: schedule, last_run, missed, skipped }: ScheduleSummary): string[] {
  const why = last_run?.failed_because ?? null;
  return [
    ...(why === null
      ? []
      : [`${red("✖")} ${words("schedule_failed", { schedule, why: oneLine(why) })}`]),
    ...(missed === 0
      ? []
      : [`${yellow("!")} ${words("schedule_missed", { schedule, count: missed })}`]),
    ...(skipped === 0
      ? []
      : [`${yellow("!")} ${words("schedule_skipped", { schedule, count: skipped })}`]),
  ];
}

const noteCommand = (action: "pause" | "resume") =>
  defineCommand({
    help: `schedule_${action}`,
    args: ["schedule"],
    flags: { reason: textFlag("flag_reason") },
    async run(session, [scheduleId], { reason }) {
      const schedule = await session.client.schedules[action](scheduleId, { reason });
      tell(session, schedule, words(`told_schedule_${action}`, { schedule: schedule.id }));
    },
  });

const triggerCommand = defineCommand({
  help: "schedule_trigger",
  args: ["schedule"],
  async run(session, [scheduleId]) {
    const schedule = await session.client.schedules.trigger(scheduleId);
    tell(session, schedule, words("told_schedule_trigger", { schedule: schedule.id }));
  },
});

const backfillCommand = defineCommand({
  help: "schedule_backfill",
  examples: ["schedule backfill daily-tea 2026-11-01T00:00:00Z 2026-11-03T00:00:00Z --yes"],
  args: ["schedule", "from", "to"],
  flags: { overlap: choiceFlag("flag_overlap", OVERLAP_RULES) },
  async run(session, [scheduleId, from, to], { overlap }) {
    const { schedules } = session.client;
    const period = { from, to, overlap };
    const { times } = await schedules.backfill(scheduleId, period, { validateOnly: true });
    const values = { schedule: scheduleId, count: times };
    await session.confirm(words("sure_backfill", values));
    const started = await schedules.backfill(scheduleId, period);
    tell(session, started, words("told_schedule_backfill", values));
  },
});

const kept = keptCommands({ family: "schedule", arg: "schedule", example: "daily-tea" });

/** `holdpoint schedule`: templates that start by themselves. */
export const scheduleCommand = buildRouteMap({
  docs: { brief: words("brief_schedule") },
  routes: {
    put: putCommand,
    list: listCommand,
    show: kept.show,
    pause: noteCommand("pause"),
    resume: noteCommand("resume"),
    trigger: triggerCommand,
    backfill: backfillCommand,
    delete: kept.delete,
  },
});
