import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Navigate,
  retainSearchParams,
} from "@tanstack/react-router";
import { AUDIT_KINDS, type AuditKind } from "../contract/tables/vocabulary.ts";
import { LANES, VIEWS, type Lane, type View } from "./boards/lanes.ts";
import { NothingChosen } from "./inbox/nothing-chosen.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { INBOX_KINDS, type InboxSearch } from "./inbox/inbox-lines.ts";
import { useInbox } from "./inbox/inbox-rows.ts";
import { buttonLook } from "./parts/button.tsx";
import { NotRead } from "./parts/not-read.tsx";
import { Empty, Skeleton } from "./parts/panel.tsx";
import { ProblemNote } from "./parts/problem.tsx";
import { NEW_PLAN_WAYS, type NewPlanWay } from "./plans/new/new-plan-ways.ts";
import { PLAN_FILTER_NAMES, type PlanSearch } from "./plans/plan-filters.tsx";
import { PlansPage } from "./plans/plans-page.tsx";
import { Shell } from "./shell.tsx";
import { useTitle } from "./session/use-title.ts";
import { useSpeech } from "./words/words.ts";

const detailPages = () => import("./inbox/detail-pages.tsx");

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: Broken,
});

const start = createRoute({ getParentRoute: () => root, path: "/", component: Start });

const inbox = createRoute({
  getParentRoute: () => root,
  path: "inbox",
  component: InboxPage,
  validateSearch: (search: Record<string, unknown>): InboxSearch => {
    const kind = INBOX_KINDS.find((one) => one === search["kind"]);
    return { ...(kind !== undefined && { kind }), ...(search["for"] === "me" && { for: "me" }) };
  },
  // What is looked at changes nothing about what stands beside it.
  search: { middlewares: [retainSearchParams(["for"])] },
});
const noHold = createRoute({ getParentRoute: () => inbox, path: "/", component: NothingChosen });
const hold = createRoute({
  getParentRoute: () => inbox,
  path: "$hold",
  component: lazyRouteComponent(detailPages, "HoldPage"),
});
const loneHold = createRoute({
  getParentRoute: () => root,
  path: "h/$hold",
  component: lazyRouteComponent(detailPages, "LoneHoldPage"),
});
const work = createRoute({
  getParentRoute: () => inbox,
  path: "work/$plan/$todo",
  component: lazyRouteComponent(detailPages, "WorkPage"),
});

const failed = createRoute({
  getParentRoute: () => inbox,
  path: "failed/$failed",
  component: lazyRouteComponent(detailPages, "NoticePage"),
});

const plans = createRoute({
  getParentRoute: () => root,
  path: "plans",
  component: PlansPage,
  validateSearch: (search: Record<string, unknown>): PlanSearch => {
    const show = PLAN_FILTER_NAMES.find((one) => one === search["show"]);
    const { search: words, owner } = search;
    return {
      ...(show !== undefined && { show }),
      ...(typeof words === "string" && { search: words }),
      ...(typeof owner === "string" && { owner }),
    };
  },
});
const newPlan = createRoute({
  getParentRoute: () => root,
  path: "plans/new",
  component: lazyRouteComponent(() => import("./plans/new/new-plan-page.tsx"), "NewPlanPage"),
  validateSearch: (search: Record<string, unknown>): { as?: NewPlanWay } => {
    const as = NEW_PLAN_WAYS.find((one) => one === search["as"]);
    return as === undefined ? {} : { as };
  },
});
const plan = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan",
  component: lazyRouteComponent(() => import("./plans/plan-layout.tsx"), "PlanPage"),
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    view?: View | undefined;
    lane?: Lane | undefined;
    path?: "on" | undefined;
  } => {
    const view = VIEWS.find((one) => one === search["view"]);
    const lane = LANES.find((one) => one === search["lane"]);
    return {
      ...(view !== undefined && { view }),
      ...(lane !== undefined && { lane }),
      ...(search["path"] === "on" && { path: "on" }),
    };
  },
  // A todo opens and closes beside whatever one looks at.
  search: { middlewares: [retainSearchParams(["view", "lane", "path"])] },
});
const todo = createRoute({
  getParentRoute: () => plan,
  path: "todos/$todo",
  component: lazyRouteComponent(() => import("./plans/todo-drawer.tsx"), "TodoDrawer"),
});

const chat = createRoute({
  getParentRoute: () => plan,
  path: "chat",
  component: lazyRouteComponent(() => import("./talk/chat-panel.tsx"), "ChatPanel"),
});

const versionOf = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const versions = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan/versions",
  component: lazyRouteComponent(() => import("./versions/versions-page.tsx"), "VersionsPage"),
  validateSearch: (search: Record<string, unknown>): { from?: number; to?: number } => {
    const [from, to] = [versionOf(search["from"]), versionOf(search["to"])];
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  },
});

const activity = createRoute({
  getParentRoute: () => root,
  path: "plans/$plan/activity",
  component: lazyRouteComponent(() => import("./versions/activity-page.tsx"), "ActivityPage"),
  validateSearch: (search: Record<string, unknown>): { kind?: AuditKind } => {
    const kind = AUDIT_KINDS.find((one) => one === search["kind"]);
    return kind === undefined ? {} : { kind };
  },
});

const templates = createRoute({
  getParentRoute: () => root,
  path: "templates",
  component: lazyRouteComponent(() => import("./system/templates-page.tsx"), "TemplatesPage"),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: "agents",
  component: lazyRouteComponent(() => import("./system/agents/agents-page.tsx"), "AgentsPage"),
});
const system = createRoute({
  getParentRoute: () => root,
  path: "system",
  component: lazyRouteComponent(() => import("./system/system-page.tsx"), "SystemPage"),
});

const webhooksPages = () => import("./system/webhooks/webhooks-page.tsx");
const webhooks = createRoute({
  getParentRoute: () => root,
  path: "webhooks",
  component: lazyRouteComponent(webhooksPages, "WebhooksPage"),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: "webhooks/$webhook",
  component: lazyRouteComponent(
    () => import("./system/webhooks/deliveries-page.tsx"),
    "DeliveriesPage",
  ),
});

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

function Broken({ error }: { readonly error: unknown }) {
  return (
    <div className="p-4">
      <ProblemNote isPage error={error} />
    </div>
  );
}
