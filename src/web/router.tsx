import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Navigate,
  retainSearchParams,
  type RouteComponent,
} from "@tanstack/react-router";
import { AUDIT_KINDS } from "../contract/tables/vocabulary.ts";
import { LANES, VIEWS } from "./boards/lanes.ts";
import { INBOX_KINDS } from "./inbox/inbox-lines.ts";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { useInbox } from "./inbox/inbox-rows.ts";
import { NothingChosen } from "./inbox/nothing-chosen.tsx";
import { buttonLook } from "./parts/button.tsx";
import { BrokenPart, NotRead } from "./parts/not-read.tsx";
import { Empty, Skeleton } from "./parts/panel.tsx";
import { NEW_PLAN_WAYS } from "./plans/new/new-plan-ways.ts";
import { PLAN_FILTER_NAMES } from "./plans/plan-filters.tsx";
import { PlansPage } from "./plans/plans-page.tsx";
import { useTitle } from "./session/page/use-title.ts";
import { Shell } from "./shell.tsx";
import { useSpeech } from "./words/words.ts";

/** What an address says, whoever wrote it. */
type Written = Readonly<Record<string, unknown>>;

function oneOf<const Value>(values: readonly Value[], written: unknown): Value | undefined {
  return values.find((one) => one === written);
}

function textOf(written: unknown): string | undefined {
  return typeof written === "string" ? written : undefined;
}

function versionOf(written: unknown): number | undefined {
  const version = Number(written);
  return Number.isInteger(version) && version > 0 ? version : undefined;
}

/** What an address asks for; what it does not say, or not as we do, is not there. */
function given<Search extends object>(search: Search): Partial<Search> {
  const said = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<Search>;
}

/**
 * A page that is read once it is wanted. One that cannot be read is told as such: the router would reload everything
 * for it, also while no server answers.
 */
const lazyPage: typeof lazyRouteComponent = (read, name) =>
  lazyRouteComponent(
    () =>
      read().catch((cause: unknown) => {
        throw new Error(`The page is not there: ${String(cause)}`, { cause });
      }),
    name,
  );

const detailPages = () => import("./inbox/detail-pages.tsx");

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: BrokenPart,
});

/** A page of its own whose address asks for nothing more. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const start = page("/", Start);

const inbox = createRoute({
  getParentRoute: () => root,
  path: "inbox",
  component: InboxPage,
  validateSearch: (search: Written) =>
    given({ kind: oneOf(INBOX_KINDS, search["kind"]), for: oneOf(["me"], search["for"]) }),
  // What is looked at changes nothing about what stands beside it.
  search: { middlewares: [retainSearchParams(["for"])] },
});
const noHold = createRoute({ getParentRoute: () => inbox, path: "/", component: NothingChosen });
const hold = createRoute({
  getParentRoute: () => inbox,
  path: "$hold",
  component: lazyPage(detailPages, "HoldPage"),
});
const loneHold = page("h/$hold", lazyPage(detailPages, "LoneHoldPage"));
const work = createRoute({
  getParentRoute: () => inbox,
  path: "work/$plan/$todo",
  component: lazyPage(detailPages, "WorkPage"),
});

const failed = createRoute({
  getParentRoute: () => inbox,
  path: "failed/$failed",
  component: lazyPage(detailPages, "NoticePage"),
});

const plans = createRoute({
  getParentRoute: () => root,
  path: "plans",
  component: PlansPage,
  validateSearch: (search: Written) =>
    given({
      show: oneOf(PLAN_FILTER_NAMES, search["show"]),
      search: textOf(search["search"]),
      owner: textOf(search["owner"]),
    }),
});
const newPlan = createRoute({
  getParentRoute: () => root,
  path: "plans/new",
  component: lazyPage(() => import("./plans/new/new-plan-page.tsx"), "NewPlanPage"),
  validateSearch: (search: Written) => given({ as: oneOf(NEW_PLAN_WAYS, search["as"]) }),
});
const plan = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan",
  component: lazyPage(() => import("./plans/plan-layout.tsx"), "PlanPage"),
  validateSearch: (search: Written) =>
    given({
      view: oneOf(VIEWS, search["view"]),
      lane: oneOf(LANES, search["lane"]),
      path: oneOf(["on"], search["path"]),
    }),
  // A todo opens and closes beside whatever one looks at.
  search: { middlewares: [retainSearchParams(["view", "lane", "path"])] },
});
const todo = createRoute({
  getParentRoute: () => plan,
  path: "todos/$todo",
  component: lazyPage(() => import("./plans/todo/todo-drawer.tsx"), "TodoDrawer"),
});

const chat = createRoute({
  getParentRoute: () => plan,
  path: "chat",
  component: lazyPage(() => import("./talk/chat-panel.tsx"), "ChatPanel"),
});

const versions = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan/versions",
  component: lazyPage(() => import("./versions/versions-page.tsx"), "VersionsPage"),
  validateSearch: (search: Written) =>
    given({ from: versionOf(search["from"]), to: versionOf(search["to"]) }),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan/activity",
  component: lazyPage(() => import("./versions/activity-page.tsx"), "ActivityPage"),
  validateSearch: (search: Written) => given({ kind: oneOf(AUDIT_KINDS, search["kind"]) }),
});

const templates = page(
  "templates",
  lazyPage(() => import("./system/templates-page.tsx"), "TemplatesPage"),
);
const agents = page(
  "agents",
  lazyPage(() => import("./system/agents/agents-page.tsx"), "AgentsPage"),
);
const system = page(
  "system",
  lazyPage(() => import("./system/system-page.tsx"), "SystemPage"),
);

const webhooksPages = () => import("./system/webhooks/webhooks-page.tsx");
const webhooks = page("webhooks", lazyPage(webhooksPages, "WebhooksPage"));
const webhook = page(
  "webhooks/$webhook",
  lazyPage(() => import("./system/webhooks/deliveries-page.tsx"), "DeliveriesPage"),
);

/** Every page by its address. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    loneHold,
    inbox.addChildren([noHold, hold, work, failed]),
    plans,
    newPlan,
    versions,
    activity,
    templates,
    agents,
    system,
    webhooks,
    webhook,
    plan.addChildren([todo, chat]),
  ]),
  defaultPendingComponent: Pending,
  defaultErrorComponent: BrokenPart,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** To what waits for people, or to the plans when nothing does. */
function Start() {
  const { isLoading, lines, error, retry } = useInbox();
  if (error !== null || isLoading) {
    return <NotRead isPage lines={8} error={error} onRetry={retry} />;
  }
  return <Navigate to={lines.length > 0 ? "/inbox" : "/plans"} replace />;
}

function Pending() {
  return <Skeleton lines={8} />;
}

function NoPage() {
  const { words } = useSpeech();
  useTitle(words("no_page"));
  return (
    <Empty isPage title={words("no_page")} detail={words("no_page_detail")}>
      <Link to="/" className={buttonLook("main")}>
        {words("inbox")}
      </Link>
    </Empty>
  );
}
