import { Buffer } from "node:buffer";
import type { Client } from "@temporalio/client";
import { executionInfoFromRaw } from "@temporalio/client/lib/helpers.js";
import type { temporal } from "@temporalio/proto";
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
import { createAsk } from "./ask-temporal.ts";
import { fromCursor, toCursor } from "./list-cursor.ts";
import { toListedPlan, type ListedPlan } from "./plan-row.ts";
import { inboxFilter, planFilter } from "./visibility-filter.ts";

/**
 * Temporal's list stores cannot sort, so that lists by deadline read every plan that matches, up to
 * so many.
 */
const MOST_SORTED = 10_000;
/** Rows in one answer of Temporal: with the largest memos they stay below gRPC's 4 MiB. */
const ROWS_AT_ONCE = 200;
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
}

/** @param answerMs how long Temporal may take to answer, in milliseconds. */
export function createPlanLists(
  client: Client,
  taskQueue: string,
  { answerMs }: { readonly answerMs: number },
): PlanLists {
  const { connection, workflowService, options } = client;
  const { namespace } = options;
  const ask = createAsk(client, taskQueue, answerMs);

  return {
    plans: (query) => (query.sort === "recent" ? recentPlans(query) : plansByDeadline(query)),

    async inbox(query) {
      const filter = inboxFilter(query, taskQueue);
      const list = JSON.stringify(["holds", filter, query.kind, query.assignee, query.sort]);
      const age = readAge();
      const { plans, complete } = await readAll(filter);
      const { read_at } = await age;
      const keyOf = (row: InboxRow): Place =>
        query.sort === "opened" ? [row.opened_at, row.id] : [row.deadline_at, row.id];
      const found = plans.filter(({ row }) => hasTag(row, query));
      const rows = found
        .flatMap((plan) => toInboxRows(plan, read_at))
        .filter((row) => isWanted(row, query));
      const partly = found.filter(({ row, holds }) => holds.length < row.open_holds);
      const { shown, ...page } = pageOf(rows, keyOf, list, query);
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
        ...(await age),
      };
    },
  };

  /** In the order in which every store lists: running first, then by end, the latest first. */
  async function recentPlans(query: PlanListQuery): Promise<PlanList> {
    const filter = planFilter(query, taskQueue);
    const list = JSON.stringify(["plans", filter, query.sort]);
    const token =
      query.cursor === undefined
        ? undefined
        : Buffer.from(fromCursor(list, query.cursor, z.base64()), "base64");
    const age = readAge();
    const { plans, next } = await readPage(filter, query.limit, token);
    // A full page comes with a token even when nothing follows.
    const has_more = next !== undefined && (await readPage(filter, 1, next)).plans.length > 0;
    return {
      plans: plans.map(({ row }) => row).filter((row) => hasTag(row, query)),
      has_more,
      next_cursor: has_more ? toCursor(list, Buffer.from(next).toString("base64")) : null,
      complete: true,
      ...(await age),
    };
  }

  async function plansByDeadline(query: PlanListQuery): Promise<PlanList> {
    const filter = planFilter(query, taskQueue);
    const list = JSON.stringify(["plans", filter, query.sort]);
    const age = readAge();
    const { plans, complete } = await readAll(filter);
    const rows = plans.map(({ row }) => row).filter((row) => hasTag(row, query));
    const { shown, ...page } = pageOf(rows, (row) => [row.next_deadline, row.id], list, query);
    return { plans: shown, ...page, complete, ...(await age) };
  }

  async function readAll(filter: string): Promise<{ plans: ListedPlan[]; complete: boolean }> {
    const plans: ListedPlan[] = [];
    let token: Uint8Array | undefined;
    do {
      const page = await readPage(filter, ROWS_AT_ONCE, token);
      plans.push(...page.plans);
      token = page.next;
    } while (token !== undefined && plans.length < MOST_SORTED);
    // A plan that continued as new between two pages is on both.
    const once = [...new Map(plans.map((plan) => [plan.row.id, plan])).values()];
    return { plans: once, complete: token === undefined };
  }

  async function readPage(
    query: string,
    pageSize: number,
    nextPageToken?: Uint8Array,
  ): Promise<{ plans: ListedPlan[]; next: Uint8Array | undefined }> {
    const request = {
      namespace,
      query,
      pageSize,
      ...(nextPageToken !== undefined && { nextPageToken }),
    };
    const read = () => workflowService.listWorkflowExecutions(request);
    const { executions, nextPageToken: next } = await ask("", read, { of: "temporal" });
    return {
      plans: await Promise.all(executions.map(decode)),
      next: next.length === 0 ? undefined : next,
    };
  }

  async function decode(raw: temporal.api.workflow.v1.IWorkflowExecutionInfo): Promise<ListedPlan> {
    const { loadedDataConverter } = options;
    const read = (from: typeof raw) =>
      executionInfoFromRaw(from as never, loadedDataConverter, undefined, namespace);
    // A memo that nobody here can read hides no plan.
    return toListedPlan(await read(raw).catch(() => read({ ...raw, memo: null })));
  }

  async function readAge(): Promise<Pick<PlanList, "read_at" | "workers">> {
    const read_at = new Date().toISOString();
    const found = await withDeadline(connection, PRESENCE_MS, () =>
      readPresence(connection, namespace, taskQueue),
    ).catch(() => ({ state: "unknown" as const, seen_at: null }));
    const last_seen_at = found.seen_at === null ? null : new Date(found.seen_at).toISOString();
    return { read_at, workers: { state: found.state, last_seen_at } };
  }
}

/** What a row is sorted by, and its id; null comes last. */
type Place = readonly [string | null, string];
const PlaceSchema = z.tuple([z.string().nullable(), z.string()]);

function pageOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Place,
  list: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): { shown: Row[]; has_more: boolean; next_cursor: string | null } {
  const after = cursor === undefined ? undefined : fromCursor(list, cursor, PlaceSchema);
  const left = rows
    .map((row) => ({ row, place: keyOf(row) }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .toSorted((a, b) => compare(a.place, b.place));
  const shown = left.slice(0, limit);
  const last = shown.at(-1);
  const has_more = left.length > limit && last !== undefined;
  return {
    shown: shown.map(({ row }) => row),
    has_more,
    next_cursor: has_more ? toCursor(list, last.place) : null,
  };
}

function compare([keyA, idA]: Place, [keyB, idB]: Place): number {
  if (keyA !== keyB) {
    if (keyA === null || keyB === null) return keyA === null ? 1 : -1;
    return keyA < keyB ? -1 : 1;
  }
  return idA === idB ? 0 : idA < idB ? -1 : 1;
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
