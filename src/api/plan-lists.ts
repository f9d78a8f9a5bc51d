import type { Client } from "@temporalio/client";
import { z } from "zod";
import type {
  Inbox,
  InboxQuery,
  InboxRow,
  PlanList,
  PlanListQuery,
  PlanRow,
} from "../contract/list.ts";
import { withDeadline } from "../temporal/with-deadline.ts";
import { readPresence } from "../temporal/worker-presence.ts";
import { fromCursor, toCursor } from "./list-cursor.ts";
import type { ListedPlan } from "./plan-row.ts";
import { createPager } from "./sorted-page.ts";
import { createVisibility } from "./visibility.ts";
import { endedFilter, goingOnFilter, inboxFilter, planFilter } from "./visibility-filter.ts";

const MOST_PARTLY_LISTED = 100;
const PRESENCE_MS = 500;

/**
 * Lists over all plans, from Temporal's Visibility alone: they need no worker. Visibility follows
 * what happens by about 0.2 s.
 */
export interface PlanLists {
  /** @throws Refused for a cursor of another list, or when Temporal does not answer. */
  plans(query: PlanListQuery): Promise<PlanList>;
  /** The open holds. @throws Refused as `plans`. */
  inbox(query: InboxQuery): Promise<Inbox>;
  /**
   * Every plan that goes on with its open holds, and those that ended at a moment (by Temporal's
   * clock) or later; `complete` is false when there are more than 5,000. @throws Refused
   */
  goingOn(endsFrom: string | null): Promise<GoingOn>;
  /** When the plan that ended last did; null when none has. @throws Refused */
  newestEnd(): Promise<string | null>;
}

export interface GoingOn {
  readonly plans: readonly { readonly row: PlanRow; readonly holds: readonly InboxRow[] }[];
  readonly complete: boolean;
  readonly read_at: string;
}

/** @param answerMs how long Temporal may take to answer, in milliseconds. */
export function createPlanLists(
  client: Client,
  taskQueue: string,
  { answerMs }: { readonly answerMs: number },
): PlanLists {
  const { connection, options } = client;
  const visibility = createVisibility(client, taskQueue, answerMs);

  return {
    plans: (query) => (query.sort === "recent" ? recentPlans(query) : plansByDeadline(query)),

    async inbox(query) {
      const { kind, assignee, sort } = query;
      const filter = inboxFilter(query, taskQueue);
      const cut = createPager(JSON.stringify(["holds", filter, kind, assignee, sort]), query);
      const [age, { plans, complete }] = await Promise.all([readAge(), visibility.all(filter)]);
      const found = plans.filter(({ row }) => hasTag(row, query));
      const rows = found
        .flatMap((plan) => toInboxRows(plan, age.read_at))
        .filter((row) => isWanted(row, query));
      const partly = found.filter(({ row, holds }) => holds.length < row.open_holds);
      const { shown, ...page } = cut(rows, (row) =>
        sort === "opened" ? [row.opened_at, row.id] : [row.deadline_at, row.id],
      );
      return {
        holds: shown,
        total: rows.length,
        ...page,
        complete: complete && partly.length === 0,
        partly_listed: partly.slice(0, MOST_PARTLY_LISTED).map(({ row, holds }) => ({
          plan_id: row.id,
          open_holds: row.open_holds,
          listed: holds.length,
        })),
        ...age,
      };
    },

    async goingOn(endsFrom) {
      const read_at = new Date().toISOString();
      const { plans, complete } = await visibility.all(goingOnFilter(endsFrom, taskQueue));
      const shown = plans.map((plan) => ({
        row: plan.row,
        // One that Temporal ended could not write that nobody is asked any more.
        holds: plan.row.ended_at === null ? toInboxRows(plan, read_at) : [],
      }));
      return { plans: shown, complete, read_at };
    },

    async newestEnd() {
      const { plans } = await visibility.page(endedFilter(taskQueue), 1);
      return plans[0]?.row.ended_at ?? null;
    },
  };

  async function recentPlans(query: PlanListQuery): Promise<PlanList> {
    const { cursor, limit } = query;
    const filter = planFilter(query, taskQueue);
    const list = JSON.stringify(["plans", filter, query.sort]);
    const from = cursor && Buffer.from(fromCursor(list, cursor, z.base64()), "base64");
    const [age, { plans, next }] = await Promise.all([
      readAge(),
      visibility.page(filter, limit, from || undefined),
    ]);
    const has_more =
      next !== undefined && (await visibility.page(filter, 1, next)).plans.length > 0;
    return {
      plans: plans.map(({ row }) => row).filter((row) => hasTag(row, query)),
      has_more,
      next_cursor: has_more ? toCursor(list, Buffer.from(next).toString("base64")) : null,
      complete: true,
      ...age,
    };
  }

  async function plansByDeadline(query: PlanListQuery): Promise<PlanList> {
    const filter = planFilter(query, taskQueue);
    const cut = createPager(JSON.stringify(["plans", filter, query.sort]), query);
    const [age, { plans, complete }] = await Promise.all([readAge(), visibility.all(filter)]);
    const rows = plans.map(({ row }) => row).filter((row) => hasTag(row, query));
    const { shown, ...page } = cut(rows, (row) => [row.next_deadline, row.id]);
    return { plans: shown, ...page, complete, ...age };
  }

  async function readAge(): Promise<Pick<PlanList, "read_at" | "workers">> {
    const read_at = new Date().toISOString();
    const found = await withDeadline(connection, PRESENCE_MS, () =>
      readPresence(connection, options.namespace, taskQueue),
    ).catch(() => ({ state: "unknown" as const, seen_at: null }));
    const last_seen_at = found.seen_at === null ? null : new Date(found.seen_at).toISOString();
    return { read_at, workers: { state: found.state, last_seen_at } };
  }
}

function toInboxRows({ row, holds }: ListedPlan, readAt: string): InboxRow[] {
  return holds.map((hold) => ({
    ...hold,
    plan_id: row.id,
    plan_title: row.title,
    plan_owner: row.owner,
    plan_tags: row.tags,
    overdue: hold.deadline_at !== null && hold.deadline_at < readAt,
    as_of: row.as_of,
  }));
}

/** Some of Temporal's stores find tags without regard to case. */
function hasTag({ tags }: PlanRow, { tag }: { tag?: string | undefined }): boolean {
  return tag === undefined || tags.includes(tag);
}

function isWanted(row: InboxRow, { kind, assignee, deadline_before }: InboxQuery): boolean {
  if (kind !== undefined && row.kind !== kind) return false;
  if (assignee !== undefined && row.assignee !== assignee) return false;
  if (deadline_before === undefined) return true;
  return row.deadline_at !== null && Date.parse(row.deadline_at) < Date.parse(deadline_before);
}
