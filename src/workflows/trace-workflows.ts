import {
  OpenTelemetryInboundInterceptor,
  OpenTelemetryInternalsInterceptor,
  OpenTelemetryOutboundInterceptor,
} from "@temporalio/interceptors-opentelemetry/lib/workflow/index.js";
import type { WorkflowInterceptorsFactory } from "@temporalio/workflow";

/**
 * Traces workflows, in place of the plugin's own interceptors (1.24.0), which plans do not survive.
 *
 * Those await the ends of their spans, and so change when a workflow goes on and in which order it gives its
 * commands. For updates they do so where a flag of the SDK is set. Where the first update of a run is
 * refused, the flag is set in the worker's memory, and lost with the refused update's task, which
 * Temporal forgets: a replay goes on without it, gives the commands in another order, and the plan is stuck.
 *
 * Promises: a workflow gives the same commands in the same order with traces and without; they may be turned on
 * and off while plans are open. Updates and queries have no spans inside of workflows, for Temporal forgets
 * some of them: their spans would also draw random numbers that no replay draws.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const inbound = new OpenTelemetryInboundInterceptor();
  const outbound = new OpenTelemetryOutboundInterceptor();
  return {
    inbound: [
      {
        execute: alongside((input, next) => inbound.execute(input, next)),
        handleSignal: alongside((input, next) => inbound.handleSignal(input, next)),
      },
    ],
    outbound: [
      {
        scheduleActivity: alongside((input, next) => outbound.scheduleActivity(input, next)),
        scheduleLocalActivity: alongside((input, next) =>
          outbound.scheduleLocalActivity(input, next),
        ),
        startChildWorkflowExecution: alongside((input, next) =>
          outbound.startChildWorkflowExecution(input, next),
        ),
        continueAsNew: alongside((input, next) => outbound.continueAsNew(input, next)),
        signalWorkflow: alongside((input, next) => outbound.signalWorkflow(input, next)),
        getLogAttributes: (input, next) => outbound.getLogAttributes(input, next),
      },
    ],
    internals: [new OpenTelemetryInternalsInterceptor()],
  };
};

type Step<Input, Given> = (input: Input, next: (input: Input) => Promise<Given>) => Promise<Given>;

/** The workflow is given what `next` gives, at the very moment: the end of the span is awaited by nobody. */
function alongside<Input, Given>(trace: Step<Input, Given>): Step<Input, Given> {
  return (input, next) => {
    let given: Promise<Given> | undefined;
    const traced = trace(input, (withHeaders) => (given = next(withHeaders)));
    if (given === undefined) return traced;
    // Whoever is given the failure handles it.
    traced.catch(() => undefined);
    return given;
  };
}
