import { continueAsNew, workflowInfo } from "@temporalio/workflow";
import { say } from "../contract/sentences/sentence.ts";
import type { Template } from "../contract/template.ts";
import { keepRecord, type KeptRecord } from "./keep-record.ts";
import type { Reading } from "./read-payload.ts";
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
    read: toWritten,
    memo({ plan: _, parameters, ...summary }) {
      return { template: { ...summary, parameters: parameters.map(({ name }) => name) } };
    },
    refusal: "This is no template. Save templates through the Holdpoint API.",
    unproven: (why) => say("unproven_template", { id: workflowInfo().workflowId, why }),
  });
  if (next !== null) await continueAsNew<typeof templateWorkflow>(next);
}

function toWritten(reading: Reading): Omit<Template, "version" | "saved_at"> | null {
  if (!("value" in reading)) return null;
  const { value } = reading;
  if (typeof value !== "object" || value === null) return null;
  const { id, title, parameters, plan } = value as Partial<Template>;
  const fits =
    typeof id === "string" &&
    typeof title === "string" &&
    Array.isArray(parameters) &&
    parameters.every((parameter: unknown) => isNamed(parameter)) &&
    typeof plan === "object" &&
    plan !== null;
  return fits ? (value as Template) : null;
}

function isNamed(parameter: unknown): boolean {
  if (typeof parameter !== "object" || parameter === null) return false;
  return typeof (parameter as { name?: unknown }).name === "string";
}
