import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { Glance as Outlook } from "../boards/glance.tsx";
import { Button } from "../parts/button.tsx";
import { TimeLeft } from "../parts/countdown.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { PlanMark, ProgressBar } from "../parts/status.tsx";
import { toast } from "../parts/toasts.tsx";
import { actionsQuery, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";
import { StopQuestion, type Stopping } from "./stop-question.tsx";
import { reasonsById, reasonText } from "../boards/reason-text.ts";

const MOST = 3;

/** What a plan does now, what runs next and why, what waits for whom, and what can be done to it. */
export function PlanHead({ board }: { readonly board: Board }) {
  const speech = useSpeech();
  const { words, inOwnWords } = speech;
  const client = useClient();
  const { plan, schedule, todos, holds } = board;
  const [stopping, setStopping] = useState<Stopping | null>(null);
  const actions = useQuery(actionsQuery(client, plan.id)).data?.plan;
  const resume = useCommand(
    plan.id,
    () => client.plans.resume(plan.id),
    () => toast(words("sent_resume")),
  );
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  const reasons = reasonsById(board);
  const { percentage, counts, total } = plan.progress;
  const because = inOwnWords(plan, "ended_because") || (plan.paused?.reason ?? "");
  const work = todos.filter(({ id }) =>
    reasons.get(id)?.some(({ code }) => code === "unclaimed" || code === "claimed"),
  );
  return (
    <header className="border-b border-line px-4 py-4 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-title font-semibold" lang="">
            {plan.title}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-small text-faint">
            <PlanMark plan={plan} />
            <span>{words("version", { version: plan.version })}</span>
            <span>{plan.owner}</span>
            <code className="font-mono">{plan.id}</code>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {actions?.["pause"].possible === true && (
            <Button icon="pause" onPress={() => setStopping("pause")}>
              {words("pause")}
            </Button>
          )}
          {actions?.["resume"].possible === true && (
            <Button
              look="main"
              icon="play"
              isDisabled={resume.isPending}
              onPress={() => resume.mutate(undefined)}
            >
              {words("resume")}
            </Button>
          )}
          {actions?.["cancel"].possible === true && (
            <Button look="bad" icon="stop" onPress={() => setStopping("cancel")}>
              {words("cancel_plan")}
            </Button>
          )}
        </div>
      </div>
      {because !== "" && (
        <p className="mt-2 rounded-md bg-raised px-3 py-2" lang="">
          {because}
        </p>
      )}
      <ProblemNote error={resume.error} />
      <div className="mt-3 flex items-center gap-3">
        <ProgressBar percent={percentage} />
        <p className="shrink-0 text-small text-soft tabular-nums">
          {words("progress_of", {
            percent: Math.round(percentage),
            done: counts["completed"] ?? 0,
            total,
          })}
        </p>
      </div>
      {plan.completed_at === null && (
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Glance name={words("runs_now")} none={words("nothing_runs")}>
            {schedule.running.slice(0, MOST).map((id) => (
              <TodoLink key={id} plan={plan.id} id={id} title={titles.get(id) ?? id} />
            ))}
          </Glance>
          <Glance name={words("runs_next")} none={words("none_can_start")}>
            {schedule.next.slice(0, MOST).map((id) => (
              <div key={id}>
                <TodoLink plan={plan.id} id={id} title={titles.get(id) ?? id} />
                {(reasons.get(id) ?? []).map((reason) => (
                  <p key={reason.code} className="text-small text-faint">
                    {reasonText(reason, board, speech)}
                  </p>
                ))}
              </div>
            ))}
          </Glance>
          <Glance name={words("waits_for")} none={words("nothing_runs")}>
            {[
              ...holds.slice(0, MOST).map(({ id, title, deadline_at, assignee }) => (
                <div key={id} className="flex flex-wrap items-center gap-x-2">
                  <Link
                    to="/inbox/$hold"
                    params={{ hold: id }}
                    className="min-w-0 font-medium text-accent hover:underline"
                    lang=""
                  >
                    {title}
                  </Link>
                  {assignee !== null && <span className="text-small text-faint">{assignee}</span>}
                  <TimeLeft until={deadline_at} />
                </div>
              )),
              ...work
                .slice(0, Math.max(0, MOST - holds.length))
                .map(({ id, title, claimed_by, assignee }) => (
                  <div key={id} className="flex flex-wrap items-center gap-x-2">
                    <Link
                      to="/inbox/work/$plan/$todo"
                      params={{ plan: plan.id, todo: id }}
                      className="min-w-0 font-medium text-accent hover:underline"
                      lang=""
                    >
                      {title}
                    </Link>
                    <span className="text-small text-faint">{claimed_by ?? assignee ?? ""}</span>
                  </div>
                )),
            ]}
          </Glance>
        </dl>
      )}
      <Outlook board={board} />
      <StopQuestion board={board} stopping={stopping} onClose={() => setStopping(null)} />
    </header>
  );
}

function Glance({
  name,
  none,
  children,
}: {
  readonly name: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <div className="min-w-0">
      <dt className="text-small font-semibold text-faint">{name}</dt>
      <dd className="flex flex-col gap-1">
        {children.length === 0 ? <span className="text-faint">{none}</span> : children}
      </dd>
    </div>
  );
}

function TodoLink({
  plan,
  id,
  title,
}: {
  readonly plan: string;
  readonly id: string;
  readonly title: string;
}) {
  return (
    <Link
      to="/plans/$plan/todos/$todo"
      params={{ plan, todo: id }}
      className="block font-medium hover:underline"
      lang=""
    >
      {title}
    </Link>
  );
}
