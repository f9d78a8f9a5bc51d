import { getRouteApi, Link, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button, buttonLook } from "../parts/button.tsx";
import { Check } from "../parts/forms/field.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { readAhead } from "../parts/read-ahead.ts";
import { LongList } from "../parts/scrolling/long-list.tsx";
import { NewRows } from "../parts/scrolling/new-rows.tsx";
import { toast } from "../parts/toasts.tsx";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { usePath } from "../session/use-path.ts";
import { useSpeech } from "../words/words.ts";
import { INBOX_ROW_PX, InboxLineRow, linkOf } from "./inbox-row.tsx";
import { useWholeInbox } from "./inbox-rows.ts";
import { PutOffNote } from "./put-off-note.tsx";
import { usePutOff } from "./put-off.ts";

const route = getRouteApi("/inbox");
/** Read once something is selected: the first page does without. */
const Together = lazy(() =>
  import("./together.tsx").then((module) => ({ default: module.Together })),
);
const PutOffQuestion = lazy(
  readAhead(() =>
    import("./put-off-question.tsx").then((module) => ({ default: module.PutOffQuestion })),
  ),
);
/** Each of them is looked at, with what it would do. */
const MOST_TOGETHER = 50;

/** What waits for people beside what is looked at; on a phone one or the other. */
export function InboxPage() {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const asked = route.useSearch();
  const { kind } = asked;
  const { hold, plan, todo, failed } = useParams({ strict: false });
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useShortcut("shortcut_search", ["Slash"], () => field.current?.focus());
  const inbox = useWholeInbox(asked, search);
  const { shown, newOnes, showNew, known, kinds, count, others, more, isLoading, error } = inbox;
  const openKey =
    failed === undefined
      ? (hold ?? (plan === undefined ? undefined : `${plan}/${todo}`))
      : `failed/${failed}`;
  const place = shown.findIndex(({ key }) => key === openKey);
  const path = usePath();
  const lastPlace = useRef(0);
  useEffect(() => {
    if (place !== -1) lastPlace.current = place;
  });
  const go = (to: number): void => {
    const line = shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (line !== undefined) void navigate(linkOf(line, kind));
  };
  // What was decided has left the list: the next one has taken its place.
  const step = (by: number): void => {
    const key = keyIn(path());
    const from = shown.findIndex((line) => line.key === key);
    go(from === -1 && key !== undefined ? lastPlace.current + Math.min(0, by) : from + by);
  };
  useShortcut("shortcut_down", ["KeyJ"], shown.length > 0 ? () => step(1) : undefined);
  useShortcut("shortcut_up", ["KeyK"], shown.length > 0 ? () => step(-1) : undefined);
  const isOpen = openKey !== undefined;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isDeciding, setDeciding] = useState(false);
  // While they are decided, what was decided has left the list and is still told.
  const chosen = [...picked].filter(
    (id) => isDeciding || known.some(({ key, canJoin }) => canJoin && key === id),
  );
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) {
      if (next.size === MOST_TOGETHER) {
        toast(words("together_most", { most: MOST_TOGETHER }));
        return;
      }
      next.add(id);
    }
    setPicked(next);
  };
  const here = shown[place];
  useShortcut(
    "shortcut_select",
    ["KeyX"],
    here?.canJoin === true ? () => toggle(here.key) : undefined,
  );
  const away = usePutOff();
  const [isPuttingOff, setPuttingOff] = useState(false);
  return (
    <div
      className={`grid min-h-0 flex-1 lg:grid-cols-[24rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] ${isOpen ? "" : "grid-rows-[minmax(0,1fr)]"}`}
    >
      <div
        className={`min-h-0 flex-col border-line lg:flex lg:border-r ${isOpen ? "hidden" : "flex"}`}
      >
        <div className="shrink-0 border-b border-line bg-page px-4 pt-4 pb-2">
          <div className="mb-2 flex min-h-7 items-center gap-2">
            <PageTitle isHere={!isOpen} className="mr-auto text-head font-semibold">
              {words("inbox")}
            </PageTitle>
            <NewRows count={newOnes} onShow={showNew} />
            {!isLoading && (
              <p role="status" className="text-small text-faint">
                {words("inbox_count", { count })}
              </p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-3">
            <nav aria-label={words("filter")} className="-mx-1 flex flex-wrap gap-1">
              {[undefined, ...kinds].map((one) => (
                <Link
                  key={one ?? "all"}
                  to="/inbox"
                  search={one === undefined ? {} : { kind: one }}
                  activeOptions={{ exact: true }}
                  data-chosen={one === kind ? "" : undefined}
                  aria-current={one === kind ? "true" : undefined}
                  className="rounded-full px-2.5 py-1 text-small font-medium text-soft hover:bg-raised data-chosen:bg-accent-tint data-chosen:text-accent"
                >
                  {one === undefined ? words("all") : words(`kind_${one}`)}
                </Link>
              ))}
            </nav>
            <Check
              isOn={asked.for === "me"}
              className="ml-auto min-h-6 gap-1.5 text-small text-soft"
              onChange={(isOn) =>
                void navigate({ to: ".", search: { ...asked, for: isOn ? "me" : undefined } })
              }
            >
              {words("inbox_mine")}
            </Check>
          </div>
          {(known.length > 0 || search !== "") && (
            <input
              ref={field}
              type="search"
              aria-label={words("inbox_search")}
              placeholder={words("inbox_search")}
              value={search}
              className="field mt-2"
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {error !== null ? (
            <div className="p-4">
              <ProblemNote error={error} onRetry={inbox.retry} />
            </div>
          ) : isLoading ? (
            <Skeleton lines={8} />
          ) : shown.length > 0 ? (
            <LongList
              label={words("inbox")}
              rows={shown}
              rowHeight={INBOX_ROW_PX}
              keyOf={({ key }) => key}
              reveal={place}
              onEnd={more}
            >
              {(line) => (
                <div className="group relative h-full">
                  <InboxLineRow line={line} kind={kind} isOpen={line.key === openKey} />
                  {line.canJoin && (
                    <input
                      type="checkbox"
                      aria-label={words("together_select", { title: line.asks })}
                      checked={picked.has(line.key)}
                      onChange={() => toggle(line.key)}
                      data-any={chosen.length > 0 ? "" : undefined}
                      className="absolute right-3 bottom-1.5 size-6 accent-accent opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 data-any:opacity-100"
                    />
                  )}
                </div>
              )}
            </LongList>
          ) : more !== undefined ? (
            <Skeleton lines={8} />
          ) : (
            <NothingWaits isSearched={search.trim() !== ""} others={others} />
          )}
          <PutOffNote until={away} />
          {inbox.partly.map(({ plan: id, count }) => (
            <p key={id} className="px-4 py-2 text-small">
              <Link
                to="/plans/$plan"
                params={{ plan: id }}
                search={{ view: "list", lane: "waiting" }}
                className="text-accent hover:underline"
              >
                {words("inbox_partly", { count, plan: id })}
              </Link>
            </p>
          ))}
        </div>
        {chosen.length > 0 && (
          <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-2">
            <p role="status" className="mr-auto font-medium">
              {words("together_count", { count: chosen.length })}
            </p>
            <Button
              look="bare"
              action={words("together_none")}
              onPress={() => setPicked(new Set())}
            >
              {words("together_none")}
            </Button>
            <Button look="main" action={words("together_decide")} onPress={() => setDeciding(true)}>
              {words("together_decide")}
            </Button>
          </div>
        )}
        {chosen.length > 0 && (
          <Suspense>
            <Together
              holds={chosen}
              listed={known}
              isOpen={isDeciding}
              onClose={() => {
                setDeciding(false);
                setPicked(new Set());
              }}
            />
          </Suspense>
        )}
      </div>
      <div
        className={`relative min-h-0 min-w-0 bg-panel lg:block lg:overflow-y-auto ${isOpen ? "" : "hidden"}`}
      >
        {here !== undefined && (
          <div className="absolute top-0.5 right-1 z-10 lg:static lg:mx-auto lg:flex lg:w-full lg:max-w-3xl lg:justify-end lg:px-8 lg:pt-2">
            <Button
              look="bare"
              icon="clock"
              action={words("put_off")}
              shortcut={{ code: "KeyH", says: "put_off" }}
              onPress={() => setPuttingOff(true)}
            >
              {words("put_off")}
            </Button>
          </div>
        )}
        <Suspense>
          {here !== undefined && isPuttingOff && (
            <PutOffQuestion
              line={here}
              onClose={() => setPuttingOff(false)}
              onPutOff={() => {
                setPuttingOff(false);
                const next = shown[place + 1] ?? shown[place - 1];
                void navigate(
                  next === undefined ? { to: "/inbox", search: asked } : linkOf(next, kind),
                );
              }}
            />
          )}
        </Suspense>
        <Outlet />
      </div>
    </div>
  );
}

/** Why the inbox shows no line. @param others what waits for others than whom it is shown for. */
function NothingWaits({
  isSearched,
  others,
}: {
  readonly isSearched: boolean;
  readonly others: number;
}) {
  const { words } = useSpeech();
  const asked = route.useSearch();
  if (isSearched) return <Empty title={words("menu_none")} />;
  if (others > 0) {
    return (
      <Empty title={words("inbox_empty")} detail={words("inbox_others", { count: others })}>
        <Link to="." search={{ ...asked, for: undefined }} className={buttonLook("plain")}>
          {words("inbox_show_all")}
        </Link>
      </Empty>
    );
  }
  if (asked.kind !== undefined) return <Empty title={words("inbox_no_match")} />;
  return <Empty title={words("inbox_empty")} detail={words("inbox_empty_detail")} />;
}

/** The line that an address opens, by its key. */
function keyIn([, first, second, third]: readonly string[]): string | undefined {
  if (first === "failed") return `failed/${second}`;
  return first === "work" ? `${second}/${third}` : first;
}
