import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import { say } from "../contract/sentences/sentence.ts";
import type { Template } from "../contract/template.ts";
import { keepRecord, type KeptRecord } from "./keep-record.ts";
import { isTemplate } from "./read-input.ts";
import { deleteTemplateUpdate, saveTemplateUpdate, templateQuery } from "./wire/messages.ts";

/** What an earlier run kept, and by whose word. */
export type TemplateWorkflowInput = KeptRecord<Template>;

/**
 * Keeps one template until it is deleted. What a template may say is checked by who saves it and by
 * who makes a plan of it; here it is only kept, and who says so is checked as plans do.
 */
export async function templateWorkflow(input: TemplateWorkflowInput = {}): Promise<void> {
  const next = await keepRecord<Template>(input, {
    query: templateQuery,
    save: saveTemplateUpdate,
    remove: deleteTemplateUpdate,
    fits: isTemplate,
    memo({ plan: _, parameters, ...summary }) {
      return { template: { ...summary, parameters: parameters.map(({ name }) => name) } };
    },
    unfit: "This is no template. Save templates through the Holdpoint API.",
    unproven: (why) => say("unproven_template", { id: workflowInfo().workflowId, why }),
  });
  if (next !== null) await continueAsNew<typeof templateWorkflow>(next);
}
