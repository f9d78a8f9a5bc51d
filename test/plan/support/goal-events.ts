/** Events of plans that have a goal: stories of their own reach them. */
export const GOAL_EVENTS = [
  "plan.draft_refused",
  "plan.planning_stopped",
  "plan.planned",
  "plan.report_requested",
  "plan.report_dropped",
  "plan.reported",
] as const;
