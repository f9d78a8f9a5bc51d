import { upsertMemo, upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import { nextDeadline } from "../../plan/decide.ts";
import { modeOf } from "../../plan/views/board/mode.ts";
import type { Plan } from "../../plan/model/plan.ts";
import { hasNotice } from "../../plan/model/notice.ts";
import { courseOf } from "../../plan/views/board/course.ts";
import { isNews } from "../../plan/views/board/news.ts";
import { summaryOf } from "../../plan/views/board/summary.ts";
import { LIST_ATTRIBUTES } from "../wire/list-attributes.ts";
import { toTagAttribute } from "../wire/tag-attribute.ts";

/** While todos run, progress alone is worth a history event once in this time. */
const PROGRESS_MS = 10_000;

/**
 * Keeps the plan's entry in lists: search attributes to find it by, and a memo with what is shown.
 * Both are history events, so they are written when something changed that a person waits for, and
 * not for each todo.
 * @returns what writes it, and answers when it is to be called again at the latest: null when all is told.
 */
export function createListEntryWriter(plan: Plan): () => string | null {
  let attributes = "";
  let looked = 0;
  let newsAt: string | null = null;
  // Temporal drops empty lists from a memo.
  const memo = { holds: [], work: [], tags: [], failure: null, ...workflowInfo().memo };
  const facts = new Map(Object.entries(memo).map(([key, value]) => [key, JSON.stringify(value)]));
  let told = 0;
  return () => {
    const { progress, runs, cost_usd, ...rest } = summaryOf(plan);
    const moving = { progress, runs, cost_usd };
    const deadline = nextDeadline(plan);
    const { status, owner, tags, archived_at, seq } = plan.state;
    const notice = hasNotice(plan.state);
    newsAt = newestNews(plan, looked) ?? newsAt;
    looked = seq;
    const shown = [
      status,
      modeOf(plan),
      plan.openHolds.size,
      plan.work.size,
      deadline,
      owner,
      tags,
      archived_at,
      newsAt,
      notice,
    ];
    const found = JSON.stringify(shown);
    const changed = Object.entries(rest).filter(
      ([key, value]) => facts.get(key) !== JSON.stringify(value),
    );
    const now = Date.now();
    if (found === attributes && changed.length === 0) {
      if (facts.get("moving") === JSON.stringify(moving)) return null;
      const due = told + PROGRESS_MS;
      if (plan.running.size > 0 && now < due) return new Date(due).toISOString();
    }
    if (found !== attributes) {
      attributes = found;
      upsertSearchAttributes([
        { key: LIST_ATTRIBUTES.status, value: status },
        { key: LIST_ATTRIBUTES.mode, value: modeOf(plan) },
        { key: LIST_ATTRIBUTES.openHolds, value: plan.openHolds.size },
        { key: LIST_ATTRIBUTES.openWork, value: plan.work.size },
        { key: LIST_ATTRIBUTES.nextDeadline, value: deadline === null ? null : new Date(deadline) },
        // Where a run has none of it, that of the run before stays.
        ...(newsAt === null ? [] : [{ key: LIST_ATTRIBUTES.newsAt, value: new Date(newsAt) }]),
        { key: LIST_ATTRIBUTES.owner, value: owner },
        { key: LIST_ATTRIBUTES.tags, value: toTagAttribute(tags) },
        { key: LIST_ATTRIBUTES.notice, value: notice },
        { key: LIST_ATTRIBUTES.archived, value: archived_at !== null },
      ]);
    }
    for (const [key, value] of changed) facts.set(key, JSON.stringify(value));
    facts.set("moving", JSON.stringify(moving));
    told = now;
    const as_of = new Date(now).toISOString();
    const course = courseOf(plan, now);
    upsertMemo({ ...Object.fromEntries(changed), ...moving, ...course, seq, as_of });
    return null;
  };
}

/** When the newest event after a sequence number happened that webhooks may tell; null for none. */
function newestNews(plan: Plan, after: number): string | null {
  const { events } = plan.state;
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place]!;
    if (event.seq <= after) return null;
    if (isNews(plan, event)) return event.at;
  }
  return null;
}
