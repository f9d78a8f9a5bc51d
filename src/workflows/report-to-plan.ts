import { CancellationScope, getExternalWorkflowHandle, isCancellation } from "@temporalio/workflow";
import type { Report } from "../plan/model/commands.ts";
import { todoReportSignal } from "./wire/messages.ts";

/** Tells a plan what became of a todo that runs beside it; one that has ended needs no report. */
export function reportToPlan(planWorkflowId: string, report: Report): Promise<void> {
  // Also after a cancel: the plan waits for the word that the todo has stopped.
  return CancellationScope.nonCancellable(async () => {
    try {
      await getExternalWorkflowHandle(planWorkflowId).signal(todoReportSignal, report);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  });
}
