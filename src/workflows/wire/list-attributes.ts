import { defineSearchAttributeKey } from "@temporalio/common";
import { SEARCH_ATTRIBUTES } from "../../contract/tables/temporal-names.ts";

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
