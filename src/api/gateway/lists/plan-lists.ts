import type { Client } from "@temporalio/client";
import { lacksRole } from "../../../contract/lacks-role.ts";
import type {
  Inbox,
  InboxQuery,
  InboxRow,
  NoticeList,
  NoticeQuery,
  PlanList,
  PlanListQuery,
  PlanRow,
  WorkList,
  WorkQuery,
  WorkRow,
} from "../../../contract/list.ts";
import type { Caller } from "../../../contract/service/sign-in.ts";
import { waitsFor } from "../../../plan/todos/approvers.ts";
import { ownTime } from "../../../temporal/connection/temporal-clock.ts";
import { withDeadline } from "../../../temporal/connection/with-deadline.ts";
import type { WorkerPresence } from "../../../temporal/connection/workers/worker-presence.ts";
import { progressQuery } from "../../../workflows/wire/messages.ts";
import type { PlanGateway } from "../plan-gateway.ts";
import { lookAt } from "./live-todos.ts";
import { progressNow, type ListedPlan } from "./plan-row.ts";
import { LAST_KEY, recentMoment, recentPlace } from "./recent-place.ts";
import { createSharedReads } from "./shared-reads.ts";
import { createPager, type Place } from "./sorted-page.ts";
import {
  endedFilter,
  goingOnFilter,
  noticeFilter,
  openFilter,
  planFilter,
  recentFrom,
} from "./visibility-filter.ts";
import { createVisibility } from "./visibility.ts";

const MAX_PARTLY_LISTED = 100;
const PRESENCE_MS = 500;
/** Running plans that are looked at for one answer; the rows of others are as the plans wrote them. */
const MAX_LOOKS = 200;
const LOOK_MS = 1_000;

/**
 * Lists over all plans, from Temporal's Visibility alone: they need no worker. Visibility follows
 * what happens by about 0.2 s.
 */
export interface PlanLists {
  /** @throws Refusal for a cursor of another list, or when Temporal does not answer. */
  plans(query: PlanListQuery): Promise<PlanList>;
  /** The open holds. @throws Refusal as `plans`. */
  /** @param you who asks, for what waits for them. */
  inbox(query: InboxQuery, you?: Caller): Promise<Inbox>;
  /** What people can do, and what they have claimed. @throws Refusal as `plans`. */
  work(query: WorkQuery): Promise<WorkList>;
  /** The plans that failed, until somebody acknowledges it, the latest first. @throws Refusal as `plans`. */
  notices(query: NoticeQuery): Promise<NoticeList>;
  /**
   * Every plan that goes on with its open holds, and those that ended at a moment (by Temporal's
   * clock) or later; `complete` is false when there are more than 5,000. @throws Refusal
   */
  activePlans(endsFrom: string | null): Promise<ActivePlans>;
  /** When the plan that ended last did; null when none has. @throws Refusal */
  newestEnd(): Promise<string | null>;
}

export interface ActivePlans {
  readonly plans: readonly { readonly row: PlanRow; readonly holds: readonly InboxRow[] }[];
  readonly complete: boolean;
  readonly read_at: string;
}

interface PartsOfPlans<Row> {
  readonly filter: string;
  /** What a cursor of this list belongs to. */
  readonly name: readonly (string | undefined)[];
  readonly rowsOf: (plan: ListedPlan, readAt: string) => readonly Row[];
  readonly placeOf: (row: Row) => Place;
  readonly isPartly: (plan: ListedPlan) => boolean;
}

interface ListSources {
  readonly plans: Pick<PlanGateway, "query">;
  /** Whether anybody runs plans. */
  readonly presence: () => Promise<WorkerPresence>;
}

/**
 * @param answerMs how long Temporal may take to answer, in milliseconds.
 * @param now Temporal's time: what is overdue was due by it.
 */
