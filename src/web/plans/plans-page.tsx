import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import type { PlanStatus } from "../../contract/tables/vocabulary.ts";
import { buttonLook } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { NewRows } from "../parts/new-rows.tsx";
import { LongList } from "../parts/long-list.tsx";
import { useMedia } from "../session/use-media.ts";
import { usePlans } from "../session/lists/use-plans.ts";
import { useShortcut } from "../session/shortcuts.ts";
import { useSpeech } from "../words/words.ts";
import { PLAN_ROW_PX, PlanRow } from "./plan-row.tsx";

const route = getRouteApi("/plans");
const WIDE = "(min-width: 48rem)";

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
  const navigate = useNavigate();
  const { show = "all", search = "" } = route.useSearch();
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const isWide = useMedia(WIDE);
  const filter = { ...PLAN_FILTERS[show], ...(search !== "" && { search }) };
  const { list, shown, newOnes, showNew, more, error, retry } = usePlans(filter);
  useShortcut("shortcut_search", ["Slash"], () => field.current?.focus());
  useShortcut("shortcut_down", ["KeyJ"], () => step(rows.current, 1));
  useShortcut("shortcut_up", ["KeyK"], () => step(rows.current, -1));
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
          {list !== undefined && (
            <p role="status" className="text-small text-faint">
              {words("plans_total", { count: list.total })}
            </p>
          )}
        </div>
        {list === undefined ? (
          error === null ? (
            <Skeleton lines={9} label={words("loading")} />
          ) : (
            <ProblemNote error={error} onRetry={retry} />
          )
        ) : shown.length === 0 && newOnes === 0 ? (
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
          <>
            {/* Over the list's upper edge, so that it takes no room there. */}
            <div className="pointer-events-none sticky top-7 z-10 flex h-0 justify-center *:pointer-events-auto *:-mt-4 *:h-7">
              <NewRows count={newOnes} onShow={showNew} />
            </div>
            <div ref={rows} className="overflow-hidden rounded-lg border border-line bg-panel">
              <LongList
                label={words("plans")}
                rows={shown}
                rowHeight={PLAN_ROW_PX[isWide ? "wide" : "narrow"]}
                keyOf={({ id }) => id}
                onEnd={more}
              >
                {(plan) => <PlanRow plan={plan} />}
              </LongList>
            </div>
          </>
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
