import { getRouteApi, Link, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button, buttonLook } from "../parts/button.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { readAhead } from "../parts/read-ahead.ts";
import { LongList } from "../parts/scrolling/long-list.tsx";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { usePath } from "../session/use-path.ts";
import { useSpeech } from "../words/words.ts";
import { InboxHead } from "./inbox-head.tsx";
import { INBOX_ROW_PX, InboxLineRow, linkOf } from "./inbox-row.tsx";
import { useWholeInbox } from "./inbox-rows.ts";
import { PutOffNote } from "./put-off-note.tsx";
import { usePutOff } from "./put-off.ts";
import { TogetherBar, useTogether } from "./together-bar.tsx";

const route = getRouteApi("/inbox");
const PutOffQuestion = lazy(
  readAhead(async () => ({ default: (await import("./put-off-question.tsx")).PutOffQuestion })),
);

/** What waits for people beside what is looked at; on a phone one or the other. */
export function InboxPage() {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const asked = route.useSearch();
  const { kind } = asked;
  const { hold, plan, todo, failed } = useParams({ strict: false });
  const [search, setSearch] = useState("");
  const inbox = useWholeInbox(asked, search);
  const { shown, known, others, more, isLoading, error } = inbox;
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
  const together = useTogether(known);
  const here = shown[place];
  useShortcut(
    "shortcut_select",
    ["KeyX"],
    here?.canJoin === true ? () => together.toggle(here.key) : undefined,
  );
  const away = usePutOff();
  // What is asked about goes with what it is asked about.
  const [puttingOff, setPuttingOff] = useState<string | null>(null);
  return (
    <div
      className={`grid min-h-0 flex-1 lg:grid-cols-[24rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] ${isOpen ? "" : "grid-rows-[minmax(0,1fr)]"}`}
    >
      <div
        className={`min-h-0 flex-col border-line lg:flex lg:border-r ${isOpen ? "hidden" : "flex"}`}
      >
        <InboxHead inbox={inbox} search={search} onSearch={setSearch} isHere={!isOpen} />
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
                    <label className="absolute right-3 bottom-1.5 pointer-coarse:right-0 pointer-coarse:bottom-0 pointer-coarse:p-3">
                      <input
                        type="checkbox"
                        aria-label={words("together_select", { title: line.asks })}
                        checked={together.has(line.key)}
                        onChange={() => together.toggle(line.key)}
                        data-any={together.chosen.length > 0 ? "" : undefined}
                        className="block size-6 accent-accent opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 data-any:opacity-100"
                      />
                    </label>
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
        <TogetherBar together={together} listed={known} />
      </div>
      <div
        className={`relative min-h-0 min-w-0 bg-panel lg:block lg:overflow-y-auto ${isOpen ? "" : "hidden"}`}
      >
        {here !== undefined && (
          <div className="absolute top-0.5 right-1 z-10 lg:static lg:mx-auto lg:flex lg:w-full lg:max-w-3xl lg:justify-end lg:px-8 lg:pt-2">
            <Button
              look="bare"
              icon="clock"
              says={words("put_off")}
              shortcut={{ code: "KeyH", says: "put_off" }}
              onPress={() => setPuttingOff(here.key)}
            />
          </div>
        )}
        <Suspense>
          {here !== undefined && here.key === puttingOff && (
            <PutOffQuestion
              line={here}
              onClose={() => setPuttingOff(null)}
              onPutOff={() => {
                setPuttingOff(null);
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
