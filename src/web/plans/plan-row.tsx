import { Link } from "@tanstack/react-router";
import type { PlanRow as Row, PlanStep } from "../../contract/list.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { TimeLeft } from "../parts/countdown.tsx";
import { PlanMark, ProgressBar } from "../parts/status.tsx";
import { useNow } from "../session/now.ts";
import { useMoment } from "../session/use-moment.ts";
import { moneyOf } from "../words/amounts.ts";
import { rangeOf } from "../words/times.ts";
import { useSpeech, type Speech } from "../words/words.ts";

/** How high a row is where there is room beside one another, and where there is not. */
export const PLAN_ROW_PX = { wide: 56, narrow: 90 } as const;

/** Less is no cost that a person would read. */
const LEAST_USD = 0.005;

/** A plan in a list: how it stands, what it is at and for whom it waits, how far it is and what is left. */
export function PlanRow({ plan }: { readonly plan: Row }) {
  const speech = useSpeech();
  const { words, language } = speech;
  const now = useNow();
  const moment = useMoment();
  const { progress, step, cost_usd, open_holds, open_work, next_deadline } = plan;
  const percent = Math.round(progress?.percentage ?? 0);
  const left = leftOf(plan, speech);
  const end = endOf(plan, now);
  const until = end === null ? null : words("glance_until", { at: moment(end) });
  return (
    <Link
      to="/plans/$plan"
      params={{ plan: plan.id }}
      className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 border-b border-line px-4 -outline-offset-2 hover:bg-raised lg:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)_10.5rem]"
    >
      <span className="text-small max-lg:order-2">
        <PlanMark plan={plan} />
      </span>
      <span className="min-w-0 max-lg:order-0 max-lg:col-span-2">
        <span className="block truncate font-medium" lang="">
          {plan.title}
        </span>
        <span className="hidden truncate text-small text-faint lg:block">
          {words(plan.ended_at === null ? "created_when" : "ended_when", {
            when: moment(plan.ended_at ?? plan.created_at),
          })}
          {plan.owner !== null && (
            <>
              {" · "}
              <span className="sr-only">{words("owner")} </span>
              {plan.owner}
            </>
          )}
        </span>
      </span>
      <span className="min-w-0 text-small max-lg:order-1 max-lg:col-span-2 max-lg:min-h-4.5">
        {plan.stuck ? (
          <span className="block truncate text-bad">{words("stuck_open")}</span>
        ) : (
          step !== null && (
            <span className="block truncate">
              <StepName step={step} />
              <StepTitle step={step} />
            </span>
          )
        )}
        <span className="flex items-center gap-x-2 whitespace-nowrap text-faint max-lg:hidden">
          {open_holds > 0 && <TimeLeft until={next_deadline} />}
          <span className="truncate">
            {[
              open_holds > 0 && words("waits_count", { count: open_holds }),
              open_work > 0 && words("work_count", { count: open_work }),
            ]
              .filter(Boolean)
              .join(" · ")}
            {until}
          </span>
        </span>
      </span>
      <span className="contents text-small lg:block">
        <span className="flex items-center gap-2 text-small text-soft max-lg:order-3 max-lg:justify-end">
          <span className="hidden flex-1 lg:block">
            <ProgressBar percent={percent} />
          </span>
          <span aria-hidden="true" className="tabular-nums lg:w-9 lg:text-right">
            {percent}%
          </span>
          <span className="sr-only">
            {words("progress_of", {
              percent,
              done: progress?.counts["completed"] ?? 0,
              total: progress?.total ?? 0,
            })}
          </span>
        </span>
        <span className="flex min-w-0 gap-x-2 text-small whitespace-nowrap text-faint max-lg:order-4 max-lg:col-span-2">
          {open_holds > 0 && next_deadline !== null && (
            <span className="lg:hidden">
              <TimeLeft until={next_deadline} />
            </span>
          )}
          {left !== null && <span className="truncate">{left}</span>}
          {until !== null && <span className="truncate lg:hidden">{until}</span>}
          {cost_usd !== null && cost_usd >= LEAST_USD && (
            <span className="tabular-nums lg:ml-auto">
              <span className="sr-only">{words("glance_cost")} </span>
              {moneyOf(cost_usd, language)}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

const STEP_LOOKS = { waits: "text-wait", runs: "text-run", next: "text-faint" } as const;

/** What a plan does with its step; that it waits for anybody is its state already. */
function StepName({ step: { kind, person } }: { readonly step: PlanStep }) {
  const { words } = useSpeech();
  if (kind === "waits" && person === null) return null;
  const says =
    person === null
      ? words(kind === "runs" ? "runs_now" : "runs_next")
      : words("step_waits", { person });
  return <span className={STEP_LOOKS[kind]}>{says}: </span>;
}

/** What the step is about; where that is the plan as a whole, which the row names already, what is decided of it. */
function StepTitle({ step }: { readonly step: PlanStep }) {
  const { words, inOwnWords } = useSpeech();
  const { todo_id, hold_kind } = step;
  const isOfPlan = todo_id === null && hold_kind !== undefined;
  if (isOfPlan && !QUESTION_KINDS.includes(hold_kind)) return words(`kind_${hold_kind}`);
  return <span lang="">{inOwnWords(step, "title")}</span>;
}

/** When its work will be done at the latest; null where that takes people, or nobody knows. */
function endOf({ left, mode, open_holds, open_work, as_of }: Row, now: number): number | null {
  const waits = mode !== "running" || open_holds > 0 || open_work > 0;
  if (waits || as_of === null || left?.kind !== "range" || left.most_seconds === null) return null;
  const end = Date.parse(as_of) + left.most_seconds * 1_000;
  return end < now ? null : end;
}

/** How much work is left, as far as the plan can know; nothing where it tells nothing. */
function leftOf({ left }: Row, { words }: Speech): string | null {
  switch (left?.kind) {
    case undefined:
      return null;
    case "people":
      return words("plan_left_people");
    case "unknown":
      return words("plan_left_unknown");
    case "range": {
      const { least_seconds: least, most_seconds: most } = left;
      const span = rangeOf((least ?? 0) * 1_000, (most ?? 0) * 1_000, words);
      return words("plan_left", { span });
    }
  }
}
