import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "../../contract/tables/temporal-names.ts";
import { nextDeadline } from "../../plan/decide.ts";
import type { Plan } from "../../plan/model/plan.ts";
import { hasNotice } from "../../plan/model/notice.ts";
import { modeOf } from "../../plan/views/board/mode.ts";
import { toTagAttribute } from "./tag-attribute.ts";

const {
  PlanStatus,
  PlanMode,
  OpenHolds,
  OpenWork,
  NextDeadline,
  NewsAt,
  PlanOwner,
  PlanTags,
  PlanArchived,
  PlanNotice,
} = SEARCH_ATTRIBUTES;

/** The search attributes of a plan that change while it runs: plans write them, lists read them. */
export const LIST_ATTRIBUTES = {
  status: defineSearchAttributeKey("PlanStatus", PlanStatus),
  mode: defineSearchAttributeKey("PlanMode", PlanMode),
  openHolds: defineSearchAttributeKey("OpenHolds", OpenHolds),
  openWork: defineSearchAttributeKey("OpenWork", OpenWork),
  nextDeadline: defineSearchAttributeKey("NextDeadline", NextDeadline),
  newsAt: defineSearchAttributeKey("NewsAt", NewsAt),
  owner: defineSearchAttributeKey("PlanOwner", PlanOwner),
  tags: defineSearchAttributeKey("PlanTags", PlanTags),
  notice: defineSearchAttributeKey("PlanNotice", PlanNotice),
  archived: defineSearchAttributeKey("PlanArchived", PlanArchived),
};

/** By what lists find a plan as it is now. @param newsAt when its newest news happened; null for none. */
export function listAttributesOf(plan: Plan, newsAt: string | null): SearchAttributeUpdatePair[] {
  const { status, owner, tags, archived_at } = plan.state;
  const deadline = nextDeadline(plan);
  return [
    { key: LIST_ATTRIBUTES.status, value: status },
    { key: LIST_ATTRIBUTES.mode, value: modeOf(plan) },
    { key: LIST_ATTRIBUTES.openHolds, value: plan.openHolds.size },
    { key: LIST_ATTRIBUTES.openWork, value: plan.work.size },
    { key: LIST_ATTRIBUTES.nextDeadline, value: deadline === null ? null : new Date(deadline) },
    ...(newsAt === null ? [] : [{ key: LIST_ATTRIBUTES.newsAt, value: new Date(newsAt) }]),
    { key: LIST_ATTRIBUTES.owner, value: owner },
    { key: LIST_ATTRIBUTES.tags, value: toTagAttribute(tags) },
    { key: LIST_ATTRIBUTES.notice, value: hasNotice(plan.state) },
    { key: LIST_ATTRIBUTES.archived, value: archived_at !== null },
  ];
}
