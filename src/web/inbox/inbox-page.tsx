import { getRouteApi, Link, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../parts/button.tsx";
import { TimeLeft } from "../parts/countdown.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { KindBadge } from "../parts/status.tsx";
import { StickyBar } from "../parts/sticky-bar.tsx";
import { useShortcut } from "../session/shortcuts.ts";
import { usePath } from "../session/use-path.ts";
import { useSpeech } from "../words/words.ts";
import { Together } from "./together.tsx";
import { INBOX_KINDS, useInbox, type InboxKind, type InboxLine } from "./inbox-rows.ts";

const route = getRouteApi("/inbox");
/** Each of them is looked at, with what it would do. */
const MOST_TOGETHER = 50;

/** What waits for people beside what is looked at; on a phone one or the other. */
export function InboxPage() {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const { kind } = route.useSearch();
  const { hold, plan, todo, failed } = useParams({ strict: false });
  const { lines, more, partly, isLoading, error, retry } = useInbox();
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useShortcut("shortcut_search", ["Slash"], () => field.current?.focus());
  const wanted = search.normalize("NFC").trim().toLowerCase();
  const ofKind = kind === undefined ? lines : lines.filter((line) => line.kind === kind);
  const shown = ofKind.filter(({ asks, planTitle }) =>
    `${asks}\n${planTitle}`.normalize("NFC").toLowerCase().includes(wanted),
  );
  const isWhole = kind === undefined && wanted === "";
  const waiting = new Set<InboxKind | undefined>([kind, ...lines.map((line) => line.kind)]);
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
    (id) => isDeciding || lines.some(({ key, canJoin }) => canJoin && key === id),
  );
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < MOST_TOGETHER) next.add(id);
    setPicked(next);
  };
  const here = shown[place];
  useShortcut(
    "shortcut_select",
    ["KeyX"],
    here?.canJoin === true ? () => toggle(here.key) : undefined,
  );
  return (
    <div className="grid min-h-0 flex-1 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div
        className={`min-h-0 border-line lg:block lg:overflow-y-auto lg:border-r ${isOpen ? "hidden" : ""}`}
      >
        <StickyBar edge="top" className="bg-page px-4 pt-4 pb-2">
          <div className="mb-2 flex items-baseline justify-between gap-2">
            <h1 className="text-head font-semibold">{words("inbox")}</h1>
            {!isLoading && (
              <p role="status" className="text-small text-faint">
                {words("inbox_count", { count: shown.length + (isWhole ? more : 0) })}
              </p>
            )}
          </div>
          <nav aria-label={words("filter")} className="-mx-1 flex flex-wrap gap-1">
            {[undefined, ...INBOX_KINDS.filter((one) => waiting.has(one))].map((one) => (
              <Link
                key={one ?? "all"}
                to="/inbox"
                search={one === undefined ? {} : { kind: one }}
                activeOptions={{ exact: true }}
                data-chosen={one === kind ? "" : undefined}
                aria-current={one === kind ? "true" : undefined}
                className="rounded-full px-2.5 py-1 text-small font-medium text-soft hover:bg-raised data-chosen:bg-accent-tint data-chosen:text-accent"
              >
                {one === undefined ? words("inbox_all") : words(`kind_${one}`)}
              </Link>
            ))}
          </nav>
          {lines.length > 0 && (
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
        </StickyBar>
        {error !== null ? (
          <div className="p-4">
            <ProblemNote error={error} onRetry={retry} />
          </div>
        ) : isLoading ? (
          <Skeleton lines={8} label={words("loading")} />
        ) : shown.length === 0 ? (
          isWhole ? (
            <Empty title={words("inbox_empty")} detail={words("inbox_empty_detail")} />
          ) : (
            <Empty title={words(wanted === "" ? "inbox_no_match" : "menu_none")} />
          )
        ) : (
          <ul aria-label={words("inbox")}>
            {shown.map((line) => (
              <li key={line.key} className="group relative">
                <Row line={line} kind={kind} isOpen={line.key === openKey} />
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
              </li>
            ))}
          </ul>
        )}
        {chosen.length > 0 && (
          <StickyBar edge="bottom" className="flex flex-wrap items-center gap-2 bg-panel px-4 py-2">
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
          </StickyBar>
        )}
        <Together
          holds={chosen}
          isOpen={isDeciding}
          onClose={() => {
            setDeciding(false);
            setPicked(new Set());
          }}
        />
        {partly.map(({ plan: id, count }) => (
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
        {more > 0 && (
          <p className="p-4 text-small text-faint">{words("inbox_more", { count: more })}</p>
        )}
      </div>
      <div className={`min-h-0 bg-panel lg:block lg:overflow-y-auto ${isOpen ? "" : "hidden"}`}>
        <Outlet />
      </div>
    </div>
  );
}

/** The line that an address opens, by its key. */
function keyIn([, first, second, third]: readonly string[]): string | undefined {
  if (first === "failed") return `failed/${second}`;
  return first === "work" ? `${second}/${third}` : first;
}

function linkOf({ target }: InboxLine, kind: InboxLine["kind"] | undefined) {
  const search = kind === undefined ? {} : { kind };
  if ("failed" in target) return { to: "/inbox/failed/$failed", params: target, search } as const;
  return "hold" in target
    ? ({ to: "/inbox/$hold", params: target, search } as const)
    : ({ to: "/inbox/work/$plan/$todo", params: target, search } as const);
}

function Row({
  line,
  kind,
  isOpen,
}: {
  readonly line: InboxLine;
  readonly kind: InboxLine["kind"] | undefined;
  readonly isOpen: boolean;
}) {
  const { words } = useSpeech();
  const { asks, planTitle, until, person, decidedBy } = line;
  return (
    <Link
      {...linkOf(line, kind)}
      data-chosen={isOpen ? "" : undefined}
      className="flex min-h-11 flex-col gap-1 border-b border-line px-4 py-2 -outline-offset-2 hover:bg-raised data-chosen:bg-accent-tint"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="line-clamp-2 font-medium" lang="">
          {asks}
        </span>
        {decidedBy === null ? (
          line.kind !== "failed" && (
            <span className="shrink-0">
              <TimeLeft until={until} />
            </span>
          )
        ) : (
          <span className="shrink-0 text-small text-soft">
            {words("row_decided", { by: decidedBy })}
          </span>
        )}
      </span>
      <span
        className={`flex items-center gap-2 text-small text-faint ${line.canJoin ? "pr-8" : ""}`}
      >
        <KindBadge kind={line.kind} agent={line.agent} />
        <span className="mr-auto truncate" lang="">
          {planTitle}
        </span>
        {person !== null && (
          <span className="shrink-0">
            <span className="sr-only">{words(line.kind === "failed" ? "owner" : "assignee")} </span>
            {person}
          </span>
        )}
      </span>
    </Link>
  );
}
