import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { useInbox } from "./inbox/inbox-rows.ts";
import { OFFLINE_NOTE_ID } from "./parts/button.tsx";
import { Icon, type IconName } from "./parts/icon.tsx";
import { readAhead } from "./parts/read-ahead.ts";
import { Toasts } from "./parts/toasts.tsx";
import { WithCode } from "./parts/values/with-code.tsx";
import { agentsQuery, useClient } from "./session/api.ts";
import { useCommandKey, useShortcut } from "./session/keys/shortcuts.ts";
import { useIsServerSilent, useLiveLists, useLostSince } from "./session/live.ts";
import { useNow } from "./session/now.ts";
import { keepFocus, noteLeaving } from "./session/page/kept-focus.ts";
import { useMedia } from "./session/page/use-media.ts";
import { useTitleCount } from "./session/page/use-title.ts";
import { useQuestionToasts } from "./talk/question-toasts.ts";
import { momentOf } from "./words/moment.ts";
import { spanOf } from "./words/times.ts";
import { useSpeech } from "./words/words.ts";

// What is typed into it before it is there would be taken for single keys.
const CommandMenu = lazy(
  readAhead(async () => ({ default: (await import("./system/command-menu.tsx")).CommandMenu })),
);
const SettingsDialog = lazy(
  readAhead(async () => ({ default: (await import("./settings.tsx")).SettingsDialog })),
);
const ShortcutsDialog = lazy(
  readAhead(async () => ({ default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog })),
);

/** What stands around every page: where one can go, and whether what one sees is still true. */
export function Shell() {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"settings" | "shortcuts" | "menu" | null>(null);
  useLiveLists();
  useQuestionToasts();
  useWorkersBack();
  useKeptFocus();
  useTitleCount(useInbox().count);
  useShortcut("shortcut_inbox", ["KeyG", "KeyI"], () => void navigate({ to: "/inbox" }));
  useShortcut("shortcut_plans", ["KeyG", "KeyP"], () => void navigate({ to: "/plans" }));
  useShortcut("shortcut_templates", ["KeyG", "KeyT"], () => void navigate({ to: "/templates" }));
  useShortcut("shortcut_system", ["KeyG", "KeyS"], () => void navigate({ to: "/system" }));
  useCommandKey("KeyK", () => setDialog((open) => (open === null ? "menu" : open)));
  useShortcut("new_plan", ["KeyN"], () => void navigate({ to: "/plans/new" }));
  useShortcut("shortcut_help", ["?"], () => setDialog("shortcuts"));
  const isWide = useMedia("(min-width: 48rem)");
  const navigation = (
    <nav
      key="navigation"
      aria-label={words("navigation")}
      className="flex shrink-0 gap-1 border-t border-line bg-page px-2 py-1.5 md:w-44 md:flex-col md:border-t-0 md:border-r md:px-3 md:py-4"
    >
      <p className="hidden items-center gap-2 px-2 pb-3 font-semibold md:flex">
        <Logo />
        Holdpoint
      </p>
      <InboxLink />
      <NavLink to="/plans" icon="plans">
        {words("plans")}
      </NavLink>
      <span className="hidden flex-col gap-1 md:flex">
        <NavLink to="/templates" icon="file">
          {words("templates")}
        </NavLink>
        <NavLink to="/system" icon="again">
          {words("system")}
        </NavLink>
      </span>
      <button type="button" className={NAV_LOOK} onClick={() => setDialog("settings")}>
        <Icon name="gear" />
        {words("settings")}
      </button>
      <span className="hidden flex-1 md:block" />
      <LiveMark />
    </nav>
  );
  const content = (
    <main
      key="content"
      id="content"
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none lg:overflow-hidden"
    >
      <Warnings />
      <ScriptNote />
      <Outlet />
    </main>
  );
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#content"
        onClick={(event) => {
          // Beside what it was chosen from, that comes long after the beginning of the content.
          const title = document.querySelector<HTMLElement>("#content [data-here]");
          if (title === null) return;
          event.preventDefault();
          title.focus();
        }}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {words("skip_to_content")}
      </a>
      {/* On a phone the navigation stands below the content, and Tab comes to it there. */}
      {isWide ? [navigation, content] : [content, navigation]}
      <Toasts />
      <Suspense>
        {dialog === "settings" && <SettingsDialog onClose={() => setDialog(null)} />}
        {dialog === "menu" && (
          <CommandMenu onClose={() => setDialog(null)} onSettings={() => setDialog("settings")} />
        )}
        {dialog === "shortcuts" && <ShortcutsDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

const NAV_LOOK =
  "flex min-h-11 min-w-0 flex-auto flex-wrap items-center justify-center gap-x-2 rounded-md px-2 text-center font-medium text-soft max-md:text-small hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent md:min-h-9 md:flex-none md:flex-nowrap md:justify-start md:text-start md:whitespace-nowrap";

function NavLink({
  to,
  icon,
  children,
}: {
  readonly to: "/inbox" | "/plans" | "/templates" | "/system";
  readonly icon: IconName;
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} activeOptions={{ includeSearch: false }} className={NAV_LOOK}>
      <Icon name={icon} />
      {children}
    </Link>
  );
}

function InboxLink() {
  const { words } = useSpeech();
  const { count } = useInbox();
  return (
    <NavLink to="/inbox" icon="inbox">
      {words("inbox")}
      {count > 0 && (
        <span className="rounded-full bg-accent px-1.5 text-small font-semibold text-on-accent tabular-nums md:ml-auto">
          {count}
        </span>
      )}
    </NavLink>
  );
}

function LiveMark() {
  const { words } = useSpeech();
  const isLost = useLostSince() !== null;
  return (
    <p
      className={`hidden items-center gap-2 px-2 text-small md:flex ${isLost ? "text-bad" : "text-faint"}`}
    >
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        {isLost ? (
          <path d="M1 1l6 6M7 1L1 7" stroke="currentColor" strokeWidth="1.5" />
        ) : (
          <circle cx="4" cy="4" r="4" className="fill-good" />
        )}
      </svg>
      {words(isLost ? "offline" : "live")}
    </p>
  );
}

/** Who comes to a page has the focus there, and who decides or takes away something keeps it. */
function useKeptFocus(): void {
  const router = useRouter();
  useEffect(keepFocus, []);
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation, pathChanged }) => {
        // What "/" leads to is where one begins.
        if (fromLocation === undefined || !pathChanged || fromLocation.pathname === "/") return;
        noteLeaving(fromLocation.pathname, toLocation.pathname);
      }),
    [router],
  );
}

