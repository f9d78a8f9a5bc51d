import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ScheduleSummary } from "../../contract/schedule.ts";
import { Button } from "../parts/button.tsx";
import { Question } from "../parts/dialog.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { Section, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { KEYS, scheduleQuery, useClient } from "../session/api.ts";
import { useMay } from "../session/use-may.ts";
import { useMoment } from "../session/use-moment.ts";
import { momentElsewhere } from "../words/moment.ts";
import { useSpeech } from "../words/words.ts";
import { DeleteQuestion } from "./delete-question.tsx";

/** Templates that start by themselves, and what became of them. */
export function Schedules({
  schedules: { data, error },
  titles,
}: {
  readonly schedules: UseQueryResult<{ readonly schedules: readonly ScheduleSummary[] }>;
  /** Of the templates, by id. */
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { words } = useSpeech();
  return (
    <Section title={words("schedules")}>
      {data === undefined ? (
        error === null && <Skeleton lines={3} />
      ) : data.schedules.length === 0 ? (
        <p className="text-soft">{words("schedules_empty")}</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.schedules.map((schedule) => (
            <Schedule
              key={schedule.id}
              schedule={schedule}
              title={titles.get(schedule.template_id) ?? schedule.template_id}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Schedule({
  schedule,
  title,
}: {
  readonly schedule: ScheduleSummary;
  readonly title: string;
}) {
  const { words, language } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const moment = useMoment();
  const {
    id,
    paused,
    paused_because,
    note,
    timezone = "UTC",
    next_runs,
    last_run,
    missed,
    skipped,
  } = schedule;
  const [next] = next_runs;
  // Its rule is written by the clock of its own time zone.
  const there = next === undefined ? null : momentElsewhere(next, timezone, language);
  const [asked, setAsked] = useState<"runs" | "delete" | null>(null);
  const mayOperate = useMay("operator") !== false;
  const close = (): void => setAsked(null);
  const act = useMutation({
    mutationFn: (word: "pause" | "resume" | "trigger") =>
      word === "trigger" ? client.schedules.trigger(id) : client.schedules[word](id, {}),
    onSuccess: (_, word) =>
      toast(
        word === "trigger"
          ? words("schedule_triggered", { id })
          : words(`sent_schedule_${word}`, { id }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.schedules }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-semibold">
          <span lang="">{id}</span>{" "}
          <span className={`text-small font-medium ${paused ? "text-wait" : "text-good"}`}>
            {words(paused ? "plan_paused" : "is_on")}
          </span>
        </h3>
        <p className="text-soft" lang="">
          {title}
        </p>
        <p className="text-small text-soft">
          {paused
            ? (paused_because ?? "")
            : next === undefined
              ? words("schedule_none")
              : there === null
                ? words("schedule_next", { at: moment(next) })
                : words("schedule_next_there", { at: moment(next), zone: timezone, there })}
        </p>
        {missed > 0 && (
          <p className="text-small text-wait">{words("schedule_missed", { count: missed })}</p>
        )}
        {skipped > 0 && (
          <p className="text-small text-wait">{words("schedule_skipped", { count: skipped })}</p>
        )}
        {last_run?.failed_because != null && (
          <p className="text-small text-bad">
            {words("schedule_failed")} <span lang="">{last_run.failed_because}</span>
          </p>
        )}
        {note !== null && (
          <p className="text-small text-soft" lang="">
            {note}
          </p>
        )}
        <ProblemNote error={act.error} />
      </div>
      <div className="flex flex-wrap gap-2">
        {mayOperate && (
          <>
            <Button
              icon={paused ? "play" : "pause"}
              aria-label={`${words(paused ? "resume" : "pause")}: ${id}`}
              isDisabled={act.isPending}
              sends
              onPress={() => act.mutate(paused ? "resume" : "pause")}
            >
              {words(paused ? "resume" : "pause")}
            </Button>
            <Button
              aria-label={`${words("schedule_trigger")}: ${id}`}
              isDisabled={act.isPending}
              sends
              onPress={() => act.mutate("trigger")}
            >
              {words("schedule_trigger")}
            </Button>
          </>
        )}
        <Button aria-label={`${words("schedule_runs")}: ${id}`} onPress={() => setAsked("runs")}>
          {words("schedule_runs")}
        </Button>
        {mayOperate && (
          <Button
            look="bad"
            aria-label={`${words("template_delete")}: ${id}`}
            onPress={() => setAsked("delete")}
          >
            {words("template_delete")}
          </Button>
        )}
      </div>
      {asked !== null && (
        <Question
          title={
            asked === "runs"
              ? words("schedule_runs_of", { id })
              : words("schedule_delete_title", { id })
          }
          onClose={close}
        >
          {asked === "runs" ? (
            <>
              <Runs scheduleId={id} />
              <div className="mt-4 flex justify-end">
                <Button onPress={close}>{words("close")}</Button>
              </div>
            </>
          ) : (
            <DeleteQuestion
              title={id}
              onDelete={() => client.schedules.delete(id)}
              listKey={KEYS.schedules}
              onDone={close}
            >
              <p>{words("schedule_delete_detail")}</p>
            </DeleteQuestion>
          )}
        </Question>
      )}
    </li>
  );
}

/** When it ran lately, the newest first, and why a run failed. */
function Runs({ scheduleId }: { readonly scheduleId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const moment = useMoment();
  const { data, error } = useQuery(scheduleQuery(client, scheduleId));
  if (data === undefined) return <NotRead lines={3} error={error} />;
  const { recent_runs } = data;
  if (recent_runs.length === 0) return <p className="text-soft">{words("schedule_no_runs")}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {recent_runs.toReversed().map(({ plan_id, started_at, failed_because }) => (
        <li key={`${plan_id} ${started_at}`}>
          <p className="flex flex-wrap gap-x-3">
            <time dateTime={started_at}>{moment(started_at)}</time>
            <Link
              to="/plans/$plan"
              params={{ plan: plan_id }}
              className="break-all text-accent underline"
            >
              {plan_id}
            </Link>
          </p>
          {failed_because !== null && (
            <p className="text-bad" lang="">
              {failed_because}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
