import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "../../contract/tables/temporal-names.ts";
import { nextDeadline } from "../../plan/decide.ts";
import type { Plan } from "../../plan/model/plan.ts";
import { hasNotice } from "../../plan/model/state/notice.ts";
import { modeOf } from "../../plan/views/board/mode.ts";
import { toTagAttribute } from "./tag-attribute.ts";

type Name = keyof typeof SEARCH_ATTRIBUTES;

/** A search attribute of ours by its name, with its type. */
export function attributeKey<Known extends Name>(name: Known) {
  return defineSearchAttributeKey(name, SEARCH_ATTRIBUTES[name]);
}

/** The search attributes of a plan that change while it runs: plans write them, lists read them. */
export const LIST_ATTRIBUTES = {
  status: attributeKey("PlanStatus"),
  mode: attributeKey("PlanMode"),
  openHolds: attributeKey("OpenHolds"),
  openWork: attributeKey("OpenWork"),
  nextDeadline: attributeKey("NextDeadline"),
  newsAt: attributeKey("NewsAt"),
  owner: attributeKey("PlanOwner"),
  tags: attributeKey("PlanTags"),
  notice: attributeKey("PlanNotice"),
  archived: attributeKey("PlanArchived"),
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