export function createPlanLists(
  client: Client,
  taskQueue: string,
  { plans, presence }: ListSources,
  { answerMs, now = ownTime }: { readonly answerMs: number; readonly now?: () => string },
): PlanLists {
  const { connection } = client;
  const visibility = createVisibility(client, answerMs, now);
  // All screens that show plans ask again at each change, and for the same.
  const readPlans = createSharedReads((asked) => {
    const query = JSON.parse(asked) as PlanListQuery;
    const { sort, search, tag } = query;
    const isPlain = sort === "recent" && search === undefined && tag === undefined;
    return isPlain ? recentPlans(query) : foundPlans(query);
  });

  return {
    plans: (query) => readPlans(JSON.stringify(query)),

    async inbox(query, you) {
      const { kind, assignee, agent, sort } = query;
      const whose = query.for === "me" ? you : undefined;
      const filter = openFilter("OpenHolds", query, taskQueue);
      const { shown, partly, ...page } = await partsOfPlans(query, {
        filter,
        name: ["holds", filter, kind, assignee, agent, sort, whose?.name, whose?.groups.join(",")],
        rowsOf: (plan, readAt) =>
          toInboxRows(plan, readAt).filter((row) => isWanted(row, query) && isOf(row, whose)),
        placeOf: (row) => (sort === "opened" ? [row.opened_at, row.id] : [row.deadline_at, row.id]),
        isPartly: ({ row, holds }) => holds.length < row.open_holds,
      });
      const partly_listed = partly.map(({ row, holds }) => ({
        plan_id: row.id,
        open_holds: row.open_holds,
        listed: holds.length,
      }));
      return { holds: shown, ...page, partly_listed };
    },

    async work(query) {
      const { assignee, sort } = query;
      const filter = openFilter("OpenWork", query, taskQueue);
      const { shown, partly, ...page } = await partsOfPlans(query, {
        filter,
        name: ["work", filter, assignee, sort],
        rowsOf: (plan, readAt) =>
          toWorkRows(plan, readAt).filter((row) =>
            [undefined, row.assignee, row.claimed_by].includes(assignee),
          ),
        placeOf: (row) => [
          sort === "due" ? row.due_at : row.offered_at,
          `${row.plan_id}/${row.todo_id}`,
        ],
        isPartly: ({ row, work }) => work.length < row.open_work,
      });
      const partly_listed = partly.map(({ row, work }) => ({
        plan_id: row.id,
        open_work: row.open_work,
        listed: work.length,
      }));
      return { work: shown, ...page, partly_listed };
    },

    async notices(query) {
      const filter = noticeFilter(query, taskQueue);
      const {
        shown,
        partly: _,
        ...page
      } = await partsOfPlans(query, {
        filter,
        name: ["notices", filter],
        rowsOf: ({ row, failure }) => [
          { ...(failure ?? { reason: null, todo: null }), ...ofPlan(row), ended_at: row.ended_at },
        ],
        placeOf: ({ ended_at, plan_id }) => [
          // The latest first, in an order that goes upwards.
          String(8.64e15 - Date.parse(ended_at ?? "1970-01-01T00:00:00Z")).padStart(17, "0"),
          plan_id,
        ],
        isPartly: () => false,
      });
      return { notices: shown, ...page };
    },

    async activePlans(endsFrom) {
      const read_at = now();
      const { plans, complete } = await visibility.allNewest(goingOnFilter(endsFrom, taskQueue));
      const rows = await withLive(plans.map(({ row }) => row));
      const shown = plans.map((plan, place) => ({
        row: rows[place]!,
        // One that Temporal ended could not write that nobody is asked any more.
        holds: plan.row.ended_at === null ? toInboxRows(plan, read_at) : [],
      }));
      return { plans: shown, complete, read_at };
    },

    async newestEnd() {
      const { plans } = await visibility.page(endedFilter(taskQueue), 1);
      return plans[0]?.run_ended_at ?? null;
    },
  };

  /** One page of what plans list of themselves, and the plans that list only the first of it. */
  async function partsOfPlans<Row>(
    query: InboxQuery | WorkQuery | NoticeQuery,
    parts: PartsOfPlans<Row>,
  ) {
    const { filter, name, rowsOf, placeOf, isPartly } = parts;
    const { cut } = createPager(JSON.stringify(name), query);
    const [age, { plans, complete }] = await Promise.all([readAge(), visibility.all(filter)]);
    const found = plans.filter(({ row }) => hasTag(row, query));
    const rows = found.flatMap((plan) => rowsOf(plan, age.read_at));
    const partly = found.filter(isPartly);
    return {
      ...cut(rows, placeOf),
      total: rows.length,
      complete: complete && partly.length === 0,
      partly: partly.slice(0, MAX_PARTLY_LISTED),
      ...age,
    };
  }

  async function recentPlans(query: PlanListQuery): Promise<PlanList> {
    const filter = planFilter(query, taskQueue);
    const pager = createPager(JSON.stringify(["plans", filter, query.sort]), query);
    const { after } = pager;
    const from = after === undefined ? "" : ` AND ${recentFrom(recentMoment(after))}`;
    // Rows of one moment come in any order: a page needs all of its last one.
    const isEnough = (plans: readonly ListedPlan[]): boolean => {
      const keys = plans
        .map((plan) => recentPlace(plan)[0])
        .filter((key) => key > (after?.[0] ?? ""));
      return (keys.at(-1) ?? "") > (keys[query.limit] ?? LAST_KEY);
    };
    const [age, counted, { plans }] = await Promise.all([
      readAge(),
      visibility.count(filter),
      visibility.all(filter + from, { size: query.limit + 2, isEnough }),
    ]);
    const { shown, ...page } = pager.cut(plans, recentPlace);
    const rows = await withLive(shown.map(({ row }) => row));
    // Temporal counts runs, also those that a reset has replaced.
    const total = after === undefined && !page.has_more ? rows.length : counted;
    return { plans: rows, total, ...page, complete: true, ...age };
  }

  /** What Temporal's stores cannot do: every plan is read and looked at here. */
  async function foundPlans(query: PlanListQuery): Promise<PlanList> {
    const filter = planFilter(query, taskQueue);
    const { sort, search } = query;
    const { cut } = createPager(JSON.stringify(["plans", filter, sort, search]), query);
    const [age, { plans, complete }] = await Promise.all([readAge(), visibility.all(filter)]);
    const found = plans.filter(({ row }) => hasTag(row, query) && hasWords(row, query));
    const { shown, ...page } = cut(found, (plan) =>
      sort === "recent" ? recentPlace(plan) : [plan.row.next_deadline, plan.row.id],
    );
    return {
      plans: await withLive(shown.map(({ row }) => row)),
      total: found.length,
      ...page,
      complete,
      ...age,
    };
  }

  /** Visibility has what the plans wrote; how far that is which they run only Temporal knows. */
  async function withLive(rows: readonly PlanRow[]): Promise<PlanRow[]> {
    let looks = MAX_LOOKS;
    return Promise.all(
      rows.map(async (row) => {
        const runs = row.ended_at === null && (row.progress?.counts["in_progress"] ?? 0) > 0;
        if (!runs || looks === 0) return row;
        looks -= 1;
        return withDeadline(connection, LOOK_MS, () => look(row)).catch(() => row);
      }),
    );
  }

  async function look(row: PlanRow): Promise<PlanRow> {
    const found = await lookAt(client, row.id);
    if (found === undefined) return row;
    const { described, live } = found;
    // A plan does not tell lists each of its todos: when others run by now, it is asked.
    const progress =
      progressNow(described, live) ?? (await plans.query(row.id, progressQuery, { live }));
    return { ...row, progress };
  }

  async function readAge(): Promise<Pick<PlanList, "read_at" | "workers">> {
    const read_at = now();
    const found = await withDeadline(connection, PRESENCE_MS, presence).catch(() => ({
      state: "unknown" as const,
      seen_at: null,
    }));
    const last_seen_at = found.seen_at === null ? null : new Date(found.seen_at).toISOString();
    return { read_at, workers: { state: found.state, last_seen_at } };
  }
}