/** What could not be read while no worker ran is read once one does. */
function useWorkersBack(): void {
  const queries = useQueryClient();
  const state = useInbox().workers?.state;
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was === undefined || was === state || state === "down") return;
    void queries.refetchQueries({
      type: "active",
      predicate: (one) => one.state.status === "error",
    });
  }, [queries, state]);
}

/** Whether what is seen may be old, and whether anything moves at all. */
function Warnings() {
  const { words, language } = useSpeech();
  const lostSince = useLostSince();
  const isServerSilent = useIsServerSilent();
  const now = useNow();
  const { workers } = useInbox();
  const look = "flex shrink-0 items-start gap-2 bg-wait-tint px-4 py-2 text-wait";
  if (lostSince !== null) {
    const what = isServerSilent ? "offline" : "not_live";
    const span = spanOf(Date.now() - lostSince, words);
    return (
      <p id={OFFLINE_NOTE_ID} role="alert" className={look}>
        <Icon name="alert" />
        <span className="relative">
          {/* An alert is read out whenever it changes: the seconds are only seen. */}
          <span aria-hidden="true">{words(`${what}_for`, { span })}</span>
          <span className="sr-only">{words(what)}.</span> {words(`${what}_detail`)}
        </span>
      </p>
    );
  }
  if (workers?.state !== "down") return null;
  const { last_seen_at } = workers;
  return (
    <p role="alert" className={look}>
      <Icon name="alert" />
      <span>
        <WithCode text={words("workers_down")} />{" "}
        {last_seen_at !== null && words("last_seen", { at: momentOf(last_seen_at, language, now) })}
      </span>
    </p>
  );
}

/** Whether what models seem to say here is a script's: nobody is to take one for the other. */
function ScriptNote() {
  const { words } = useSpeech();
  const { data } = useQuery(agentsQuery(useClient()));
  if (data?.scripted !== true) return null;
  return (
    <p className="flex shrink-0 items-start gap-2 bg-raised px-4 py-2 text-soft max-sm:text-small">
      <Icon name="alert" />
      {words("models_scripted")}
    </p>
  );
}

function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M10 8v16M22 8v16"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-on-accent"
      />
      <circle cx="16" cy="16" r="3" className="fill-on-accent" />
    </svg>
  );
}
