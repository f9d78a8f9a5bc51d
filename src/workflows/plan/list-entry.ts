import type { SearchAttributeUpdatePair } from "@temporalio/common";
import { upsertMemo, upsertSearchAttributes, workflowInfo } from "@temporalio/workflow";
import type { PlanSummary } from "../../contract/list.ts";
import { isFinished, type Plan } from "../../plan/model/plan.ts";
import { courseOf } from "../../plan/views/board/course.ts";
import { modeOf } from "../../plan/views/board/mode.ts";
import { isNews } from "../../plan/views/board/news.ts";
import { factsOf, runsOf } from "../../plan/views/board/summary.ts";
import { listAttributesOf, LIST_ATTRIBUTES } from "../wire/list-attributes.ts";

/** While todos run, progress alone is worth a history event once in this time. */
const PROGRESS_MS = 10_000;
/** So long a plan may run before lists say that it does: many have ended by then. */
const BEGUN_MS = 1_000;

/**
 * Keeps the plan's entry in lists: search attributes to find it by, and a memo with what is shown.
 * Both are history events, so they are written when something changed that a person waits for, and
 * not for each todo.
 * @returns what writes it, and answers when it is to be called again at the latest: null when all is told.
 */
export function createListEntryWriter(plan: Plan): () => string | null {
  const { memo: told, typedSearchAttributes, startTime } = workflowInfo();
  let attributes = asText(typedSearchAttributes.getAll());
  let looked = 0;
  let newsAt = typedSearchAttributes.get(LIST_ATTRIBUTES.newsAt)?.toISOString() ?? null;
  // Temporal drops empty lists from a memo.
  const memo = { holds: [], work: [], tags: [], failure: null, ...told };
  const facts = new Map(Object.entries(memo).map(([key, value]) => [key, JSON.stringify(value)]));
  const { runs: toldRuns, ...toldMoving } = (told ?? {}) as Partial<PlanSummary>;
  let moved = asMoving(toldMoving);
  let movedRuns = toldRuns;
  const startedAt = startTime.getTime();
  let toldAt = startedAt;
  return () => {
    const { progress, cost_usd, ...rest } = factsOf(plan);
    const moving = { progress, cost_usd };
    newsAt = newestNews(plan, looked) ?? newsAt;
    looked = plan.state.seq;
    const shown = listAttributesOf(plan, newsAt);
    const found = asText(shown);
    const changed = Object.entries(rest).filter(
      ([key, value]) => facts.get(key) !== JSON.stringify(value),
    );
    const now = Date.now();
    if (found === attributes && changed.length === 0) {
      if (moved === asMoving(moving) && movedRuns === runsOf(plan)) return null;
      const due = toldAt + PROGRESS_MS;
      if (plan.running.size > 0 && now < due) return new Date(due).toISOString();
    }
    if (toldAt === startedAt && now < startedAt + BEGUN_MS && onlyRuns(plan)) {
      return new Date(startedAt + BEGUN_MS).toISOString();
    }
    if (found !== attributes) {
      attributes = found;
      upsertSearchAttributes(shown);
    }
    for (const [key, value] of changed) facts.set(key, JSON.stringify(value));
    moved = asMoving(moving);
    movedRuns = runsOf(plan);
    toldAt = now;
    const as_of = new Date(now).toISOString();
    const course = courseOf(plan, now);
    upsertMemo({
      ...Object.fromEntries(changed),
      ...moving,
      runs: movedRuns,
      ...course,
      seq: looked,
      as_of,
    });
    return null;
  };
}

/** Whether it goes on without anybody. */
function onlyRuns(plan: Plan): boolean {
  return plan.running.size > 0 && modeOf(plan) === "running" && !isFinished(plan.state);
}

function asMoving({ progress, cost_usd }: Partial<PlanSummary>): string {
  return JSON.stringify([progress, cost_usd]);
}

/** What lists find the plan by, to be compared: in one order; Temporal keeps no empty lists. */
function asText(pairs: readonly SearchAttributeUpdatePair[]): string {
  const values = new Map(pairs.map(({ key, value }) => [key.name, value]));
  const shown = Object.values(LIST_ATTRIBUTES).map(({ name }) => values.get(name) ?? []);
  return JSON.stringify(shown);
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
