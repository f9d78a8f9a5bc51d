import { workflowInfo } from "@temporalio/workflow";

/** The time of the workflow task, which a replay finds again. */
export function now(): string {
  return new Date().toISOString();
}

/** Whether this run is to be followed by another one. @param limit after how many events, if Temporal asks no earlier. */
export function isHistoryLong(limit: number): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength >= limit || continueAsNewSuggested;
}
