import { expect, test } from "vitest";
import { readListQuery, type FieldValue } from "../../src/testing/list-query.ts";

const run = new Map<string, FieldValue>([
  ["WorkflowId", "plan-o'clock"],
  ["ExecutionStatus", "Running"],
  ["OpenHolds", 2],
  ["PlanArchived", false],
  ["PlanTags", ["tea", "two"]],
  ["NewsAt", new Date("2026-11-20T11:00:00.000Z")],
]);

test.each([
  "ExecutionStatus = 'Running'",
  'ExecutionStatus = "Running" AND OpenHolds > 0',
  "ExecutionStatus != 'ContinuedAsNew'",
  "WorkflowId STARTS_WITH 'plan-' AND WorkflowId = 'plan-o\\'clock'",
  "PlanArchived IS NULL OR PlanArchived = false",
  "(OpenHolds = 0 OR OpenHolds IS NULL) OR ExecutionStatus IN ('Failed', 'Running')",
  "ExecutionStatus NOT IN ('Failed', 'TimedOut')",
  "PlanTags = 'tea' AND PlanTags != 'coffee'",
  "NewsAt >= '2026-11-20T11:00:00Z' AND NewsAt < '2026-11-20T11:00:00.001Z'",
  "OpenHolds <= 2 AND OpenHolds >= 2 AND PlanOwner IS NULL",
])("a list's query finds the run: %s", (query) => {
  expect(readListQuery(query)(run)).toBe(true);
});

test.each([
  "ExecutionStatus = 'Completed'",
  "OpenHolds > 2",
  "PlanTags = 'coffee'",
  "NewsAt > '2026-11-20T11:00:00Z'",
  "WorkflowId STARTS_WITH 'template-'",
  "ExecutionStatus = 'Running' AND (OpenHolds = 0 OR PlanArchived = true)",
  // As in SQL, what is not there is neither the same nor another.
  "PlanOwner != 'kim'",
  "PlanOwner NOT IN ('kim')",
  "PlanOwner IS NOT NULL",
])("a list's query passes the run over: %s", (query) => {
  expect(readListQuery(query)(run)).toBe(false);
});

test.each([
  "OpenHolds >",
  "OpenHolds ~ 1",
  "OpenHolds 1",
  "(OpenHolds = 1",
  "OpenHolds = 1 ORDER BY StartTime",
  "OpenHolds IN ()",
])("a query of which nothing is known here is refused: %s", (query) => {
  expect(() => readListQuery(query)).toThrow(/^Unexpected .* in the query: /);
});
