import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { buttonLook } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { Empty } from "../parts/panel.tsx";
import { LongList } from "../parts/scrolling/long-list.tsx";
import { NewRows } from "../parts/scrolling/new-rows.tsx";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { usePlans } from "../session/lists/use-plans.ts";
import { useMedia } from "../session/page/use-media.ts";
import { useTitle } from "../session/page/use-title.ts";
import { useSpeech } from "../words/words.ts";
import { PLAN_FILTERS, PlanFilters } from "./plan-filters.tsx";
import { PLAN_ROW_PX, PlanRow } from "./plan-row.tsx";

const route = getRouteApi("/plans");
const WIDE = "(min-width: 64rem)";

/** All plans, those that go on first; the filter stands in the address. */
export function PlansPage() {
  const { words } = useSpeech();
  useTitle(words("plans"));
  const asked = route.useSearch();
  const { show = "all", search = "", owner } = asked;
  const rows = useRef<HTMLDivElement>(null);
  const isWide = useMedia(WIDE);
  const filter = {
    ...PLAN_FILTERS[show],
    ...(search !== "" && { search }),
    ...(owner !== undefined && { owner }),
  };
  const { list, shown, newOnes, showNew, isSearching, more, error, retry } = usePlans(filter);
  useShortcut("shortcut_down", ["KeyJ"], () => step(rows.current, 1));
  useShortcut("shortcut_up", ["KeyK"], () => step(rows.current, -1));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 py-4 md:px-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <PageTitle className="text-title font-semibold">{words("plans")}</PageTitle>
          <Link to="/plans/new" className={buttonLook("main")}>
            <Icon name="plus" />
            {words("new_plan")}
          </Link>
        </div>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <PlanFilters asked={asked} plans={shown} />
          {list !== undefined && (
            <p role="status" className="text-small text-faint">
              {words("plans_total", { count: list.total })}
            </p>
          )}
        </div>
        {list === undefined ? (
          <NotRead lines={9} error={error} onRetry={retry} />
        ) : shown.length === 0 && newOnes === 0 ? (
          show === "all" && search === "" && owner === undefined ? (
            <Empty title={words("plans_empty")} detail={words("plans_empty_detail")}>
              <Link to="/plans/new" className={buttonLook("main")}>
                {words("new_plan")}
              </Link>
            </Empty>
          ) : (
            <Empty title={words(isSearching ? "searching" : "plans_no_match")} />
          )
        ) : (
          <>
            {/* Over the list's upper edge, so that it takes no room there. */}
            <div className="pointer-events-none sticky top-7 z-10 flex h-0 justify-center *:pointer-events-auto *:-mt-4 *:h-7">
              <NewRows count={newOnes} onShow={showNew} />
            </div>
            <div
              ref={rows}
              aria-busy={isSearching}
              className="overflow-hidden rounded-lg border border-line bg-panel aria-busy:opacity-60"
            >
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
