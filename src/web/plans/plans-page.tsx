import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { PlanRow } from "../../contract/list.ts";
import type { PlanStatus } from "../../contract/tables/vocabulary.ts";
import { Button, buttonLook } from "../parts/button.tsx";
import { TimeLeft } from "../parts/countdown.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { PlanMark, ProgressBar } from "../parts/status.tsx";
import { plansQuery, useClient } from "../session/api.ts";
import { useNow } from "../session/now.ts";
import { useShortcut } from "../session/shortcuts.ts";
import { momentOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";

const route = getRouteApi("/plans");
const PAGE = 50;
const MOST = 200;

/** Which plans are shown; each is a filter of the API. */
export const PLAN_FILTERS = {
  all: {},
  open: { status: "pending,running" },
  waiting: { has_holds: "true" },
  failed: { status: "failed" satisfies PlanStatus },
  done: { status: "completed" satisfies PlanStatus },
} as const;
export type PlanFilterName = keyof typeof PLAN_FILTERS;
export const PLAN_FILTER_NAMES = Object.keys(PLAN_FILTERS) as PlanFilterName[];

/** All plans, those that go on first; the filter stands in the address. */
export function PlansPage() {
  const { words } = useSpeech();
  const client = useClient();
  const navigate = useNavigate();
  const { show = "all", search = "" } = route.useSearch();
  const [limit, setLimit] = useState(PAGE);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const filter = { ...PLAN_FILTERS[show], ...(search !== "" && { search }), limit };
  const { data, error, refetch } = useQuery(plansQuery(client, filter));
  useShortcut("shortcut_search", ["Slash"], () => field.current?.focus());
  useShortcut("shortcut_down", ["KeyJ"], () => step(list.current, 1));
  useShortcut("shortcut_up", ["KeyK"], () => step(list.current, -1));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 py-4 md:px-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-title font-semibold">{words("plans")}</h1>
          <Link to="/plans/new" className={buttonLook("main")}>
            <Icon name="plus" />
            {words("new_plan")}
          </Link>
        </div>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <nav aria-label={words("filter")} className="flex flex-wrap gap-1">
            {PLAN_FILTER_NAMES.map((name) => (
              <Link
                key={name}
                to="/plans"
                search={{ ...(name !== "all" && { show: name }), ...(search !== "" && { search }) }}
                data-chosen={name === show ? "" : undefined}
                aria-current={name === show ? "true" : undefined}
                className="rounded-full px-2.5 py-1 text-small font-medium text-soft hover:bg-raised data-chosen:bg-accent-tint data-chosen:text-accent"
              >
                {words(`plans_${name}`)}
              </Link>
            ))}
          </nav>
          <input
            ref={field}
            type="search"
            aria-label={words("plans_search")}
            placeholder={words("plans_search")}
            defaultValue={search}
            className="field max-w-xs"
            onChange={({ target }) =>
              void navigate({
                to: "/plans",
                search: {
                  ...(show !== "all" && { show }),
                  ...(target.value !== "" && { search: target.value }),
                },
                replace: true,
              })
            }
          />
          {data !== undefined && (
            <p role="status" className="text-small text-faint">
              {words("plans_total", { count: data.total })}
            </p>
          )}
        </div>
        {data === undefined ? (
          error === null ? (
            <Skeleton lines={9} label={words("loading")} />
          ) : (
            <ProblemNote error={error} onRetry={() => void refetch()} />
          )
        ) : data.plans.length === 0 ? (
          show === "all" && search === "" ? (
            <Empty title={words("plans_empty")} detail={words("plans_empty_detail")}>
              <Link to="/plans/new" className={buttonLook("main")}>
                {words("new_plan")}
              </Link>
            </Empty>
          ) : (
            <Empty title={words("plans_no_match")} />
          )
        ) : (
          <ul
            ref={list}
            aria-label={words("plans")}
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel"
          >
            {data.plans.map((plan) => (
              <li key={plan.id}>
                <Row plan={plan} />
              </li>
            ))}
          </ul>
        )}
        {data?.has_more === true && limit < MOST && (
          <div className="py-4 text-center">
            <Button onPress={() => setLimit(MOST)}>{words("plans_more")}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Moves the focus through the links of a list. */
function step(list: HTMLElement | null, by: number): void {
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const place = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[Math.min(links.length - 1, Math.max(0, place + by))]?.focus();
}

function Row({ plan }: { readonly plan: PlanRow }) {
  const { words, language } = useSpeech();
  const now = useNow();
  const { progress, open_holds, open_work, next_deadline } = plan;
  const percent = progress?.percentage ?? 0;
  return (
    <Link
      to="/plans/$plan"
      params={{ plan: plan.id }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-raised md:grid-cols-[9rem_minmax(0,1fr)_10rem_14rem]"
    >
      <span className="text-small">
        <PlanMark plan={plan} />
      </span>
      <span className="order-first col-span-2 min-w-0 md:order-none md:col-span-1">
        <span className="block truncate font-medium" lang="">
          {plan.title}
        </span>
        <span className="block truncate text-small text-faint">
          {words(plan.ended_at === null ? "created_when" : "ended_when", {
            when: momentOf(plan.ended_at ?? plan.created_at, language, now),
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
      <span className="flex items-center gap-2 text-small text-soft">
        <span className="hidden flex-1 md:block">
          <ProgressBar percent={percent} />
        </span>
        <span aria-hidden="true" className="tabular-nums md:w-9 md:text-right">
          {Math.round(percent)}%
        </span>
        <span className="sr-only">
          {words("progress_of", {
            percent: Math.round(percent),
            done: progress?.counts["completed"] ?? 0,
            total: progress?.total ?? 0,
          })}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-small text-wait">
        {open_holds > 0 && words("waits_count", { count: open_holds })}
        {open_work > 0 && (
          <span className="text-soft">{words("work_count", { count: open_work })}</span>
        )}
        {open_holds > 0 && <TimeLeft until={next_deadline} />}
      </span>
    </Link>
  );
}
