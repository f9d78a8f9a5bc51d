import { CancellationScope, getExternalWorkflowHandle, isCancellation } from "@temporalio/workflow";
import type { LineWord } from "../contract/plan/proof.ts";
import type { Report } from "../plan/model/commands.ts";
import { todoReportSignal } from "./wire/messages.ts";

/** Where a todo that runs beside its plan reaches it. */
export interface WayToPlan {
  readonly plan_workflow_id: string;
  /** By what the plan and the todo's workflow know each other; absent where anybody may say anything. */
  readonly line?: LineWord;
}

/** Tells a plan what became of a todo that runs beside it; one that has ended needs no report. */
export function reportToPlan({ plan_workflow_id, line }: WayToPlan, report: Report): Promise<void> {
  // Also after a cancel: the plan waits for the word that the todo has stopped.
  return CancellationScope.nonCancellable(async () => {
    try {
      const plan = getExternalWorkflowHandle(plan_workflow_id);
      if (line === undefined) await plan.signal(todoReportSignal, report);
      else await plan.signal(todoReportSignal, report, line);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  });
}
