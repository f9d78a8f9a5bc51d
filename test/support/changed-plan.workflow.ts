import { sleep } from "@temporalio/workflow";
import { planWorkflow as plan } from "../../src/workflows/plan.workflow.ts";

export * from "../../src/workflows/index.ts";

/** As a careless change makes it: some plans take a step more, and their old histories do not have it. */
export async function planWorkflow(input: Parameters<typeof plan>[0]): ReturnType<typeof plan> {
  if (JSON.stringify(input).includes("of the old kind")) await sleep(1);
  return plan(input);
}