function toInboxRows({ row, holds }: ListedPlan, readAt: string): InboxRow[] {
  return holds.map((hold) => ({
    ...hold,
    ...ofPlan(row),
    overdue: isOver(hold.deadline_at, readAt),
  }));
}

function toWorkRows({ row, work }: ListedPlan, readAt: string): WorkRow[] {
  return work.map((todo) => ({ ...todo, ...ofPlan(row), overdue: isOver(todo.due_at, readAt) }));
}

function ofPlan({ id, title, owner, tags, as_of }: PlanRow) {
  return { plan_id: id, plan_title: title, plan_owner: owner, plan_tags: tags, as_of };
}

function isOver(time: string | null, readAt: string): boolean {
  return time !== null && time < readAt;
}

/** Some of Temporal's stores find tags without regard to case. */
function hasTag({ tags }: PlanRow, { tag }: { tag?: string | undefined }): boolean {
  return tag === undefined || tags.includes(tag);
}

/** Whether the title has every word that is searched for; or else it is the plan's id, as logs and links have it. */
function hasWords({ id, title }: PlanRow, { search = "" }: PlanListQuery): boolean {
  const fold = (text: string): string => text.normalize("NFKC").toLowerCase();
  const wanted = fold(search).trim();
  return fold(id) === wanted || wanted.split(/\s+/).every((word) => fold(title).includes(word));
}

/** Whether somebody may decide a row, and it waits for them; every row is of nobody in particular. */
function isOf(row: InboxRow, you: Caller | undefined): boolean {
  if (you === undefined) return true;
  return !lacksRole(you, "approver") && waitsFor(row, you);
}

function isWanted(row: InboxRow, { kind, assignee, agent, deadline_before }: InboxQuery): boolean {
  if (kind !== undefined && row.kind !== kind) return false;
  if (assignee !== undefined && row.assignee !== assignee) return false;
  if (agent !== undefined && row.agent !== agent) return false;
  if (deadline_before === undefined) return true;
  return row.deadline_at !== null && Date.parse(row.deadline_at) < Date.parse(deadline_before);
}
